"""A case book: disputes from everyday play, each with the ruling the rules demand and the list that results.

Everything happens in the first deal at a table of four: seat 1 deals, seat 2 is the declarer.
"""

import pytest

from scoring.disputes.selectors import rulings
from scoring.disputes.services.drafts import WrongDealer
from scoring.history.selectors import verification
from scoring.lists import mapping
from scoring.lists.models import GameListRow
from scoring.lists.selectors import sheets
from scoring.rules.register.citing import citation, meant_by
from scoring.rules.valuation import Played
from tests.support import factories
from tests.support.dispute_case_book import CASES, WON, Dispute
from tests.support.objections_and_rulings import deal, points, raised, ruled
from tests.support.strategies import line

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def list_before(case: Dispute) -> GameListRow:
    """Return the list as it was when the judge came."""
    row = factories.running_list(seats=4)
    if case.written is not None:
        factories.enter(row, (2, case.written), None, None, None)
    row.refresh_from_db()
    return row


WHENEVER = [
    pytest.param(
        case,
        signed,
        id=f"{name}, {'signed' if signed else 'open'}",
        # That a signed list is ruled on alike is seen by some.
        marks=[pytest.mark.thorough] if signed and number % 5 else [],
    )
    for number, (name, case) in enumerate(CASES.items())
    for signed in (False, True)
    # A deal in hand is in no signed list.
    if case.written or not signed
]


@pytest.mark.parametrize(("case", "signed"), WHENEVER)
def test_the_ruling_the_rules_demand(case, signed):
    row = list_before(case)
    if signed:
        factories.confirm_and_sign(row)
        row.refresh_from_db()
    tournament = row.table.series.tournament
    objection = raised(row, kind=case.kind, deal=1, place=3)
    ordered = deal(1, case.declarer, case.ruling) if isinstance(case.ruling, Played) else None
    shown = rulings.preview_ruling(row, ordered) if ordered else None

    made = ruled(
        row,
        factories.judge(tournament),
        ordered,
        objection=objection,
        facts=case.facts,
        clauses=case.clauses,
        **({} if ordered else {"deal": 1}),
    )

    assert points(row) == case.result
    assert made.clauses == [f"{clause} (2002)" for clause in case.clauses]
    assert all(meant_by(citation(cited)) for cited in made.clauses)
    if shown and ordered:
        assert shown.refused == shown.overruled == ()
        assert [one.after.tally.game_points for one in shown.seats] == [
            one.tally.game_points for one in sheets.sheet(row).scores
        ]
        assert mapping.to_deal(row.deals.get(number=1, voided_at=None)) == ordered
    else:
        assert row.deals.filter(number=1).count() == 1
    assert verification.verified(tournament).discrepancies == ()


def test_there_are_twenty_disputes_of_every_kind():
    assert len(CASES) >= 20
    assert {case.kind for case in CASES.values()} == {
        "revoke",
        "lead",
        "claim",
        "announcement",
        "bidding",
        "dealing",
        "list",
        "conduct",
    }


def test_a_wrong_dealer_has_the_deals_since_then_dealt_again_3_2_12():
    row = factories.running_list(seats=4, rounds=2)
    factories.enter(row, (2, line("clubs", 1)), (1, line("grand", 2)), None)
    row.refresh_from_db()
    judge_there = factories.judge(row.table.series.tournament)
    objection = raised(row, kind="dealing", deal=2)

    shown = rulings.preview_wrong_dealer(row, mistake=2, found=3)
    assert (shown.redealing.void, shown.redealing.dealer) == ((2, 3), 2)
    assert [one.after.tally.game_points for one in shown.seats] == [0, 24, 0, 0]

    made = ruled(
        row,
        judge_there,
        objection=objection,
        clauses=["ISkO 3.2.11", "ISkO 3.2.12"],
        sentence="Ab Spiel 2 neu geben.",
        wrong_dealer=WrongDealer(mistake=2, found=3, version=row.version),
    )

    assert (made.deal, made.dealt_again_from) == (2, 2)
    assert [one.number for one in row.deals.filter(voided_at=None)] == [1]
    assert points(row) == WON


def test_a_deal_that_all_passed_was_played_after_all_3_2_16():
    row = factories.running_list(seats=4)
    factories.enter(row, None, None, None, None)
    row.refresh_from_db()

    ruled(row, factories.judge(row.table.series.tournament), deal(1, 2, line("clubs", 1)), clauses=["ISkO 3.2.16"])

    assert points(row) == WON
