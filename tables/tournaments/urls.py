"""Addresses of events."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.tournaments.views import plan, public
from tables.tournaments.views import plan as people

urlpatterns = [
    path("", public.home, name="home"),
    path("new/", plan.create, name="tournament-new"),
    path("robots.txt", plan.robots, name="robots"),
    path("events.ics", public.site, name="calendar"),
    path(f"{TOURNAMENT}event.ics", public.event, name="event-calendar"),
    path(f"{TOURNAMENT}plan/", public.plan, name="plan"),
    path(f"{OFFICE}withdraw/", plan.withdraw, name="withdraw-event"),
    path(f"{OFFICE}journal/", people.journal, name="journal"),
]
