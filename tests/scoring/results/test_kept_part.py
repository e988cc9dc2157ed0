"""What one open page was sent is sent to the next without asking who it is: it must be the very same."""

import gzip

import pytest
from django.utils import timezone

from tests import factories
from tests.factories import GRAND
from tests.scoring.public.standings_read import TOTAL, running

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

ASKS = {"HX-Request": "true", "accept-encoding": "gzip"}


@pytest.fixture
def changed(client):
    """A series, and the state an open page shows of it; since then a deal was entered."""
    series = running(entrants=40)
    for table in range(2, 11):
        factories.enter(factories.list_of(series, table), (2, GRAND), (3, GRAND), (4, GRAND), (1, GRAND))
    state = client.get(TOTAL, headers={"HX-Request": "true"})["X-Seen"]
    factories.enter(factories.list_of(series, 1), (2, GRAND))
    return series, state


def asked(client, state: str, address: str = TOTAL, **headers: str):
    return client.get(address, headers={**ASKS, "X-Seen": state, **headers})


def test_it_is_what_the_first_was_sent_and_costs_one_query(client, changed, django_assert_num_queries):
    first = asked(client, changed[1])
    with django_assert_num_queries(1):
        second = asked(client, changed[1])

    assert second.content == first.content
    for name in (
        "X-Seen",
        "Content-Encoding",
        "Content-Type",
        "Content-Length",
        "X-Content-Type-Options",
        "Cache-Control",
    ):
        assert second[name] == first[name]
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(second["Vary"].split(", "))


def test_whoever_reads_another_language_gets_his(client, changed):
    german = asked(client, changed[1], **{"accept-language": "de"})
    english = asked(client, changed[1], **{"accept-language": "en"})
    client.cookies["django_language"] = "es"
    spanish = asked(client, changed[1], **{"accept-language": "de"})

    texts = [gzip.decompress(answer.content).decode() for answer in (german, english, spanish)]
    assert len(set(texts)) == 3


def test_another_address_is_another_page(client, changed):
    series, state = changed
    texts = {
        gzip.decompress(asked(client, state, address).content)
        for address in (TOTAL, f"{TOTAL}?sort=number", f"{TOTAL}?q=3", f"{TOTAL}{series.number}/")
    }

    assert len(texts) == 4


def test_whoever_takes_nothing_packed_gets_it_plain(client, changed):
    packed = asked(client, changed[1])
    plain = asked(client, changed[1], **{"accept-encoding": "identity"})

    assert "Content-Encoding" not in plain
    assert plain.content == gzip.decompress(packed.content)


def test_once_the_public_no_longer_sees_the_event_nobody_is_sent_what_was_kept(client, changed):
    series, state = changed
    assert asked(client, state).status_code == 200
    series.tournament.unpublish_on = timezone.localdate()
    series.tournament.save()

    assert asked(client, state).status_code == 410
