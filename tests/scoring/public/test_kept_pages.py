"""A public page is drawn and packed once a state and language: what it costs, what a proxy keeps, when it is gone."""

import gzip
import itertools
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from unittest.mock import Mock

import brotli
import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.lists.services import phones
from scoring.public.views import standings
from scoring.results.selectors import standings as public_state
from scoring.results.views import states
from scoring.results.views.states import SEEN
from skatturnier.middleware import live_pages
from tables.hall import access
from tables.intake.registration import Registration
from tables.people.models import Entrant
from tables.people.services.registration import change_entrant
from tables.tournaments.models import Tournament
from tests.scoring.answers import says
from tests.scoring.public.standings_read import TOTAL, lines_of, page, running
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.thorough import thorough

pytestmark = pytest.mark.django_db


class TestCost:
    @pytest.mark.slow
    @pytest.mark.parametrize("entrants", [24, *thorough(1200)])
    def test_eight_queries_however_many_entrants(self, client, django_assert_num_queries, entrants):
        """Also more entrants than SQLite takes keys in a query."""
        running(entrants=entrants)

        for address in (TOTAL, f"{TOTAL}1/"):
            with django_assert_num_queries(8):
                response = client.get(address)
            assert response.content.count(b'<tr id="no-') == entrants
            for headers in ({}, ASKS):
                client.get(address, headers=headers)
                with django_assert_num_queries(1):  # another asked before
                    client.get(address, headers=headers)

    def test_every_language_visitor_and_fragment_has_its_own_and_a_waiting_message_is_not_kept(self, client, director):
        running()
        tag = client.get(TOTAL)["ETag"]
        asked = ({}, {"accept-language": "de"}, {"HX-Request": "true"})
        tags = {client.get(TOTAL, headers=headers)["ETag"] for headers in asked}
        assert len(tags | {director.get(TOTAL)["ETag"]}) == 4

        client.cookies["messages"] = "something"
        response = client.get(TOTAL, headers={"if-none-match": tag})
        assert (response.status_code, "ETag" in response) == (200, False)


ASKS = {"HX-Request": "true"}


@pytest.fixture
def drawings(monkeypatch):
    """Return what counts how often the ranking is read."""
    read = Mock(wraps=standings.standings.public_standings)
    monkeypatch.setattr(standings.standings, "public_standings", read)
    return read


class TestAChange:
    def test_is_in_the_next_answer_and_that_says_which_state_it_is(self, client, django_assert_num_queries):
        series = running(entrants=8)
        seen = re.search(r'data-live-seen="([\w-]+)"', page(client))[1]
        with django_assert_num_queries(1):
            assert client.get(TOTAL, headers={**ASKS, "X-Seen": seen}).status_code == 204
        factories.enter(factories.list_of(series), (2, GRAND))

        after = says(client.get(TOTAL, headers={**ASKS, "X-Seen": seen}), "<tbody>", lacks="<title>")

        assert after.status_code == 200
        assert after["X-Seen"] not in {"", seen}
        assert client.get(TOTAL, headers={**ASKS, "X-Seen": after["X-Seen"]}).status_code == 204
        for unknown in ("", "0" * 64, "nonsense\u00e4"):
            text = client.get(TOTAL, headers={**ASKS, "X-Seen": unknown}).content.decode()
            assert len(lines_of(text)) == 8, unknown

    def test_goes_out_packed_to_whoever_takes_it(self, client):
        running(entrants=4)

        taken = ({}, {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "gzip, br"})
        plain, zipped, packed = (client.get(TOTAL, headers={**ASKS, **headers}) for headers in taken)
        assert (zipped["Content-Encoding"], packed["Content-Encoding"]) == ("gzip", "br")
        assert gzip.decompress(zipped.content) == brotli.decompress(packed.content) == plain.content
        assert "Accept-Encoding" in packed["Vary"]


