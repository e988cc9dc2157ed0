"""Starts and closings of series taken back, and who left after the first series."""

import ast
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from scoring.disputes.services.queries import post_result, raise_query
from scoring.history.selectors.verification import verified
from scoring.lists.models import Call, GameListRow, Phone
from scoring.money.reckon.prizes import Steps
from scoring.money.selectors import planning
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import state_end
from scoring.results.services.series import (
    publish_series,
    take_publication_back,
)
from scoring.season.selectors import played, tables
from scoring.season.services import seasons
from scoring.table.services.batches import call
from tables.acts.services import Refused
from tables.clubs.services import books
from tables.draw.models import Seeding
from tables.draw.services import draws
from tables.draw.services.seats import start_series
from tables.journal.selectors import taken_back_since
from tables.people.services import registration
from tables.tournaments.models import Series
from tests.scoring.money import desk
from tests.scoring.office.test_ending_early import prize_skat
from tests.scoring.office.test_what_follows import ROOT
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.objections_and_rulings import raised
from tests.support.remembered_worlds import remembered_step
from tests.support.reseating_acts import published, reseat, tables_with_lists
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


BOARD = "/t/cup/office/series/1/"


def taken_back(series) -> Series:
    return take_publication_back(series_id=series.pk, by=factories.user(), now=EVENING)


def test_missing_players_leave_a_table_that_a_phone_has_opened(client):
    series = published(entrants=9)
    last = series.tables.get(number=3)
    client.get(f"/l/{last.key}/", follow=True)
    gone = list(last.seats.values_list("entrant__number", flat=True))[:1]
    row = factories.list_of(series, 3)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)

    reseat(series, absent=gone)

    assert tables_with_lists(series) == [1, 2]
    assert verified(series.tournament).discrepancies == ()


def test_with_one_click_nobody_sees_the_seats_no_list_call_or_phone_is_left_and_it_can_be_drawn_again(client, director):
    series, table = published(), "/t/cup/series/1/table/1/"
    client.get(f"/l/{series.tables.get(number=1).key}/", follow=True)
    assert client.get(table).status_code == 200
    row = factories.list_of(series)
    call(list_id=row.pk, kind="help", place=None, text="", device="", entry_key=uuid4(), now=EVENING)
    assert "Take the publication back" in director.get(BOARD).content.decode()

    page = director.post(BOARD, {"action": "unpublish"}, follow=True).content.decode()

    assert "Saved." in page
    assert "Drawn, not yet published" in page
    assert not [one for one in (GameListRow, Phone, Call) if one.objects.exists()]
    assert client.get("/t/cup/series/1/seats/").status_code == client.get(table).status_code == 404
    assert director.post(BOARD, {"action": "unpublish"}).status_code == 422
    draws.discard_draw(series_id=series.pk, because="Zwei fehlten", by=factories.user(), now=EVENING)
    again = draws.draw_series(series_id=series.pk, public="6", by=factories.user(), now=EVENING)
    assert again.status == Series.Status.DRAWN
    assert verified(series.tournament).discrepancies == ()


def entered(series) -> None:
    factories.enter(factories.list_of(series), None)


def started(series) -> None:
    Series.objects.filter(pk=series.pk).update(status="running", started_at=EVENING)


def objected(series) -> None:
    raised(factories.list_of(series), kind="conduct", place=1, text="Zu eng")


@pytest.mark.parametrize(
    ("act", "code"), [(entered, "series-started"), (started, "series-started"), (objected, "dispute-at-table")]
)
def test_what_depends_on_it_refuses(act, code):
    series = published()
    act(series)

    with pytest.raises(Refused, match=code):
        taken_back(series)

    assert GameListRow.objects.exists()


BOARD_OF = "/t/cup/office/series/{}/"


def ends(client, series, act, **fields):
    return client.post(BOARD_OF.format(series), {"action": act, **fields})


