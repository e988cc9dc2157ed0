"""A deal shown as saved is never lost; ``python -m tests.durability.kills`` does this thirty times on each database."""

import pytest

from tests.durability.kills import killed

pytestmark = [pytest.mark.slow, pytest.mark.proof("killed"), pytest.mark.database]

KILLS = 3
"""On PostgreSQL that is the site, the server, and both."""


@pytest.mark.thorough
def test_nothing_that_was_acknowledged_is_lost_when_the_site_is_killed(site_on):
    outcome = killed(site_on(), kills=KILLS)

    assert outcome.faults == []
    assert outcome.acts > KILLS
    # Some requests were cut off in the middle, or nothing was tried here.
    assert outcome.again > KILLS


@pytest.mark.server
def test_nothing_is_lost_on_postgresql_whichever_is_killed_and_the_site_outlives_its_database(server, site_on):
    outcome = killed(site_on(database=server.url()), kills=KILLS, server=server)

    assert outcome.faults == []
    assert outcome.acts > KILLS
    assert outcome.again > KILLS
