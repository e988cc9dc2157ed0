"""A series has its own number of rounds and time limit, until its first deal is played (SkWO 2.2, 3.4, 6.2)."""

from datetime import timedelta

import pytest
import time_machine

from scoring.history.selectors.verification import verified
from scoring.lists.services.lists import EntryRefused
from scoring.money.reckon.ledger import CutShort
from scoring.money.reckon.ledger import refund as refunded
from scoring.money.reckon.tariffs import ChargedEntrant, Impossible
from scoring.money.services.ending import refunds_due
from scoring.office.services.end import drop_unplayed, take_drop_back
from scoring.results.services.series import set_length
from tables.acts.services import Refused
from tables.draw.services.seats import start_series
from tables.hall.selectors import clock_of
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BOARD = "/t/cup/office/series/{}/"
NOW = EVENING + timedelta(hours=2)


@pytest.fixture(autouse=True)
def night():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def two() -> Tournament:
    return factories.tournament(entrants=4, series=2, rounds=2, time_limit=60)


def shorten(series: Series, rounds: int = 1, *, limit: int | None = None, because: str = "") -> Series:
    return set_length(
        series_id=series.pk, rounds=rounds, own_time_limit=limit, because=because, by=factories.user(), now=NOW
    )


def test_late_in_the_evening_the_second_series_is_shortened_and_everything_knows(two, visit, client):
    first, second = two.series.order_by("number")
    factories.close_series(factories.running_series(two))
    factories.running_series(two, number=2, published_only=True)
    board = BOARD.format(2)

    refused = visit(board).form("rounds").send("action=set-length", rounds="1", own_time_limit="30")
    assert refused.status == 422
    assert refused.form("rounds").holds()["own_time_limit"] == ["30"]
    refused.form("rounds").send("action=set-length", because="Es ist spät")

    second.refresh_from_db()
    assert (second.rounds, second.time_limit, first.rounds, first.time_limit) == (1, 30, 2, 60)
    row = factories.list_of(second)
    assert (row.rounds, factories.list_of(first).rounds) == (1, 2)
    plan = client.get("/t/cup/plan/", headers={"Accept-Language": "en"}).text
    assert "Series 2: 1 round: 4 deals at a table of four, 3 at a table of three." in plan
    assert "Changed because: Es ist spät" in plan
    assert "Changed because: Es ist spät" in client.get("/t/cup/", headers={"Accept-Language": "en"}).text
    told = client.get("/api/v1/tournaments/cup/").json()["series"]
    assert [(one["rounds"], one["time_limit"]) for one in told] == [(2, 60), (1, 30)]
    start_series(series_id=second.pk, by=factories.user(), now=NOW)
    assert clock_of(two.series.get(number=2), NOW).left == timedelta(minutes=30)
    factories.fill(row)
    assert row.deals.filter(voided_at=None).count() == 4
    assert verified(two).discrepancies == ()


def test_before_the_event_begins_it_is_planned_without_a_reason_by_one_director_at_a_time(two, visit):
    visit(BOARD.format(2)).form("rounds").send("action=set-length", rounds="1", own_time_limit="")
    visit(BOARD.format(2)).form("rounds").send("action=set-length", rounds="1")

    second = two.series.get(number=2)
    assert (second.own_rounds, second.own_time_limit, second.length_because) == (1, None, "")
    assert two.journal.filter(action="series.length-changed").count() == 1
    page = visit(BOARD.format(2))
    shorten(second, 2)
    second.refresh_from_db()
    assert second.own_rounds is None
    refused = page.form("rounds").send("action=set-length", rounds="3")
    assert refused.status == 409
    assert two.series.get(number=2).rounds == 2


def test_a_series_played_or_closed_keeps_its_length(two, director):
    first = factories.running_series(two)
    factories.enter(factories.list_of(first), None)
    assert 'id="length"' not in director.get(BOARD.format(1)).text

    page = director.post(BOARD.format(1), {"action": "set-length", "rounds": "1", "seen": "", "because": "spät"})
    assert page.status_code == 422
    with pytest.raises(Refused, match="length-played"):
        shorten(first, because="spät")
    factories.close_series(first)
    with pytest.raises(Refused, match="closed-before"):
        shorten(first, because="spät")
    with pytest.raises(Refused, match="reason-missing"):
        shorten(two.series.get(number=2), because=" ")


def test_the_sums_of_a_short_paper_list_are_checked_by_its_own_rounds(two):
    first = two.series.get(number=1)
    shorten(first)
    row = factories.list_of(factories.running_series(two))
    assert row.rounds == 1
    with pytest.raises(EntryRefused, match="too-many-games"):
        factories.type_totals(row, (120, 3, 0), (96, 2, 0), (0, 0, 0), (0, 0, 0), now=NOW)


def test_a_refund_goes_by_planned_deals():
    assert refunded(ChargedEntrant(number=1, paid=1200), CutShort(series_played=2, series_planned=3)) == 400
    by_rounds = CutShort(series_played=2, series_planned=3, rounds=(12, 12, 6))
    assert refunded(ChargedEntrant(number=1, paid=1200), by_rounds) == 240
    with pytest.raises(Impossible):
        CutShort(series_played=2, series_planned=3, rounds=(12, 12))
    with pytest.raises(Impossible):
        CutShort(series_played=1, series_planned=2, rounds=(12, 0))


def test_a_short_series_given_up_is_refunded_by_its_deals_and_comes_back_as_short(two):
    shorten(two.series.get(number=2), limit=30)
    factories.close_series(factories.running_series(two))
    desk.charge(two, desk.ENTRY)
    desk.pay(two, 1, 1000)

    drop_unplayed(tournament_id=two.pk, because="Spät", by=factories.user(), now=NOW)
    assert {one.number: one.cents for one in refunds_due(two, 1)}[1] == 333
    take_drop_back(tournament_id=two.pk, because="verklickt", by=factories.user(), now=NOW)

    back = two.series.get(number=2)
    assert (back.rounds, back.time_limit) == (1, 30)
