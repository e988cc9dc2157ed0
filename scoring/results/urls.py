"""Addresses of results."""

from django.urls import path

from scoring.results.views import ranking_office, ranking_teams
from tables.acts.addresses import OFFICE

urlpatterns = [
    path(f"{OFFICE}rankings/", ranking_office.rankings, name="rankings"),
    path(f"{OFFICE}rankings/new/", ranking_office.new, name="ranking-new"),
    path(f"{OFFICE}rankings/<int:number>/", ranking_office.ranking, name="ranking-office"),
    path(f"{OFFICE}rankings/<int:number>/paste/", ranking_teams.paste, name="ranking-paste"),
    path(f"{OFFICE}rankings/<int:number>/file/", ranking_teams.file, name="ranking-file"),
    path(f"{OFFICE}rankings/<int:number>/draw/", ranking_teams.draw, name="ranking-draw"),
]
