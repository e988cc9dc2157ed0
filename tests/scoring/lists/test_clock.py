"""The clock of a series, and what its end strikes (SkWO 6.2).

A player leaves a table within a series, is back, or comes as the fourth (ISkO 3.1.2, 4.5.9; SkWO 4.4, 5.1).
"""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.history.selectors import verification
from scoring.history.selectors.as_of import sheet_after
from scoring.lists.models import GameListRow
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.boards import ListState
from scoring.lists.services import clock as lists_clock
from scoring.lists.services import entry, presence
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services import Overtaken, Refused
from tables.hall import services
from tables.hall.selectors import clock_of
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import points

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


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


@pytest.mark.database
class TestTheClock:
    def test_runs_from_the_start_to_the_limit_and_says_nothing_without_either(self):
        series = running()
        now, late = clock_of(series, after(20)), clock_of(series, after(60))
        assert (now.ends_at, now.left, now.over) == (after(60), timedelta(minutes=40), False)
        assert (late.left, late.over, late.called) == (timedelta(), True, False)
        # The night in which the hour comes twice.
        series.started_at = night = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
        assert clock_of(series, night).ends_at == night + timedelta(hours=1)

        made = factories.tournament(slug="waits", entrants=4, time_limit=60)
        assert clock_of(factories.running_series(made, published_only=True), EVENING).ends_at is None
        assert not clock_of(running(slug="open", time_limit=None), after(600)).over

    def test_stands_still_while_it_is_stopped_however_often(self):
        series = running()
        act(services.pause_clock, series, 20)
        series.refresh_from_db()
        stopped = clock_of(series, after(300))
        assert (stopped.paused, stopped.left, stopped.over) == (True, timedelta(minutes=40), False)

        for resumed, paused, ends in ((50, 60, 90), (65, None, 95)):
            act(services.resume_clock, series, resumed)
            series.refresh_from_db()
            assert clock_of(series, after(resumed)).ends_at == after(ends)
            if paused:
                act(services.pause_clock, series, paused)

    def test_stopped_and_let_go_twice_counts_once_and_not_less_where_the_machines_clock_was_put_back(self):
        series = running()
        for service in (services.pause_clock, services.pause_clock, services.resume_clock, services.resume_clock):
            act(service, series, 20 if service is services.pause_clock else -40)

        assert acts() == ["clock.paused", "clock.resumed"]
        series.refresh_from_db()
        assert series.paused_for == timedelta()

    def test_is_that_of_a_running_series_and_not_stopped_when_the_time_is_over(self):
        waiting = factories.running_series(factories.tournament(slug="waits", entrants=4), published_only=True)
        for service in (services.pause_clock, services.resume_clock, services.end_clock, services.undo_end):
            with pytest.raises(Refused, match="not-running"):
                act(service, waiting)
        with pytest.raises(Refused, match="time-is-over"):
            act(services.pause_clock, running(), 60)


@pytest.mark.database
class TestTheEnd:
    def test_is_called_with_or_without_a_limit_ends_a_pause_and_strikes_nothing_that_the_plan_does_not(self):
        series = running()
        factories.enter(factories.list_of(series, 1), None)
        act(services.pause_clock, series, 10)
        act(lists_clock.end_clock, series, 20)
        series.refresh_from_db()

        called = clock_of(series, after(30))
        assert (called.over, called.called, called.paused, called.ends_at) == (True, True, False, after(20))
        assert (series.paused_for, struck(series)) == (timedelta(minutes=10), [None, None])

    def test_strikes_what_had_not_begun_if_the_plan_says_so(self):
        series = running(strikes_at_limit=True)
        factories.enter(factories.list_of(series, 1), (2, GRAND), None, None)

        act(lists_clock.end_clock, series, 60)

        # Where nothing is entered the list is kept on paper.
        assert (struck(series), acts()) == ([4, None], ["clock.ended", "lists.struck"])
        assert journal.first_broken_line(series.tournament) is None

    def test_called_twice_it_strikes_where_the_first_call_did_and_taken_back_the_deals_are_played(self):
        series = running(strikes_at_limit=True)
        row = factories.list_of(series)
        for minutes in (30, 31):
            factories.enter(row, None)
            act(lists_clock.end_clock, series, minutes)
        assert struck(series)[0] == 2

        act(lists_clock.undo_end, series, 32)

        factories.enter(row, None, None)
        series.refresh_from_db()
        assert (struck(series)[0], clock_of(series, after(32)).ends_at) == (None, after(60))


