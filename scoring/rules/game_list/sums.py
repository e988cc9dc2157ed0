"""Adding up a game list: running totals, tallies per seat, control sums (SkWO 5, 8.11, 8.12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.rules.game_list import house
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.results.performance import OPPONENT_LOST, OWN_GAME, performance
from scoring.rules.valuation import Booking


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What one seat brings into the rating (SkWO 5.1)."""

    game_points: int = 0
    won: int = 0
    lost: int = 0
    opponents_lost: int = 0
    """Games lost by the others at the table while this seat was taken, whoever dealt."""

    opponents_lost_at_three: int = 0
    """Those of them that were lost at a table of four in rounds with three players (ISkO 4.5.9)."""

    rated: "Rating | None" = None
    """What a list of house rules makes of it, or tables of three and of four; None where SkWO 5.1 rates one table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """The line of computation under a column, in points (SkWO 5.2)."""

    game_points: int = 0
    own_games: int = 0
    """50 for each game won, less 50 for each lost."""

    bonus: int = 0
    """40 or 30 for each game the others lost, by the players there were at that deal."""

    performance: int = 0
    """The sum of the three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSums:
    """Two ways to the same sums; where they differ, the list is wrong."""

    deals: int
    won: int
    lost: int
    passed: int
    game_points: int
    """Sum of all columns, in game points."""

    totals: int
    """Sum of the performance points of all seats."""

    expected: int
    """What that sum must be: game points, 50 for won less lost games, 80 or 90 for each lost one."""

    agree: bool
    """Whether the deals add up and the totals are the expected ones."""

    ramsch: int = 0
    """Deals that were a Ramsch, by house rules."""


def running(game_list: GameList) -> tuple[tuple[int, ...], ...]:
    """Return the game points of every seat after each deal (SkWO 8.11)."""
    if game_list.is_of_a_house:
        return house.grown(game_list, lambda gain: gain.points)
    columns = [0] * game_list.seats
    rows = []
    for seat, found_booking in _counted(game_list):
        if found_booking is not None:
            columns[seat - 1] += found_booking.points
        rows.append(tuple(columns))
    return tuple(rows)


def tallies(game_list: GameList) -> tuple[Tally, ...]:
    """Return what each seat brings into the rating, from seat 1 on (SkWO 5.1).

    Entries that name no seat of the table count for nobody; ``findings`` refuses them.
    """
    if game_list.is_of_a_house:
        return _of_a_house(game_list)
    points, won, lost, shared, at_three = ([0] * game_list.seats for _ in range(5))
    for deal, (seat, found_booking) in zip(game_list.deals, _counted(game_list), strict=True):
        if found_booking is None:
            continue
        points[seat - 1] += found_booking.points
        if found_booking.won:
            won[seat - 1] += 1
            continue
        lost[seat - 1] += 1
        present = game_list.turn(deal.number).present
        for other in present:
            if other != seat:
                shared[other - 1] += 1
                at_three[other - 1] += len(present) < game_list.seats
    return tuple(
        Tally(game_points=p, won=w, lost=n, opponents_lost=s, opponents_lost_at_three=t)
        for p, w, n, s, t in zip(points, won, lost, shared, at_three, strict=True)
    )


def rating(tally: Tally, *, seats: int) -> Rating:
    """Return the performance of a seat with its parts, each by the rule itself (SkWO 5.2).

    >>> rating(Tally(game_points=937, won=18, lost=3, opponents_lost=14), seats=4)
    Rating(game_points=937, own_games=750, bonus=420, performance=2107)
    """
    if tally.rated is not None:
        return tally.rated
    own = performance(game_points=0, won=tally.won, lost=tally.lost, opponents_lost=0, seats=seats)
    bonus = performance(
        game_points=0,
        won=0,
        lost=0,
        opponents_lost=tally.opponents_lost,
        opponents_lost_at_three=tally.opponents_lost_at_three,
        seats=seats,
    )
    points = tally.game_points
    return Rating(game_points=points, own_games=own, bonus=bonus, performance=points + own + bonus)


def tallied(points: Sequence[int], won: Sequence[int], lost: Sequence[int]) -> tuple[Tally, ...]:
    """Return the tallies of a table that was the same throughout, from its columns, each from seat 1 on."""
    all_lost = sum(lost)
    return tuple(
        Tally(game_points=p, won=w, lost=n, opponents_lost=all_lost - n)
        for p, w, n in zip(points, won, lost, strict=True)
    )


def control_sums(game_list: GameList) -> ControlSums:
    """Return the control sums of a list, finished or not."""
    if game_list.is_of_a_house:
        return _controlled_by_house(game_list)
    pairs = [(deal.number, entry) for deal in game_list.deals if (entry := booking(deal)) is not None]
    numbers = [len(game_list.turn(number).present) for number, entry in pairs if not entry.won]
    return controlled(
        tallies(game_list),
        deals=len(game_list.deals),
        won=len(pairs) - len(numbers),
        lost=len(numbers),
        passed=sum(deal.passed for deal in game_list.deals),
        game_points=sum(entry.points for _, entry in pairs),
        bonus=sum(bonus_of_a_loss(players) for players in numbers),
    )


def bonus_of_a_loss(players: int) -> int:
    """Return what one lost game earns the others together: 80 points with three players, 90 with four (SkWO 5.1)."""
    return OPPONENT_LOST[players] * (players - 1)


def controlled(
    seats: Sequence[Tally], *, deals: int, won: int, lost: int, passed: int, game_points: int, bonus: int
) -> ControlSums:
    """Return control sums: the tallies of all seats against what the deals say as a whole."""
    totals = sum(rating(tally, seats=len(seats)).performance for tally in seats)
    expected = game_points + OWN_GAME * (won - lost) + bonus
    return ControlSums(
        deals=deals,
        won=won,
        lost=lost,
        passed=passed,
        game_points=game_points,
        totals=totals,
        expected=expected,
        agree=passed >= 0 and deals == won + lost + passed and totals == expected,
    )


def _counted(game_list: GameList) -> Iterator[tuple[int, Booking | None]]:
    """Yield declarer and booking of every deal; (0, None) where nobody is credited."""
    for deal in game_list.deals:
        if deal.declarer is None or not 1 <= deal.declarer <= game_list.seats:
            yield 0, None
        else:
            yield deal.declarer, booking(deal)


def _of_a_house(game_list: GameList) -> tuple[Tally, ...]:
    return tuple(
        Tally(
            game_points=own.game_points,
            won=own.won,
            lost=own.lost,
            opponents_lost=own.others_lost,
            rated=Rating(
                game_points=own.game_points,
                own_games=own.total - own.game_points - own.bonus,
                bonus=own.bonus,
                performance=own.total,
            ),
        )
        for own in house.scored(game_list).seats
    )


def _controlled_by_house(game_list: GameList) -> ControlSums:
    scored = house.scored(game_list)
    expected = sum(sum(gain) for gains in house.gains(game_list) for gain in gains)
    counted = scored.control
    totals = sum(own.total for own in scored.seats)
    deals = counted.won + counted.lost + counted.passed + counted.ramsch
    return ControlSums(
        deals=len(game_list.deals),
        won=counted.won,
        lost=counted.lost,
        passed=counted.passed,
        ramsch=counted.ramsch,
        game_points=sum(own.game_points for own in scored.seats),
        totals=totals,
        expected=expected,
        agree=deals == len(game_list.deals) and totals == expected,
    )
