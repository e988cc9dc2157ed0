"""Addresses of the lists."""

from scoring.archive import urls as archive
from scoring.disputes import urls as disputes
from scoring.history import urls as history
from scoring.houses import urls as houses
from scoring.league import urls as league
from scoring.lists import urls as lists
from scoring.money import urls as money
from scoring.office import urls as office
from scoring.paper import urls as paper
from scoring.paper_desk import urls as paper_desk
from scoring.privacy import urls as privacy
from scoring.pub import urls as pub
from scoring.public import urls as public
from scoring.results import urls as results
from scoring.season import urls as season
from scoring.signing import urls as signing
from scoring.statistics import urls as statistics
from scoring.table import urls as table
from scoring.venues import urls as venues

app_name = "scoring"

urlpatterns = [
    *lists.urlpatterns,
    *houses.urlpatterns,
    *paper_desk.urlpatterns,
    *pub.urlpatterns,
    *table.urlpatterns,
    *office.urlpatterns,
    *signing.urlpatterns,
    *money.urlpatterns,
    *disputes.urlpatterns,
    *public.urlpatterns,
    *paper.urlpatterns,
    *history.urlpatterns,
    *archive.urlpatterns,
    *privacy.urlpatterns,
    *results.urlpatterns,
    *season.urlpatterns,
    *league.urlpatterns,
    *statistics.urlpatterns,
    *venues.urlpatterns,
]
