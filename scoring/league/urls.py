"""Addresses of leagues."""

from django.urls import path

from scoring.league import views
from scoring.season.urls import SEASON

LEAGUE = f"{SEASON}league/"
DIVISION = f"{LEAGUE}<int:division>/"
MATCH = f"{DIVISION}matches/<int:number>/"

urlpatterns = [
    path(LEAGUE, views.league, name="league"),
    path(f"{LEAGUE}office/", views.office, name="league-office"),
    path(f"{LEAGUE}office/levels/<int:number>/", views.level, name="level"),
    path(DIVISION, views.division, name="division"),
    path(f"{DIVISION}office/", views.division_office, name="division-office"),
    path(f"{DIVISION}teams/<int:number>/", views.team, name="league-team"),
    path(MATCH, views.match, name="match"),
    path(f"{LEAGUE}captain/<slug:key>/", views.take_key, name="captain-key"),
]
