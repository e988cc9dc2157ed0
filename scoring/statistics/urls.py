"""Addresses of statistics."""

from django.urls import path

from scoring.statistics.views import players, statistics
from tables.acts.addresses import TABLE, TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}players/<int:number>/", players.player, name="player"),
    path(f"{TOURNAMENT}statistics/", statistics.event, name="statistics"),
    path(f"{TABLE}statistics/", statistics.table, name="table-statistics"),
]