class TestTakingAClosingBack:
    @pytest.fixture
    @staticmethod
    @remembered_step
    def closed():
        """Series 1 of 2 is closed; the second is seated by the standing."""
        made = factories.tournament(entrants=4, series=2)
        series = factories.close_series(factories.running_series(made))
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        return series

    def drawn_on(self, series, *, until):
        after = series.tournament.series.get(number=2)
        draws.draw_series(series_id=after.pk, public="", by=factories.user(), now=timezone.now())
        publish_series(series_id=after.pk, by=factories.user(), now=timezone.now())
        if until == "started":
            start_series(series_id=after.pk, by=factories.user(), now=timezone.now())
        return after

    def test_later_than_ten_minutes_it_wants_a_reason(self, closed, director):
        with time_machine.travel(EVENING + timedelta(minutes=9)):
            assert 'name="because" value="by mistake"' in director.get(BOARD_OF.format(1)).text
        with time_machine.travel(EVENING + timedelta(minutes=11)):
            assert 'value="by mistake"' not in director.get(BOARD_OF.format(1)).text
            refused = ends(director, 1, "take-closing-back", because="  ")

        assert refused.status_code == 422
        assert "Series 2 is not closed yet." in ends(director, 2, "take-closing-back", because="x").text
        closed.refresh_from_db()
        assert closed.status == Series.Status.CLOSED

    @pytest.mark.parametrize(("until", "by_standing"), [("published", False), ("started", True)])
    def test_what_was_done_with_the_next_series_goes_with_it_but_a_draw_by_lot(
        self, closed, director, until, by_standing
    ):
        if not by_standing:
            closed.tournament.series.filter(number=2).update(seating=Series.Seating.DRAWN)
        after = self.drawn_on(closed, until=until)
        seats = sorted(after.seats.values_list("table__number", "place", "entrant"))

        assert ends(director, 1, "take-closing-back", because="Zahlendreher").status_code == 302

        after.refresh_from_db()
        assert after.status == (Series.Status.PLANNED if by_standing else Series.Status.DRAWN)
        assert sorted(after.seats.values_list("table__number", "place", "entrant")) == ([] if by_standing else seats)
        assert not GameListRow.objects.filter(table__series=after).exists()
        assert verified(closed.tournament).discrepancies == ()

    @pytest.mark.thorough
    def test_seats_published_before_it_was_closed_stay(self, director):
        made = prize_skat(closed=1)
        made.series.filter(number=2).update(published_at=EVENING - timedelta(hours=2))

        assert ends(director, 1, "take-closing-back", because="Zahlendreher").status_code == 302

        assert made.series.get(number=2).status == Series.Status.PUBLISHED

    def test_a_deal_of_the_next_series_stops_it_and_is_named(self, closed, director):
        after = self.drawn_on(closed, until="started")
        factories.enter(factories.list_of(after), None)

        assert "take-closing-back" not in director.get(BOARD_OF.format(1)).text
        refused = ends(director, 1, "take-closing-back", because="Zahlendreher")

        assert refused.status_code == 422
        assert "A deal is played at table 1 of series 2" in refused.text
        assert ends(director, 2, "take-closing-back", because="x").status_code == 302
        assert ends(director, 2, "take-start-back", because="x").status_code == 422

    def test_posting_stated_end_and_queries_that_wait_go_with_it_and_what_was_made_of_it_is_marked(
        self, director, client
    ):
        closed = factories.close_series(factories.running_series(factories.tournament(entrants=4)))
        made = closed.tournament
        post_result(tournament_id=made.pk, series=1, by=factories.user(), now=EVENING)
        asked = {"series": 1, "entrant": 2, "text": "falsch", "entry_key": uuid4(), "by": None}
        query = raise_query(tournament_id=made.pk, now=EVENING, **asked)
        state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
        assert taken_back_since([made], EVENING) is None

        for _twice in range(2):
            assert ends(director, 1, "take-closing-back", because="Zahlendreher").status_code == 302

        closed.refresh_from_db()
        assert (closed.status, closed.closed_at) == (Series.Status.RUNNING, None)
        assert (closed.posted_at, closed.tournament.ended_at) == (None, None)
        assert not Seeding.objects.filter(series=closed).exists()
        assert made.journal.filter(action="series.closing-withdrawn").count() == 1
        query.refresh_from_db()
        assert (query.verdict, query.reasons) == ("lapsed", "Zahlendreher")
        assert "lapsed" in director.get("/t/cup/office/bench/?kind=query").text
        assert "The closing of the series was taken back" in director.get("/t/cup/office/queries/1/").text
        assert "under review" in client.get("/t/cup/standings/").text
        assert taken_back_since([made], EVENING) is not None
        assert verified(made).discrepancies == ()


