"""Addresses of statistics."""

from django.urls import path

from scoring.statistics import views
from tables.acts.addresses import TABLE, TOURNAMENT

urlpatterns = [
    path(f"{TOURNAMENT}players/<int:number>/", views.player, name="player"),
    path(f"{TOURNAMENT}statistics/", views.event, name="statistics"),
    path(f"{TABLE}statistics/", views.table, name="table-statistics"),
]
