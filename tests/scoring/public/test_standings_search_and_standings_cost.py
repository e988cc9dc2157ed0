"""Names in the standings, and finding one.

What the standings cost: queries, and nothing where nothing changed.

What goes out to a page of standings that is open: a change at once, drawn once.
"""

import gzip
import re

import brotli
import pytest

from scoring.lists.models import DealRow
from scoring.public.views import standings
from scoring.results.views import states
from scoring.rules.contract import Game
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import change_entrant
from tables.tournaments.models import Tournament
from tests.scoring.public.standings_read import TOTAL, lines_of, page, played, rows, running
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db


class TestNames:
    def test_stay_text(self, client):
        running(entrants=4)
        Entrant.objects.filter(number=1).update(
            name='<img src=x onerror="x()">', club="</td><script>x()</script>", classes=["ladies"]
        )

        text = page(client)

        assert "<img" not in text
        assert "<script>x" not in text
        assert "&lt;img src=x onerror=&quot;x()&quot;&gt;" in text

    def test_whoever_has_none_is_called_by_number(self, client):
        running(entrants=8)
        Entrant.objects.filter(number=7).update(name="")

        called = [line[2] for line in rows(client) if line[1] == "7"]
        assert called == ["No. 7plays, 0 of 4"]

    def test_have_a_mark_for_ladies_juniors_and_seniors(self, client):
        running(entrants=4)
        Entrant.objects.filter(number=1).update(classes=["ladies", "seniors"])
        Entrant.objects.filter(number=2).update(classes=["juniors"])

        text = page(client)

        for word, letter in (("Ladies", "L"), ("Seniors", "S"), ("Juniors", "J")):
            assert text.count(f'title="{word}">{letter}</abbr>') == 1

    def test_the_first_three_stand_out_once_they_lead(self, client):
        series = running(entrants=12)
        assert 'class="place-' not in page(client)

        factories.enter(factories.list_of(series, 1), (2, GRAND), (3, GRAND), (2, GRAND))
        assert 'class="place-' not in page(client)  # ten share the third place

        factories.enter(factories.list_of(series, 2), (3, played(Game.HEARTS, 1)))
        assert re.findall(r'class="place-(\d)"', page(client)) == ["1", "2", "3"]

    def test_nobody_stands_out_of_four_who_have_not_begun(self, client):
        running(entrants=4)

        assert 'class="place-' not in page(client)


class TestSearch:
    @pytest.mark.parametrize(("wanted", "numbers"), [("müller", ["3"]), ("3", ["3"]), ("ALTENBURG anna", ["4"])])
    def test_finds_by_name_club_or_number_and_places_stay(self, client, wanted, numbers):
        series = running(entrants=4)
        Entrant.objects.filter(number=3).update(name="Jürgen Müller")
        Entrant.objects.filter(number=4).update(name="Anna", club="SC Altenburg")
        factories.enter(factories.list_of(series), (2, GRAND))

        found = rows(client, f"{TOTAL}?q={wanted}")

        assert [line[1] for line in found] == numbers
        assert [line[0] for line in found] == ["2="]
        assert f"1 of 4 fits “{wanted}”." in page(client, f"{TOTAL}?q={wanted}")

    def test_finding_nobody_says_so(self, client):
        running(entrants=4)

        text = page(client, f"{TOTAL}?q=%3Cscript%3E")

        assert "0 of 4 fit “&lt;script&gt;”." in text
        assert "<tbody>" not in text

    @pytest.mark.parametrize("wanted", ["x" * 500, "%00", "%20%20"])
    def test_an_absurd_search_shows_everybody(self, client, wanted):
        running(entrants=4)

        assert len(rows(client, f"{TOTAL}?q={wanted}")) == 4


class TestCost:
    @pytest.mark.parametrize("entrants", [4, 120])
    @pytest.mark.parametrize("address", [TOTAL, f"{TOTAL}1/"])
    def test_nine_queries_however_many_entrants(self, client, django_assert_num_queries, entrants, address):
        running(entrants=entrants)

        with django_assert_num_queries(9):
            client.get(address)

    def test_more_entrants_than_sqlite_takes_keys_cost_no_more(self, client, django_assert_num_queries):
        running(entrants=1200)

        with django_assert_num_queries(9):
            response = client.get(TOTAL)

        assert response.content.count(b'<tr id="no-') == 1200

    def test_unchanged_it_is_not_sent_again(self, client, django_assert_num_queries):
        running(entrants=8)
        client.get(TOTAL)  # brings the cookie of the language form
        first = client.get(TOTAL)

        with django_assert_num_queries(1):
            again = client.get(TOTAL, headers={"if-none-match": first["ETag"]})

        assert (again.status_code, again.content) == (304, b"")
        assert "no-cache" in first["Cache-Control"]

    def test_after_any_act_it_is_sent_anew(self, client):
        series = running(entrants=8)
        client.get(TOTAL)
        tag = client.get(TOTAL)["ETag"]

        factories.enter(factories.list_of(series), (2, GRAND))
        after_a_deal = client.get(TOTAL, headers={"if-none-match": tag})
        entrant = Entrant.objects.get(number=1)
        change_entrant(
            entrant_id=entrant.pk,
            registration=Registration(name="Anders", present=True),
            by=factories.user(),
            now=EVENING,
        )
        after_a_name = client.get(TOTAL, headers={"if-none-match": after_a_deal["ETag"]})

        assert after_a_deal.status_code == after_a_name.status_code == 200
        assert b"Anders" in after_a_name.content

    def test_every_language_visitor_and_fragment_has_its_own(self, client, director):
        running(entrants=8)
        client.get(TOTAL)
        tags = [
            client.get(TOTAL)["ETag"],
            client.get(TOTAL, headers={"accept-language": "de"})["ETag"],
            client.get(TOTAL, headers={"HX-Request": "true"})["ETag"],
            director.get(TOTAL)["ETag"],
        ]

        assert len(set(tags)) == 4

    def test_a_waiting_message_is_shown_and_not_kept(self, client):
        running(entrants=8)
        client.get(TOTAL)
        tag = client.get(TOTAL)["ETag"]
        client.cookies["messages"] = "something"

        response = client.get(TOTAL, headers={"if-none-match": tag})

        assert response.status_code == 200
        assert "ETag" not in response

    def test_an_open_page_that_has_seen_everything_gets_nothing(self, client, django_assert_num_queries):
        series = running(entrants=8)
        seen = re.search(r'data-live-seen="([\w-]+)"', page(client))[1]

        with django_assert_num_queries(1):
            nothing = client.get(TOTAL, headers={"HX-Request": "true", "X-Seen": seen})
        factories.enter(factories.list_of(series), (2, GRAND))
        something = client.get(TOTAL, headers={"HX-Request": "true", "X-Seen": seen})

        assert (nothing.status_code, something.status_code) == (204, 200)
        assert b"<title>" not in something.content
        assert b"<tbody>" in something.content


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
