"""The table of a competition, what counts of each evening and what is dropped, all by the rules; and strength."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from scoring.season.mapping import group_of, to_rule
from scoring.season.models import Competition, Season
from scoring.season.rules.competitions.accounts import Account, Reason
from scoring.season.rules.competitions.joint import team_lists
from scoring.season.rules.competitions.lists import SeasonList
from scoring.season.rules.competitions.rule import Rule
from scoring.season.rules.competitions.standings import Standing, standings
from scoring.season.rules.strength import Strength, strengths
from scoring.season.selectors.played import Evening, Player, Year
from scoring.season.selectors.seasons import member_keys
from tables.clubs.models import Person
from tables.clubs.selectors import by_name
from tables.draw.models import Seat
from tables.tournaments.models import Series


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One result in an evening's column: a list, or the evening as one."""

    points: int
    dropped: Reason | None
    """Why it does not count; None where it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class YearRow:
    """A player's row."""

    player: Player
    place: int | None
    """None while the minimum is not reached."""

    shared: bool
    account: Account
    cells: Mapping[int, tuple[Cell, ...]]
    """By the number of the evening."""

    @property
    def value(self) -> int | Fraction:
        """The exact value by which they are ranked."""
        return self.account.performance


@dataclass(frozen=True, slots=True, kw_only=True)
class YearTable:
    """The table of a competition."""

    competition: Competition
    rule: Rule
    evenings: tuple[Evening, ...]
    """Those of which anything is closed."""

    rows: tuple[YearRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a competition is counted of."""

    rule: Rule
    lists: list[SeasonList]
    members: frozenset[int] | None
    competitors: Mapping[int, Player]
    """Who is ranked, by number: players, or teams or clubs."""

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The table, as the rules make it."""
        return standings(self.rule, self.lists, members=self.members)


def basis_of(competition: Competition, year: Year) -> Basis:
    """Return what a competition is counted of; a class is placed among its own lists, a team counts as one player."""
    rule, of = to_rule(competition), None
    if competition.only_class:
        of = {key for key, player in year.players.items() if competition.only_class in player.classes}
    lists = year.lists(group_of(competition), of=of)
    if not competition.together:
        return Basis(rule=rule, lists=lists, members=year.members, competitors=year.players)
    if year.members is not None and not rule.guests:
        lists = [one for one in lists if one.player in year.members]
    of_player, competitors = _together(competition, year)
    joined = team_lists(lists, of_player, size=competition.of_each or 1)
    return Basis(rule=rule, lists=joined, members=None, competitors=competitors)


def _together(competition: Competition, year: Year) -> tuple[dict[int, int], dict[int, Player]]:
    """Return to which team or club each player belongs, and these as competitors: by numbers below nought, by name.

    One is named where somebody of it shows for whom they play.
    """
    which = 0 if competition.together == Competition.Together.TEAM else 1
    called = {key: player.plays_for[which] for key, player in year.players.items() if player.plays_for[which]}
    numbers = {name: -at for at, name in enumerate(sorted({one.casefold() for one in called.values()}), start=1)}
    competitors: dict[int, Player] = {}
    for key, name in called.items():
        number = numbers[name.casefold()]
        if year.players[key].shows_club or number not in competitors:
            shown = name if year.players[key].shows_club else gettext("No. %(number)s") % {"number": -number}
            competitors[number] = Player(number=number, name=shown, club="", is_member=True, classes=frozenset())
    return {key: numbers[name.casefold()] for key, name in called.items()}, competitors


def table_of(competition: Competition, year: Year) -> YearTable:
    """Return the table of a competition, without asking for anything more."""
    return _made(competition, year, basis_of(competition, year))


def guests_of(competition: Competition, year: Year) -> YearTable | None:
    """Return the guests of a competition in a table of their own; None where they are ranked with the rest."""
    basis = basis_of(competition, year)
    if year.members is None or basis.rule.guests or competition.together:
        return None
    lists = [one for one in basis.lists if one.player not in year.members]
    return _made(competition, year, replace(basis, lists=lists, members=None))


def _made(competition: Competition, year: Year, basis: Basis) -> YearTable:
    return YearTable(
        competition=competition,
        rule=basis.rule,
        evenings=tuple(one for one in year.evenings if one.closed),
        rows=tuple(
            YearRow(
                player=basis.competitors[one.account.entrant],
                place=one.place,
                shared=one.shared,
                account=one.account,
                cells=_cells(one.account),
            )
            for one in basis.standings
        ),
    )


def _cells(account: Account) -> dict[int, tuple[Cell, ...]]:
    """Return what an account says of each evening, in the order of play."""
    by_evening: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for one in account.counted:
        by_evening[one.evening].append((one.series, Cell(points=one.performance, dropped=None)))
    for out in account.dropped:
        by_evening[out.one.evening].append((out.one.series, Cell(points=out.one.performance, dropped=out.reason)))
    return {
        evening: tuple(cell for _series, cell in sorted(cells, key=lambda one: one[0]))
        for evening, cells in by_evening.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthRow:
    """Somebody's figure."""

    place: int
    """The same where the figures are."""

    number: int
    name: str
    strength: Strength


def consenting(season: Season) -> frozenset[int]:
    """Return who wants a figure, by number; a double that was merged is whom it became."""
    rows = season.consents.values_list("person_id", "person__merged_into_id")
    return frozenset(became or key for key, became in rows)


def people_asked(season: Season) -> list[Person]:
    """Return whom the page of the figure can name: everybody of the club's own book, and the members, by name."""
    of_book = Q(club=season.club_id, merged_into=None)
    return by_name(Person.objects.filter(of_book | Q(pk__in=member_keys(season))))


def figures_of(season: Season) -> dict[int, Strength]:
    """Return the figure of everybody who consents and played, by number; none while the season has none."""
    if season.strength_start is None:
        return {}
    wanted = consenting(season)
    return strengths(_tables(season), start=season.strength_start, consenting=wanted) if wanted else {}


def strength_table(year: Year) -> list[StrengthRow]:
    """Return the figures of a season, the highest first, by the names that its table has."""
    found = figures_of(year.season)
    ordered = sorted(found.items(), key=lambda one: (-one[1].hundredths, one[0]))
    before: dict[int, int] = {}
    for at, (_number, one) in enumerate(ordered, start=1):
        before.setdefault(one.hundredths, at)
    return [
        StrengthRow(place=before[one.hundredths], number=number, name=year.players[number].name, strength=one)
        for number, one in ordered
    ]


def _tables(season: Season) -> list[dict[int, int]]:
    """Return the lists of closed series in the order of play, each as its players with their points.

    Whoever is in no book, excluded or fills in has a number below nought of their own, and so is nobody. Void lists
    are left out, and those by house rules: their points are others.
    """
    seats = Seat.objects.filter(
        series__tournament__season_entries__season=season,
        series__status=Series.Status.CLOSED,
        table__game_list__profile="",
        table__game_list__void_at=None,
    )
    rows = seats.order_by(
        "series__tournament__starts_on", "series__tournament_id", "series__number", "table__number", "place"
    ).values_list(
        "table_id",
        "pk",
        "entrant__person_id",
        "entrant__excluded_at",
        "entrant__fills_in",
        Coalesce("result__performance", 0) - Coalesce("result__penalty", 0),
    )
    return [
        {
            (-seat if excluded or fills_in else person or -seat): points
            for _table, seat, person, excluded, fills_in, points in at_table
        }
        for _key, at_table in groupby(rows, key=lambda row: row[0])
    ]
