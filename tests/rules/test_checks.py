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
from tests.support.strategies import contract_of, line, lines, lost


def schwarz_alone(game, matadors, *, won=True):
    return Played(contract=contract_of(game), matadors=matadors, won=won, schwarz=True)


def overbid(game, matadors, bid, announced="", **levels):
    return lost(game, matadors, announced, bid=bid, overbid=True, **levels)


def null(**ticks):
    return Played(**{"contract": contract_of("null"), "matadors": None, "won": True} | ticks)


SAYS_BY_CODE = {
    Code.MATADORS_MISSING: {
        "no-matadors": (line("clubs", 0), line("clubs", 1)),
        "matadors-not-stated": (line("grand"), line("grand", -1)),
    },
    Code.TOO_MANY_MATADORS: {
        "grand-with-5": (line("grand", 5), line("grand", 4)),
        "grand-without-5": (line("grand", -5), line("grand", -4)),
        "suit-with-12": (line("hearts", 12), line("hearts", 11)),
        "suit-without-12": (line("hearts", -12), line("hearts", -11)),
    },
    Code.MATADORS_IN_NULL: {"matadors": (null(matadors=1), null()), "no-matadors": (null(matadors=0), null())},
    Code.LEVEL_IN_NULL: {
        "schneider": (null(schneider=True), null()),
        "schwarz": (null(won=False, schwarz=True), null(won=False)),
    },
    Code.ANNOUNCED_LEVEL_MISSED: {
        "schneider-missed": (line("clubs", 1, "schneider"), line("clubs", 1, "schneider", schneider=True)),
        "schwarz-missed": (line("clubs", 1, "schwarz", schneider=True), line("clubs", 1, "schwarz", schwarz=True)),
        "ouvert-missed": (line("clubs", 1, "ouvert", schneider=True), lost("clubs", 1, "ouvert")),
    },
    Code.SCHWARZ_WITHOUT_SCHNEIDER: {
        "schwarz-but-not-schneider": (schwarz_alone("clubs", 1), line("clubs", 1, schwarz=True)),
        "lost-schwarz-but-not-schneider": (schwarz_alone("clubs", 1, won=False), lost("clubs", 1, schwarz=True)),
    },
    Code.WON_SCHWARZ_WITHOUT_CLUB_JACK: {
        "without": (line("clubs", -1, schwarz=True), line("clubs", 1, schwarz=True)),
        "announced-without": (line("grand", -1, "schwarz"), lost("grand", -1, "schwarz")),
        "not-stated": (line("clubs", -11, schwarz=True), line("clubs", 0, schwarz=True)),
    },
    Code.WON_SCHNEIDER_WITHOUT_SEVEN: {
        "schneider-without-7": (line("hearts", -7, schneider=True), line("hearts", -6, schneider=True)),
        "schneider-announced-without-7": (line("hearts", -7, "schneider"), lost("hearts", -7, "schneider")),
        "schwarz-without-7": (schwarz_alone("hearts", -7), line("hearts", -7)),
        "schneider-without-7-needs-a-suit": (line("hearts", -11, schneider=True), line("grand", -7, schneider=True)),
    },
    Code.LOST_SCHNEIDER_WITH_SEVEN: {
        "7": (lost("hearts", 7, schneider=True), lost("hearts", 6, schneider=True)),
        "7-or-announced": (lost("hearts", 7, "hand", schneider=True), lost("hearts", 7, "schneider", schneider=True)),
        "7-or-overbid": (lost("hearts", 7, schneider=True, bid=80), overbid("hearts", 7, 81, schneider=True)),
        "7-or-ticked": (lost("hearts", 7, schwarz=True), lost("hearts", 7, schwarz=True, overbid=True)),
        "7-without": (lost("hearts", 8, schneider=True), lost("hearts", -7, schneider=True)),
        "7-needs-a-suit": (lost("hearts", 11, schneider=True), lost("grand", 7, schneider=True)),
    },
    Code.LOST_SCHWARZ_WITH_THREE: {
        "3": (lost("grand", 3, schwarz=True), lost("grand", 2, schwarz=True)),
        "3-or-announced": (lost("clubs", 3, "schneider", schwarz=True), lost("clubs", 3, "schwarz", schwarz=True)),
        "3-or-overbid": (lost("clubs", 3, schwarz=True, bid=48), lost("clubs", 3, schwarz=True, bid=50, overbid=True)),
        "3-without": (lost("clubs", 4, schwarz=True), lost("clubs", -3, schwarz=True)),
    },
    Code.WON_BELOW_BID: {
        "below-the-bid": (line("hearts", 1, bid=22), line("hearts", 1, bid=20)),
        "or-saved": (line("hearts", 1, "hand", bid=33), line("hearts", 1, "hand", schneider=True, bid=33)),
        "and-ticked": (line("hearts", 1, overbid=True), lost("hearts", 1, overbid=True)),
    },
    Code.OVERBID_THOUGH_COVERED: {
        "covered": (lost("hearts", 1, bid=20, overbid=True), lost("hearts", 1, bid=22, overbid=True)),
        "covered-by-announcement": (
            overbid("hearts", 1, 50, "schneider"),
            overbid("hearts", 1, 40, "hand", schneider=True),
        ),
        "null-covers": (lost("null", bid=23, overbid=True), lost("null", bid=24, overbid=True)),
    },
    Code.OVERBID_WITHOUT_BID: {
        "tick-without-bid": (lost("hearts", 1, overbid=True), lost("hearts", 1, overbid=True, bid=22))
    },
    Code.UNKNOWN_BID: {
        "bid-of-19": (line("clubs", 1, bid=19), line("clubs", 1, bid=18)),
        "bid-of-0": (line("clubs", 1, bid=0), line("clubs", 1)),
        "bid-of-265": (lost("clubs", 1, bid=265), lost("clubs", 1, bid=264)),
        "null-bid-of-25": (line("null", bid=25), line("null", bid=22)),
    },
    Code.NULL_BELOW_BID: {
        "won-above": (line("null", bid=24), line("null", bid=23)),
        "lost-above": (lost("null", bid=24), lost("null", bid=23)),
        "hand-above": (line("null", announced="hand", bid=36), line("null", announced="hand", bid=35)),
        "ticked": (lost("null", overbid=True), lost("null")),
    },
    Code.MANY_MATADORS: {
        "five": (line("clubs", 5), line("clubs", 4)),
        "without-five": (lost("clubs", -5), lost("clubs", -4)),
    },
    Code.SCHWARZ_ANNOUNCED: {
        "schwarz-announced": (line("clubs", 1, "schwarz", schwarz=True), line("clubs", 1, "schneider", schwarz=True)),
        "ouvert": (lost("clubs", 1, "ouvert"), line("null", announced="ouvert")),
    },
    Code.SCHWARZ_ANNOUNCED_WITHOUT_CLUB_JACK: {
        "schwarz-announced-without": (lost("clubs", -1, "schwarz"), lost("clubs", 1, "schwarz")),
        "schwarz-announced-not-stated": (lost("clubs", -2, "schwarz"), lost("clubs", 0, "schwarz")),
        "schneider-announced-without": (lost("clubs", -1, "ouvert"), lost("clubs", -1, "schneider")),
    },
    Code.SIMPLE_LOSS_WITH_ELEVEN: {
        "eleven": (lost("clubs", 11), lost("clubs", 10)),
        "eleven-won": (lost("clubs", 11, "hand"), line("clubs", 11)),
        "eleven-announced": (lost("clubs", 11, bid=144), lost("clubs", 11, "schneider")),
        "eleven-overbid": (lost("clubs", 11), lost("clubs", 11, bid=150, overbid=True)),
        "eleven-schneider": (lost("clubs", 11), lost("clubs", 11, schneider=True)),
        "eleven-missing": (lost("clubs", 11), lost("clubs", -11)),
        "eleven-not-four": (lost("clubs", 11), lost("grand", 4)),
    },
    Code.LOST_SCHWARZ_WITH_ONE_OR_TWO: {
        "schwarz-with-1": (lost("clubs", 1, schwarz=True), lost("clubs", -1, schwarz=True)),
        "schwarz-not-stated": (lost("clubs", 2, schwarz=True), lost("clubs", 0, schwarz=True)),
        "schwarz-with-2": (lost("grand", 2, schwarz=True), lost("grand", 3, schwarz=True)),
        "schwarz-with-2-announced": (lost("clubs", 2, schwarz=True), lost("clubs", 2, "ouvert", schwarz=True)),
        "schwarz-with-2-overbid": (lost("clubs", 2, schwarz=True), overbid("clubs", 2, 40, schwarz=True)),
        "schneider-with-2": (lost("clubs", 2, schwarz=True), lost("clubs", 2, schneider=True)),
    },
    Code.BELOW_BID_NOT_TICKED: {
        "ticked": (lost("hearts", 1, bid=22), lost("hearts", 1, bid=22, overbid=True)),
        "ticked-but-covered": (lost("hearts", 1, schneider=True, bid=33), lost("hearts", 1, schneider=True, bid=30)),
        "ticked-but-won": (lost("hearts", 2, bid=33), line("hearts", 1, bid=22)),
    },
}
"""By code, name: a line that gets it, and the nearest line that does not."""