@pytest.mark.database
class TestAStruckList:
    @pytest.fixture
    def row(self):
        """A list of eight deals, of which one was entered when the time was called."""
        series = running(strikes_at_limit=True)
        factories.enter(factories.list_of(series), (2, GRAND))
        act(lists_clock.end_clock, series, 60)
        return factories.list_of(series)

    def allow(self, row, deal):
        return lists_clock.allow_until(list_id=row.pk, deal=deal, by=factories.user(), now=after(65))

    def test_takes_the_deal_in_hand_and_none_after_it_whoever_types_it(self, row):
        said = {"deals": [Deal(number=2), Deal(number=3)], "by": factories.user(), "now": after(70)}
        with pytest.raises(Refused, match="deal-struck"):
            entry.enter_list(list_id=row.pk, entry_key=uuid4(), **said)
        assert boards.board(row.table.series)[0].state == ListState.COMPLETE
        factories.enter(row, None)

        with pytest.raises(Refused, match="deal-struck"):
            factories.enter(row, None)
        state = boards.board(row.table.series)[0].state
        assert (sheets.sheet(row).next_number, state) == (None, ListState.COMPLETE)

    def test_gets_the_deals_the_direction_knows_to_have_begun_in_time_until_it_is_signed(self, row):
        for deal in (0, 2, 9):
            with pytest.raises(Refused, match="no-such-deal"):
                self.allow(row, deal)
        with pytest.raises(Refused, match="not-struck"):
            self.allow(factories.list_of(row.table.series, 2), 3)

        self.allow(row, 3)

        factories.enter(row, None, None)
        with pytest.raises(Refused, match="deal-struck"):
            factories.enter(row, None)
        factories.confirm_and_sign(row)
        with pytest.raises(ListSigned):
            self.allow(row, 4)

    def test_of_fewer_deals_is_not_signed_and_confirmed_anew_when_the_call_is_taken_back(self, row):
        by = {"by": factories.user(), "now": after(61)}
        entry.take_back_deal(list_id=row.pk, number=1, because="falscher Tisch", **by, agreed=True)
        with pytest.raises(EntryRefused, match="incomplete"):
            factories.confirm(factories.list_of(row.table.series), 1, now=after(62))
        factories.type_totals(row, (48, 1, 0), *[(0, 0, 0)] * 3, now=after(61))
        factories.confirm(factories.list_of(row.table.series), 1, now=after(61))

        lists_clock.undo_end(series_id=row.table.series_id, by=factories.user(), now=after(62))

        assert factories.list_of(row.table.series, row.table.number).struck_after is None
        assert not row.confirmations.exists()


def test_the_journal_tells_it_in_words():
    in_time = "deals not begun in time struck: table 9 after deal 44, table 10 after deal 40"
    for action, data, said in (
        ("clock.resumed", {"seconds": 61}, ": the clock goes on after 1 minute"),
        ("lists.struck", {"last_deals": {"10": 40, "9": 44}}, f": {in_time}"),
        ("list.allowed-until", {"table": 3, "deal": 41}, ", table 3: deals up to no. 41 had begun in time"),
    ):
        assert journal_line(JournalEntry(action=action, data={"series": 2, **data})) == f"Series 2{said}"


def direction(service, whom: str):
    """Return a short way to let the direction say of a list who leaves it, is back, or joins."""
    return lambda row, who, **more: service(list_id=row.pk, by=factories.user(), now=EVENING, **{whom: who}, **more)


leave, come_back = direction(presence.leave, "place"), direction(presence.come_back, "place")
join = direction(presence.join, "number")


def sheet(row: GameListRow) -> sheets.Sheet:
    return sheets.sheet(GameListRow.objects.select_related("table__series__tournament").get(pk=row.pk))


