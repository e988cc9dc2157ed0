"""Addresses of the hall."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.hall import views as hall

urlpatterns = [
    path(f"{OFFICE}hall/", hall.hall, name="hall"),
    path(TOURNAMENT, hall.tournament, name="tournament"),
]
