"""Addresses of the hall."""

from django.urls import path

from tables.acts.addresses import TOURNAMENT
from tables.hall import views as hall

urlpatterns = [
    path(TOURNAMENT, hall.tournament, name="tournament"),
]