SAYS = {f"{code}: {name}": (code, *pair) for code, said in SAYS_BY_CODE.items() for name, pair in said.items()}


BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
MOST = {"diamonds": 11, "hearts": 11, "spades": 11, "clubs": 11, "grand": 4}
LADDER = ("", "hand", "schneider", "schwarz", "ouvert")
"""What is announced; each includes what stands before it."""


def values(game, matadors, announced, *, schneider, schwarz):
    """Return the value the declarer can set against the bid in a lost game, and the one that is lost."""
    height = LADDER.index(announced)
    hand, said_schneider, said_schwarz, ouvert = (height >= at for at in (1, 2, 3, 4))

    def worth(is_schneider, is_schwarz):
        levels = (said_schneider or is_schneider) + (said_schwarz or is_schwarz)
        return BASE[game] * (abs(matadors) + 1 + levels + hand + said_schneider + said_schwarz + ouvert)

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
    ouvert, of_null = contract_of("hearts", "ouvert"), null(won=False, matadors=2, schneider=True, bid=1, overbid=True)
    own_schwarz = replace(lost("clubs", 11, schwarz=True, bid=19), schneider=False)

    hopeless = codes(Played(contract=ouvert, matadors=-12, won=True, schwarz=True, bid=777, overbid=True))
    assert " ".join(sorted(hopeless)) == (
        "schwarz-announced schwarz-announced-without-club-jack schwarz-without-schneider too-many-matadors "
        "unknown-bid won-below-bid won-schneider-without-seven won-schwarz-without-club-jack"
    )
    assert " ".join(sorted(codes(of_null))) == "level-in-null matadors-in-null overbid-though-covered unknown-bid"
    assert " ".join(sorted(codes(own_schwarz))) == (
        "lost-schneider-with-seven lost-schwarz-with-three many-matadors schwarz-without-schneider unknown-bid"
    )
    assert " ".join(sorted(codes(line("grand", 1, "schneider", overbid=True)))) == (
        "overbid-without-bid won-below-bid won-though-announced-level-missed"
    )


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
