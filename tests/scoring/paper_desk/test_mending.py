"""A slip of the typist in a list that was closed for its paper (SkWO 7.2.3, 7.2.5)."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.lists.services.lists import ListSigned
from scoring.paper_desk.services import mend_deal, take_deals, take_results
from scoring.rules.game_list.deals import Deal
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen

pytestmark = pytest.mark.django_db
DEAL = "/t/cup/series/1/table/1/deal/1/"


@pytest.fixture
def row():
    row = factories.running_list(seats=3, rounds=1)
    deals = [Deal(number=1, declarer=2, played=GRAND), Deal(number=2), Deal(number=3)]
    taken = take_deals(list_id=row.pk, deals=deals, entry_key=uuid4(), by=factories.user(), now=EVENING)
    assert (taken.is_closed, taken.left) == (True, None)
    row.refresh_from_db()
    return row


def mend(row, **fields):
    said = {"deal": Deal(number=1, declarer=3, played=GRAND), "because": "vertippt", "entry_key": uuid4()}
    mend_deal(list_id=row.pk, by=factories.user(), now=EVENING, **said | fields)


def points(row) -> list[int]:
    return [result.performance for result in row.results.order_by("seat__place")]


def test_a_deal_is_mended_and_the_list_stays_closed(row):
    before, first = points(row), row.signed_hash

    mend(row)

    row.refresh_from_db()
    assert points(row) == [before[0], before[2], before[1]]
    assert row.signed_at is not None
    assert row.signed_hash != first
    assert not row.corrections.exists()


def test_its_page_offers_the_direction_to_mend_it_without_asking_the_players(row, director, client):
    page = director.get(DEAL).content.decode()
    assert "Mend a slip of typing" in page

    sent = {"agreed": "on", "declarer": "3", "game": "grand", "matadors": "2", "outcome": "won", "number": "1"}
    answer = post_seen(director, DEAL, sent | {"entry_key": str(uuid4())})

    assert answer.status_code == 302, answer.content.decode()
    row.refresh_from_db()
    assert row.signed_at is not None
    assert row.deals.get(voided_at=None, number=1).declarer == 3
    assert row.deals.get(number=1, declarer=2).voided_because == "A slip in typing from the paper"
    assert "Mend a slip of typing" not in client.get(DEAL).content.decode()


def test_what_the_players_closed_themselves_is_a_document(row):
    row.signed_by = None
    row.save()

    with pytest.raises(ListSigned):
        mend(row)


@pytest.mark.parametrize("disputed", ["objection", "closed"])
def test_what_somebody_disputes_is_not_mended_in_passing(row, disputed):
    if disputed == "closed":
        factories.close_series(row.table.series)
    else:
        Objection.objects.create(
            tournament=row.table.series.tournament,
            number=1,
            series=row.table.series,
            game_list=row,
            text="Das Spiel war anders.",
            entry_key=uuid4(),
            raised_at=EVENING,
        )

    with pytest.raises(ListSigned):
        mend(row)
    with pytest.raises(ListSigned):
        take_results(
            list_id=row.pk, totals=factories.totals((0, 0, 0), (0, 0, 0), (0, 0, 0)), seen=None, by=factories.user(),
            now=EVENING,
        )  # fmt: skip


def test_whoever_plays_at_the_table_enters_it_but_does_not_close_it_alone():
    made = factories.tournament(entrants=3, rounds=1)
    made.roles.filter(user=factories.user()).update(plays_as=made.entrants.get(number=1))
    row = factories.list_of(factories.running_series(made))

    taken = take_results(
        list_id=row.pk, totals=factories.totals((48, 1, 0), (0, 0, 0), (0, 0, 0)), seen=None, by=factories.user(),
        now=EVENING,
    )  # fmt: skip

    assert (taken.is_closed, taken.left.code) == (False, "own-list")
    row.refresh_from_db()
    assert row.signed_at is None
    assert points(row)[0] == 98
