"""Addresses of results."""

from django.urls import path

from scoring.results.views import ranking_office
from tables.acts.addresses import OFFICE

urlpatterns = [path(f"{OFFICE}rankings/<int:number>/", ranking_office.ranking, name="ranking-office")]
