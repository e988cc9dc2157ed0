"""Addresses of the direction."""

from django.urls import path

from scoring.office.views import entrants, office, rankings, seat_plan
from tables.acts.addresses import OFFICE, SERIES

urlpatterns = [
    path(OFFICE, office.office, name="office"),
    path(f"{OFFICE}door/", entrants.door, name="door"),
    path(f"{OFFICE}find/", entrants.find, name="find"),
    path(f"{OFFICE}settings/", office.event_settings, name="settings"),
    path(f"{OFFICE}entrants/<int:number>/", entrants.entrant, name="entrant"),
    path(f"{OFFICE}rankings/", rankings.rankings, name="rankings"),
    path(f"{OFFICE}final/", rankings.new, name="final-new"),
    path(f"{OFFICE}called/", rankings.called, name="final-called"),
    path(f"{OFFICE}waiting/", office.waiting, name="waiting"),
    path(SERIES, office.board, name="board"),
    path(f"{SERIES}keys/", office.keys, name="keys"),
    path(f"{SERIES}draw/", seat_plan.seat_plan, name="seat-plan"),
]
