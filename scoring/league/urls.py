"""Addresses of leagues."""

from django.urls import path

from scoring.league.views import divisions, levels, matches, public, teams
from scoring.season.urls import SEASON

LEAGUE = f"{SEASON}league/"
DIVISION = f"{LEAGUE}<int:division>/"
MATCH = f"{DIVISION}matches/<int:number>/"

urlpatterns = [
    path(LEAGUE, public.league, name="league"),
    path(f"{LEAGUE}office/", levels.office, name="league-office"),
    path(f"{LEAGUE}office/levels/<int:number>/", levels.level, name="level"),
    path(DIVISION, public.division, name="division"),
    path(f"{DIVISION}office/", divisions.office, name="division-office"),
    path(f"{DIVISION}teams/<int:number>/", teams.team, name="league-team"),
    path(MATCH, matches.match, name="match"),
    path(f"{LEAGUE}captain/<slug:key>/", teams.take_key, name="captain-key"),
]
