"""Matches of the league: line-ups, reports, points, tables, who goes up and down (DSkV league)."""

import enum
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final

FIELDS: Final = range(3, 6)  # teams that can play a match
PLAYERS: Final = 4  # players of a team at the tables
LEAST_PLAYERS: Final = 3  # players without whom a team does not play
Column = tuple[int | None, ...]  # a number for each series; None where the team was absent


class Tie(enum.StrEnum):
    """What teams with the same total in a series get of each other."""

    SHARE = "share"  # half a point on either side
    WON_GAMES = "won-games"  # to whoever won more games; where that is not known or equal they share
    NONE = "none"  # nothing on either side


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match of a day."""

    day: int
    totals: Mapping[int, Column]  # for each team its total in each series; None where it was absent
    won: Mapping[int, Column] = field(default_factory=dict)
    broken_off: bool = False  # whether the day was broken off: then it counts 0 for all

    def __post_init__(self) -> None:
        if len(self.totals) not in FIELDS:
            raise ValueError(f"{len(self.totals)} teams in a match")
        columns = (*self.totals.values(), *self.won.values())
        if len({len(column) for column in columns}) > 1 or not self.won.keys() <= self.totals.keys():
            raise ValueError("not all teams have the same series")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a team got in one match, or in several."""

    half_points: int = 0  # twice the points: a tie can be worth half a point
    half_against: int = 0  # twice the points that other teams got of it
    game_points: int = 0
    series: int = 0  # series of its matches, also those in which it was absent

    @property
    def points(self) -> Fraction:
        """Points for teams beaten."""
        return Fraction(self.half_points, 2)

    @property
    def against(self) -> Fraction:
        """Points that other teams got of it."""
        return Fraction(self.half_against, 2)

    def __add__(self, other: "Score") -> "Score":
        return Score(
            half_points=self.half_points + other.half_points,
            half_against=self.half_against + other.half_against,
            game_points=self.game_points + other.game_points,
            series=self.series + other.series,
        )


def scores(match: Match, tie: Tie, *, besides: Collection[int] = ()) -> dict[int, Score]:
    """Return what each team got, but those ``besides``, of whom nobody got anything either.

    A team gets a point for each team it beats in a series. Whoever is absent is beaten by all who are there and gets
    nothing, also of others who are absent.

    >>> four = Match(day=1, totals={1: (4120,), 2: (3980,), 3: (3980,), 4: (None,)})
    >>> {team: score.half_points for team, score in scores(four, Tie.SHARE).items()}
    {1: 6, 2: 3, 3: 3, 4: 0}
    """
    counted = {team: totals for team, totals in match.totals.items() if team not in besides}
    if match.broken_off:
        return dict.fromkeys(counted, Score())
    return {
        team: Score(
            half_points=sum(_half_points(match, tie, team, other) for other in counted if other != team),
            half_against=sum(_half_points(match, tie, other, team) for other in counted if other != team),
            game_points=sum(total or 0 for total in totals),
            series=len(totals),
        )
        for team, totals in counted.items()
    }


def _half_points(match: Match, tie: Tie, team: int, other: int) -> int:
    half = 0
    for series, (own, theirs) in enumerate(zip(match.totals[team], match.totals[other], strict=True)):
        if own is None:
            continue
        if theirs is None or own > theirs:
            half += 2
        elif own == theirs:
            half += _of_a_tie(match, tie, team, other, series)
    return half


def _of_a_tie(match: Match, tie: Tie, team: int, other: int, series: int) -> int:
    if tie is Tie.NONE:
        return 0
    if tie is Tie.WON_GAMES:
        own, theirs = (match.won[number][series] if number in match.won else None for number in (team, other))
        if own is not None and theirs is not None and own != theirs:
            return 2 if own > theirs else 0
    return 1


FIRST: Final = 1  # the series from which the line-up holds; later ones are exchanges


class Flaw(enum.StrEnum):
    """What can be wrong with a line-up."""

    TOO_FEW = "line-up-too-few"
    TWICE = "line-up-twice"
    GAP = "line-up-gap"
    NOT_ELIGIBLE = "line-up-not-eligible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligible:
    """From when to when somebody may play for a team; both days are within."""

    player: int
    since: date
    until: date | None = None  # None: to the end of the season

    def on(self, day: date) -> bool:
        """Test whether they may play on a day.

        >>> Eligible(player=1, since=date(2026, 1, 1), until=date(2026, 4, 30)).on(date(2026, 5, 1))
        False
        """
        return self.since <= day and (self.until is None or day <= self.until)

    def overlaps(self, since: date, until: date | None) -> bool:
        """Test whether there is a day on which both this and other days hold."""
        return (until is None or self.since <= until) and (self.until is None or since <= self.until)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """Who has a number of a team from a series on."""

    number: int
    player: int
    from_series: int = FIRST


