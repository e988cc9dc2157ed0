"""Addresses of the hall."""

from django.urls import path

from tables.views import (
    account,
    by_hand,
    drawing,
    exports,
    fixed,
    intake,
    people,
    plan,
    public,
    public_draws,
    registration,
    wishes,
)

app_name = "tables"

TOURNAMENT = "t/<slug:slug>/"
OFFICE = "t/<slug:slug>/office/"

urlpatterns = [
    path("", public.home, name="home"),
    path("account/", account.password, name="account"),
    path("new/", plan.create, name="tournament-new"),
    path(TOURNAMENT, public.tournament, name="tournament"),
    path(f"{TOURNAMENT}plan/", public.plan, name="plan"),
    path(f"{TOURNAMENT}entrants/", public.entrants, name="entrants"),
    path(f"{TOURNAMENT}register/", public.register, name="self-registration"),
    path(f"{TOURNAMENT}series/<int:series>/seats/", public.seats, name="seats"),
    path(f"{TOURNAMENT}series/<int:series>/draw/", public_draws.draw, name="public-draw"),
    path(f"{TOURNAMENT}draws/<int:number>.json", public_draws.record, name="draw-record"),
    path(f"{OFFICE}plan/", plan.edit, name="plan-edit"),
    path(f"{OFFICE}people/", people.people, name="people"),
    path(f"{OFFICE}journal/", people.journal, name="journal"),
    path(f"{OFFICE}registration/", registration.switch, name="registration-switch"),
    path(f"{OFFICE}entrants/", registration.desk, name="desk"),
    path(f"{OFFICE}entrants/marks/", registration.marks, name="marks"),
    path(f"{OFFICE}entrants/paste/", intake.paste, name="paste"),
    path(f"{OFFICE}entrants/file/", intake.file, name="intake-file"),
    path(f"{OFFICE}entrants/file/columns/", intake.columns, name="intake-columns"),
    path(f"{OFFICE}entrants/<int:number>/", registration.entrant, name="entrant"),
    path(f"{OFFICE}wishes/", wishes.wished, name="wishes"),
    path(f"{OFFICE}entrants.xlsx", exports.entrants, {"ending": "xlsx"}, name="entrants-xlsx"),
    path(f"{OFFICE}entrants.csv", exports.entrants, {"ending": "csv"}, name="entrants-csv"),
    path(f"{OFFICE}series/<int:series>/draw/", drawing.draw, name="draw"),
    path(f"{OFFICE}series/<int:series>/fixed/", fixed.plan, name="fixed-plan"),
    path(f"{OFFICE}series/<int:series>/by-hand/", by_hand.desk, name="by-hand"),
]
