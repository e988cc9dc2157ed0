"""Addresses of the archive."""

from django.urls import path

from scoring.archive import views as archives
from tables.acts.addresses import OFFICE

urlpatterns = [
    path(f"{OFFICE}report.json", archives.report, name="report-json"),
    path(f"{OFFICE}archive/", archives.page, name="archive"),
]
