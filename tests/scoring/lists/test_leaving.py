"""A player leaves a table within a series, is back, or comes as the fourth (ISkO 3.1.2, 4.5.9; SkWO 4.4, 5.1)."""

from uuid import uuid4

import pytest

from scoring.history.selectors import verification
from scoring.history.selectors.as_of import sheet_after
from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.lists.services import entry, presence
from scoring.lists.services.lists import EntryRefused, ListSigned
from scoring.lists.wording.names import names_at
from scoring.lists.wording.presence import comings_and_goings
from scoring.rules.game_list.deals import Deal
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Overtaken
from tables.journal.models import JournalEntry
from tables.journal.wording.acts import journal_line
from tables.people.models import Entrant
from tests.support import factories
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def leave(row: GameListRow, place: int, **more) -> GameListRow:
    return presence.leave(list_id=row.pk, place=place, by=factories.user(), now=EVENING, **more)


def come_back(row: GameListRow, place: int, **more) -> GameListRow:
    return presence.come_back(list_id=row.pk, place=place, by=factories.user(), now=EVENING, **more)


def join(row: GameListRow, number: int, **more) -> GameListRow:
    return presence.join(list_id=row.pk, number=number, by=factories.user(), now=EVENING, **more)


def sheet(row: GameListRow) -> sheets.Sheet:
    return sheets.sheet(GameListRow.objects.select_related("table__series__tournament").get(pk=row.pk))


def performances(row: GameListRow) -> list[int]:
    return list(row.results.order_by("seat__place").values_list("performance", flat=True))


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
    made = row.table.series.tournament
    Entrant.objects.create(tournament=made, number=4, name="Dora Vier", registered_at=EVENING)
    return row


class TestLeaving:
    def test_the_round_is_played_to_its_end_by_four_then_three_go_on_4_5_9(self, at_four):
        leave(at_four, 3)

        factories.enter(at_four, (4, GRAND), None, (1, GRAND))
        found = sheet(at_four)
        assert found.row.presence == [[2, [1, 2, 4]]]
        assert [found.game_list.dealer_of(number) for number in range(5, 11)] == [1, 2, 4, 1, 2, 4]
        assert found.game_list.length == 10

    def test_the_same_loss_brings_30_before_and_40_after_5_1(self, at_four):
        factories.enter(at_four, (1, GRAND_LOST), None, None)
        before = performances(at_four)
        leave(at_four, 3)
        factories.enter(at_four, (1, GRAND_LOST))

        gained = [now - then for now, then in zip(performances(at_four), before, strict=True)]
        assert before[1:] == [72 + 50 + 30, 30, 30]
        assert gained == [before[0], 40, 0, 40]

    def test_who_left_plays_no_more(self, at_four):
        factories.enter(at_four, None, None, None)
        leave(at_four, 3)

        with pytest.raises(EntryRefused) as refused:
            factories.enter(at_four, (3, GRAND))
        assert refused.value.code == "absent-declarer"

    def test_a_later_round_can_be_named_and_no_earlier_one(self, at_four):
        leave(at_four, 3, from_round=3)

        assert sheet(at_four).game_list.length == 11
        with pytest.raises(Refused, match="round-begun"):
            leave(at_four, 2, from_round=1)
        with pytest.raises(Refused, match="round-begun"):
            leave(at_four, 2, from_round=4)

    def test_skat_takes_three_1_1_1(self, at_four):
        leave(at_four, 3)
        with pytest.raises(Refused, match="too-few-stay"):
            leave(at_four, 2)

    def test_said_twice_it_counts_once(self, at_four):
        leave(at_four, 3)
        lines, version = JournalEntry.objects.count(), sheet(at_four).row.version
        leave(at_four, 3)
        assert (JournalEntry.objects.count(), sheet(at_four).row.version) == (lines, version)

    def test_what_players_confirmed_lapses(self, at_four):
        factories.fill(at_four, seat=1)
        factories.confirm_and_sign(at_four)
        with pytest.raises(ListSigned):
            leave(at_four, 3)

    def test_in_the_last_round_nobody_changes(self, at_four):
        factories.enter(at_four, *[None] * 8)
        with pytest.raises(Refused, match="no-round-left"):
            leave(at_four, 3)

    def test_who_looked_at_an_older_list_is_told(self, at_four):
        with pytest.raises(Overtaken):
            leave(at_four, 3, seen={"version": 0})

    def test_there_is_no_seat_9(self, at_four):
        with pytest.raises(Refused, match="no-such-seat"):
            leave(at_four, 9)

    def test_of_results_alone_nobody_knows_which_losses_count_40(self, at_four):
        how = {"list_id": at_four.pk, "by": factories.user(), "now": EVENING}
        entry.take_back_deal(number=1, because="", agreed=True, **how)
        leave(at_four, 3, from_round=2)
        with pytest.raises(Refused, match="players-changed"):
            entry.enter_totals(totals=factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)), **how)

    def test_typed_results_have_to_be_dropped_first(self):
        row = factories.running_list(seats=4, rounds=3)
        typed = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)
        with pytest.raises(Refused, match="kept-as-totals"):
            leave(row, 3)

    def test_the_journal_says_who_and_from_when(self, at_four):
        leave(at_four, 3, because="taxi")

        assert last_line().action == "list.left"
        assert journal_line(last_line()) == "Series 1, table 1: without seat 3 from round 2 on, because: taxi"
        assert said(at_four) == [f"From round 2 on without {sheet(at_four).seats[2].entrant.called}."]

    def test_who_left_need_not_sign(self, at_four):
        leave(at_four, 3)
        factories.enter(at_four, *[None] * 9)
        row = sheet(at_four).row

        assert signing.not_confirmed(row) == [1, 2, 4]
        for place in (1, 2, 4):
            factories.confirm(row, place)
        assert signing.sign(list_id=row.pk, now=EVENING).signed_at