def test_a_start_by_mistake_is_taken_back_with_one_click(director):
    series = factories.running_series(factories.tournament(entrants=4))
    assert 'value="take-start-back"' in director.get(BOARD_OF.format(1)).text

    assert ends(director, 1, "take-start-back", because="by mistake").status_code == 302

    series.refresh_from_db()
    assert (series.status, series.started_at) == (Series.Status.PUBLISHED, None)
    assert verified(series.tournament).discrepancies == ()
    assert ends(director, 1, "take-start-back", because="by mistake").status_code == 302
    assert series.tournament.journal.filter(action="series.start-withdrawn").count() == 1
    assert ends(director, 1, "start").status_code == 302
    assert ends(director, 1, "take-start-back").status_code == 422
    assert ends(director, 1, "end-clock").status_code == 302
    refused = ends(director, 1, "take-start-back", because="by mistake")
    assert (refused.status_code, "Take the call back first." in refused.text) == (422, True)


WITHOUT_WHO_LEFT = {
    "scoring/money/selectors/accounts.py entrants_of": "the fee is owed from the seat on",
    "scoring/paper/documents/lists.py _entrants": "to be ticked at the desk are those who are still to come",
    "scoring/paper/selectors.py start_cards": "a card opens what is still to be played",
    "scoring/results/selectors/rankings.py free_entrants": "who left joins no team any more",
    "tables/hall/selectors.py _letters": "who left is mailed no seat and no announcement",
    "tables/people/selectors.py entrants_to_seat": "who left gets no further seat",
    "tables/people/selectors.py registered_themselves": "who never had a seat did not start",
    "tables/people/services/naming.py _shown_to_all": "a name is shown from the published seat on",
    "tables/people/services/registration.py mark_entrants": "who left cannot be marked as present",
    "tables/people/selectors.py places_left": "who left has given their place free",
    "tables/tournaments/selectors/tournaments.py takes_part": "the one place",
}
"""Where those who left are left out although they may have started, each with the reason."""


def test_whoever_left_is_left_out_only_where_there_is_a_reason():
    places = set()
    for path in [*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tables/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "withdrawn_at" in text else ():
            if isinstance(node, ast.FunctionDef):
                words = {one.arg for one in ast.walk(node) if isinstance(one, ast.keyword)} | {
                    part.value
                    for one in ast.walk(node)
                    if isinstance(one, ast.JoinedStr)
                    for part in one.values
                    if isinstance(part, ast.Constant)
                }
                if any(str(word).endswith("withdrawn_at") for word in words):
                    places.add(f"{path.relative_to(ROOT)} {node.name}")

    assert places == WITHOUT_WHO_LEFT.keys()


class TestWhoLeftAfterTheFirstSeries:
    """Played, and counts as a participant wherever people are counted or shown (SkWO 4.3)."""

    @pytest.fixture
    @staticmethod
    @remembered_step
    def made():
        """An event of a club: eight played series 1; no. 3 left after it, no. 9 withdrew before."""

        def leaves(number):
            registration.withdraw(entrant_id=made.entrants.get(number=number).pk, by=factories.user(), now=EVENING)

        made = factories.tournament(entrants=8, series=2, club=club_books.club())
        made.entrants.create(number=9, name="Spieler 9", present=False, registered_at=EVENING)
        desk.plan_prizes(made, WantedPrizes(name="Einzel", group="main", plan=Steps(per=4, cents=(3000, 2000))))
        leaves(9)
        factories.close_series(factories.running_series(made))
        leaves(3)
        return made

    def test_is_shown_counts_for_prizes_and_keeps_the_line_in_the_table_of_the_year(self, made, client):
        names = client.get("/t/cup/entrants/").text
        assert ("Spieler 3" in names, "Spieler 9" in names) == (True, False)
        assert planning.size_of(made).entrants == 8
        assert len(planning.won_now(made, list(made.prize_lists.all()))) == 2
        made.entrants.filter(number__in=(5, 6)).update(name="Dieter Krause")
        books.take_over(club_id=made.club_id, tournament_id=made.pk, by=factories.user(), now=EVENING)
        season = club_years.season(made.club)
        seasons.add_events(season_id=season.pk, tournaments=[made.pk], by=factories.user(), now=EVENING)
        people = dict(made.entrants.filter(number__in=(5, 6)).values_list("number", "person"))

        year = played.year_of(season)

        assert len(tables.table_of(club_years.competition(season), year).rows) == 8
        # A namesake has no number in the year that is another's in the event.
        assert {year.players[person].name for person in people.values()} == {
            f"Dieter Krause (Person {person})" for person in people.values()
        }
        assert "Dieter Krause (5)" in client.get("/t/cup/entrants/").text