class TestDrawing:
    @pytest.mark.slow
    def test_is_done_once_for_everybody_for_each_language_order_and_search_but_not_for_nonsense(
        self, client, director, drawings
    ):
        series = running(entrants=8)
        for one in (client, client, director):
            one.get(TOTAL)
            one.get(TOTAL, headers=ASKS)
        assert drawings.call_count == 1
        factories.enter(factories.list_of(series), (2, GRAND))
        for one in (client, director):
            one.get(TOTAL, headers=ASKS)
        for address in (TOTAL, f"{TOTAL}?sort=burn", f"{TOTAL}?player=99", f"{TOTAL}?x=1"):
            client.get(address)
        assert drawings.call_count == 2

        for address in (f"{TOTAL}?sort=number", f"{TOTAL}?q=3", f"{TOTAL}1/"):
            client.get(address)
        german = client.get(TOTAL, headers={"accept-language": "de"})
        assert drawings.call_count == 6
        assert 'lang="de"' in german.content.decode()

    def test_waits_for_the_one_that_is_under_way(self):
        """Many threads of a process ask for a new state at once: one draws, the others take what it drew."""
        state = states.EventState(slug="cup", version="v1", as_of=None, is_partial=True, etag=None)
        drawn, together = itertools.count(1), threading.Barrier(4)

        def ask(_at: int) -> str:
            together.wait()
            return states.drawn_once(state, draw=lambda: f"drawing {next(drawn)}")

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(ask, range(4))) == ["drawing 1"] * 4
        assert next(drawn) == 2


TABLE_STATISTICS = "series/1/table/1/statistics/"
PAGES = (TOTAL, f"{TOTAL}1/", "/t/cup/players/1/", "/t/cup/statistics/", f"/t/cup/{TABLE_STATISTICS}")

LOADS = {"accept-language": "en", "accept-encoding": "br"}


def loaded(address: str = TOTAL, **headers: str):
    return Client().get(address, headers={**LOADS, **headers})


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("address", PAGES)
def test_a_second_visitor_gets_the_same_bytes_for_one_query(address, django_assert_num_queries):
    running()
    first = loaded(address)
    with django_assert_num_queries(1):
        second = loaded(address)

    assert second.content == first.content
    for answer in (first, second):
        assert not answer.cookies
        assert answer["Cache-Control"] == "public, no-cache"
        assert answer["Content-Security-Policy"] == first["Content-Security-Policy"]
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(second["Vary"].split(", "))


@pytest.mark.slow
def test_a_proxy_that_asks_whether_it_still_holds_hears_304_until_something_is_entered_or_named():
    series = running()
    kept = loaded()
    assert loaded(**{"if-none-match": kept["ETag"]}).status_code == 304

    factories.enter(factories.list_of(series), (2, GRAND))

    fresh = loaded(**{"if-none-match": kept["ETag"]})
    assert (fresh.status_code, fresh.content == kept.content) == (200, False)

    named = Registration(name="Anders", present=True)
    change_entrant(entrant_id=Entrant.objects.get(number=1).pk, registration=named, by=factories.user(), now=EVENING)
    renamed = loaded(**{"if-none-match": fresh["ETag"]})
    assert (renamed.status_code, b"Anders" in brotli.decompress(renamed.content)) == (200, True)


@pytest.mark.slow
def test_a_page_is_kept_by_language_and_name_of_the_site_but_not_of_who_is_signed_in(director, settings):
    settings.ALLOWED_HOSTS = ["testserver", "one.example", "other.example"]
    running()
    for _ in range(2):
        own = director.get(TOTAL, headers=LOADS)
        assert "direktor" in own.content.decode() or own["Content-Encoding"] == "gzip"
        assert "private" in own["Cache-Control"]
    assert b"direktor" not in brotli.decompress(loaded().content)

    client = Client(headers=LOADS)
    english, german = client.get(TOTAL), loaded(**{"accept-language": "de"})
    client.get("/language/de/", headers={"referer": f"http://testserver{TOTAL}"})
    assert english.content != german.content == client.get(TOTAL).content

    for host in settings.ALLOWED_HOSTS[1:]:
        text = brotli.decompress(loaded(f"{TOTAL}?player=7", host=host).content).decode()
        assert f"http://{host}{TOTAL}?player=7" in text