class TestComingBack:
    def test_from_the_next_round_on_everything_is_as_before(self, at_four):
        factories.enter(at_four, None, None, None)
        leave(at_four, 3)
        factories.enter(at_four, None)
        come_back(at_four, 3)

        found = sheet(at_four)
        assert found.row.presence == [[2, [1, 2, 4]], [3, [1, 2, 3, 4]]]
        assert found.game_list.length == 11
        assert journal_line(last_line()) == "Series 1, table 1: seat 3 is there from round 3 on"
        assert len(said(at_four)) == 2
        assert last_line().action == "list.returned"

    def test_before_the_round_begins_it_is_as_if_nobody_had_left(self, at_four):
        leave(at_four, 3)
        come_back(at_four, 3)
        assert sheet(at_four).row.presence == []

    def test_then_they_sign_too(self, at_four):
        leave(at_four, 3)
        come_back(at_four, 3, from_round=3)
        factories.enter(at_four, *[None] * 10)
        assert signing.not_confirmed(sheet(at_four).row) == [1, 2, 3, 4]


class TestJoining:
    def test_a_fourth_sits_to_the_right_of_seat_1_and_deals_last_3_1_2(self, at_three):
        factories.enter(at_three, (1, GRAND))
        join(at_three, 4)

        found = sheet(at_three)
        assert [seat.entrant.number for seat in found.seats] == [1, 2, 3, 4]
        assert [found.game_list.dealer_of(number) for number in range(1, 12)] == [1, 2, 3, 1, 2, 3, 4, 1, 2, 3, 4]
        assert found.seats[3].entrant.present
        assert last_line().action == "list.joined"
        assert journal_line(last_line()) == "Series 1, table 1: no. 4 joined as the fourth from round 2 on"

    def test_a_loss_brings_40_before_and_30_after_5_1(self, at_three):
        factories.enter(at_three, (1, GRAND_LOST), None, None)
        join(at_three, 4)
        assert performances(at_three)[1:] == [40, 40, 0]
        factories.enter(at_three, (2, GRAND_LOST))
        assert performances(at_three)[2:] == [70, 30]

    def test_what_three_wrote_on_their_phone_before_still_counts(self, at_three):
        join(at_three, 4, from_round=2)
        deal = Deal(number=1, declarer=1, played=GRAND)
        entry.enter_list(
            list_id=at_three.pk,
            deals=[deal],
            entry_key=uuid4(),
            by=factories.user(),
            now=EVENING,
            sits=(1, 2, 3),
        )
        assert len(sheet(at_three).lines) == 1

    def test_done_twice_it_is_done_once(self, at_three):
        join(at_three, 4)
        join(at_three, 4)
        assert at_three.table.seats.count() == 4

    def test_nobody_sits_fifth(self, at_four):
        with pytest.raises(Refused, match="table-full"):
            join(at_four, 9)

    def test_who_is_not_registered_or_has_withdrawn_stays_out(self, at_three):
        with pytest.raises(Refused, match="no-such-entrant"):
            join(at_three, 77)
        with pytest.raises(Refused, match="seated-already"):
            join(at_three, 2)
        Entrant.objects.filter(number=4).update(withdrawn_at=EVENING)
        with pytest.raises(Refused, match="withdrawn"):
            join(at_three, 4)

    def test_they_sign_like_everybody(self, at_three):
        join(at_three, 4, from_round=2)
        factories.enter(at_three, *[None] * 11)
        factories.confirm_and_sign(sheet(at_three).row)
        assert sheet(at_three).row.signed_at


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


def test_whoever_bends_it_is_found(at_four):
    leave(at_four, 3)
    GameListRow.objects.filter(pk=at_four.pk).update(presence=[[2, [1, 2, 3]]])
    assert verification.verified(at_four.table.series.tournament).discrepancies


def test_a_seat_that_came_later_is_the_journals_too(at_three):
    made = at_three.table.series.tournament
    before = JournalEntry.objects.count()
    join(at_three, 4, from_round=2)
    factories.enter(at_three, *[None] * 11)
    factories.confirm_and_sign(sheet(at_three).row)
    assert verification.verified(made).discrepancies == ()
    assert len(sheet_after(sheet(at_three).row, before).seats) == 3
