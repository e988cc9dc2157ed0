"""Addresses of the hall."""

from django.urls import path

from tables.acts.addresses import OFFICE, TOURNAMENT
from tables.hall import views as hall

urlpatterns = [path(TOURNAMENT, hall.tournament, name="tournament"), path(f"{OFFICE}mail/", hall.mail, name="mail")]
