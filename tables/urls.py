"""Addresses of the hall."""

from tables.accounts import urls as accounts
from tables.clubs import urls as clubs
from tables.desk import urls as desk
from tables.draw import urls as draw
from tables.hall import urls as hall
from tables.journal import urls as journal
from tables.tournaments import urls as tournaments

app_name = "tables"

urlpatterns = [
    *tournaments.urlpatterns,
    *accounts.urlpatterns,
    *clubs.urlpatterns,
    *journal.urlpatterns,
    *hall.urlpatterns,
    *desk.urlpatterns,
    *draw.urlpatterns,
]
