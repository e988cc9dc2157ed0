"""Addresses of an event at several venues."""

from django.urls import path

from scoring.venues import views as venues
from tables.acts.addresses import OFFICE

urlpatterns = [
    path(f"{OFFICE}venues/file/", venues.file, name="venue-file"),
]