def flaws(players: Sequence[int | None], *, roster: Iterable[Eligible], day: date) -> tuple[tuple[Flaw, int], ...]:
    """Return what is wrong with a line-up, each with the number it is wrong at, 0 for the whole.

    ``players`` stand by their numbers, None where nobody does: the fourth alone may be missing.

    >>> roster = [Eligible(player=player, since=date(2026, 1, 1)) for player in (5, 7)]
    >>> flaws([5, 5, 7, None], roster=roster, day=date(2026, 3, 1))
    ((<Flaw.TWICE: 'line-up-twice'>, 2),)
    """
    eligible = {each_eligible.player for each_eligible in roster if each_eligible.on(day)}
    named = [player for player in players if player is not None]
    pairs: list[tuple[Flaw, int]] = []
    if len(named) < LEAST_PLAYERS:
        pairs.append((Flaw.TOO_FEW, 0))
    elif None in players[: len(named)]:
        pairs.append((Flaw.GAP, players.index(None) + 1))
    for number, player in enumerate(players, start=1):
        if player is None:
            continue
        if player in players[: number - 1]:
            pairs.append((Flaw.TWICE, number))
        elif player not in eligible:
            pairs.append((Flaw.NOT_ELIGIBLE, number))
    return tuple(pairs)


def doubled(places: Iterable[TeamPlace], *, series: int) -> bool:
    """Test whether somebody would have two numbers in one of so many series.

    >>> line_up = [TeamPlace(number=1, player=5), TeamPlace(number=2, player=6)]
    >>> doubled([*line_up, TeamPlace(number=2, player=5, from_series=3)], series=3)
    True
    """
    team_places = list(places)
    tables = [list(at_table(team_places, series=number).values()) for number in range(FIRST, series + 1)]
    return any(len(set(players)) < len(players) for players in tables)


def at_table(places: Iterable[TeamPlace], *, series: int) -> Mapping[int, int]:
    """Return who has each number of a team in a series: whoever took it last."""
    held: dict[int, int] = {}
    for team_place in sorted(places, key=lambda place: place.from_series):
        if team_place.from_series <= series:
            held[team_place.number] = team_place.player
    return {number: held[number] for number in sorted(held) if number <= PLAYERS}


MOST_POINTS: Final = 20_000  # more than a list of 48 deals can come to
MOST_DEALS: Final = 48  # deals of a list


class ReportFlaw(enum.StrEnum):
    """What can be wrong with a report."""

    NOBODY = "report-nobody"  # no team played
    TOO_FEW = "report-too-few"  # a team played with fewer than three
    IMPOSSIBLE = "report-impossible"  # no list comes to so many points or games


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesLine:
    """What somebody brought home in a series."""

    number: int  # their number in the team
    points: int
    won: int = 0
    lost: int = 0


Side = tuple[tuple[SeriesLine, ...] | None, ...]  # a team's series, as its players' lines; None: absent


def match_of(teams: Sequence[int], sides: Sequence[Side], *, day: int, broken_off: bool = False) -> Match:
    """Return a match as tables reckon with it, or raise ValueError if not all teams have the same series."""
    return Match(
        day=day,
        totals={
            team: tuple(None if lines is None else sum(line.points for line in lines) for lines in side)
            for team, side in zip(teams, sides, strict=True)
        },
        won={
            team: tuple(None if lines is None else sum(line.won for line in lines) for lines in side)
            for team, side in zip(teams, sides, strict=True)
        },
        broken_off=broken_off,
    )


def report_flaws(sides: Sequence[Side]) -> tuple[tuple[ReportFlaw, int, int], ...]:
    """Return what is wrong with a report, each with the position of the team and the series, 0 for the whole.

    >>> report_flaws([((SeriesLine(number=1, points=900),),)])
    ((<ReportFlaw.TOO_FEW: 'report-too-few'>, 1, 1),)
    """
    if not any(lines for side in sides for lines in side):
        return ((ReportFlaw.NOBODY, 0, 0),)
    rows = []
    for position, side in enumerate(sides, start=1):
        for series, lines in enumerate(side, start=1):
            if lines is None:
                continue
            if not LEAST_PLAYERS <= len(lines) <= PLAYERS:
                rows.append((ReportFlaw.TOO_FEW, position, series))
            elif any(abs(line.points) > MOST_POINTS or line.won + line.lost > MOST_DEALS for line in lines):
                rows.append((ReportFlaw.IMPOSSIBLE, position, series))
    return tuple(rows)


class Withdrawn(enum.StrEnum):
    """What becomes of the results of a team that has withdrawn; it is last in any case."""

    KEPT = "kept"  # they count, for itself and against it
    ANNULLED = "annulled"  # nobody got anything of it, and it got nothing of anybody


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """What whoever leads the league decided about a team."""

    deducted: int = 0  # points taken off
    withdrawn: Withdrawn | None = None


