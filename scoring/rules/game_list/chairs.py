"""Two on each other's chairs from some deal on: the lists stay with the chairs, each player has what they played
(SkWO 7.1.2).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rules.game_list.deals import GameList
from scoring.rules.game_list.sums import Rating, Tally, rating, tallies


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """The chair of a player who sat on another one from some deal on, and that other one."""

    seat: int
    """The seat of the player, on which another sat from ``from_deal`` on."""

    from_deal: int
    table: int
    """Number of the table where the player sat from then on; it may be their own."""

    seat_there: int
    from_deal_there: int


def credited(game_list: GameList, chairs: Sequence[Chair], at: Mapping[int, GameList]) -> tuple[Tally, ...]:
    """Return what the players of the seats bring into the rating, from seat 1 on, wherever they sat (SkWO 5.1).

    ``at`` has the list of every table that the chairs name, their own too. Every deal brings what it brought at the
    table where it was played: 40 for a lost one at a table of three, 30 at one of four.
    """
    earned = list(tallies(game_list))
    for chair in chairs:
        other_list = at[chair.table]
        before = tallies(until(game_list, chair.from_deal))[chair.seat - 1]
        after = tallies(since(other_list, chair.from_deal_there))[chair.seat_there - 1]
        earned[chair.seat - 1] = together(before, after, seats=game_list.seats, seats_there=other_list.seats)
    return tuple(earned)


def until(game_list: GameList, deal: int) -> GameList:
    """Return a list by the book with the deals before one alone."""
    return replace(game_list, deals=tuple(played for played in game_list.deals if played.number < deal))


def since(game_list: GameList, deal: int) -> GameList:
    """Return a list by the book with the deals from one on alone: each is dealt by whom it was."""
    return replace(game_list, deals=tuple(played for played in game_list.deals if played.number >= deal))


def together(own: Tally, other: Tally, *, seats: int, seats_there: int) -> Tally:
    """Return what two parts of a series bring into the rating, played at tables of so many seats (SkWO 5.1).

    >>> at_four = Tally(game_points=24, won=1, opponents_lost=2)
    >>> together(at_four, Tally(opponents_lost=1), seats=4, seats_there=3).rated
    Rating(game_points=24, own_games=50, bonus=100, performance=174)
    """
    both = Tally(
        game_points=own.game_points + other.game_points,
        won=own.won + other.won,
        lost=own.lost + other.lost,
        opponents_lost=own.opponents_lost + other.opponents_lost,
        opponents_lost_at_three=own.opponents_lost_at_three + other.opponents_lost_at_three,
    )
    if seats == seats_there:
        return both
    mine, theirs = rating(own, seats=seats), rating(other, seats=seats_there)
    rated = Rating(
        game_points=mine.game_points + theirs.game_points,
        own_games=mine.own_games + theirs.own_games,
        bonus=mine.bonus + theirs.bonus,
        performance=mine.performance + theirs.performance,
    )
    return replace(both, rated=rated)
