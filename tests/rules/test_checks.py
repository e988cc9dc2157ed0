"""What a line is refused for and asked for, that nothing hides anything else, and clauses that each stand alone."""

import re
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given

from scoring.rules.checks import problems
from scoring.rules.codes import ASKED, CLAUSE, Code
from scoring.rules.contract import CONTRACTS, Contract, Game
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.game_list.sums import tallies
from scoring.rules.register.citing import BY_NUMBER
from scoring.rules.results.settlement import paid_per_game, settle
from scoring.rules.rulings import decided
from scoring.rules.valuation import Played, StepKind, book
from scoring.rules.values import BIDS
from tests.rules.check_cases import SAYS, null
from tests.support.strategies import contract_of, line, lines, lost

BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
MOST = {"diamonds": 11, "hearts": 11, "spades": 11, "clubs": 11, "grand": 4}
LADDER = ("", "hand", "schneider", "schwarz", "ouvert")
"""What is announced; each includes what stands before it."""


def values(game, matadors, announced, *, schneider, schwarz):
    """Return the value the declarer can set against the bid in a lost game, and the one that is lost."""
    height = LADDER.index(announced)
    hand, said_schneider, said_schwarz, ouvert = (height >= at for at in (1, 2, 3, 4))

    def worth(is_schneider, is_schwarz):
        levels = (
            hand,
            said_schneider or is_schneider,
            said_schneider,
            said_schwarz or is_schwarz,
            said_schwarz,
            ouvert,
        )
        return BASE[game] * (abs(matadors) + 1 + sum(map(bool, levels)))

    return worth(False, False), worth(schneider, schwarz)


def said_of_a_loss(game, matadors, announced, *, schneider, schwarz, bid, ticked):
    """Return what the notes refuse of a lost suit game or Grand, and what they ask about, for a bid there is."""
    height = LADDER.index(announced)
    own, full = values(game, matadors, announced, schneider=schneider, schwarz=schwarz)
    is_suit = game != "grand"
    # A level that was announced, or a tick that says overbid, may speak of what the declarer made in vain.
    own_schneider = schneider and height < 2 and not ticked
    own_schwarz = schwarz and height < 3 and not ticked
    refused = {
        "overbid-without-bid": ticked and bid is None,
        "overbid-though-covered": ticked and bid is not None and own >= bid,
        "lost-schneider-with-seven": own_schneider and is_suit and matadors >= 7,
        "lost-schwarz-with-three": own_schwarz and matadors >= 3,
    }
    asked = {
        "lost-schwarz-with-one-or-two": own_schwarz and 0 < matadors < 3,
        "many-matadors": abs(matadors) >= 5,
        "schwarz-announced": height >= 3,
        "schwarz-announced-without-club-jack": height >= 3 and matadors < 0,
        "simple-loss-with-eleven": is_suit and matadors == 11 and not schneider and height < 2 and not ticked,
        "below-bid-not-ticked": bid is not None and full < bid and not ticked,
    }
    return tuple({code for code, is_so in said.items() if is_so} for said in (refused, asked))


def every_loss(bids):
    """Yield every lost suit game and Grand there can be, with bids around its values, ticked as overbid or not."""
    for game, most in MOST.items():
        counts = [count for count in range(-most, most + 1) if count]
        for matadors, announced, levels in product(counts, LADDER, ((False, False), (True, False), (True, True))):
            said = {"game": game, "matadors": matadors, "announced": announced}
            said |= dict(zip(("schneider", "schwarz"), levels, strict=True))
            near = {bids[0], bids[-1]}
            for value in values(**said):
                near.add(max(bid for bid in bids if bid <= value))
                near.add(min((bid for bid in bids if bid > value), default=264))
            for bid, ticked in product([None, *sorted(near)], (False, True)):
                yield {**said, "bid": bid, "ticked": ticked}


def codes(played):
    return {problem.code for problem in problems(played)}


def test_a_line_gets_its_code():
    """Show ISkO 2.4.2, ISkO 2.4.3, ISkO 3.4.2, ISkO 5.2.3 and ISkO 5.2.4."""
    assert [name for name, (code, has_it, _) in SAYS.items() if code not in codes(has_it)] == []


