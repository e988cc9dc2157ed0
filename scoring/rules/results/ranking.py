"""Who stands before whom: what players, teams and clubs come to, own games won, fewer lost, then the lot (SkWO 5.2)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import floor
from typing import NamedTuple, Protocol, TypeVar


class Result(NamedTuple):
    """What counts for an entrant's place, over however many series."""

    entrant: int
    performance: int
    """Performance points (SkWO 5.2)."""

    won: int
    lost: int


class Earned(Protocol):
    """What was earned: by a player, or by a team together."""

    @property
    def performance(self) -> int | Fraction:
        """Performance points (SkWO 5.2)."""

    @property
    def won(self) -> int | Fraction:
        """Own games won."""

    @property
    def lost(self) -> int | Fraction:
        """Own games lost."""


class Rankable(Earned, Protocol):
    """What can be ranked: the result of a player, or that of a team."""

    @property
    def entrant(self) -> int:
        """Who it belongs to."""


Ranked = TypeVar("Ranked", bound=Rankable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A rank, from 1 on. ``shared`` while only a lot can still separate it."""

    rank: int
    shared: bool
    result: Result


def ranked(results: Iterable[Result], *, lots: Mapping[int, int] | None = None) -> tuple[Place, ...]:
    """Return the places, best first, whatever the order of ``results`` (SkWO 5.2).

    ``lots`` maps entrants to the lots they drew; the lowest goes first. A tie
    is settled only when everybody in it has a lot: whoever has not drawn yet
    must not lose by that. Equal places share the best rank and count on after it.
    """
    return tuple(Place(rank=rank, shared=shared, result=result) for rank, shared, result in placed(results, lots))


def placed(results: Iterable[Ranked], lots: Mapping[int, int] | None) -> Iterator[tuple[int, bool, Ranked]]:
    """Yield rank, whether it is shared, and whose it is, best first (SkWO 5.2)."""
    drawn = lots or {}
    before = 0
    for group in _groups(results):
        if len(group) == 1:
            before += 1
            yield before, False, group[0]
            continue
        settled = all(result.entrant in drawn for result in group)
        order = {r.entrant: drawn[r.entrant] if settled else 0 for r in group}
        group.sort(key=lambda result: (order[result.entrant], result.entrant))
        for _, equals in groupby(group, key=lambda result: order[result.entrant]):
            same = list(equals)
            yield from ((before + 1, len(same) > 1, result) for result in same)
            before += len(same)


def tied(results: Iterable[Rankable]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of entrants that only a lot can separate, best group first (SkWO 5.2)."""
    return tuple(tuple(sorted(result.entrant for result in group)) for group in _groups(results) if len(group) > 1)


def _merit(result: Rankable) -> tuple[int | Fraction, int | Fraction, int | Fraction]:
    return (-result.performance, -result.won, result.lost)


def _groups(results: Iterable[Ranked]) -> Iterator[list[Ranked]]:
    """Yield the results in groups of equal merit, best first."""
    for _, group in groupby(sorted(results, key=_merit), key=_merit):
        yield list(group)


class InOneSeries(Earned, Protocol):
    """What was earned in one series."""

    @property
    def series(self) -> int:
        """Number of the series, from 1 on."""


Counted = TypeVar("Counted", bound=InOneSeries)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesResult:
    """What an entrant earned in one series."""

    series: int
    performance: int
    won: int
    lost: int


def counting(
    results: Iterable[Counted], *, series: Collection[int] | None = None, best: int | None = None
) -> tuple[Counted, ...]:
    """Return the results that count, in the order of their series.

    ``series`` leaves only those series in; of them the ``best`` ones count, by
    the criteria of the ranking (SkWO 5.2). A series that was not played is no
    result: it neither counts nor replaces a bad one. Of two equal ones the earlier counts.

    :raises ValueError: if less than one series is to count.
    """
    if best is not None and best < 1:
        raise ValueError(f"at least one series counts, not {best}")
    chosen = sorted(
        (result for result in results if series is None or result.series in series), key=lambda result: result.series
    )
    if best is None or best >= len(chosen):
        return tuple(chosen)
    best_results = sorted(chosen, key=lambda result: (-result.performance, -result.won, result.lost))[:best]
    return tuple(sorted(best_results, key=lambda result: result.series))


def added(entrant: int, results: Iterable[SeriesResult]) -> Result:
    """Return what series come to for the ranking (SkWO 5.1).

    >>> added(7, counting([SeriesResult(series=1, performance=900, won=9, lost=1)], best=1)).performance
    900
    """
    counted = tuple(results)
    return Result(
        entrant=entrant,
        performance=sum(series_result.performance for series_result in counted),
        won=sum(series_result.won for series_result in counted),
        lost=sum(series_result.lost for series_result in counted),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamResult:
    """What counts for a team's place; exact, since a rounded point could decide it."""

    entrant: int
    performance: Fraction
    won: Fraction
    lost: Fraction


def team_result(team: int, members: Iterable[Result], *, size: int) -> TeamResult:
    """Return the sum of a team's members, scaled up where fewer than ``size`` played.

    Games won and lost are scaled like the points: a smaller team neither gains
    nor loses by them in a tie.

    :raises ValueError: if there are no members, or more than ``size``.

    >>> three = [Result(entrant=n, performance=p, won=9, lost=2) for n, p in enumerate((3000, 2800, 2223))]
    >>> team_result(1, three, size=4).performance
    Fraction(32092, 3)
    """
    results = tuple(members)
    if not 1 <= len(results) <= size:
        raise ValueError(f"{len(results)} members in a team of {size}")
    scale = Fraction(size, len(results))
    return TeamResult(
        entrant=team,
        performance=scale * sum(result.performance for result in results),
        won=scale * sum(result.won for result in results),
        lost=scale * sum(result.lost for result in results),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """A team's rank, from 1 on. ``shared`` while only a lot can still separate it."""

    rank: int
    shared: bool
    result: TeamResult


def ranked_teams(results: Iterable[TeamResult], *, lots: Mapping[int, int] | None = None) -> tuple[TeamPlace, ...]:
    """Return the teams' places by the criteria of the single ranking (SkWO 5.2); lots as there."""
    return tuple(
        TeamPlace(rank=rank, shared=shared, result=this_team_result)
        for rank, shared, this_team_result in placed(results, lots)
    )


def shown_points(points: Fraction) -> Decimal:
    """Return points as they are printed: whole, or rounded to two decimals, halves away from zero.

    Never compare or add up what this returns: teams that look equal need not be.

    >>> shown_points(Fraction(32092, 3))
    Decimal('10697.33')
    >>> shown_points(Fraction(10697))
    Decimal('10697')
    """
    if points.denominator == 1:
        return Decimal(points.numerator)
    hundredths = floor(abs(points) * 100 + Fraction(1, 2))
    # Made from its digits: arithmetic would cut off those beyond the precision of Decimal.
    return Decimal(f"{hundredths if points > 0 else -hundredths}E-2")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlayer:
    """Somebody who plays for a team, and what they earned."""

    player: int
    results: tuple[SeriesResult, ...]
    substitute: bool = False
    switched: frozenset[int] = frozenset()
    """The series in which they are replaced; of a substitute those in which they replace another."""

    excluded: bool = False
    """Whether nothing of theirs counts any more. Their team is not scaled up for them (SkWO 4.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeries:
    """What a team earned in one series; exact, since a rounded point could decide its place."""

    series: int
    performance: Fraction
    won: Fraction
    lost: Fraction
    players: frozenset[int]
    scaled: bool
    """Whether it is more than they earned, because somebody was missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Competitor:
    """What a player, a team or a club comes to in a ranking."""

    result: TeamResult
    series: tuple[TeamSeries, ...]
    """What it earned in each series it played, also in those that do not count."""

    counted: frozenset[tuple[int, int]]
    """The results in its total: player and series."""

    @property
    def counted_series(self) -> frozenset[int]:
        """The series of which something is in its total."""
        return frozenset(series for _player, series in self.counted)

    @property
    def scaled(self) -> bool:
        """Whether something in its total was scaled up."""
        return any(team_series.scaled for team_series in self.series if team_series.series in self.counted_series)


def of_player(
    entered_as: int, player: int, results: Iterable[SeriesResult], *, best: int | None = None, brought: int = 0
) -> Competitor:
    """Return what a player comes to by themselves, over their ``best`` series or over all, with what they brought."""
    earned = sorted(results, key=lambda series_result: series_result.series)
    counted = counting(earned, best=best)
    total = added(player, counted)
    return Competitor(
        result=team_result(entered_as, [total._replace(performance=brought + total.performance)], size=1),
        series=tuple(_in_one(series_result.series, [(player, series_result)]) for series_result in earned),
        counted=frozenset((player, series_result.series) for series_result in counted),
    )


def of_team(
    team: int, players: Sequence[TeamPlayer], *, size: int, scaled: bool, best: int | None = None
) -> Competitor:
    """Return what a team comes to: its series, then the ``best`` of them; ``scaled`` makes up for who is missing."""
    numbers = sorted({series_result.series for player in players for series_result in player.results})
    earned = [
        team_series for number in numbers if (team_series := _in_series(number, players, size=size, scaled=scaled))
    ]
    counted = counting(earned, best=best)
    return Competitor(
        result=_sum(team, counted),
        series=tuple(earned),
        counted=frozenset(
            (player, each_team_series.series) for each_team_series in counted for player in each_team_series.players
        ),
    )


def of_club(
    club: int, players: Mapping[int, Iterable[SeriesResult]], *, size: int, best: int | None = None
) -> Competitor:
    """Return what a club comes to: the totals of its ``size`` best players, each over their ``best`` series or all."""
    counting_of = {player: counting(results, best=best) for player, results in players.items()}
    places = ranked(added(player, results) for player, results in counting_of.items())
    best_players = [place.result.entrant for place in places][:size]
    counted = [(player, series_result) for player in best_players for series_result in counting_of[player]]
    series = tuple(
        _in_one(
            number, [(player, series_result) for player, series_result in counted if series_result.series == number]
        )
        for number in sorted({series_result.series for _player, series_result in counted})
    )
    return Competitor(
        result=_sum(club, series),
        series=series,
        counted=frozenset((player, series_result.series) for player, series_result in counted),
    )


def by_lot(places: Sequence[TeamPlace]) -> frozenset[int]:
    """Return whose place a lot decided: their result is another's, their place is not (SkWO 5.2)."""
    merits = [(place.result.performance, place.result.won, place.result.lost) for place in places]
    return frozenset(
        place.result.entrant
        for at, place in enumerate(places)
        if not place.shared and merits[at] in (*merits[max(0, at - 1) : at], *merits[at + 1 : at + 2])
    )


def blind_teams(order: Sequence[int], *, size: int, smaller: bool) -> tuple[tuple[int, ...], ...]:
    """Return teams of ``size`` from players in the order in which they were drawn.

    Whoever is left over makes a ``smaller`` team, or stays without one.

    >>> blind_teams([5, 3, 1, 4, 2], size=2, smaller=True)
    ((5, 3), (1, 4), (2,))
    """
    teams = (tuple(order[at : at + size]) for at in range(0, len(order), size))
    return tuple(team for team in teams if smaller or len(team) == size)


def mixed_pairs(ladies: Sequence[int], men: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return pairs of a lady and a man, each in the order in which they were drawn; the others stay without one.

    >>> mixed_pairs([4, 2, 9], [3, 1])
    ((4, 3), (2, 1))
    """
    return tuple(zip(ladies, men, strict=False))


def is_mixed(ladies: Collection[bool]) -> bool:
    """Tell whether a pair can be a mixed one; while one of the two is missing it can."""
    return len(ladies) < 2 or sorted(ladies) == [False, True]


def _in_series(number: int, players: Sequence[TeamPlayer], *, size: int, scaled: bool) -> TeamSeries | None:
    """Return what a team earned in a series; None where nobody of it was there."""
    lined_up = [player for player in players if (number in player.switched) == player.substitute]
    pairs = [
        (player.player, series_result)
        for player in lined_up
        if not player.excluded
        for series_result in player.results
        if series_result.series == number
    ]
    if not pairs:
        return None
    if len(pairs) > size:
        # Of a team with more members than count the best are in.
        best = {
            place.result.entrant
            for place in ranked(added(player, [series_result]) for player, series_result in pairs)[:size]
        }
        pairs = [(player, series_result) for player, series_result in pairs if player in best]
    filled = min(len(pairs) + sum(player.excluded for player in lined_up), size)
    return _in_one(number, pairs, times=Fraction(size, filled) if scaled else 1)


def _in_one(number: int, earned: Sequence[tuple[int, SeriesResult]], *, times: Fraction | int = 1) -> TeamSeries:
    return TeamSeries(
        series=number,
        performance=Fraction(times * sum(series_result.performance for _player, series_result in earned)),
        won=Fraction(times * sum(series_result.won for _player, series_result in earned)),
        lost=Fraction(times * sum(series_result.lost for _player, series_result in earned)),
        players=frozenset(player for player, _one in earned),
        scaled=times > 1,
    )


def _sum(entrant: int, series: Collection[TeamSeries]) -> TeamResult:
    return TeamResult(
        entrant=entrant,
        performance=sum((team_series.performance for team_series in series), Fraction()),
        won=sum((team_series.won for team_series in series), Fraction()),
        lost=sum((team_series.lost for team_series in series), Fraction()),
    )