PAUSE = 5


@pytest.fixture
def clock(settings):
    settings.LIVE_PAUSE = PAUSE
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


def read_live(client, state: str = ""):
    headers = {**ASKS, "accept-encoding": "gzip"} | ({"X-Seen": state} if state else {})
    return client.get(TOTAL, headers=headers)


def enter(series) -> None:
    factories.enter(factories.list_of(series), None)


@pytest.mark.slow
def test_what_was_drawn_a_moment_ago_is_good_enough_for_an_open_page(client, clock):
    """Open pages of a hall that writes several times a second are never shown anything older."""
    series = running(entrants=4, rounds=3)
    first = read_live(client)["X-Seen"]
    # A state that is none is shown the latest drawn.
    nonsense = [one.encode().decode("latin-1") for one in ("x", "1", "-", "9" * 40, "²-a", "1-")]
    assert {read_live(client, one)["X-Seen"] for one in nonsense} == {first}
    assert read_live(client, first).status_code == 204
    enter(series)

    assert read_live(client, first).status_code == 204
    assert {read_live(client, one).status_code for one in nonsense} == {200}

    clock.shift(timedelta(seconds=PAUSE + 1))
    after = read_live(client, first)
    assert after.status_code == 200
    assert after["X-Seen"].partition("-")[0] > first.partition("-")[0]


def test_a_page_that_is_loaded_shows_what_is_there_and_an_open_one_never_goes_back(client, clock):
    series = running(entrants=4, rounds=3)
    before = read_live(client)["X-Seen"]
    enter(series)
    newer = client.get(TOTAL)["X-Seen"]
    enter(series)
    answer = read_live(client, newer)

    assert answer.status_code == 200
    first, second, third = (int(seen.partition("-")[0]) for seen in (before, newer, answer["X-Seen"]))
    assert first < second < third


@pytest.mark.slow
def test_of_a_page_only_the_last_drawing_is_kept(client, clock):
    series = running(entrants=4, rounds=12)
    read_live(client)
    kept = len(cache._cache)
    for _ in range(2):
        enter(series)
        clock.shift(timedelta(seconds=PAUSE + 1))
        read_live(client)

    assert len(cache._cache) == kept


def test_while_very_many_ask_a_new_state_is_looked_for_every_few_seconds_only(client, clock, settings):
    settings.LIVE_PAUSE = 1
    series = running(entrants=4, rounds=12)
    first = read_live(client)["X-Seen"]
    read_live(client, first)
    clock.shift(timedelta(seconds=1.1))
    states._asked["cup"] = states.MANY + 1
    assert read_live(client, first).status_code == 204
    enter(series)

    clock.shift(timedelta(seconds=states.SELDOM - 0.5))
    assert read_live(client, first).status_code == 204
    clock.shift(timedelta(seconds=0.6))
    assert read_live(client, first).status_code == 200


def test_nobody_waits_until_somebody_else_has_drawn_a_page(client, clock, settings, monkeypatch):
    settings.LIVE_PAUSE = 0
    series = running(entrants=4, rounds=3)
    first = read_live(client)["X-Seen"]
    enter(series)

    with (drawing := threading.Lock()):
        monkeypatch.setattr(live_pages, "_drawing", drawing)
        # Whoever comes is given the state before, an open page that shows it nothing.
        assert read_live(client)["X-Seen"] == first
        assert read_live(client, first).status_code == 204


def test_what_took_long_to_draw_is_good_for_four_times_as_long(client, clock, settings, monkeypatch):
    settings.LIVE_PAUSE = 1
    series = running(entrants=4, rounds=3)
    packed = dict(live_pages.PACKINGS)["gzip"]
    monkeypatch.setitem(live_pages.PACKINGS, "gzip", lambda content: [clock.shift(0.2), packed(content)][1])
    first = read_live(client)["X-Seen"]
    enter(series)

    clock.shift(timedelta(seconds=0.7))
    assert read_live(client)["X-Seen"] == first
    clock.shift(timedelta(seconds=0.2))
    assert read_live(client)["X-Seen"] != first


