"""A list of house rules, as every list is asked: what is wrong with it, what it adds up to, how it grew.

What counts is decided by ``scoring.rules.profiles`` alone; here it is put into the words that all lists share.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Turn
from scoring.rules.profiles.codes import HOUSE_PROBLEM, HouseCode
from scoring.rules.profiles.evening import Scored, score, soloist
from scoring.rules.profiles.games import AnyProblem
from scoring.rules.profiles.kitty import Pot, pot_of
from scoring.rules.profiles.lines import Entered
from scoring.rules.profiles.naming import named
from scoring.rules.profiles.profile import Declaring, Profile


class Gain(NamedTuple):
    """What one deal brings a seat: game points, what counts for its own games, and for those the others lost."""

    points: int = 0
    own_games: int = 0
    bonus: int = 0


# A page asks for the sums, the running columns, the findings of the same list one after the other.
@lru_cache(maxsize=64)
def scored(game_list: GameList) -> Scored:
    """Return what a list of house rules adds up to, deal by deal."""
    return score(game_list.listed)


def house_findings(game_list: GameList) -> Iterator[tuple[int | None, AnyProblem]]:
    """Yield every problem of a house list by its deal, None for the list as a whole; nobody overrules house rules."""
    notes = scored(game_list).notes
    for at, deal in enumerate(game_list.deals, start=1):
        if deal.number != at:
            yield deal.number, PROBLEM[Code.WRONG_NUMBER]
        if is_of_another(deal, game_list):
            yield deal.number, HOUSE_PROBLEM[HouseCode.OTHER_PROFILE]
            continue
        for note in notes:
            if note.deal == at:
                yield deal.number, note.problem
    for note in notes:
        if note.deal is None:
            yield None, note.problem


def may_declare(profile: Profile, turn: Turn) -> tuple[int, ...]:
    """Return the seats that may be declarer in a deal."""
    if profile.declaring is Declaring.IN_TURN:
        return (soloist(turn),)
    if profile.declaring is Declaring.NOT_THE_DEALER:
        return tuple(seat for seat in turn.players if seat != turn.dealer)
    return turn.players


def is_over(game_list: GameList) -> bool:
    """Test whether house rules say that nothing more is dealt: a list to a target ends when somebody reaches it."""
    return game_list.is_of_a_house and scored(game_list).complete


def is_of_another(deal: Deal, game_list: GameList) -> bool:
    """Test whether a deal was written down by another profile than that of its list."""
    return (deal.house.profile if deal.house else "") != game_list.profile


def pot(game_list: GameList) -> Pot | None:
    """Return what a list put into its kitty (Pinke); None where its rules have none."""
    kitty = named(game_list.profile).kitty
    if kitty is None:
        return None
    return pot_of(
        game_list.listed.deals,
        scored(game_list).deals,
        kitty,
        dealers=[game_list.dealer_of(deal.number) for deal in game_list.deals],
        seats=game_list.seats,
    )


def gains(game_list: GameList) -> Iterator[tuple[Gain, ...]]:
    """Yield what each deal brings every seat, from seat 1 on; a deal that is refused brings nothing."""
    profile = named(game_list.profile)
    rating = profile.rating
    for deal, entered in zip(game_list.deals, scored(game_list).deals, strict=True):
        turn = game_list.turn(deal.number)
        yield tuple(
            Gain(
                points=entered.points.get(seat, 0),
                own_games=rating.own_won * entered.won.count(seat) + rating.own_lost * entered.lost.count(seat),
                bonus=sum(
                    rating.bonus(present=len(turn.present), plays=seat in turn.players)
                    for _loser in others_that_lost(seat, entered, turn)
                ),
            )
            for seat in range(1, game_list.seats + 1)
        )


def others_that_lost(seat: int, entered: Entered, turn: Turn) -> tuple[int, ...]:
    """Return who else lost a game of their own while a seat was taken."""
    return tuple(other for other in entered.lost if other != seat) if seat in turn.present else ()


def grown(game_list: GameList, counts: Callable[[Gain], int]) -> tuple[tuple[int, ...], ...]:
    """Return what every seat has after each deal, by what counts of the gains."""
    columns = [0] * game_list.seats
    rows = []
    for gained in gains(game_list):
        columns = [before + counts(gain) for before, gain in zip(columns, gained, strict=True)]
        rows.append(tuple(columns))
    return tuple(rows)
