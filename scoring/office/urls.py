"""Addresses of the direction."""

from django.urls import path

from scoring.office.views import door, finals, finding, office, person, rankings, seat_plan, settings
from tables.acts.addresses import OFFICE, SERIES

urlpatterns = [
    path(OFFICE, office.office, name="office"),
    path(f"{OFFICE}door/", door.door, name="door"),
    path(f"{OFFICE}find/", finding.find, name="find"),
    path(f"{OFFICE}settings/", settings.settings, name="settings"),
    path(f"{OFFICE}entrants/<int:number>/", person.entrant, name="entrant"),
    path(f"{OFFICE}rankings/", rankings.rankings, name="rankings"),
    path(f"{OFFICE}final/", finals.new, name="final-new"),
    path(f"{OFFICE}called/", finals.called, name="final-called"),
    path(f"{OFFICE}waiting/", office.waiting, name="waiting"),
    path(SERIES, office.board, name="board"),
    path(f"{SERIES}keys/", office.keys, name="keys"),
    path(f"{SERIES}draw/", seat_plan.seat_plan, name="seat-plan"),
]
