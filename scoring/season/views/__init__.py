"""Addresses of seasons."""

from django.urls import path

from scoring.season.views import office, public
from tables.acts.addresses import SEASON

urlpatterns = [
    path("seasons/", public.listed, name="seasons"),
    path("clubs/<slug:club>/seasons/new/", office.new, name="season-new"),
    path(SEASON, public.season, name="season"),
    path(f"{SEASON}players/<int:number>/", public.player, name="season-player"),
    path(f"{SEASON}calendar/", public.days, name="season-days"),
    path(f"{SEASON}strength/", public.strength, name="season-strength"),
    path(f"{SEASON}events.ics", public.calendar, name="season-calendar"),
    path(f"{SEASON}table.csv", public.table_file, {"ending": "csv"}, name="season-csv"),
    path(f"{SEASON}table.xlsx", public.table_file, {"ending": "xlsx"}, name="season-xlsx"),
    path(f"{SEASON}table.html", public.table_file, {"ending": "html"}, name="season-html"),
    path(f"{SEASON}released/<int:number>.json", public.released, name="season-released-json"),
    path(f"{SEASON}key/<slug:key>/", public.take_key, name="season-key"),
    path(f"{SEASON}office/", office.office, name="season-office"),
    path(f"{SEASON}office/earlier/", office.earlier, name="season-earlier"),
    path(f"{SEASON}office/shared/", office.shared, name="season-shared"),
    path(f"{SEASON}office/competitions/new/", office.new_competition, name="competition-new"),
    path(f"{SEASON}office/competitions/<int:number>/", office.competition, name="competition"),
]
