"""Series given up and taken back, and an event that ends early, on every page that says how many it has (SkWO 3.4)."""

import io
from uuid import uuid4

import pypdf
import pytest
import time_machine
from django.test import Client

from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.money.models import AwardRow
from scoring.money.reckon.prizes import Fixed
from scoring.money.services.ending import refund
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import drop_unplayed, take_drop_back
from scoring.results.models import Ranking
from scoring.results.services.series import publish_series, publish_together
from tables.acts.services import Refused
from tables.draw.services.draws import draw_series
from tables.draw.services.reseating import swap_seats
from tables.draw.services.seats import start_series
from tables.journal.wording import journal_line
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.scoring.office.test_end import NOW, PAGE
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def night():
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock


CUT = "The tournament ended early, after series 1 of 3."
OFF = "The tournament was called off: no series was played."


class TestEndingEarly:
    """The page drops what is not played and states the end, and everybody reads it wherever the event is shown."""

    @pytest.fixture
    def looked(self, director):
        visitor = Visitor()
        visitor.client = director
        return lambda: visitor.get(PAGE)

    def test_the_plan_with_fewer_series_leads_to_where_those_go(self, visit):
        made = prize_skat(closed=1)

        refused = visit(PLAN).form("series").send(series="2")

        assert refused.status == 422
        assert "Series up to no. 3 have seats already." in refused.text
        refused.link("Drop what is not played").form("because").send("action=drop", because="Spät")
        assert made.series.count() == 2

    def test_what_is_not_played_is_dropped_with_its_seats(self, looked):
        made = prize_skat(closed=1)
        assert "2 series are not played yet, from series 2 on." in looked().text

        looked().form("because").send("action=drop", because="Strom weg")
        looked().form("day", "time").send("action=state")
        ended = looked()

        made.refresh_from_db()
        assert [one.number for one in made.series.all()] == [1]
        assert made.ended_at == NOW
        assert "Does it end early?" not in ended.text
        assert verified(made).discrepancies == ()
        told = [journal_line(line) for line in made.journal.all()]
        assert "Series not played taken off the plan: Strom weg" in told
        assert sum("Strom weg" in one for one in told) == 2

    def test_a_reason_is_wanted_and_all_that_is_played_stays(self, looked):
        made = prize_skat(closed=1)

        refused = looked().form("because").send("action=drop", because=" ")

        assert refused.status == 422
        assert "This field is required." in refused.text
        assert made.series.count() == 3
        with pytest.raises(Refused, match="reason-missing"):
            drop_unplayed(tournament_id=made.pk, because=" ", by=factories.user(), now=NOW)
        for _twice in range(2):
            drop_unplayed(tournament_id=made.pk, because="Strom weg", by=factories.user(), now=NOW)
        assert made.series.count() == 1
        assert made.journal.filter(data__has_key="series_before").count() == 1
        assert not looked().offers("action=drop"), "what is played is not offered"

    @pytest.mark.thorough
    @pytest.mark.parametrize(("begun", "said"), [(True, CUT), (False, OFF)], ids=["cut short", "called off"])
    def test_everybody_reads_it_wherever_the_event_is_shown_once_it_has_ended(self, looked, begun, said):
        made = prize_skat(closed=1) if begun else factories.tournament(entrants=8, series=3)
        facts = {"number": 1, "entry_key": uuid4(), "kind": "club", "name": "Vereine", "size": 3}
        Ranking.objects.create(tournament=made, made_at=EVENING, made_by=factories.user(), **facts)
        looked().form("because").send("action=drop", because="Strom weg")
        assert silent(said) == set(SHOWN)
        looked().form("day", "time").send("action=state")
        assert silent(said) == {"/results.atom", "/t/cup/results.atom"}
        looked().form("action=unopposed").send("action=unopposed")
        assert silent(said) == set()


SHOWN = (
    "/t/cup/",
    "/",
    "/t/cup/plan/",
    "/t/cup/standings/",
    "/t/cup/rankings/1/",
    "/t/cup/players/1/",
    "/t/cup/seats/1/",
    "/t/cup/hall/",
    "/t/cup/hall/now/",
    "/t/cup/embed/",
    "/t/cup/embed/?ranking=1",
    "/api/v1/tournaments/cup/",
    "/t/cup/event.ics",
    "/events.ics",
    "/t/cup/standings.html",
    "/t/cup/standings.pdf",
    "/t/cup/results.atom",
    "/results.atom",
)
"""What shows to the public how far an event is."""


def silent(said: str) -> set[str]:
    """Return where it is not said how the event ended; nowhere is it said that it ended otherwise."""
    shown = {address: words(Client(headers={"Accept-Language": "en"}).get(address).content) for address in SHOWN}
    assert not [address for address, text in shown.items() if (CUT if said == OFF else OFF) in text]
    return {address for address, text in shown.items() if said not in text}


def words(content: bytes) -> str:
    """Return the words of a page, of a calendar whose lines are folded, or of paper."""
    if content.startswith(b"%PDF"):
        return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages).split())
    return " ".join(content.decode().replace("\r\n ", "").replace("\\,", ",").split())


PLAN = "/t/cup/office/settings/?at=plan"


@remembered_step
def prize_skat(*, closed: int = 2) -> Tournament:
    """Three series drawn and published together, so many of them played and closed."""
    made = factories.tournament(entrants=4, series=3, drawn_together=True)
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


def test_what_is_given_up_by_mistake_comes_back_with_the_same_lots(visit):
    made = prize_skat(closed=1)
    third = made.series.get(number=3)
    before = seats(made, 3)
    start_series(series_id=made.series.get(number=2).pk, by=factories.user(), now=EVENING)

    page = visit(PAGE)
    assert "Series 3: seats published, 4 seats" in page.text
    page.form("because").send("action=drop", because="Spät")
    assert made.series.count() == 1
    page = visit(PAGE)
    assert "2 series back" in page.text
    assert page.form("action=take-drop-back").send("action=take-drop-back", because=" ").status == 422
    visit(PAGE).form("action=take-drop-back").send("action=take-drop-back", because="verklickt")

    assert [one.status for one in made.series.all()] == [Series.Status.CLOSED, *[Series.Status.DRAWN] * 2]
    assert seats(made, 3) == before
    assert third.pk not in made.series.values_list("pk", flat=True)
    assert not visit(PAGE).offers("action=take-drop-back")
    publish_together(series_id=made.series.get(number=2).pk, by=factories.user(), now=NOW)
    assert start_series(series_id=made.series.get(number=2).pk, by=factories.user(), now=NOW).status == "running"
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


def test_a_deal_played_meanwhile_keeps_the_series_and_is_named(visit):
    made = prize_skat()
    page = visit(PAGE)
    factories.enter(factories.list_of(made.series.get(number=3)), None)

    with pytest.raises(Refused, match="series-played"):
        give_up(made, since=3)
    refused = page.form("because").send("action=drop", because="Spät")

    assert refused.status == 422
    assert "A deal is played at table 1 of series 3" in refused.text
    assert made.series.count() == 3


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
