"""What players, teams and clubs come to in a ranking of their own: which series, whose results (SkWO 5.2; practice)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.rules.results.ranking import ranked
from scoring.rules.results.series import SeriesResult, added, counting
from scoring.rules.results.teams import TeamPlace, TeamResult, team_result


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

    def counts_in(self, series: int) -> bool:
        """Tell whether they are one of those who count for their team in a series."""
        return (series in self.switched) == self.substitute


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeries:
    """What a team earned in one series; exact, since a rounded point could decide its place."""

    series: int
    performance: Fraction
    """Performance points (SkWO 5.2)."""

    won: Fraction
    lost: Fraction
    players: frozenset[int]
    """Those whose results are in it."""

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
    """Return what a team comes to: first its series, each from those who count in it, then the ``best`` of these.

    ``scaled`` makes up in each series for those who are missing there.
    """
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
    lined_up = [player for player in players if player.counts_in(number)]
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
    """Return what players earned together in a series, so many times over."""
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
