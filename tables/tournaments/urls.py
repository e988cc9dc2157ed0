"""Addresses of events."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.tournaments.views import calendars as tournaments_calendars
from tables.tournaments.views import classes, plan, public, publishing, withdrawing
from tables.tournaments.views import officials as people

urlpatterns = [
    path("", public.home, name="home"),
    path("new/", plan.create, name="tournament-new"),
    path("robots.txt", publishing.robots, name="robots"),
    path("events.ics", tournaments_calendars.site, name="calendar"),
    path(f"{TOURNAMENT}event.ics", tournaments_calendars.event, name="event-calendar"),
    path(f"{OFFICE}publishing/", publishing.publishing, name="publishing"),
    path(f"{TOURNAMENT}plan/", public.plan, name="plan"),
    path(f"{OFFICE}withdraw/", withdrawing.withdraw, name="withdraw-event"),
    path(f"{OFFICE}plan/", plan.edit, name="plan-edit"),
    path(f"{OFFICE}classes/", classes.classes, name="classes"),
    path(f"{OFFICE}classes/<int:number>/", classes.player_class, name="class"),
    path(f"{OFFICE}people/", people.people, name="people"),
    path(f"{OFFICE}journal/", people.journal, name="journal"),
]
