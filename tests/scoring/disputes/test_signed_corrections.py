"""Signed lists put right by the direction: the lower score, unless the whole table testifies (SkWO 7.2.5)."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Correction
from scoring.disputes.selectors import rulings
from scoring.disputes.services.queries import Mended, preview_correction
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors import counting as lists_counting
from scoring.lists.selectors import history, sheets
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused
from scoring.rules.game_list.sums import rating
from scoring.signing import services as signing
from tables.acts.services import KeyReused, Refused
from tables.journal import chain as journal
from tables.journal import wording
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.direction_measures import (
    ZERO,
    closed,
    corrected,
    lifted,
    mend,
    ordered,
    performances,
    preview_mended,
    results,
    row_of,
    why,
)
from tests.support.factories import EVENING, GRAND, GRAND_LOST

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ALL = (1, 2, 3, 4)

BEFORE = [-144 - 48 - 100, 72 + 50 + 60, 60, 60]
"""Of the first table: seat 2 won a Grand, seat 1 lost one and then clubs."""

WON_AFTER_ALL = mend(2, 1, GRAND)
"""Seat 1 had won his Grand: he gets 316 more, the others lose 30."""


def fresh(row: GameListRow) -> GameListRow:
    return factories.list_of(row.table.series, row.table.number)


def refused_both_ways(row: GameListRow, mended: Mended, code: str) -> None:
    for act in (preview_mended, corrected):
        with pytest.raises(Refused, match=code):
            act(row, mended)


class TestWithoutTheTestimonyOfAll:
    def test_each_seat_keeps_its_lower_score_of_the_list_whole_and_both_lists_can_be_seen(self, made):
        row = row_of(made)
        assert results(row) == BEFORE

        corrected(row, WON_AFTER_ALL)

        assert results(row) == [BEFORE[0], BEFORE[1] - 30, 30, 30]
        assert why(row) == ["lower", "", "", ""]
        sheet = sheets.sheet(fresh(row))
        assert [score.performance for score in sheet.scores] == [BEFORE[0] + 316, BEFORE[1] - 30, 30, 30]
        assert [version.deal.played for version in sheet.lines[1].earlier] == [GRAND_LOST]
        counting = lists_counting.counting_of(fresh(row))
        assert [rating(one.before, seats=4).performance for one in counting] == BEFORE
        assert performances(counting, seats=4) == results(row)
        # Seat 1 would have 2 x 122 now; the list as it was signed is the lower one, not deal by deal.
        corrected(row, mend(3, 1, GRAND))
        assert results(row) == [BEFORE[0], BEFORE[1] - 60, 0, 0]

    def test_a_win_that_was_none_is_taken_back_and_an_error_of_the_direction_leaves_nothing_behind(self, made):
        row = row_of(made)

        # Three of four witnesses are not all.
        made_so = corrected(row, mend(1, 2, GRAND_LOST, witnesses=(4, 1, 3, 3)))

        assert (made_so.testified, made_so.witnesses) == (False, [1, 3, 4])
        assert results(row) == [BEFORE[0], -144 - 50 + 60, 60, 60]
        assert why(row) == ["lower", "", "lower", "lower"]
        corrected(row, mend(1, None, None))
        corrected(row, mend(1, 2, GRAND, reason="Falsch gelesen"))
        assert (results(row), why(row)) == (BEFORE, [""] * 4)


class TestWithTheTestimonyOfAll:
    def test_the_corrected_deal_counts_and_no_other(self, made):
        row = row_of(made)
        for correction, all_of_them, changes, lower in (
            (WON_AFTER_ALL, False, (0, -30, 0, 0), "lower"),
            # Of another deal the lower score stays.
            (mend(4, 3, GRAND, witnesses=ALL), True, (0, -30, 122, 0), "lower"),
            (mend(4, None, None, witnesses=ALL), True, (0, -30, 0, 0), "lower"),
            # Of that deal nothing is lower any more.
            (mend(2, None, None, witnesses=ALL), True, (194, -30, 0, 0), ""),
            (mend(2, 1, GRAND, witnesses=ALL), True, (316, -30, 0, 0), ""),
        ):
            assert corrected(row, correction).testified == all_of_them
            was = (BEFORE[0], BEFORE[1], 30, 30)
            assert results(row) == [score + change for score, change in zip(was, changes, strict=True)]
            assert why(row) == [lower, "", "", ""]

    def test_given_by_their_signatures_under_the_list_opened_again(self, made):
        row = row_of(made)
        corrected(row, WON_AFTER_ALL)

        signing.reopen(list_id=row.pk, because="Neu zu unterschreiben", by=factories.user(), now=EVENING)
        factories.confirm_and_sign(row)

        assert results(row) == [BEFORE[0] + 316, BEFORE[1] - 30, 30, 30]
        assert rulings.corrections_of(made).get().lapsed_at == EVENING


class TestAnyCorrection:
    def test_names_what_does_not_fit(self, made):
        for mended, code in (
            (mend(2, 1, GRAND, reason=" "), "reason-missing"),
            (mend(2, 1, GRAND, clause="7.2.5"), "unknown-clause"),
            (mend(2, 1, GRAND, witnesses=(1, 5)), "no-such-seat"),
            (mend(2, 1, GRAND_LOST), "nothing-changed"),
            (mend(6, 1, GRAND), "no-such-deal"),
            (Mended(reason="x", totals=factories.totals((0, 0, 0))), "kept-deal-by-deal"),
        ):
            refused_both_ways(row_of(made), mended, code)

    def test_that_would_break_the_list_corrects_nothing(self, made):
        row, lines = row_of(made), JournalEntry.objects.count()

        for number in (1, 5):
            with pytest.raises(EntryRefused):
                corrected(row, mend(number, 1, GRAND, witnesses=ALL))

        assert (results(row), Correction.objects.count(), JournalEntry.objects.count()) == (BEFORE, 0, lines)

    def test_is_for_signed_lists_of_other_tables_until_the_ranking_is_released(self, made):
        judge = factories.judge(made, plays_as=3)
        with pytest.raises(Refused, match="own-table"):
            corrected(row_of(made), WON_AFTER_ALL, by=judge)
        with pytest.raises(Refused, match="own-table"):
            preview_correction(list_id=row_of(made).pk, mended=WON_AFTER_ALL, by=judge)
        open_list = factories.list_of(factories.running_series(factories.tournament(slug="open", entrants=4)))
        factories.enter(open_list, None)
        with pytest.raises(Refused, match="not-signed"):
            corrected(open_list, mend(1, 2, GRAND))
        made.ended_at = made.released_at = EVENING
        made.save()

        with pytest.raises(Refused, match="released-before"):
            corrected(row_of(made), WON_AFTER_ALL)

    def test_sent_twice_is_one(self, made):
        row, key = row_of(made), uuid4()

        assert corrected(row, WON_AFTER_ALL, key=key) == corrected(row, WON_AFTER_ALL, key=key)

        assert row.deals.filter(number=2).count() == 2
        for other in (mend(2, 1, GRAND, witnesses=ALL), mend(2, None, None), mend(2, 1, GRAND, reason="anders")):
            with pytest.raises(KeyReused):
                corrected(row, other, key=key)
        with pytest.raises(KeyReused):
            corrected(row_of(made, 2), WON_AFTER_ALL, key=key)
        with pytest.raises(KeyReused):
            corrected(row, mend(3, None, None), key=DealRow.objects.first().entry_key)

    def test_seals_the_list_anew_and_the_standing_follows(self, made):
        series = closed(made)
        row = row_of(made)
        sealed = row.signed_hash
        assert series.seedings.order_by("rank").first().entrant.number in {2, 6}

        corrected(row, mend(1, 2, GRAND_LOST))

        again = fresh(row)
        assert again.signed_hash != sealed
        assert again.signed_hash == history.list_hash(again)
        assert again.confirmations.count() == 4
        assert series.seedings.order_by("rank").first().entrant.number == 6

    def test_and_a_series_at_zero_go_together(self, made):
        row = row_of(made)
        zero = ordered(made, ZERO)

        corrected(row, WON_AFTER_ALL)
        assert (results(row), why(row)) == ([0, BEFORE[1] - 30, 30, 30], ["zeroed", "", "", ""])

        lifted(zero)
        assert why(row) == ["lower", "", "", ""]

    def test_is_told_by_the_journal_without_a_name(self, made):
        lines = JournalEntry.objects.count()

        corrected(row_of(made), WON_AFTER_ALL)
        corrected(row_of(made), mend(2, None, None, witnesses=(1, 3)))
        corrected(row_of(made), mend(2, 1, GRAND, witnesses=ALL))

        said = [wording.journal_line(line) for line in JournalEntry.objects.order_by("number")[lines:]]
        assert said[2::3] == [
            "Series 1, table 1: correction 1 of the signed list, each seat keeps its lower score (SkWO 7.2.5 (2002))",
            "Series 1, table 1: correction 2 of the signed list, each seat keeps its lower score; "
            "only seat 1, 3 testified (SkWO 7.2.5 (2002))",
            "Series 1, table 1: correction 3 of the signed list, the whole table testified (SkWO 7.2.5 (2002))",
        ]
        assert journal.first_broken_line(made) is None


class TestAListOfResultsOnly:
    @pytest.fixture
    def row(self):
        row = factories.running_list(seats=3)
        lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        return row

    def test_keeps_the_lower_score_too_and_counts_as_corrected_by_the_word_of_all_and_back_again(self, row):
        assert results(row) == [98 + 40, -146, 40]
        better = factories.totals((48, 1, 0), (48, 1, 0), (0, 0, 0))

        corrected(row, Mended(totals=better, reason="Verschrieben"))
        assert (results(row), why(row)) == ([98, -146, 0], ["", "lower", ""])
        better = factories.totals((48, 1, 0), (0, 0, 0), (48, 1, 0))
        corrected(row, Mended(totals=better, reason="Verschrieben", witnesses=(1, 2, 3)))
        assert results(row) == [98, 0, 98]

        corrected(row, Mended(totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0)), reason="Doch nicht"))

        assert (results(row), why(row)) == ([98, -146, 40], ["lower", "", ""])
        assert row.totals.count() == 12

    def test_names_what_does_not_fit(self, row):
        same = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        for mended, code in (
            (Mended(reason="x", totals=factories.totals((48, 1, 0))), "no-such-seat"),
            (Mended(reason="x", totals=same), "same-totals"),
            (mend(1, 1, GRAND), "kept-as-totals"),
        ):
            refused_both_ways(row, mended, code)
        impossible = factories.totals((49, 1, 0), (0, 0, 0), (0, 0, 0))
        with pytest.raises(EntryRefused, match="impossible-points"):
            corrected(row, Mended(reason="x", totals=impossible))
