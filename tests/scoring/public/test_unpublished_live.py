"""Of an event that is no longer shown an open page learns nothing, however quickly it is answered."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.lists.services import phones
from scoring.results.selectors import public_state
from scoring.results.views.states import SEEN
from tables.hall import access
from tables.tournaments.models import Tournament
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LIVE = (
    "standings/",
    "standings/1/",
    "seats/1/",
    "hall/now/",
    "players/1/",
    "statistics/",
    "series/1/table/1/statistics/",
)
ASKING = {
    "a page": {},
    "its part": {"HX-Request": "true"},
    "its part, packed": {"HX-Request": "true", "Accept-Encoding": "gzip"},
}


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def version() -> str:
    row = factories.running_list()
    factories.fill(row, seat=1)
    last = public_state.last_line("cup")
    assert last is not None
    return last.version


def unpublish(*, since: int = 1) -> None:
    day = timezone.localdate() - timedelta(days=since)
    Tournament.objects.update(starts_on=day - timedelta(days=9), ends_on=day - timedelta(days=9), unpublish_on=day)


def asked(place: str, seen: str, how: str) -> int:
    return Client(headers={SEEN: seen, **ASKING[how]}).get(f"/t/cup/{place}").status_code


@pytest.mark.thorough(after=7)
@pytest.mark.parametrize("how", ASKING)
@pytest.mark.parametrize("place", LIVE)
def test_whoever_shows_its_state_is_told_that_it_is_gone(version, place, how):
    assert asked(place, version, how) in {200, 204}
    assert asked(place, "1-old", how) in {200, 204}

    unpublish()
    cache.clear()

    assert asked(place, version, how) == 410
    assert asked(place, "1-old", how) == 410
    assert asked(place, "", how) == 410


@pytest.mark.parametrize("how", ASKING)
def test_it_is_gone_with_the_first_hour_of_the_day_and_not_before(version, how):
    unpublish(since=0)
    assert asked("standings/", version, how) == 410

    cache.clear()
    unpublish(since=-1)
    assert asked("standings/", version, how) in {200, 204}


class TestThePhonesName:
    """The name of a phone is said to it alone, and only where it holds the key."""

    PAGES = ("", "sign/", "calls/", "objection/", "deal/1/", "differences/", "seated/", "?copy=second")

    @pytest.fixture
    def rows(self):
        made = factories.tournament(entrants=8, rounds=2)
        series = factories.running_series(made)
        found = [factories.list_of(series, number) for number in (1, 2)]
        for row in found:
            factories.enter(row, (row.table.seats.count() - 2, factories.GRAND))
        return found

    def holding(self, *rows, director: bool = False) -> tuple[Client, str]:
        client = Client()
        if director:
            client.force_login(factories.user())
        for row in rows:
            client.get(f"/l/{row.table.key}/")
        return client, str(client.session.get("device", ""))

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("page", PAGES)
    def test_a_page_of_a_table_whose_key_was_not_shown_does_not_know_the_phone(self, rows, page):
        client, device = self.holding(rows[1], director=True)
        assert device

        answer = client.get(f"/t/cup/series/1/table/1/{page}", follow=True)

        assert device not in answer.content.decode()

    def test_with_the_key_it_does(self, rows):
        client, device = self.holding(rows[0])

        assert device in client.get("/t/cup/series/1/table/1/").content.decode()

    def test_with_a_key_that_was_renewed_it_does_not(self, rows):
        client, device = self.holding(rows[0], director=True)
        type(rows[0].table).objects.filter(pk=rows[0].table_id).update(key="n" * 22)

        assert device not in client.get("/t/cup/series/1/table/1/").content.decode()

    @pytest.mark.parametrize("page", ["", "sign/", "calls/", "objection/"])
    def test_nobody_reads_the_name_of_another_phone(self, rows, page):
        phones.keep(list_id=rows[0].pk, device="e" * 32, copy="first", by=None, now=timezone.now())
        client, _device = self.holding(rows[0], director=True)

        assert "e" * 32 not in client.get(f"/t/cup/series/1/table/1/{page}").content.decode()

    def test_a_phone_is_asked_for_by_the_table_it_opens(self, rows, rf):
        client, device = self.holding(rows[1])
        request = rf.get("/")
        request.session = client.session

        assert access.device(request, rows[1].table) == device
        assert access.device(request, rows[0].table) == ""
        request.session = Client().session
        assert access.device(request) == ""

    @pytest.mark.parametrize(
        ("key", "device"), [("", "a" * 32), ("x" * 22, "a" * 32), (None, ""), (None, "A" * 32), (None, "a" * 31)]
    )
    def test_without_key_or_name_a_phone_gets_nothing(self, rows, key, device):
        held = rows[0].table.key if key is None else key

        answer = Client().get("/t/cup/series/1/table/1/phone/", headers={"x-table-key": held, "x-device": device})

        assert answer.status_code == 403
        assert "list" not in answer.json()
