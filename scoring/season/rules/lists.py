"""What a player brings into a competition, and the rule by which it counts (practice of clubs); holidays."""

import enum
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Final

from scoring.rules.results.ranking import Result, ranked


class Count(enum.StrEnum):
    """What the lists of a player come to."""

    SUM = "sum"
    AVERAGE = "average"
    BEST = "best"
    PLACES = "places"  # points by the place of each evening


class Tie(enum.StrEnum):
    """What decides, as the club says, between players whom points, games won and games lost leave equal."""

    MORE_LISTS = "more-lists"
    MORE_EVENINGS = "more-evenings"
    BEST_LISTS = "best-lists"  # the better best list, then the better second one, and so on
    LAST_EVENINGS = "last-evenings"  # the better last evening, then the one before; being away is least


class Flaw(enum.StrEnum):
    """Why there can be no such rule."""

    NO_NUMBER = "best-needs-a-number"
    NO_POINTS = "places-need-points"
    LESS_THAN_ONE = "less-than-one-counts"
    NEGATIVE = "less-than-nothing-demanded"
    GROUP_TWICE = "a-group-twice"
    STEP_TWICE = "a-step-twice"


class ImpossibleRule(ValueError):
    """Nothing can be counted like this. ``code`` names the reason, ``field`` the field it lies in."""

    def __init__(self, code: Flaw, field: str) -> None:
        super().__init__(str(code))
        self.code = code
        self.field = field


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """How a competition counts."""

    count: Count
    best: int | None = None  # lists that count at most, the highest first; None: all
    best_of_group: int | None = None  # lists of one group that count at most
    quotas: tuple[tuple[str, int], ...] = ()  # the same by name of the group ("best 3 of A and 2 of B"); 0: none
    points: tuple[int, ...] = ()  # with ``PLACES``, of the first, second ... place of an evening; 0 beyond
    last_points: tuple[int, ...] = ()  # with ``PLACES``, of the last, last but one ... place, besides
    whole_evenings: bool = False  # whether an evening counts as one, not list by list; ``PLACES`` always does
    by_rounds: bool = False  # whether a short series counts by its rounds in an average, not as a list
    parts: frozenset[int] | None = None  # series of an evening that count: {1} for the first alone; None: all
    absent: int | None = None  # what a list missing to the minimum of an average counts
    minimum: int = 0  # lists to be played before anybody is ranked
    minimum_evenings: int = 0  # evenings to be there before anybody is ranked
    bonus: tuple[tuple[int, int], ...] = ()  # lists to be played, and points; the highest step reached counts
    guests: bool = False  # whether those who are no members are ranked with the rest
    ties: tuple[Tie, ...] = ()  # what decides after points, games won and games lost (SkWO 5.2)

    def __post_init__(self) -> None:
        for code, field, flawed in (
            (Flaw.NO_NUMBER, "best", self.count is Count.BEST and not self.picks),
            (Flaw.NO_POINTS, "points", self.count is Count.PLACES and not (self.points or self.last_points)),
            (Flaw.LESS_THAN_ONE, "best", self.best is not None and self.best < 1),
            (Flaw.LESS_THAN_ONE, "best_of_group", self.best_of_group is not None and self.best_of_group < 1),
            (Flaw.NEGATIVE, "quotas", any(most < 0 for _, most in self.quotas)),
            (Flaw.GROUP_TWICE, "quotas", _twice([group for group, _ in self.quotas])),
            (Flaw.NEGATIVE, "minimum", min(self.minimum, self.minimum_evenings) < 0),
            (Flaw.STEP_TWICE, "bonus", _twice([played for played, _ in self.bonus])),
        ):
            if flawed:
                raise ImpossibleRule(code, field)

    @property
    def by_evening(self) -> bool:
        """Whether an evening counts as one."""
        return self.whole_evenings or self.count is Count.PLACES

    def most_of(self, group: str) -> int | None:
        """Return how many lists of a group count at most; None: all."""
        return dict(self.quotas).get(group, self.best_of_group)

    def bonus_for(self, lists: int) -> int:
        """Return the points for so many lists played."""
        reached = [step for step in self.bonus if step[0] <= lists]
        return max(reached)[1] if reached else 0

    @property
    def picks(self) -> bool:
        """Whether not all lists count, but the best of them."""
        return self.best is not None or self.best_of_group is not None or bool(self.quotas)


def _twice(names: list[str] | list[int]) -> bool:
    return len(set(names)) < len(names)


