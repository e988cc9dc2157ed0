"""Series given up from the end and taken back: their seats, the plan, prizes of series, the ranking (SkWO 2.2, 3.4)."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine

from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.money.models import AwardRow
from scoring.money.reckon.prizes import Fixed
from scoring.money.services.ending import refund
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import drop_unplayed, take_drop_back
from scoring.results.services.series import publish_series, publish_together
from tables.acts.services import Refused
from tables.draw.services.draws import draw_series
from tables.draw.services.reseating import swap_seats
from tables.draw.services.seats import start_series
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = pytest.mark.django_db

PAGE = "/t/cup/office/?end"
PLAN = "/t/cup/office/settings/?at=plan"
NOW = EVENING + timedelta(hours=2)


@pytest.fixture(autouse=True)
def night():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def visit(director):
    visitor = Visitor()
    visitor.client = director
    return visitor.get


@remembered_step
def prize_skat(*, closed: int = 2) -> Tournament:
    """Three series drawn and published together, so many of them played and closed."""
    made = factories.tournament(entrants=8, series=3, drawn_together=True)
    first = made.series.get(number=1)
    draw_series(series_id=first.pk, public="", all_left=True, by=factories.user(), now=EVENING)
    publish_together(series_id=first.pk, by=factories.user(), now=EVENING)
    for number in range(1, closed + 1):
        series = made.series.get(number=number)
        start_series(series_id=series.pk, by=factories.user(), now=EVENING)
        factories.close_series(series)
    return made


def seats(made: Tournament, number: int) -> list[tuple[int, int, int]]:
    of = made.series.get(number=number).seats
    return sorted(of.values_list("table__number", "place", "entrant__number"))


@remembered_step
def give_up(made: Tournament, **since: int) -> Tournament:
    return drop_unplayed(tournament_id=made.pk, because="Spät", by=factories.user(), now=NOW, **since)


def take_back(made: Tournament, because: str = "verklickt") -> Tournament:
    return take_drop_back(tournament_id=made.pk, because=because, by=factories.user(), now=NOW)


def test_a_prize_skat_of_three_series_ends_after_two(visit, client):
    made = prize_skat()
    desk.plan_prizes(
        made,
        WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500,))),
        *(WantedPrizes(name=f"Tag {n}", group=f"s{n}", series=n, plan=Fixed(cents=(500,))) for n in (2, 3)),
    )

    visit(PAGE).form("because").send("action=drop", because="Strom weg")
    plan = client.get("/t/cup/plan/", headers={"Accept-Language": "en"}).text
    assert "2 of 3 series." in plan
    assert plan.count("This series is not played.") == 1
    visit(PAGE).form("day", "time").send("action=state")
    visit(PAGE).form("action=unopposed").send("action=unopposed")

    made.refresh_from_db()
    assert made.released_at == NOW
    assert "after series 2 of 3" in client.get("/t/cup/standings/", headers={"Accept-Language": "en"}).text
    given = AwardRow.objects.values_list("prize_list__name", "cents").order_by("prize_list__name")
    assert list(given) == [("Gesamt", 1500), ("Tag 2", 500)]
    assert verified(made).discrepancies == ()


@pytest.mark.parametrize("start", [False, True], ids=["published", "started without a deal"])
def test_what_is_given_up_by_mistake_comes_back_with_the_same_lots(visit, start):
    made = prize_skat(closed=1)
    third = made.series.get(number=3)
    before = seats(made, 3)
    if start:
        start_series(series_id=made.series.get(number=2).pk, by=factories.user(), now=EVENING)

    page = visit(PAGE)
    assert "Series 3: seats published, 8 seats" in page.text
    page.form("because").send("action=drop", because="Spät")
    assert made.series.count() == 1
    page = visit(PAGE)
    assert "2 series back" in page.text
    assert page.form("action=take-drop-back").send("action=take-drop-back", because=" ").status == 422
    visit(PAGE).form("action=take-drop-back").send("action=take-drop-back", because="verklickt")

    assert [one.status for one in made.series.all()] == [Series.Status.CLOSED, *[Series.Status.DRAWN] * 2]
    assert seats(made, 3) == before
    assert third.pk not in made.series.values_list("pk", flat=True)
    assert verified(made).discrepancies == ()
    assert not visit(PAGE).offers("action=take-drop-back")
    publish_together(series_id=made.series.get(number=2).pk, by=factories.user(), now=NOW)
    for number in (2, 3):
        start_series(series_id=made.series.get(number=number).pk, by=factories.user(), now=NOW)
        factories.close_series(made.series.get(number=number))
    assert verified(made).discrepancies == ()


def test_swapped_seats_come_back_swapped_and_a_draw_of_its_own_in_force_with_its_sealed_number():
    made = factories.tournament(entrants=8, series=2)
    factories.close_series(factories.running_series(made))
    second = made.series.get(number=2)
    draw_series(series_id=second.pk, public="", by=factories.user(), now=EVENING)
    at = {table: number for table, _place, number in seats(made, 2)}
    swap_seats(series_id=second.pk, numbers=(at[1], at[2]), because="x", by=factories.user(), now=EVENING)
    publish_series(series_id=second.pk, by=factories.user(), now=EVENING)
    before = seats(made, 2)

    give_up(made)
    take_back(made)
    take_back(made)

    back = made.series.get(number=2)
    assert (seats(made, 2), back.secret, back.draw.discarded_at) == (before, second.secret, None)
    assert made.journal.filter(action="series.reinstated").count() == 1
    assert verified(made).discrepancies == ()
    publish_series(series_id=back.pk, by=factories.user(), now=NOW)
    assert GameListRow.objects.filter(table__series=back).count() == 2


def test_one_by_standing_comes_back_to_be_drawn():
    made = factories.tournament(entrants=8, series=2)
    made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
    factories.close_series(factories.running_series(made))
    draw_series(series_id=made.series.get(number=2).pk, public="", by=factories.user(), now=EVENING)

    give_up(made)
    take_back(made)

    back = made.series.get(number=2)
    assert (back.status, back.seating, seats(made, 2)) == (Series.Status.PLANNED, Series.Seating.BY_STANDING, [])
    assert verified(made).discrepancies == ()


def test_only_the_last_series_are_given_up_and_step_by_step_taken_back():
    made = prize_skat(closed=1)

    give_up(made, since=3)
    assert made.series.count() == 2
    give_up(made, since=2)
    take_back(made)
    assert made.series.count() == 2
    take_back(made)

    assert [one.status for one in made.series.all()] == [Series.Status.CLOSED, *[Series.Status.DRAWN] * 2]
    assert verified(made).discrepancies == ()


def test_a_deal_played_meanwhile_keeps_the_series_and_is_named(visit):
    made = prize_skat()
    page = visit(PAGE)
    factories.enter(factories.list_of(made.series.get(number=3), 2), None)

    with pytest.raises(Refused, match="series-played"):
        give_up(made, since=3)
    refused = page.form("because").send("action=drop", because="Spät")

    assert refused.status == 422
    assert "A deal is played at table 2 of series 3" in refused.text
    assert made.series.count() == 3


def test_the_plan_with_fewer_series_leads_to_where_it_says_what_goes(visit, director):
    made = prize_skat(closed=1)

    refused = visit(PLAN).form("series").send(series="2")

    assert refused.status == 422
    assert "Series up to no. 3 have seats already." in refused.text
    page = refused.link("Drop what is not played")
    page.form("because").send("action=drop", because="Spät")
    assert made.series.count() == 2


def test_the_stated_end_and_a_refund_rest_on_it_and_the_refusal_leads_there(director):
    made = prize_skat()
    desk.charge(made)
    give_up(made)
    back = {"action": "take-drop-back", "because": "verklickt"}

    director.post(PAGE, {"action": "state", "day": "2026-05-16", "time": "21:00"})
    refused = director.post(PAGE, back)
    assert (refused.status_code, "Take it back first." in refused.text) == (422, True)
    director.post(PAGE, {"action": "unopposed"})
    refused = director.post(PAGE, back)
    assert (refused.status_code, "Take the release back first." in refused.text) == (422, True)
    director.post(PAGE, {"action": "take-release-back", "because": "x"})
    refund(tournament_id=made.pk, series_played=2, because="Spät", entry_key=uuid4(), by=factories.user(), now=NOW)
    refused = director.post(PAGE, back)
    assert (refused.status_code, "Take the refund back first." in refused.text) == (422, True)
    assert 'href="/t/cup/office/money/account/#refund-back"' in refused.text