NONE: Final[Mapping[int, Sanction]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A row of the table."""

    place: int  # the place, from 1 on; the same where points and game points are
    team: int
    score: Score

    @property
    def points(self) -> Fraction:
        """Points for teams beaten."""
        return self.score.points

    @property
    def against(self) -> Fraction:
        """Points that other teams got of it."""
        return self.score.against


def division_table(
    teams: Iterable[int], matches: Iterable[Match], tie: Tie, *, sanctions: Mapping[int, Sanction] = NONE
) -> tuple[TeamRow, ...]:
    """Return the table of all ``teams``, in a shared place by number, or raise KeyError if a match has another team."""
    total = dict.fromkeys(teams, Score())
    annulled = {team for team, this_sanction in sanctions.items() if this_sanction.withdrawn is Withdrawn.ANNULLED}
    for match in matches:
        for team, score in scores(match, tie, besides=annulled).items():
            total[team] += score
    for team, sanction in sanctions.items():
        total[team] += Score(half_points=-2 * sanction.deducted)
    gone = {team for team, this_sanction in sanctions.items() if this_sanction.withdrawn}
    return tuple(_placed(total, gone))


def _placed(total: dict[int, Score], gone: set[int]) -> Iterator[TeamRow]:
    def key(team: int) -> tuple[bool, int, int]:
        return team in gone, *_merit(total[team])

    before = 0
    for _, equal in groupby(sorted(total, key=lambda team: (*key(team), team)), key=key):
        same = list(equal)
        yield from (TeamRow(place=before + 1, team=team, score=total[team]) for team in same)
        before += len(same)


def _merit(score: Score) -> tuple[int, int]:
    return -score.half_points, -score.game_points


class Fate(enum.StrEnum):
    """What becomes of a team after the season."""

    PROMOTED = "promoted"
    STAYS = "stays"
    RELEGATED = "relegated"
    OPEN = "open"  # equal teams stand across a line: only those who lead the league can say


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """How many places of every division go up and down, and of one more place only some across the divisions."""

    up: int = 0  # places that go up in each division
    best_next: int = 0  # of the places below these, so many more: the best across the divisions
    down: int = 0  # places that go down in each division, counted from the last
    worst_next: int = 0  # of the places above these, so many more: the worst across the divisions


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A team in the comparison of teams of one place across divisions."""

    place: int  # from 1 on; the same where nothing tells the teams apart
    division: str
    row: TeamRow


def compared(rows: Iterable[tuple[str, TeamRow]]) -> tuple[Compared, ...]:
    """Return teams of several divisions in order: by points, then game points.

    Where not all played the same number of series against as many teams, both are taken by what could be had: points
    as a share of all that were given for and against them, game points by the series.
    """
    everybody = list(rows)
    alike = len({(row.score.series, row.score.half_points + row.score.half_against) for _, row in everybody}) == 1

    def merit(pair: tuple[str, TeamRow]) -> tuple[Fraction, Fraction]:
        score = pair[1].score
        if alike:
            return Fraction(-score.half_points), Fraction(-score.game_points)
        given = score.half_points + score.half_against
        return Fraction(-score.half_points, given or 1), Fraction(-score.game_points, score.series or 1)

    in_order: list[Compared] = []
    ordered = sorted(everybody, key=lambda pair: (*merit(pair), pair[0], pair[1].team))
    for _, equal in groupby(ordered, key=merit):
        place = len(in_order) + 1
        in_order += (Compared(place=place, division=division, row=row) for division, row in equal)
    return tuple(in_order)


def fates(divisions: Mapping[str, Sequence[TeamRow]], lines: Lines) -> dict[int, Fate]:
    """Return what becomes of each team of a level, or raise ValueError if a division has fewer than go up and down."""
    needed = lines.up + lines.down + bool(lines.best_next) + bool(lines.worst_next)
    if any(len(table) < needed for table in divisions.values()):
        raise ValueError("more go up and down than there are")
    fate = {row.team: Fate.STAYS for table in divisions.values() for row in table}
    for table in divisions.values():
        placed = [(row.place, row.team) for row in table]
        fate |= _beyond(placed, lines.up, Fate.PROMOTED)
        fate |= _beyond(placed[::-1], lines.down, Fate.RELEGATED)
    for at, many, step, beyond in (
        (lines.up, lines.best_next, 1, Fate.PROMOTED),
        (-1 - lines.down, lines.worst_next, -1, Fate.RELEGATED),
    ):
        if many:
            across = compared((name, table[at]) for name, table in divisions.items())
            taken = _beyond([(rival.place, rival.row.team) for rival in across][::step], many, beyond)
            # What is open within a division no comparison settles.
            fate |= {team: this_fate for team, this_fate in taken.items() if fate[team] is Fate.STAYS}
    return fate


def _beyond(teams: Sequence[tuple[int, int]], many: int, fate: Fate) -> dict[int, Fate]:
    """Return what becomes of the first ``many`` teams, given with their places; across a shared place it is open."""
    if not 0 < many < len(teams) or teams[many - 1][0] != teams[many][0]:
        return {team: fate for _, team in teams[:many]}
    edge = teams[many][0]
    before = {team: fate for place, team in teams[:many] if place != edge}
    return before | {team: Fate.OPEN for place, team in teams if place == edge}
