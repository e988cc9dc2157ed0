"""Clauses that no law or worked number shows by itself: each one alone, as a judge would ask for it."""

from itertools import pairwise

import pytest

from scoring.rules.breaches import decided
from scoring.rules.checks import problems
from scoring.rules.codes import CLAUSE, Code
from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import tallies
from scoring.rules.register.citing import BY_NUMBER
from scoring.rules.results.settlement import paid_per_game, settle
from scoring.rules.valuation import Played, StepKind, book
from tests.rules.check_cases import SAYS
from tests.support.strategies import contract_of, line, lost

GRAND = line("grand", 2)


@pytest.mark.parametrize("game", [game for game in Game if game is not Game.NULL])
def test_hand_and_ouvert_count_only_where_they_were_announced_3_4_1(game):
    kinds = [{step.kind for step in book(line(game, 1, said, schwarz=True)).steps} for said in ("", "hand", "ouvert")]

    assert [StepKind.HAND in found for found in kinds] == [False, True, True]
    assert [StepKind.OUVERT in found for found in kinds] == [False, False, True]
    assert [StepKind.SCHWARZ_ANNOUNCED in found for found in kinds] == [False, False, True]
    with pytest.raises(TypeError):
        Contract()


@pytest.mark.parametrize("said", ["", "hand", "schneider", "schwarz", "ouvert"])
@pytest.mark.parametrize("is_declarers", [True, False])
def test_a_game_already_decided_stays_with_whoever_had_won_it_4_1_3_and_8_4(said, is_declarers):
    ruled = decided(contract_of("clubs", said), matadors=2, bid=18, won_by_declarer=is_declarers)

    assert ruled.won is is_declarers
    assert (book(ruled).points > 0) is is_declarers


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_breach_ends_the_game_for_the_other_side_8_4(contract):
    matadors = None if contract.game is Game.NULL else 1
    by_the_opponents, by_the_declarer = (
        decided(contract, matadors=matadors, bid=18, won_by_declarer=won) for won in (True, False)
    )

    assert by_the_opponents.won
    assert book(by_the_declarer).points == -2 * book(by_the_opponents).points


def test_after_a_deal_passed_in_the_next_player_deals_3_3_7_and_9_4():
    for seats in (3, 4):
        passed = GameList(seats=seats, rounds=2, deals=tuple(Deal(number=number) for number in range(1, 2 * seats + 1)))
        dealers = [passed.dealer_of(number) for number in range(1, passed.length + 1)]

        assert all(first != second for first, second in pairwise(dealers))
        assert dealers == [*range(1, seats + 1)] * 2
        assert all(one.problem.severity != "error" for one in findings(passed, final=True))


def test_a_line_names_base_value_matadors_and_levels_or_is_a_null_5_5_2():
    named = book(line("spades", -3, "hand", schneider=True)).steps
    without = {problem.code for problem in problems(line("spades", None, "hand"))}

    assert [step.kind.value for step in named] == ["without", "game", "hand", "schneider", "product"]
    assert (named[0].result, named[-1].base) == (3, 11)
    assert Code.MATADORS_MISSING in without
    assert [step.kind for step in book(line("null")).steps] == [StepKind.FIXED]
    with pytest.raises(TypeError):
        Played(matadors=1, won=True)


def test_a_seat_is_one_column_from_the_first_deal_to_the_last_7_1_3():
    deals = tuple(
        Deal(number=number, declarer=2 if number in {1, 47} else None, played=GRAND if number in {1, 47} else None)
        for number in range(1, 49)
    )

    assert [(one.won, one.game_points) for one in tallies(GameList(seats=4, rounds=12, deals=deals))] == [
        (0, 0),
        (2, 2 * book(GRAND).points),
        (0, 0),
        (0, 0),
    ]


@pytest.mark.parametrize("code", Code)
def test_whatever_is_refused_or_asked_rests_on_a_clause_of_the_two_orders_7_3_1(code):
    assert BY_NUMBER[CLAUSE[code]].number.startswith(("ISkO ", "SkWO "))


@pytest.mark.parametrize(("code", "has_it"), [pytest.param(c, yes, id=name) for name, (c, yes, _) in SAYS.items()])
def test_what_is_refused_of_a_line_is_refused_by_the_isko_8_1(code, has_it):
    found = [problem for problem in problems(has_it) if problem.code is code]

    assert [problem.clause[:5] for problem in found] == ["ISkO "]


def test_without_a_stake_nobody_pays_9_2():
    assert settle((196, 33, -12, 85), stake=0) == (0, 0, 0, 0)
    assert settle((196, 33, -12), stake=0) == (0, 0, 0)
    assert [paid_per_game(264, won=won, stake=0) for won in (True, False)] == [0, 0]


def test_a_list_with_deals_missing_is_not_ready_to_be_signed_9_11():
    whole = GameList(seats=3, rounds=1, deals=(Deal(number=1), Deal(number=2, declarer=1, played=lost("clubs", 1))))

    assert Code.INCOMPLETE in {one.problem.code for one in findings(whole, final=True)}
    finished = GameList(seats=3, rounds=1, deals=(*whole.deals, Deal(number=3)))
    assert findings(finished, final=True) == ()
