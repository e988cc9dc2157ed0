"""Signed lists put right: those typed as results only, and any sequence of corrections (SkWO 7.2.5)."""

from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.disputes.services.signed_corrections import Mended, correct_signed
from scoring.lists import mapping
from scoring.lists.services import entry
from scoring.lists.services.lists import EntryRefused
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.decisions import after_correction
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.valuation import Played
from scoring.signing import services as signing
from tables.acts.services.refusals import Refused
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.directing import corrected, mend, preview_mended, results, row_of, two_tables, why

pytestmark = pytest.mark.django_db
ALL = (1, 2, 3, 4)


class TestAListOfResultsOnly:
    @pytest.fixture
    def row(self):
        row = factories.running_list(seats=3)
        lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
        return row

    def test_keeps_the_lower_score_too(self, row):
        assert results(row) == [98 + 40, -146, 40]

        corrected(row, Mended(totals=factories.totals((48, 1, 0), (48, 1, 0), (0, 0, 0)), reason="Verschrieben"))

        assert results(row) == [98, -146, 0]
        assert why(row) == ["", "lower", ""]

    def test_counts_as_corrected_by_the_word_of_all_and_back_again(self, row):
        better = factories.totals((48, 1, 0), (48, 1, 0), (0, 0, 0))
        corrected(row, Mended(totals=better, reason="Verschrieben", witnesses=(1, 2, 3)))
        assert results(row) == [98, 98, 0]

        corrected(row, Mended(totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0)), reason="Doch nicht"))

        assert results(row) == [98, -146, 0]
        assert why(row) == ["lower", "", "lower"]
        assert row.totals.count() == 9

    @pytest.mark.parametrize(
        ("mended", "code"),
        [
            (Mended(reason="x", totals=factories.totals((48, 1, 0))), "no-such-seat"),
            (Mended(reason="x", totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0))), "same-totals"),
            (mend(1, 1, GRAND), "kept-as-totals"),
        ],
    )
    def test_names_what_does_not_fit(self, row, mended, code):
        with pytest.raises(Refused, match=code):
            preview_mended(row, mended)
        with pytest.raises(Refused, match=code):
            corrected(row, mended)

    def test_refuses_results_that_cannot_be(self, row):
        with pytest.raises(EntryRefused, match="impossible-points"):
            corrected(row, Mended(reason="x", totals=factories.totals((49, 1, 0), (0, 0, 0), (0, 0, 0))))


PLAYS = st.sampled_from(
    [None, (2, GRAND), (3, GRAND_LOST), (2, Played(contract=Contract(game=Game.NULL), matadors=None, won=True))]
)


class TestAnySequence(TestCase):
    @settings(max_examples=4, deadline=None)
    @given(st.lists(st.tuples(st.sampled_from((1, 4)), PLAYS, st.booleans()), min_size=1, max_size=6))
    def test_of_corrections_gives_nobody_more_than_the_table_vouched_for_or_the_list_says(self, steps):
        made = two_tables(slug=f"cup-{uuid4().hex}")
        row = row_of(made)
        vouched = {deal.number: mapping.to_deal(deal) for deal in row.deals.all()}
        stands = dict(vouched)
        for number, play, testified in steps:
            deal = Deal(number=number, declarer=play[0] if play else None, played=play[1] if play else None)
            if stands[number] == deal:
                continue
            stands[number] = deal
            if testified:
                vouched[number] = deal
            mended = Mended(deal=deal, reason="x", witnesses=ALL if testified else ())
            correct_signed(list_id=row.pk, mended=mended, entry_key=uuid4(), by=factories.user(), now=EVENING)
            blank = mapping.to_game_list(row, ())
            lists = [tallies(_with(blank, deals)) for deals in (vouched, stands)]
            expected = after_correction(*lists)
            assert results(row) == [rating(tally, seats=4).performance for tally in expected]


def _with(blank, deals):
    return replace(blank, deals=tuple(deals[number] for number in sorted(deals)))