def test_the_line_next_to_it_does_not():
    """Show ISkO 2.4.3."""
    assert [name for name, (code, _, has_not) in SAYS.items() if code in codes(has_not)] == []


@pytest.mark.slow
def test_every_loss_is_refused_and_asked_about_as_the_notes_say():
    wrong = []
    for facts in every_loss(BIDS):
        said = {name: facts[name] for name in ("schneider", "schwarz", "bid")}
        played = lost(facts["game"], facts["matadors"], facts["announced"], **said, overbid=facts["ticked"])
        found = problems(played)
        refused = {one.code.value for one in found if one.severity == "error"}
        if (refused, {one.code.value for one in found} - refused) != said_of_a_loss(**facts):
            wrong.append(facts)

    assert wrong[:3] == []


def test_a_bid_above_the_value_excuses_nothing_unless_overbid_is_ticked():
    own_schwarz = lost("hearts", 3, "schneider", schwarz=True, bid=72)

    assert codes(own_schwarz) == {Code.LOST_SCHWARZ_WITH_THREE}
    assert codes(replace(own_schwarz, overbid=True)) == set()


def test_no_problem_hides_another():
    ouvert = contract_of("hearts", "ouvert")
    for played, expected in (
        (
            Played(contract=ouvert, matadors=-12, won=True, schwarz=True, bid=777, overbid=True),
            "unknown-bid too-many-matadors schwarz-without-schneider schwarz-announced "
            "schwarz-announced-without-club-jack won-schwarz-without-club-jack won-schneider-without-seven "
            "won-below-bid",
        ),
        (
            null(won=False, matadors=2, schneider=True, bid=1, overbid=True),
            "unknown-bid overbid-though-covered matadors-in-null level-in-null",
        ),
        (
            replace(lost("clubs", 11, schwarz=True, bid=19), schneider=False),
            "unknown-bid many-matadors schwarz-without-schneider lost-schneider-with-seven lost-schwarz-with-three",
        ),
        (
            line("grand", 1, "schneider", overbid=True),
            "overbid-without-bid won-though-announced-level-missed won-below-bid",
        ),
    ):
        assert codes(played) == set(map(Code, expected.split())), played


def test_an_ordinary_line_has_no_problems_questions_are_warnings_and_refusals_errors():
    for played in (line("clubs", 1), lost("grand", -2), line("null", bid=18), lost("hearts", 1, schneider=True)):
        assert problems(played) == (), played
    found = {p.code: p.severity for p in problems(line("clubs", 5, bid=19))}
    assert found == {Code.UNKNOWN_BID: "error", Code.MANY_MATADORS: "warning"}


@given(lines)
def test_problems_never_repeat_and_a_mended_line_keeps_only_its_other_problems(played):
    """Taking the bid away removes what was about the bid, and nothing appears or hides with it.

    A Null below its bid states its matadors; the level of an overbid game may be one that the declarer made in vain.
    """
    about_the_bid = set(map(Code, ABOUT_THE_BID.split()))
    found = problems(played)

    mended = replace(played, bid=None, overbid=False)

    assert codes(mended) - about_the_bid == codes(played) - about_the_bid
    assert len({problem.code for problem in found}) == len(found)
    assert all(problem.clause == CLAUSE[problem.code] for problem in found)


def test_every_code_has_a_clause_and_a_severity_and_every_one_of_a_line_an_example():
    elsewhere = {
        "test_games.py": "schneider-announced-without-hand schwarz-announced-without-schneider-announced "
        "ouvert-without-announcements level-announced-in-null",
        "test_game_list.py": "half-entry unknown-seat dealer-played wrong-number too-many-deals incomplete",
        "test_presence.py": "absent-declarer too-few-players",
        "test_totals.py": "negative-count too-many-games too-many-own-games impossible-points",
    }

    assert set(CLAUSE) == set(Code)
    assert all(re.fullmatch(r"(ISkO|SkWO) \d(\.\d{1,2}){1,2}", clause) for clause in CLAUSE.values())
    assert set(Code) > ASKED
    assert set(Code) - set(map(Code, " ".join(elsewhere.values()).split())) == {code for code, _, _ in SAYS.values()}


