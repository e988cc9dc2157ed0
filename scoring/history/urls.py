"""Addresses of what was."""

from django.urls import path

from scoring.history.views import history, verify_public
from tables.acts.addresses import OFFICE, TABLE, TOURNAMENT

urlpatterns = [
    path("verify/<str:hash>/", verify_public.verify, name="verify"),
    path(f"{TABLE}history/", history.of_list, name="list-history"),
    path(f"{TABLE}history/<int:line>/", history.list_then, name="list-then"),
    path(f"{OFFICE}entrants/<int:number>/history/", history.of_entrant, name="entrant-history"),
    path(f"{OFFICE}standings/<int:line>/", history.standings_then, name="standings-then"),
    path(f"{TOURNAMENT}head/", history.head, name="journal-head"),
]