FULL = 12  # the rounds of a whole list: 48 deals at four, 36 at three


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonList:
    """What a player earned in one list, or in several taken together."""

    player: int  # who played it; the team where lists of a team are taken together
    evening: int  # number of the evening in the season, by date, from 1 on
    series: int  # number in the season, in the order of play: of equal lists the earlier counts
    performance: int  # performance points (SkWO 5.2); points by place where these are counted
    won: int = 0
    lost: int = 0
    part: int = 1  # which series of its evening it is, from 1 on
    group: str = ""  # what a quota counts by: a half-year, a month, a kind of event
    lists: int = 1  # lists played in it: more where an evening is taken as one
    rounds: int = FULL  # rounds of its series: twelve are a whole list
    games_known: bool = True  # whether ``won`` and ``lost`` are known; else they are nought

    def as_points(self, points: int) -> "SeasonList":
        """Return the same with the points of a place instead of its own."""
        # dataclasses.replace takes twice as long, and a year asks for this a thousand times.
        return SeasonList(
            player=self.player,
            evening=self.evening,
            series=self.series,
            part=self.part,
            group=self.group,
            performance=points,
            won=self.won,
            lost=self.lost,
            lists=self.lists,
            games_known=self.games_known,
        )


def whole_evenings(lists: Iterable[SeasonList]) -> list[SeasonList]:
    """Return the lists with those of one player on one evening taken as one.

    >>> from dataclasses import replace
    >>> first = SeasonList(player=7, evening=1, series=1, performance=900, won=9)
    >>> both = whole_evenings([first, replace(first, series=2, part=2, performance=700)])
    >>> [(one.performance, one.won, one.lists) for one in both]
    [(1600, 18, 2)]
    """

    together: dict[tuple[int, int], list[SeasonList]] = defaultdict(list)
    for season_list in lists:
        together[season_list.player, season_list.evening].append(season_list)
    return [_as_one(same) if len(same) > 1 else same[0] for same in together.values()]


def _as_one(lists: Sequence[SeasonList]) -> SeasonList:
    first = min(lists, key=lambda each_season_list: each_season_list.series)
    # One walk for all four sums: a year has thousands of evenings to be added up.
    performance = won = lost = played = 0
    games_known = True
    for season_list in lists:
        games_known &= season_list.games_known
        performance += season_list.performance
        won += season_list.won
        lost += season_list.lost
        played += season_list.lists
    return SeasonList(
        player=first.player,
        evening=first.evening,
        series=first.series,
        part=first.part,
        group=first.group,
        performance=performance,
        won=won,
        lost=lost,
        lists=played,
        games_known=games_known,
    )


def half_year(day: date) -> str:
    """Return the half-year of a day, as a group.

    >>> half_year(date(2026, 7, 1))
    '2026-2'
    """
    return f"{day.year}-{1 if day.month <= 6 else 2}"


def month(day: date) -> str:
    """Return the month of a day, as a group.

    >>> month(date(2026, 7, 1))
    '2026-07'
    """
    return f"{day.year}-{day.month:02}"


def points_by_place(rule: Rule, lists: Iterable[SeasonList]) -> Iterator[SeasonList]:
    """Yield the evening of each player with the points of its place instead of its own.

    Whoever is equal by the sum, games won and games lost of the evening gets the points of the better place, and the
    next place is counted on after them (SkWO 5.2); by the sum alone where the games of somebody are not known. All who
    were there keep their place, guests too.
    """
    by_evening = defaultdict(list)
    for season_list in whole_evenings(lists):
        by_evening[season_list.evening].append(season_list)
    for evening in by_evening.values():
        of = {each_season_list.player: each_season_list for each_season_list in evening}
        games_known = all(each_season_list.games_known for each_season_list in evening)
        results = [
            Result(
                entrant=each_season_list.player,
                performance=each_season_list.performance,
                won=games_known * each_season_list.won,
                lost=games_known * each_season_list.lost,
            )
            for each_season_list in evening
        ]
        for place in ranked(results):
            points = points_of_place(rule, place.rank, entrants=len(evening))
            yield of[place.result.entrant].as_points(points)


def points_of_place(rule: Rule, place: int, *, entrants: int) -> int:
    """Return the points of a place among so many.

    >>> from scoring.season.rules.lists import Count
    >>> supercup = Rule(count=Count.PLACES, points=(10, 8, 6), last_points=(3,))
    >>> [points_of_place(supercup, place, entrants=5) for place in range(1, 6)]
    [10, 8, 6, 0, 3]
    """
    return _at(rule.points, place) + _at(rule.last_points, entrants + 1 - place)