def last_line() -> JournalEntry:
    return JournalEntry.objects.order_by("number").last()


def said(row: GameListRow) -> list[str]:
    found = sheet(row)
    return comings_and_goings(found.game_list, names_at(found.seats))


@pytest.fixture
def at_four() -> GameListRow:
    """A table of four with three rounds, one deal of the first one played."""
    row = factories.running_list(seats=4, rounds=3)
    factories.enter(row, (2, GRAND))
    return row


@pytest.fixture
def at_three() -> GameListRow:
    """A table of three with three rounds; number 4 is registered and has no seat."""
    row = factories.running_list(seats=3, rounds=3)
    registered(row, 4, "Dora Vier")
    return row


def registered(row: GameListRow, number: int, name: str) -> None:
    tournament = row.table.series.tournament
    Entrant.objects.create(tournament=tournament, number=number, name=name, registered_at=EVENING)


class TestLeaving:
    def test_the_round_is_played_to_its_end_by_four_then_three_go_on_4_5_9(self, at_four):
        leave(at_four, 3, because="taxi")

        told = "Series 1, table 1: without seat 3 from round 2 on, because: taxi"
        assert (last_line().action, journal_line(last_line())) == ("list.left", told)
        assert said(at_four) == [f"From round 2 on without {sheet(at_four).seats[2].entrant.called}."]
        factories.enter(at_four, (4, GRAND), None, (1, GRAND))
        found = sheet(at_four)
        assert (found.row.presence, found.game_list.length) == ([[2, [1, 2, 4]]], 10)
        assert [found.game_list.dealer_of(number) for number in range(5, 11)] == [1, 2, 4] * 2
        # Who left plays no more.
        with pytest.raises(EntryRefused, match="absent-declarer"):
            factories.enter(at_four, (3, GRAND))

    def test_the_same_loss_brings_30_before_and_40_after_5_1_and_who_left_need_not_sign(self, at_four):
        factories.enter(at_four, (1, GRAND_LOST), None, None)
        before = points(at_four)
        leave(at_four, 3)
        factories.enter(at_four, (1, GRAND_LOST))

        gained = [now - then for now, then in zip(points(at_four), before, strict=True)]
        assert (before[1:], gained) == ([72 + 50 + 30, 30, 30], [before[0], 40, 0, 40])
        factories.enter(at_four, *[None] * 5)
        row = sheet(at_four).row
        assert signing.not_confirmed(row) == [1, 2, 4]
        for place in (1, 2, 4):
            factories.confirm(row, place)
        assert signing.sign(list_id=row.pk, now=EVENING).signed_at
        with pytest.raises(ListSigned):
            leave(at_four, 3)

    def test_a_later_round_can_be_named_and_no_earlier_one_and_skat_takes_three_1_1_1(self, at_four):
        with pytest.raises(Overtaken):
            leave(at_four, 3, seen={"version": 0})
        with pytest.raises(Refused, match="no-such-seat"):
            leave(at_four, 9)
        leave(at_four, 3, from_round=3)
        lines, version = JournalEntry.objects.count(), sheet(at_four).row.version
        leave(at_four, 3, from_round=3)
        assert (JournalEntry.objects.count(), sheet(at_four).row.version) == (lines, version)
        assert sheet(at_four).game_list.length == 11
        for from_round in (1, 4):
            with pytest.raises(Refused, match="round-begun"):
                leave(at_four, 2, from_round=from_round)
        with pytest.raises(Refused, match="too-few-stay"):
            leave(at_four, 2)
        factories.enter(at_four, *[None] * 8)
        with pytest.raises(Refused, match="no-round-left"):
            leave(at_four, 2)

    def test_of_results_alone_nobody_knows_which_losses_count_40_so_they_are_dropped_first(self, at_four):
        how = {"list_id": at_four.pk, "by": factories.user(), "now": EVENING}
        typed = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        entry.take_back_deal(number=1, because="", agreed=True, **how)
        entry.enter_totals(totals=typed, **how)
        with pytest.raises(Refused, match="kept-as-totals"):
            leave(at_four, 3)
        entry.drop_totals(**how)

        leave(at_four, 3, from_round=2)

        with pytest.raises(Refused, match="players-changed"):
            entry.enter_totals(totals=typed, **how)


