"""Addresses of the direction."""

from django.urls import path

from scoring.office.views import office, reseating, series, waiting
from tables.acts.addresses import OFFICE, SERIES

urlpatterns = [
    path(OFFICE, office.office, name="office"),
    path(f"{OFFICE}end/", office.end, name="end"),
    path(f"{OFFICE}waiting/", waiting.waiting, name="waiting"),
    path(SERIES, series.board, name="board"),
    path(f"{SERIES}keys/", series.keys, name="keys"),
    path(f"{SERIES}changes/", reseating.reseat, name="reseat"),
]
