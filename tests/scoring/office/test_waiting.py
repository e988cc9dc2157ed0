"""The head of the office says on every page how much waits, and where."""

from uuid import uuid4

import pytest

from scoring.disputes.services.objections import withdraw
from scoring.lists.models import Proposal
from scoring.office.selectors.waiting import Waiting, waiting
from scoring.table.services.calls import call
from tests import factories
from tests.factories import EVENING
from tests.scoring.disputes.appealing import file
from tests.scoring.disputes.raising import raised

pytestmark = pytest.mark.django_db

WAITING = "/t/cup/office/waiting/"


@pytest.fixture
def series(row):
    return row.table.series


def called(row) -> None:
    call(list_id=row.pk, kind="help", place=None, text="Karten fehlen", device="", entry_key=uuid4(), now=EVENING)


def proposed(row) -> None:
    Proposal.objects.create(
        game_list=row, entry_key=uuid4(), number=1, line={}, because="kept-elsewhere", device="x", received_at=EVENING
    )


def test_nothing_waits_at_the_start(series):
    assert waiting(series.tournament) == Waiting(calls=0, conflicts=0, objections=0, appeals=0, queries=0)


def test_each_is_counted_once_where_it_waits(client, row):
    factories.enter(row, None)
    called(row)
    proposed(row)
    objection = raised(row, kind="revoke", place=3)
    file(client, row)

    found = waiting(row.table.series.tournament)

    assert (found.calls, found.conflicts, found.objections, found.appeals) == (1, 1, 1, 1)
    assert (found.in_hall, found.in_dispute) == (2, 2)
    withdraw(objection_id=objection.pk, by=factories.user(), now=EVENING)
    assert waiting(row.table.series.tournament).objections == 0


@pytest.mark.parametrize(
    "page", ["", "entrants/", "series/1/", "series/1/paper/", "bench/", "print/", "end/", "people/", "journal/"]
)
def test_every_office_page_says_so(director, row, page):
    called(row)
    raised(row, kind="revoke", place=3)

    text = director.get(f"/t/cup/office/{page}").content.decode()

    assert '<span class="waiting" id="waiting-hall">1<' in text
    assert '<span class="waiting" id="waiting-disputes">1<' in text
    assert "1 call,\n" in text


def test_an_open_page_is_told_when_it_changes(director, row):
    seen = waiting(row.table.series.tournament).version
    assert director.get(WAITING, headers={"X-Seen": seen}).status_code == 204

    called(row)

    answer = director.get(WAITING, headers={"X-Seen": seen})
    assert 'id="waiting-hall" hx-swap-oob="true">1<' in answer.content.decode()


def test_officials_alone_ask(client):
    factories.tournament()

    assert client.get(WAITING).status_code == 302


@pytest.mark.parametrize(
    "page", ["series/1/table/1/", "series/1/table/1/sign/", "series/1/table/1/calls/", "standings/"]
)
def test_pages_of_a_table_and_the_standings_keep_the_head_for_officials_alone(director, at_table, row, page):
    factories.enter(row, None)

    assert 'aria-label="Office"' in director.get(f"/t/cup/{page}").content.decode()
    assert 'aria-label="Office"' not in at_table.get(f"/t/cup/{page}").content.decode()
