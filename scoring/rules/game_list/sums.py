"""Adding up a game list: running totals, tallies per seat, control sums, what counts of it (SkWO 5, 7, 8.11, 8.12)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

from scoring.rules.game_list import house
from scoring.rules.game_list.deals import GameList, booking
from scoring.rules.results.performance import OPPONENT_LOST, OWN_GAME, performance
from scoring.rules.results.settlement import Stake, paid_per_game


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlSums:
    """Two ways to the same sums; where they differ, the list is wrong."""

    deals: int
    won: int
    lost: int
    passed: int
    game_points: int
    totals: int
    expected: int
    """What that sum must be: game points, 50 for won less lost games, 80 or 90 for each lost one."""

    agree: bool
    """Whether the deals add up and the totals are the expected ones."""

    ramsch: int = 0


def running(game_list: GameList) -> tuple[tuple[int, ...], ...]:
    """Return the game points of every seat after each deal (SkWO 8.11)."""
    if game_list.is_of_a_house:
        return house.grown(game_list, lambda gain: gain.points)
    columns = [0] * game_list.seats
    rows = []
    for deal in game_list.deals:
        entry = booking(deal)
        if entry is not None and deal.declarer is not None and 1 <= deal.declarer <= game_list.seats:
            columns[deal.declarer - 1] += entry.points
        rows.append(tuple(columns))
    return tuple(rows)


def tallies(game_list: GameList) -> tuple[Tally, ...]:
    """Return what each seat brings into the rating, from seat 1 on (SkWO 5.1).

    Entries that name no seat of the table count for nobody; ``findings`` refuses them.
    """
    if game_list.is_of_a_house:
        return _of_a_house(game_list)
    points, won, lost, shared, at_three = ([0] * game_list.seats for _ in range(5))
    for deal in game_list.deals:
        seat, entry = deal.declarer, booking(deal)
        if entry is None or seat is None or not 1 <= seat <= game_list.seats:
            continue
        points[seat - 1] += entry.points
        if entry.won:
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


def paid_in_cash(game_list: GameList, *, stake: Stake) -> tuple[int, ...]:
    """Return what each seat of a list by the book gets (or pays, negative) if every game is paid at once (ISkO 5.5.4).

    All who are there pay the declarer, or get from them; the dealer of a table of four too (ISkO 3.5.1).

    :raises ValueError: for a negative stake.
    :raises TypeError: if the stake is a float.
    """
    balances = [0] * game_list.seats
    for deal in game_list.deals:
        seat, found_booking = deal.declarer, booking(deal)
        if found_booking is None or seat is None or not 1 <= seat <= game_list.seats:
            continue
        share = paid_per_game(found_booking.value, won=found_booking.won, stake=stake)
        for other in game_list.turn(deal.number).present:
            if other != seat:
                balances[other - 1] -= share
                balances[seat - 1] += share
    return tuple(balances)


def zeroed(earned: Sequence[Tally], *, seats: Collection[int]) -> tuple[Tally, ...]:
    """Return what counts when players are struck out of a series: zero in every column of theirs.

    So the practice of the German federation for whoever sat in a wrong place
    (SkWO 7.1.2, 7.1.3). The others keep everything, the bonus for their lost games too.

    :raises ValueError: if one of the seats does not exist.
    """
    strangers = set(seats) - set(range(1, len(earned) + 1))
    if strangers:
        raise ValueError(f"no seats {sorted(strangers)} at a table of {len(earned)}")
    return tuple(nothing_for(tally) if seat in seats else tally for seat, tally in enumerate(earned, start=1))


def nothing_for(tally: Tally) -> Tally:
    """Return the tally of a seat whose series counts zero, by whatever rules it was played."""
    return Tally() if tally.rated is None else Tally(rated=Rating())


def voided(earned: Sequence[Tally]) -> tuple[Tally, ...]:
    """Return what counts of a list that was declared void: nothing, for nobody (SkWO 7.2.4, 9.11)."""
    return zeroed(earned, seats=range(1, len(earned) + 1))


def after_correction(
    before: Sequence[Tally], corrected: Sequence[Tally], *, testified: bool = False
) -> tuple[Tally, ...]:
    """Return what counts of a list that the direction corrected: for each seat the lower score (SkWO 7.2.5).

    With the testimony of all players at the table the corrected list counts as
    it is. The lower of two equal performances is the one with fewer games won,
    then with more lost, as in the ranking (SkWO 5.2). Where those are equal too, it is the one with
    fewer game points: the place is the same, but what is written down must not depend on the order.

    :raises ValueError: if the two are not of the same table.
    """
    if len(before) != len(corrected):
        raise ValueError(f"a list of {len(before)} seats cannot become one of {len(corrected)}")
    if testified:
        return tuple(corrected)
    seats = len(before)

    def score(tally: Tally) -> tuple[object, ...]:
        return rating(tally, seats=seats).performance, tally.won, -tally.lost, astuple(tally)

    return tuple(
        earned if earned == now else min(earned, now, key=score) for earned, now in zip(before, corrected, strict=True)
    )


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


def running_performance(game_list: GameList) -> tuple[tuple[int, ...], ...]:
    """Return the performance points of every seat after each deal, from seat 1 on (SkWO 5.1).

    Entries that name no seat of the table count for nobody, as in ``tallies``.
    """
    if game_list.is_of_a_house:
        return house.grown(game_list, sum)
    columns = [0] * game_list.seats
    rows = []
    for deal in game_list.deals:
        found_booking = booking(deal)
        if found_booking is not None and deal.declarer is not None and 1 <= deal.declarer <= game_list.seats:
            columns[deal.declarer - 1] += found_booking.points + (OWN_GAME if found_booking.won else -OWN_GAME)
            if not found_booking.won:
                present = game_list.turn(deal.number).present
                for other in present:
                    columns[other - 1] += OPPONENT_LOST[len(present)] if other != deal.declarer else 0
        rows.append(tuple(columns))
    return tuple(rows)
