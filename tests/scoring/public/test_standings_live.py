"""What goes out to a page of standings that is open: a change at once, drawn once."""

import gzip

import brotli
import pytest

from scoring.lists.models import DealRow
from scoring.public.views import standings
from scoring.results.views import states
from tables.tournaments.models import Tournament
from tests import factories
from tests.factories import GRAND
from tests.scoring.public.standings_read import TOTAL, lines_of, page, running

pytestmark = pytest.mark.django_db

ASKS = {"HX-Request": "true"}


@pytest.fixture
def drawings(monkeypatch):
    """Return a list with an entry for each time the ranking is read."""
    drawn = []
    read = standings.standings.public_standings

    def counted(series):
        drawn.append(series)
        return read(series)

    monkeypatch.setattr(standings.standings, "public_standings", counted)
    return drawn


class TestAChange:
    def test_is_in_the_next_answer_and_that_says_which_state_it_is(self, client):
        series = running(entrants=8)
        before = client.get(TOTAL, headers=ASKS)
        factories.enter(factories.list_of(series), (2, GRAND))

        after = client.get(TOTAL, headers={**ASKS, "X-Seen": before["X-Seen"]})

        assert after["X-Seen"] not in {"", before["X-Seen"]}
        assert client.get(TOTAL, headers={**ASKS, "X-Seen": after["X-Seen"]}).status_code == 204

    @pytest.mark.parametrize("seen", ["", "0" * 64, "nonsense\u00e4"])
    def test_sends_everything_to_whoever_has_seen_something_unknown(self, client, seen):
        running(entrants=4)

        text = client.get(TOTAL, headers={**ASKS, "X-Seen": seen}).content.decode()

        assert len(lines_of(text)) == 4

    def test_goes_out_packed_to_whoever_takes_it(self, client):
        running(entrants=4)

        plain = client.get(TOTAL, headers=ASKS)
        zipped = client.get(TOTAL, headers={**ASKS, "Accept-Encoding": "gzip"})
        packed = client.get(TOTAL, headers={**ASKS, "Accept-Encoding": "gzip, br"})

        assert (zipped["Content-Encoding"], packed["Content-Encoding"]) == ("gzip", "br")
        assert gzip.decompress(zipped.content) == brotli.decompress(packed.content) == plain.content
        assert "Accept-Encoding" in packed["Vary"]


class TestDrawing:
    def test_is_done_once_for_everybody(self, client, director, drawings):
        series = running(entrants=8)
        for one in (client, client, director):
            one.get(TOTAL)
            one.get(TOTAL, headers=ASKS)
        assert len(drawings) == 1

        factories.enter(factories.list_of(series), (2, GRAND))
        for one in (client, director):
            one.get(TOTAL, headers=ASKS)
        assert len(drawings) == 2

    def test_is_done_for_each_language_order_and_search(self, client, drawings):
        running(entrants=8)
        for address in (TOTAL, f"{TOTAL}?sort=number", f"{TOTAL}?q=3", f"{TOTAL}1/"):
            client.get(address)
        german = client.get(TOTAL, headers={"accept-language": "de"})

        assert len(drawings) == 5
        assert 'lang="de"' in german.content.decode()

    def test_nonsense_in_the_address_is_not_drawn_anew(self, client, drawings):
        running(entrants=8)
        for address in (TOTAL, f"{TOTAL}?sort=burn", f"{TOTAL}?player=99", f"{TOTAL}?x=1"):
            client.get(address)

        assert len(drawings) == 1

    @pytest.mark.parametrize("headers", [{}, ASKS], ids=["a page", "its part"])
    def test_costs_one_small_query_when_another_asked_before(self, client, django_assert_num_queries, headers):
        running(entrants=8)
        client.get(TOTAL, headers=headers)

        with django_assert_num_queries(1):
            client.get(TOTAL, headers=headers)

    def test_waits_for_the_one_that_is_under_way(self):
        """Many threads of a process ask for a new state at once: one draws, the others take what it drew."""
        from concurrent.futures import ThreadPoolExecutor
        from threading import Barrier

        state = states.State(slug="cup", version="v1", as_of=None, is_partial=True, etag=None)
        drawn, together = [], Barrier(4)

        def draw() -> str:
            drawn.append(1)
            return "drawn"

        def ask(_at: int) -> str:
            together.wait()
            return states.drawn_once(state, draw=draw)

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(ask, range(4))) == ["drawn"] * 4
        assert len(drawn) == 1


class TestHiddenRanks:
    def hidden(self):
        made = factories.tournament(entrants=8, series=2)
        Tournament.objects.update(hides_live=True)
        return made

    def test_of_a_series_being_played_nothing_is_shown(self, client):
        series = factories.running_series(self.hidden(), 1)
        factories.enter(factories.list_of(series), (2, GRAND))
        assert DealRow.objects.exists()

        for address in (TOTAL, f"{TOTAL}1/"):
            text = page(client, address)
            assert "Series 1 is being played. Its results are shown when it is closed." in text
            assert "<tbody>" not in text

    @pytest.mark.thorough
    def test_closed_series_stay_and_the_one_played_does_not_count(self, client):
        made = self.hidden()
        factories.close_series(factories.running_series(made, 1))
        before = lines_of(page(client))
        second = factories.running_series(made, 2)
        factories.enter(factories.list_of(second), (2, GRAND))

        assert [line[:8] for line in lines_of(page(client))] == [line[:8] for line in before]
        assert "Series 2 is being played" in page(client)
        assert "<tbody>" not in page(client, f"{TOTAL}2/")

        factories.close_series(second)
        assert "is being played" not in page(client)
        assert "Series 2" in page(client).partition("<thead>")[2].partition("</thead>")[0]
