"""The scores are right: whole random events, scored by the rules and by somebody who never saw them."""

from random import Random
from typing import Any

import pytest

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.sums import tallies
from scoring.rules.results.performance import performance
from scoring.rules.results.ranking import Result, ranked
from scoring.rules.valuation import Played
from tests import independent
from tests.strategies import LINES

pytestmark = pytest.mark.slow

EVENTS = 5_000
ROUNDS = (1, 2, 3)


def as_sent(declarer: int | None, played: Played | None) -> dict[str, Any]:
    """Return a deal as a phone sends it."""
    if played is None:
        return {"declarer": None, "game": ""}
    contract = played.contract
    levels = {name: getattr(contract, name) for name in ("hand", "schneider_announced", "schwarz_announced", "ouvert")}
    said = {name: getattr(played, name) for name in ("matadors", "won", "schneider", "schwarz", "bid", "overbid")}
    return {"declarer": declarer, "game": str(contract.game), **levels, **said}


def play(seats: int, chance: Random) -> GameList:
    blank = GameList(seats=seats, rounds=chance.choice(ROUNDS))
    deals = []
    for number in range(1, blank.length + 1):
        passed = chance.random() < 0.05
        declarer = None if passed else chance.choice(blank.players_of(number))
        deals.append(Deal(number=number, declarer=declarer, played=None if passed else chance.choice(LINES)))
    return GameList(seats=seats, rounds=blank.rounds, deals=tuple(deals))


def scored(game_list: GameList) -> list[independent.Score]:
    """Return what the rules of the site make of a list."""
    return [
        independent.Score(
            one.game_points,
            one.won,
            one.lost,
            one.opponents_lost,
            performance(
                game_points=one.game_points,
                won=one.won,
                lost=one.lost,
                opponents_lost=one.opponents_lost,
                seats=game_list.seats,
            ),
        )
        for one in tallies(game_list)
    ]


@pytest.mark.thorough
@pytest.mark.proof("scores")
def test_whole_events_have_the_scores_and_places_of_an_independent_checker(prove):
    chance, lists, deals = Random(1), 0, 0
    for _event in range(EVENTS):
        tables = chance.choice([(4,), (3,), (4, 3), (3, 3)])
        ours: dict[int, list[independent.Score]] = {number: [] for number in range(1, sum(tables) + 1)}
        theirs: dict[int, list[independent.Score]] = {number: [] for number in ours}
        for _series in range(2):
            seated = chance.sample(sorted(ours), len(ours))
            for seats in tables:
                game_list = play(seats, chance)
                lines = [as_sent(deal.declarer, deal.played) for deal in game_list.deals]
                here = [seated.pop() for _ in range(seats)]
                both = zip(here, scored(game_list), independent.scores(lines, seats=seats), strict=True)
                for number, mine, theirs_here in both:
                    ours[number].append(mine)
                    theirs[number].append(theirs_here)
                lists, deals = lists + 1, deals + len(lines)
        assert ours == theirs
        places = [
            (place.rank, place.result.entrant)
            for place in ranked(
                Result(
                    entrant=number,
                    performance=sum(one.total for one in series),
                    won=sum(one.won for one in series),
                    lost=sum(one.lost for one in series),
                )
                for number, series in ours.items()
            )
        ]
        assert places == [(rank, number) for rank, number, _score in independent.ranking(theirs)]
    prove(f"{EVENTS:,} random events, {lists:,} lists, {deals:,} deals: 0 differences")


@pytest.mark.parametrize(
    ("line", "points"),
    [
        pytest.param({"game": "hearts", "matadors": 1, "won": False, "bid": 50}, -100, id="notes-5-hearts"),
        pytest.param({"game": "clubs", "matadors": -1, "won": False, "bid": 59}, -120, id="notes-5-clubs"),
        pytest.param({"game": "hearts", "matadors": 1, "hand": True, "won": False, "bid": 36}, -80, id="notes-5-hand"),
        pytest.param(
            {"game": "diamonds", "matadors": 3, "hand": True, "schneider_announced": True, "won": False},
            -126,
            id="5.2.5-announced-and-missed",
        ),
        pytest.param(
            {"game": "grand", "matadors": 2, "hand": True, "schneider": True, "schwarz": True, "won": True},
            144,
            id="5.2.1-hand-and-schwarz-not-announced",
        ),
    ],
)
def test_the_checker_knows_what_the_rule_book_says(line, points):
    assert independent.column(line)[0] == points
