"""What players' pages and statistics cost: queries, and nothing where nothing changed."""

import pytest
from django.core.cache import cache

from tests.scoring.statistics.statistics_read import STATISTICS, TABLE, player
from tests.support import factories
from tests.support.factories import GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

EACH = [(player(1), 10), (STATISTICS, 12), (TABLE, 8)]


def playing(entrants: int):
    series = factories.running_series(factories.tournament(entrants=entrants, rounds=1))
    for table in (1, entrants // 4):
        factories.enter(factories.list_of(series, table), (2, GRAND))
    return series


@pytest.fixture(autouse=True)
def _nothing_kept():
    cache.clear()


@pytest.mark.thorough(after=2)
@pytest.mark.parametrize("entrants", [8, 120])
@pytest.mark.parametrize(("address", "queries"), EACH)
def test_as_many_queries_whatever_the_size_of_the_field(client, django_assert_num_queries, entrants, address, queries):
    playing(entrants)

    with django_assert_num_queries(queries):
        client.get(address)


@pytest.mark.parametrize(("address", "queries"), EACH)
def test_what_was_made_once_is_not_read_again(client, django_assert_max_num_queries, address, queries):
    playing(8)
    client.get(address)

    with django_assert_max_num_queries(5):
        again = client.get(address)

    assert again.status_code == 200


@pytest.mark.parametrize("address", [address for address, _queries in EACH])
class TestWhatIsUnchanged:
    def test_is_not_sent_again(self, client, address):
        playing(8)
        client.get(address)  # brings the cookie of the language form
        tag = client.get(address)["ETag"]

        again = client.get(address, headers={"if-none-match": tag})

        assert (again.status_code, again.content) == (304, b"")

    def test_is_answered_with_nothing_to_a_page_that_is_open(self, client, address):
        playing(8)
        shown = client.get(address)

        again = client.get(address, headers={"hx-request": "true", "x-seen": shown["X-Seen"]})

        assert (again.status_code, again.content) == (204, b"")

    def test_is_sent_anew_after_any_deal(self, client, address):
        series = playing(8)
        client.get(address)
        before = client.get(address)

        factories.enter(factories.list_of(series), (3, GRAND))
        after = client.get(address, headers={"if-none-match": before["ETag"]})
        part = client.get(address, headers={"hx-request": "true", "x-seen": before["X-Seen"]})

        assert after.status_code == 200
        assert after["X-Seen"] != before["X-Seen"]
        assert part.status_code == 200
        assert part.content.decode().strip() in after.content.decode()
        assert b"<html" not in part.content

    def test_is_kept_by_language(self, client, address):
        playing(8)
        english = client.get(address, headers={"accept-language": "en"}).content.decode()
        german = client.get(address, headers={"accept-language": "de"}).content.decode()

        assert "Points" in english
        assert "Punkte" in german
