"""The clock of a series, and what its end strikes (SkWO 6.2)."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.history.selectors import verification
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.boards import State
from scoring.lists.services import clock as lists_clock
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.rules.game_list.deals import Deal
from tables.acts.services.refusals import Refused
from tables.hall.selectors.clock import clock_of
from tables.hall.services import clock
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.wording.acts import journal_line
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def after(minutes: float) -> datetime:
    return EVENING + timedelta(minutes=minutes)


def running(**fields: object) -> Series:
    return factories.running_series(factories.tournament(**{"entrants": 8, "time_limit": 60, "rounds": 2, **fields}))


def act(service, series: Series, minutes: float = 0) -> Series:
    return service(series_id=series.pk, by=factories.user(), now=after(minutes))


def acts() -> list[str]:
    return [one for one in JournalEntry.objects.values_list("action", flat=True) if "clock" in one or "lists" in one]


def struck(series: Series) -> list[int | None]:
    return list(boards.lists_of(series).values_list("struck_after", flat=True))


class TestTheClock:
    def test_runs_from_the_start_to_the_limit(self):
        series = running()

        now, late = clock_of(series, after(20)), clock_of(series, after(60))

        assert (now.ends_at, now.left, now.over) == (after(60), timedelta(minutes=40), False)
        assert (late.left, late.over, late.called) == (timedelta(), True, False)

    def test_says_nothing_before_the_start_or_without_a_limit(self):
        waiting = factories.running_series(factories.tournament(entrants=4, time_limit=60), published_only=True)

        assert clock_of(waiting, EVENING).ends_at is None
        unlimited = running(slug="open", time_limit=None)
        assert not clock_of(unlimited, after(600)).over

    def test_stands_still_while_it_is_stopped(self):
        series = running()
        act(clock.pause_clock, series, 20)
        series.refresh_from_db()

        stopped = clock_of(series, after(300))
        assert (stopped.paused, stopped.left, stopped.over) == (True, timedelta(minutes=40), False)

        act(clock.resume_clock, series, 50)
        series.refresh_from_db()
        assert clock_of(series, after(50)).ends_at == after(90)

    def test_counts_all_its_pauses(self):
        series = running()
        for begin in (10, 30):
            act(clock.pause_clock, series, begin)
            act(clock.resume_clock, series, begin + 5)
        series.refresh_from_db()

        assert clock_of(series, after(40)).ends_at == after(70)

    def test_is_right_on_the_night_the_hour_comes_twice(self):
        series = running()
        night = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
        series.started_at = night

        assert clock_of(series, night).ends_at == night + timedelta(hours=1)

    def test_is_not_confused_by_a_machine_whose_clock_was_put_back(self):
        series = running()
        act(clock.pause_clock, series, 20)
        act(clock.resume_clock, series, -40)
        series.refresh_from_db()

        assert series.paused_for == timedelta()

    def test_stopped_and_let_go_twice_counts_once(self):
        series = running()
        for service in (clock.pause_clock, clock.pause_clock, clock.resume_clock, clock.resume_clock):
            act(service, series, 5)

        assert acts() == ["clock.paused", "clock.resumed"]

    def test_is_not_stopped_when_the_time_is_over(self):
        series = running()

        with pytest.raises(Refused, match="time-is-over"):
            act(clock.pause_clock, series, 60)

    @pytest.mark.parametrize("service", [clock.pause_clock, clock.resume_clock, clock.end_clock, clock.undo_end])
    def test_is_that_of_a_running_series(self, service):
        waiting = factories.running_series(factories.tournament(entrants=4), published_only=True)

        with pytest.raises(Refused, match="not-running"):
            act(service, waiting)


class TestTheEnd:
    def test_is_called_with_or_without_a_limit_and_ends_a_pause(self):
        series = running()
        act(clock.pause_clock, series, 10)
        act(lists_clock.end_clock, series, 20)
        series.refresh_from_db()

        called = clock_of(series, after(30))
        assert (called.over, called.called, called.paused, called.ends_at) == (True, True, False, after(20))
        assert series.paused_for == timedelta(minutes=10)

    def test_strikes_what_had_not_begun_if_the_plan_says_so(self):
        series = running(strikes_at_limit=True)
        factories.enter(factories.list_of(series, 1), (2, GRAND), None, None)

        act(lists_clock.end_clock, series, 60)

        # Where nothing is entered the list is kept on paper.
        assert struck(series) == [4, None]
        assert acts() == ["clock.ended", "lists.struck"]
        assert journal.first_broken_line(series.tournament) is None

    def test_strikes_nothing_if_the_plan_does_not(self):
        series = running()
        factories.enter(factories.list_of(series, 1), None)

        act(lists_clock.end_clock, series, 60)

        assert struck(series) == [None, None]

    def test_called_twice_it_strikes_where_the_first_call_did(self):
        series = running(strikes_at_limit=True)
        row = factories.list_of(series)
        factories.enter(row, None)
        act(lists_clock.end_clock, series, 60)
        factories.enter(row, None)

        act(lists_clock.end_clock, series, 61)

        assert struck(series)[0] == 2

    def test_leaves_complete_and_signed_lists_alone(self):
        series = running(strikes_at_limit=True)
        for table in (1, 2):
            factories.fill(factories.list_of(series, table))
        factories.confirm_and_sign(factories.list_of(series, 1))

        act(lists_clock.end_clock, series, 60)

        assert struck(series) == [None, None]

    def test_taken_back_the_deals_are_played(self):
        series = running(strikes_at_limit=True)
        row = factories.list_of(series)
        factories.enter(row, None)
        act(lists_clock.end_clock, series, 30)

        act(lists_clock.undo_end, series, 31)

        factories.enter(row, None, None)
        series.refresh_from_db()
        assert struck(series)[0] is None
        assert clock_of(series, after(31)).ends_at == after(60)


class TestAStruckList:
    @pytest.fixture
    def row(self):
        """A list of eight deals, of which one was entered when the time was called."""
        series = running(strikes_at_limit=True)
        row = factories.list_of(series)
        factories.enter(row, (2, GRAND))
        act(lists_clock.end_clock, series, 60)
        return factories.list_of(series)

    def test_takes_the_deal_in_hand_and_none_after_it(self, row):
        factories.enter(row, None)

        with pytest.raises(Refused, match="deal-struck"):
            factories.enter(row, None)
        assert sheets.sheet(row).next_number is None

    @pytest.mark.parametrize("in_hand", [False, True])
    def test_is_signed_as_it_is_whether_a_deal_was_in_hand_or_not(self, row, in_hand):
        if in_hand:
            factories.enter(row, None)
        factories.confirm_and_sign(row)
        row.refresh_from_db()

        assert row.signed_at
        assert next(line.state for line in boards.board(row.table.series)) == State.SIGNED
        assert list(verification.verified(row.table.series.tournament).discrepancies) == []

    def test_is_complete_on_the_board(self, row):
        assert next(line.state for line in boards.board(row.table.series)) == State.COMPLETE

    def test_may_not_be_signed_with_fewer_deals_than_it_had(self, row):
        entry.take_back_deal(list_id=row.pk, number=1, because="", by=None, now=after(61), agreed=True)
        row.refresh_from_db()

        with pytest.raises(EntryRefused, match="incomplete"):
            factories.confirm(row, 1, now=after(62))

    def test_gets_the_deals_the_direction_knows_to_have_begun_in_time(self, row):
        lists_clock.allow_until(list_id=row.pk, deal=3, by=factories.user(), now=after(65))

        factories.enter(row, None, None)
        with pytest.raises(Refused, match="deal-struck"):
            factories.enter(row, None)

    @pytest.mark.parametrize("deal", [0, 2, 9])
    def test_is_not_opened_up_to_a_deal_that_makes_no_sense(self, row, deal):
        with pytest.raises(Refused, match="no-such-deal"):
            lists_clock.allow_until(list_id=row.pk, deal=deal, by=factories.user(), now=after(65))

    def test_is_not_opened_when_it_is_signed_or_was_never_struck(self, row):
        other = factories.list_of(row.table.series, 2)
        with pytest.raises(Refused, match="not-struck"):
            lists_clock.allow_until(list_id=other.pk, deal=3, by=factories.user(), now=after(65))
        factories.confirm_and_sign(row)
        with pytest.raises(ListSigned):
            lists_clock.allow_until(list_id=row.pk, deal=3, by=factories.user(), now=after(65))

    def test_what_a_player_confirmed_before_has_to_be_confirmed_again(self, row):
        factories.confirm(row, 1, now=after(61))

        lists_clock.undo_end(series_id=row.table.series_id, by=factories.user(), now=after(62))

        assert not row.confirmations.exists()

    def test_is_struck_no_more_when_the_call_is_taken_back_though_it_has_become_one_of_results(self, row):
        by = {"by": factories.user(), "now": after(61)}
        entry.take_back_deal(list_id=row.pk, number=1, because="falscher Tisch", **by, agreed=True)
        lines = factories.totals((48, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=lines, **by)

        lists_clock.undo_end(series_id=row.table.series_id, by=factories.user(), now=after(62))

        assert factories.list_of(row.table.series, row.table.number).struck_after is None

    def test_the_office_types_no_struck_deal_either(self, row):
        with pytest.raises(Refused, match="deal-struck"):
            entry.enter_list(
                list_id=row.pk,
                deals=[Deal(number=2), Deal(number=3)],
                entry_key=uuid4(),
                by=factories.user(),
                now=after(70),
            )


@pytest.mark.parametrize(
    ("action", "data", "said"),
    [
        ("clock.resumed", {"series": 2, "seconds": 61}, "Series 2: the clock goes on after 1 minute"),
        (
            "lists.struck",
            {"series": 1, "last_deals": {"10": 40, "9": 44}},
            "Series 1: deals not begun in time struck: table 9 after deal 44, table 10 after deal 40",
        ),
        (
            "list.allowed-until",
            {"series": 1, "table": 3, "deal": 41},
            "Series 1, table 3: deals up to no. 41 had begun in time",
        ),
    ],
)
def test_the_journal_tells_it_in_words(action, data, said):
    assert journal_line(JournalEntry(action=action, data=data)) == said