class TestComingBack:
    def test_from_the_next_round_on_everything_is_as_before(self, at_four):
        factories.enter(at_four, None, None, None)
        leave(at_four, 3)
        factories.enter(at_four, None)
        come_back(at_four, 3)

        found = sheet(at_four)
        assert (found.row.presence, found.game_list.length) == ([[2, [1, 2, 4]], [3, [1, 2, 3, 4]]], 11)
        told = "Series 1, table 1: seat 3 is there from round 3 on"
        assert (last_line().action, journal_line(last_line())) == ("list.returned", told)
        assert len(said(at_four)) == 2

    def test_before_the_round_begins_it_is_as_if_nobody_had_left_and_later_they_sign_too(self, at_four):
        leave(at_four, 3)
        come_back(at_four, 3)
        assert sheet(at_four).row.presence == []

        leave(at_four, 3)
        come_back(at_four, 3, from_round=3)
        factories.enter(at_four, *[None] * 10)
        assert signing.not_confirmed(sheet(at_four).row) == [1, 2, 3, 4]


class TestJoining:
    def test_a_fourth_sits_to_the_right_of_seat_1_and_deals_last_3_1_2(self, at_three):
        factories.enter(at_three, (1, GRAND_LOST), None, None)
        join(at_three, 4)

        found = sheet(at_three)
        assert [seat.entrant.number for seat in found.seats] == [1, 2, 3, 4]
        assert [found.game_list.dealer_of(number) for number in range(1, 12)] == [1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4]
        assert found.seats[3].entrant.present
        told = "Series 1, table 1: no. 4 joined as the fourth from round 2 on"
        assert (last_line().action, journal_line(last_line())) == ("list.joined", told)
        # A loss brings 40 before and 30 after (SkWO 5.1).
        assert points(at_three)[1:] == [40, 40, 0]
        factories.enter(at_three, (2, GRAND_LOST))
        assert points(at_three)[2:] == [70, 30]

    def test_what_three_wrote_on_their_phone_before_still_counts(self, at_three):
        join(at_three, 4, from_round=2)
        told = {"deals": [Deal(number=1, declarer=1, played=GRAND)], "entry_key": uuid4(), "sits": (1, 2, 3)}
        entry.enter_list(list_id=at_three.pk, by=factories.user(), now=EVENING, **told)
        assert len(sheet(at_three).lines) == 1

    def test_who_is_not_registered_or_has_withdrawn_stays_out_and_nobody_sits_fifth(self, at_three):
        registered(at_three, 5, "Emil Fünf")
        Entrant.objects.filter(number=4).update(withdrawn_at=EVENING)
        for number, code in ((77, "no-such-entrant"), (2, "seated-already"), (4, "withdrawn")):
            with pytest.raises(Refused, match=code):
                join(at_three, number)
        Entrant.objects.filter(number=4).update(withdrawn_at=None)

        for _twice in range(2):
            join(at_three, 4)
            assert at_three.table.seats.count() == 4
        with pytest.raises(Refused, match="table-full"):
            join(at_three, 5)


@pytest.mark.thorough
def test_everything_follows_from_the_journal_and_can_be_seen_as_it_was(at_four):
    made = at_four.table.series.tournament
    factories.enter(at_four, None, None, None)
    before = JournalEntry.objects.count()
    leave(at_four, 3)
    factories.enter(at_four, (1, GRAND_LOST), None)
    come_back(at_four, 3)

    assert verification.verified(made).discrepancies == ()
    row = sheet(at_four).row
    assert sheet_after(row, before).game_list.length == 12
    then = sheet_after(row, before + 1)
    assert (then.game_list.length, then.row.presence) == (10, [[2, [1, 2, 4]]])

    # Whoever bends it is found.
    GameListRow.objects.filter(pk=row.pk).update(presence=[[2, [1, 2, 3]]])
    assert verification.verified(made).discrepancies