def _at(points: tuple[int, ...], place: int) -> int:
    return points[place - 1] if 1 <= place <= len(points) else 0


def team_lists(lists: Iterable[SeasonList], teams: Mapping[int, int], *, size: int) -> list[SeasonList]:
    """Return one list for each team and series: the sum of its ``size`` best; a team counts as a player from then on.

    >>> one = SeasonList(player=1, evening=1, series=1, performance=900)
    >>> from dataclasses import replace
    >>> others = [replace(one, player=2, performance=700), replace(one, player=3, performance=500)]
    >>> [(team.player, team.performance) for team in team_lists([one, *others], {1: 10, 2: 10, 3: 10}, size=2)]
    [(10, 1600)]
    """
    together = defaultdict(list)
    for season_list in lists:
        if season_list.player in teams:
            together[teams[season_list.player], season_list.evening, season_list.part].append(season_list)
    season_lists = []
    for (team, evening, part), of_team in sorted(together.items()):
        best = sorted(
            of_team,
            key=lambda each_season_list: (
                -each_season_list.performance,
                -each_season_list.won,
                each_season_list.lost,
                each_season_list.player,
            ),
        )[:size]
        season_lists.append(
            SeasonList(
                player=team,
                evening=evening,
                series=min(each_season_list.series for each_season_list in of_team),
                performance=sum(each_season_list.performance for each_season_list in best),
                won=sum(each_season_list.won for each_season_list in best),
                lost=sum(each_season_list.lost for each_season_list in best),
                part=part,
                group=best[0].group,
                rounds=best[0].rounds,
                games_known=all(each_season_list.games_known for each_season_list in best),
            )
        )
    return season_lists


FORM: Final = 6  # so many lists are the form of late


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """The best and the latest of a player's lists."""

    best_list: SeasonList
    best_evening: SeasonList
    average: Fraction  # points a list
    form: Fraction  # points a list over the last few
    form_of: int  # how many lists these are
    won: int
    lost: int


def records(lists: Sequence[SeasonList]) -> Records:
    """Return the records of a player's lists, of equal ones the earlier.

    :raises ValueError: if there is none.

    >>> lists = [SeasonList(player=1, evening=at, series=at, performance=100 * at, won=at) for at in range(1, 9)]
    >>> found = records(lists)
    >>> (found.best_list.performance, found.average, found.form, found.form_of, found.won)
    (800, Fraction(450, 1), Fraction(550, 1), 6, 36)
    """
    if not lists:
        raise ValueError("there are no lists")
    in_order = sorted(lists, key=lambda season_list: season_list.series)
    late = in_order[-FORM:]
    return Records(
        best_list=max(in_order, key=_merit),
        best_evening=max(sorted(whole_evenings(in_order), key=lambda season_list: season_list.series), key=_merit),
        average=Fraction(sum(season_list.performance for season_list in in_order), len(in_order)),
        form=Fraction(sum(season_list.performance for season_list in late), len(late)),
        form_of=len(late),
        won=sum(season_list.won for season_list in in_order),
        lost=sum(season_list.lost for season_list in in_order),
    )


def _merit(season_list: SeasonList) -> tuple[int, int, int]:
    return season_list.performance, season_list.won, -season_list.lost


class Land(enum.StrEnum):
    """The Länder, by their codes (ISO 3166-2:DE)."""

    BW = "BW"
    BY = "BY"
    BE = "BE"
    BB = "BB"
    HB = "HB"
    HH = "HH"
    HE = "HE"
    MV = "MV"
    NI = "NI"
    NW = "NW"
    RP = "RP"
    SL = "SL"
    SN = "SN"
    ST = "ST"
    SH = "SH"
    TH = "TH"


def holidays(land: Land, year: int) -> dict[date, str]:
    """Return the public holidays of a Land in a year, by day, as ``scoring.season.wording.HOLIDAYS`` knows them.

    Holidays of single municipalities (Augsburg, parts of Saxony and Thuringia) are left out; Assumption Day in Bavaria
    is that of most of its municipalities. Of two on one day the first stands for both.

    >>> [day.isoformat() for day, name in holidays(Land.SN, 2026).items() if name == "Repentance and Prayer Day"]
    ['2026-11-18']
    """
    # Read here: nothing but the calendar of a season asks for it.
    from holidays import country_holidays

    categories = ("public", "catholic") if land is Land.BY else ("public",)
    of_year = country_holidays("DE", subdiv=str(land), years=year, categories=categories, language="en_US")
    return {day: name.partition("; ")[0] for day, name in sorted(of_year.items())}