LIVE = ("standings/", "standings/1/", "seats/1/", "hall/now/", "players/1/", "statistics/", TABLE_STATISTICS)
ASKING = {"a page": {}, "its part": ASKS, "its part, packed": {**ASKS, "Accept-Encoding": "gzip"}}


@pytest.fixture(autouse=True)
def nothing_is_kept():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def version() -> str:
    factories.fill(factories.running_list(), seat=1)
    return public_state.last_line("cup").version


def unpublish(*, since: int = 1) -> None:
    day = timezone.localdate() - timedelta(days=since)
    Tournament.objects.update(starts_on=day - timedelta(days=9), ends_on=day - timedelta(days=9), unpublish_on=day)


def asked(place: str, seen: str, how: str) -> int:
    return Client(headers={SEEN: seen, **ASKING[how]}).get(f"/t/cup/{place}").status_code


@pytest.mark.slow
def test_whoever_shows_its_state_is_told_that_it_is_gone_with_the_first_hour_of_the_day(version):
    unpublish(since=-1)
    for place in LIVE:
        assert asked(place, version, "a page") in {200, 204}, place
    for how in ASKING:
        assert asked("standings/", "1-old", how) in {200, 204}, how

    unpublish(since=0)
    cache.clear()
    for place in LIVE:
        assert {asked(place, seen, "a page") for seen in (version, "1-old", "")} == {410}, place
    for how in ASKING:
        assert asked("standings/", version, how) == 410, how


@pytest.mark.slow
class TestThePhonesName:
    """The name of a phone is said to it alone, and only where it holds the key."""

    @pytest.fixture
    def rows(self):
        series = running(rounds=2)
        found = [factories.list_of(series, number) for number in (1, 2)]
        for row in found:
            factories.enter(row, (2, GRAND))
        return found

    def holding(self, *rows, director: bool = False) -> tuple[Client, str]:
        client = Client()
        if director:
            client.force_login(factories.user())
        for row in rows:
            client.get(f"/l/{row.table.key}/")
        return client, factories.device_of(client)

    @pytest.mark.thorough
    def test_a_page_knows_this_phone_alone_and_only_with_the_key_until_that_is_renewed(self, rows):
        phones.keep(list_id=rows[0].pk, device="e" * 32, copy="first", by=None, now=timezone.now())
        mine, device = self.holding(rows[0], director=True)
        other, its_device = self.holding(rows[1], director=True)
        says(mine.get("/t/cup/series/1/table/1/"), device)
        for below in ("", "sign/", "calls/", "objection/", "deal/1/", "differences/", "seated/", "?copy=second"):
            says(other.get(f"/t/cup/series/1/table/1/{below}", follow=True), lacks=(its_device, "e" * 32))
            says(mine.get(f"/t/cup/series/1/table/1/{below}"), lacks="e" * 32)

        type(rows[0].table).objects.filter(pk=rows[0].table_id).update(key="n" * 22)
        says(mine.get("/t/cup/series/1/table/1/"), lacks=device)

    def test_a_phone_is_asked_for_by_the_table_it_opens_and_gets_nothing_without_key_or_name(self, rows, rf):
        client, device = self.holding(rows[1])
        request = rf.get("/")
        request.COOKIES = {name: cookie.value for name, cookie in client.cookies.items()}

        assert access.device(request, rows[1].table) == device
        assert access.device(request, rows[0].table) == ""
        assert access.device(rf.get("/")) == ""

        held = rows[0].table.key
        for key, name in (("", "a" * 32), ("x" * 22, "a" * 32), (held, ""), (held, "A" * 32), (held, "a" * 31)):
            answer = Client().get("/t/cup/series/1/table/1/phone/", headers={"x-table-key": key, "x-device": name})
            assert answer.status_code == 403, (key, name)
            assert "list" not in answer.json()
