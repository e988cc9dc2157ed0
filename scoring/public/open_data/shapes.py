"""The shapes of the JSON, and where in what selectors return each field is read (SkWO 5)."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import Annotated, Any, Generic, Literal, TypeVar

from django.utils import timezone
from django.utils.translation import gettext_noop as _
from ninja import Schema
from pydantic import AliasPath, BeforeValidator, ConfigDict, Field

from scoring.public.selectors import hall_screen
from scoring.results.selectors import rankings, standings
from scoring.results.wording.competitors import competitor_name
from scoring.rules.results.ranking import shown_points
from tables.tournaments.models import Series as SeriesRow
from tables.tournaments.selectors.tournaments import classes_of, series_of
from tables.tournaments.wording import early_end

Item = TypeVar("Item")
Day = date

IsSet = Annotated[bool, BeforeValidator(bool)]  # whether there is anything


def read(path: str, description: str | None = None) -> Any:
    """Return a field that is read from somewhere else in what a shape is made of."""
    return Field(validation_alias=AliasPath(*path.split(".")), description=description)


def points_of(points: Fraction | int) -> float | int:
    """Return points as JSON has them: whole, or with two decimals."""
    exact = shown_points(Fraction(points))
    return int(exact) if exact == exact.to_integral_value() else float(exact)


Points = Annotated[float, BeforeValidator(points_of)]


class Shape(Schema):
    """Something in an answer; where it is made of names and values, its fields are there by their own names."""

    model_config = ConfigDict(from_attributes=True, populate_by_name=True)


NUMBER = _("The start number.")
NAME = _("The name as its owner wants it shown.")
CLUB = _("Empty where the name is not shown.")
CLASSES = _("The codes of the classes they are in.")

When = Literal["running", "coming", "past"]

BROUGHT = Field(description=_("The points of the event before with which the player started; they are in the total."))


class Problem(Shape):
    """What is wrong with a request. All answers but 200 and 304 look like this."""

    code: str = Field(description=_("One word for programs, such as “not-found”."))
    detail: str = Field(description=_("A sentence for people."))
    fields: list[str] = Field(default=[], description=_("The parameters that are wrong."))


class Page(Shape, Generic[Item]):
    """A part of a long answer."""

    count: int = Field(description=_("How many there are on all pages together."))
    page: int = Field(description=_("Which page this is, from 1 on."))
    pages: int = Field(description=_("How many pages there are; 1 where there is nothing."))
    items: list[Item]


class Tournament(Shape):
    """A tournament as a list of events shows it."""

    slug: str = Field(description=_("Its name in addresses."))
    name: str
    place: str
    organiser: str
    club: str = Field(description=_("The name in addresses of the club whose event it is; empty where it is none’s."))
    starts_on: date = Field(description=_("The first day."))
    ends_on: date = Field(description=_("The last day."))
    when: When
    entrants: int = read("entrant_count", _("How many are registered."))
    registration_open: bool = Field(description=_("Whether the public form is open."))
    released_at: datetime | None = Field(description=_("When the final ranking was released."))
    url: str = Field(description=_("The page of the event, for people."))

    resolve_club = staticmethod(lambda tournament: tournament.club.slug if tournament.club else "")
    resolve_when = staticmethod(lambda tournament: hall_screen.when(tournament, today=timezone.localdate()))


class Series(Shape):
    """One series: everybody plays one list at one table."""

    number: int
    status: Literal["planned", "published", "running", "closed"] = Field(
        description=_("How far it is; published means that its seats are.")
    )
    seating: str = Field(description=_("How the seats are given out: drawn, by-standing, fixed or by-hand."))
    rounds: int = Field(description=_("Its rounds: 12 are 48 deals at four and 36 at three."))
    time_limit: int | None = Field(description=_("Minutes it may take."))
    begins_at: datetime | None = Field(description=_("When it is to begin, as announced."))
    started_at: datetime | None
    closed_at: datetime | None
    posted_at: datetime | None = Field(description=_("When its result was posted."))
    has_results: bool = Field(description=_("Whether its results are public already."))

    resolve_status = staticmethod(
        lambda series: series.status if series.published_at else SeriesRow.Status.PLANNED.value
    )
    resolve_has_results = staticmethod(
        lambda series: bool(series.started_at) and standings.is_open(series.tournament, series)
    )


class RankingHead(Shape):
    """A ranking beside the individual one."""

    number: int
    kind: str = Field(description=_("Who is ranked: individual, club, tandem, mixed, team, or the code of a class."))
    name: str
    series: list[int] = Field(description=_("The series it is over; empty: all."))
    best_of: int | None = Field(description=_("How many of them count, the best ones; null: all."))
    size: int = Field(description=_("How many players make a team, or count for a club at most."))
    scaled: bool = Field(description=_("Whether a smaller team’s points are scaled up."))


class PlayerClass(Shape):
    """A class that is ranked by itself."""

    code: str = Field(description=_("By what entrants and rankings name it."))
    name: str = read("called")


class Event(Tournament):
    """One tournament with its series and rankings."""

    direction: str
    rounds: int = Field(description=_("Rounds in a series: 12 are 48 deals at four and 36 at three."))
    time_limit: int | None = Field(description=_("Minutes a series may take."))
    entry_fee: float = Field(description=_("In euros; for new programs: entry_fee_cents."), deprecated=True)
    entry_fee_cents: int = Field(description=_("What the plan says that entering costs, in whole cents."))
    ended_at: datetime | None = Field(description=_("The end of the event as the direction stated it."))
    ended_early: str = Field(
        description=_("A sentence if it ended before all its series were played, or was called off; else empty.")
    )
    as_of: datetime | None = Field(description=_("When anything was last done in this event."))
    series: list[Series]
    rankings: list[RankingHead]
    classes: list[PlayerClass]

    resolve_entry_fee_cents = staticmethod(lambda tournament: int(tournament.entry_fee * 100))
    resolve_ended_early = staticmethod(lambda tournament: early_end(tournament))
    resolve_series = staticmethod(lambda tournament: series_of(tournament))
    resolve_rankings = staticmethod(lambda tournament: rankings.rankings_of(tournament))
    resolve_classes = staticmethod(lambda tournament: classes_of(tournament))


class PublicEntrant(Shape, title="Entrant"):
    """Somebody who takes part, as the public may know them."""

    __qualname__ = "Entrant"  # The name that clients know it by.

    number: int = Field(description=NUMBER)
    name: str = read("public_name", NAME)
    club: str = read("public_club", CLUB)
    classes: list[str] = Field(description=CLASSES)
    excluded: IsSet = read("excluded_at", _("Whether the direction excluded the player (SkWO 4.3)."))
    fills_in: bool = Field(description=_("Whether the player only sits in so that no table is short, without a place."))


class Seat(Shape):
    """Who sits where."""

    seat: int = read("place", _("From 1 to 4."))
    number: int = read("entrant.number", NUMBER)
    name: str = read("entrant.public_name", NAME)
    club: str = read("entrant.public_club", CLUB)


class Table(Shape):
    """A table of a series."""

    table: int
    seats: list[Seat]


class GameList(Shape):
    """How far the list of a table is."""

    table: int = read("table.number")
    seats: int = read("table.size", _("3 or 4."))
    state: Literal["waiting", "open", "complete", "signed"] = read("state.value")
    entered: int = Field(description=_("How many deals are entered."))
    length: int = Field(description=_("How many deals it has."))
    signed_at: datetime | None = read("game_list.signed_at")
    is_void: IsSet = read("game_list.void_at", _("Whether the direction declared it void."))


class Kind(Shape):
    """How often a kind of game was played."""

    game: str = read("game.value", _("diamonds, hearts, spades, clubs, grand or null."))
    won: int
    lost: int
    hand: int = Field(description=_("Those of them that were played as Hand."))
    points: int = Field(description=_("Game points, those of lost games taken off."))


class Games(Shape):
    """Which games there were."""

    kinds: list[Kind]
    passed: int = Field(description=_("Deals that were passed in."))
    overbid: int


class Course(Shape):
    """Where a player stood after a series."""

    series: int
    points: int | None = Field(description=_("Performance points in it; null where the player had no seat."))
    rank: int | None = Field(description=_("The place after it; null before the player’s first series."))


class PlayersList(Shape):
    """What a player has in one series."""

    series: int = read("series.number")
    table: int = read("seat.table.number")
    seat: int = read("seat.place")
    points: int = Field(description=_("Performance points; penalty points are off."))
    won: int
    lost: int
    others_lost: int = Field(description=_("Games the others at the table lost."))
    deals: int = Field(description=_("How many deals are written down."))
    totals_only: bool = read("is_totals_only", _("Whether only the results were typed, without the deals."))
    is_void: bool = Field(description=_("Whether the direction declared the list void."))

    resolve_won = staticmethod(lambda players_list: getattr(players_list.result, "won", 0))
    resolve_lost = staticmethod(lambda players_list: getattr(players_list.result, "lost", 0))
    resolve_others_lost = staticmethod(lambda players_list: getattr(players_list.result, "opponents_lost", 0))


class Player(PublicEntrant, title="Player"):
    """A player's event."""

    rank: int | None
    shared: bool = Field(description=_("Whether only a lot can still separate the place from another."))
    ranked: int = Field(description=_("How many are in the ranking."))
    total: int = Field(description=_("Performance points over the series; penalty points are off."))
    brought: int = BROUGHT
    won: int = Field(description=_("Own games won."))
    lost: int = Field(description=_("Own games lost."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    course: list[Course]
    lists: list[PlayersList]
    games: Games
    defended: int = Field(description=_("Games of others in which the player held cards."))
    beaten: int = Field(description=_("Those of them that their declarers lost."))


class NamedGame(Shape):
    """A single game that is worth naming."""

    series: int = read("seat.series.number")
    table: int = read("seat.table.number")
    deal: int = read("deal.number", _("The number of the deal in the list."))
    number: int = read("seat.entrant.number", NUMBER)
    name: str = read("seat.entrant.public_name", NAME)
    game: str = read("deal.played.contract.game.value", _("diamonds, hearts, spades, clubs, grand or null."))
    points: int = read("booking.points", _("Game points."))
    won: bool = read("booking.won")


class SeriesResults(Shape):
    """What players earned in a series."""

    series: int
    points: list[int] = Field(description=_("Performance points from signed lists, rising; nobody is named."))


class Statistics(Shape):
    """What an event comes to."""

    series: list[int] = Field(description=_("The series it is over."))
    games: Games = read("mix")
    dearest: list[NamedGame] = Field(description=_("The most valuable games won."))
    dearest_lost: list[NamedGame] = Field(description=_("The most valuable games lost."))
    open_grands: list[NamedGame] = Field(description=_("Every Grand ouvert."))
    results: list[SeriesResults]
    totals_only: int = Field(description=_("Lists without deals: their games are not in it."))

    resolve_series = staticmethod(lambda statistics: [series.number for series in statistics.series])
    resolve_results = staticmethod(
        lambda statistics: [{"series": number, "points": points} for number, points in statistics.results.items()]
    )


class Mark(Shape):
    """What somebody or a team has in one series."""

    series: int
    points: float | int | None = Field(description=_("Performance points; null where there was no seat."))
    counted: bool = Field(default=True, description=_("Whether it is among the series that count."))
    remark: str = Field(default="", description=_("lower, zeroed or void, where it is not as played."))


class StandingsLine(Shape):
    """One player’s line."""

    rank: int | None = Field(description=_("Null for whoever is excluded or fills in."))
    shared: bool = Field(description=_("Whether only a lot can still separate the place from another."))
    number: int = read("entrant.number", NUMBER)
    name: str = read("entrant.public_name", NAME)
    club: str = read("entrant.public_club", CLUB)
    classes: list[str] = read("entrant.classes", CLASSES)
    total: int = Field(description=_("Performance points over the series; penalty points are off."))
    by_series: list[Mark]
    won: int = Field(description=_("Own games won."))
    lost: int = Field(description=_("Own games lost."))
    others_lost: int = Field(description=_("Games the others at the table lost."))
    by_lot: bool = Field(description=_("Whether a lot gave the place (SkWO 5.2)."))
    penalty: int = Field(description=_("Penalty points that came off, less points awarded."))
    brought: int = BROUGHT

    resolve_rank = staticmethod(lambda line: line.rank or None)


class Standings(Page[StandingsLine]):
    """A ranking of players, best first; excluded players come last."""

    series: list[int] = Field(description=_("The series it is over."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    is_final: bool = Field(description=_("Whether the final ranking is released."))
    as_of: datetime | None


class Member(Shape):
    """What a player brings to their team or club."""

    number: int = read("entrant.number", NUMBER)
    name: str = read("entrant.public_name", NAME)
    substitute: bool
    by_series: list[Mark]


class RankingLine(Shape):
    """The line of a player, a pair, a team or a club."""

    rank: int
    shared: bool
    by_lot: bool
    name: str = Field(description=_("The team’s, the club’s or the player’s."))
    members: list[Member]
    unnamed: int = Field(description=_("How many more count for a club without showing it."))
    total: Points = read(
        "performance", _("Rounded to two decimals where it is scaled; ranks are made of exact figures.")
    )
    won: Points
    lost: Points
    scaled: bool = Field(description=_("Whether something was scaled up because somebody was missing."))
    brought: int = BROUGHT
    by_series: list[Mark]

    resolve_name = staticmethod(lambda line: competitor_name(line) or "–")


class Ranking(RankingHead):
    """A ranking with its lines, best first."""

    shown: list[int] = Field(description=_("The series in it whose results are public so far."))
    is_official: bool = Field(description=_("Whether every series in it is closed."))
    as_of: datetime | None
    lines: list[RankingLine]


class CompetitionHead(Shape):
    """A way of counting a season."""

    number: int
    name: str
    released_at: datetime | None = Field(description=_("When its table was released last; null if never."))
    sha256: str = Field(description=_("The hash of the table as it was released; empty if it never was."))


class SeasonEvent(Shape):
    """An event that counts in a season."""

    number: int = Field(description=_("Its number in the season, by date."))
    slug: str = Field(description=_("Its name in addresses; empty where the event is no longer shown."))
    name: str
    date: Day = read("starts_on")
    closed: list[int] = Field(description=_("The numbers of its series that are closed and count."))

    resolve_slug = staticmethod(lambda evening: evening.slug if evening.is_shown else "")


class Season(Shape):
    """A season of a club as a list shows it."""

    slug: str = Field(description=_("Its name in addresses."))
    name: str
    club: str = read("club.slug", _("The club’s name in addresses."))
    starts_on: date = Field(description=_("The first day."))
    ends_on: date = Field(description=_("The last day."))
    url: str


class SeasonDetail(Season):
    """A season with its events and competitions."""

    events: list[SeasonEvent]
    competitions: list[CompetitionHead]


class Result(Shape):
    """One result of a player: a list, or the evening as one."""

    event: int = Field(description=_("The number of the event in the season."))
    points: int
    counted: bool
    reason: str = Field(description=_("Why it does not count: other-series, over-quota or not-among-best; else empty."))


class SeasonLine(Shape):
    """A player’s row."""

    place: int | None = Field(description=_("Null while the minimum is not reached."))
    shared: bool
    player: int = read(
        "player.number", _("The number of the player in the season; of a team or club a number below 0.")
    )
    name: str = read("player.name", NAME)
    club: str = read("player.club", CLUB)
    member: bool = read("player.is_member")
    value: str = Field(description=_("The exact value by which it is ranked, as a text: “1204”, “2900/3”."))
    won: int = read("account.won", _("Own games won in what counts."))
    lost: int = read("account.lost", _("Own games lost in what counts."))
    lists: int = read("account.lists", _("Lists played, whether they count or not."))
    bonus: int = read("account.bonus")
    results: list[Result]

    resolve_value = staticmethod(lambda row: str(row.value))
    resolve_results = staticmethod(
        lambda row: [
            {"event": evening, "points": cell.points, "counted": not cell.dropped, "reason": str(cell.dropped or "")}
            for evening, cells in sorted(row.cells.items())
            for cell in cells
        ]
    )


class SeasonTable(Shape):
    """The table of a competition, the best first; whoever is not ranked comes last."""

    number: int = read("competition.number")
    name: str = read("competition.name")
    items: list[SeasonLine] = read("rows")


def standings_lines(shown: standings.Standings, lines: Iterable[standings.StandingsLine]) -> list[Any]:
    """Return lines of a ranking with what is shown of each series in it."""
    return [
        line._replace(
            by_series=[
                {"series": series.number, "points": points, "remark": why}
                for series, points, why in zip(shown.series, line.by_series, line.counts, strict=True)
            ]  # type: ignore[arg-type]
        )
        for line in lines
    ]


def marks(
    line: rankings.RankingLine | rankings.MemberLine,
    series: Iterable[SeriesRow],
    *,
    spell: Callable[[Fraction | int], Any] = points_of,
) -> Any:
    """Return what somebody or a team has in each series; ``spell`` writes points."""
    return [
        {"series": each_series.number, "points": None if points is None else spell(points), "counted": counts}
        for each_series, points, counts in zip(series, line.by_series, line.counted, strict=True)
    ]


def ranking_lines(shown: rankings.ShownRanking) -> list[Any]:
    """Return the lines of a ranking with what is shown of each series in it."""
    return [
        replace(
            line,
            by_series=marks(line, shown.series),
            members=tuple(replace(member, by_series=marks(member, shown.series)) for member in line.members),
        )
        for line in shown.lines
    ]