def test_every_legal_bid_is_known():
    """Show ISkO 3.3.1."""
    for bid in range(-1, 300):
        assert (Code.UNKNOWN_BID in codes(lost("clubs", 1, bid=bid))) is (bid not in BIDS)


def test_null_never_gets_a_problem_of_trumps():
    """Show ISkO 5.3.1."""
    assert codes(null(schneider=True, schwarz=True)) == {Code.LEVEL_IN_NULL}


GRAND = line("grand", 2)
ABOUT_THE_BID = (
    "unknown-bid overbid-though-covered overbid-without-bid won-below-bid null-below-bid matadors-in-null "
    "below-bid-not-ticked lost-schneider-with-seven lost-schwarz-with-three lost-schwarz-with-one-or-two "
    "simple-loss-with-eleven"
)
ALL_ANNOUNCED = {StepKind.HAND, StepKind.SCHWARZ_ANNOUNCED, StepKind.OUVERT}


def test_hand_and_ouvert_count_only_where_they_were_announced_3_4_1():
    for game in set(Game) - {Game.NULL}:
        for said, counted in ((set(), ""), ({StepKind.HAND}, "hand"), (ALL_ANNOUNCED, "ouvert")):
            found = {step.kind for step in book(line(game, 1, counted, schwarz=True)).steps}
            assert found & ALL_ANNOUNCED == said, (game, counted)
    with pytest.raises(TypeError):
        Contract()


def test_a_game_already_decided_stays_with_whoever_had_won_it_4_1_3_and_8_4():
    for said, is_declarers in product(LADDER, (True, False)):
        ruled = decided(contract_of("clubs", said), matadors=2, bid=18, won_by_declarer=is_declarers)

        assert ruled.won is is_declarers
        assert (book(ruled).points > 0) is is_declarers


def test_a_breach_ends_the_game_for_the_other_side_8_4():
    for contract in CONTRACTS:
        matadors = None if contract.game is Game.NULL else 1
        by_the_opponents, by_the_declarer = (
            decided(contract, matadors=matadors, bid=18, won_by_declarer=won) for won in (True, False)
        )

        assert by_the_opponents.won, contract
        assert book(by_the_declarer).points == -2 * book(by_the_opponents).points, contract


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
    deals = [Deal(number=number) for number in range(1, 49)]
    for at in (0, 46):
        deals[at] = Deal(number=at + 1, declarer=2, played=GRAND)

    columns = [(one.won, one.game_points) for one in tallies(GameList(seats=4, rounds=12, deals=tuple(deals)))]
    assert columns == [(0, 0), (2, 2 * book(GRAND).points), (0, 0), (0, 0)]


def test_whatever_is_refused_or_asked_rests_on_a_clause_of_the_two_orders_7_3_1():
    for code in Code:
        assert BY_NUMBER[CLAUSE[code]].number.startswith(("ISkO ", "SkWO ")), code


def test_what_is_refused_of_a_line_is_refused_by_the_isko_8_1():
    for name, (code, has_it, _) in SAYS.items():
        found = [problem for problem in problems(has_it) if problem.code is code]

        assert [problem.clause[:5] for problem in found] == ["ISkO "], name


def test_without_a_stake_nobody_pays_9_2():
    assert settle((196, 33, -12, 85), stake=0) == (0, 0, 0, 0)
    assert settle((196, 33, -12), stake=0) == (0, 0, 0)
    assert [paid_per_game(264, won=won, stake=0) for won in (True, False)] == [0, 0]


def test_a_list_with_deals_missing_is_not_ready_to_be_signed_9_11():
    whole = GameList(seats=3, rounds=1, deals=(Deal(number=1), Deal(number=2, declarer=1, played=lost("clubs", 1))))

    assert Code.INCOMPLETE in {one.problem.code for one in findings(whole, final=True)}
    finished = GameList(seats=3, rounds=1, deals=(*whole.deals, Deal(number=3)))
    assert findings(finished, final=True) == ()
