"""The table of a competition, what counts of each evening and why not; strength; a player's own year; who goes on."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from scoring.results.selectors.advancing import AdvancingTerms, Ranked, ranked
from scoring.season.models import Competition, Season
from scoring.season.rules.lists import Records, Rule, SeasonList, records, team_lists
from scoring.season.rules.standings import Account, Need, Reason, Standing, needed, standings
from scoring.season.rules.strength import Strength, strengths
from scoring.season.selectors.played import IN_NO_BOOK, Evening, SeasonPlayer, Year, year_of
from scoring.season.selectors.seasons import group_of, in_time, member_keys, rights_of, to_rule
from tables.accounts.models import User
from tables.clubs.models import Person
from tables.clubs.selectors import by_name
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Series, Shown, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One result in an evening's column: a list, or the evening as one."""

    points: int
    dropped: Reason | None  # why it does not count; None where it does


@dataclass(frozen=True, slots=True, kw_only=True)
class YearRow:
    """A player's row."""

    player: SeasonPlayer
    place: int | None  # None while the minimum is not reached
    shared: bool
    account: Account
    cells: Mapping[int, tuple[Cell, ...]]  # by the number of the evening

    @property
    def value(self) -> int | Fraction:
        """The exact value by which they are ranked."""
        return self.account.performance


@dataclass(frozen=True, slots=True, kw_only=True)
class YearTable:
    """The table of a competition."""

    competition: Competition
    rule: Rule
    evenings: tuple[Evening, ...]  # those of which anything is closed
    rows: tuple[YearRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What a competition is counted of."""

    rule: Rule
    lists: list[SeasonList]
    members: frozenset[int] | None
    competitors: Mapping[int, SeasonPlayer]  # who is ranked, by number: players, or teams or clubs

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
        lists = [season_list for season_list in lists if season_list.player in year.members]
    of_player, competitors = _together(competition, year)
    joined = team_lists(lists, of_player, size=competition.of_each or 1)
    return Basis(rule=rule, lists=joined, members=None, competitors=competitors)


def _together(competition: Competition, year: Year) -> tuple[dict[int, int], dict[int, SeasonPlayer]]:
    which = 0 if competition.together == Competition.Together.TEAM else 1
    called = {key: player.plays_for[which] for key, player in year.players.items() if player.plays_for[which]}
    numbers = {name: -at for at, name in enumerate(sorted({text.casefold() for text in called.values()}), start=1)}
    competitors: dict[int, SeasonPlayer] = {}
    for key, name in called.items():
        number = numbers[name.casefold()]
        if year.players[key].shows_club or number not in competitors:
            shown = name if year.players[key].shows_club else gettext("No. %(number)s") % {"number": -number}
            competitors[number] = SeasonPlayer(number=number, name=shown, club="", is_member=True, classes=frozenset())
    return {key: numbers[name.casefold()] for key, name in called.items()}, competitors


def table_of(competition: Competition, year: Year) -> YearTable:
    """Return the table of a competition, without asking for anything more."""
    return _made(competition, year, basis_of(competition, year))


def guests_of(competition: Competition, year: Year) -> YearTable | None:
    """Return the guests of a competition in a table of their own; None where they are ranked with the rest."""
    basis = basis_of(competition, year)
    if year.members is None or basis.rule.guests or competition.together:
        return None
    lists = [season_list for season_list in basis.lists if season_list.player not in year.members]
    return _made(competition, year, replace(basis, lists=lists, members=None))


def _made(competition: Competition, year: Year, basis: Basis) -> YearTable:
    return YearTable(
        competition=competition,
        rule=basis.rule,
        evenings=tuple(evening for evening in year.evenings if evening.closed),
        rows=tuple(
            YearRow(
                player=basis.competitors[standing.account.entrant],
                place=standing.place,
                shared=standing.shared,
                account=standing.account,
                cells=_cells(standing.account),
            )
            for standing in basis.standings
        ),
    )


def _cells(account: Account) -> dict[int, tuple[Cell, ...]]:
    by_evening: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for season_list in account.counted:
        by_evening[season_list.evening].append((season_list.series, Cell(points=season_list.performance, dropped=None)))
    for out in account.dropped:
        by_evening[out.season_list.evening].append(
            (out.season_list.series, Cell(points=out.season_list.performance, dropped=out.reason))
        )
    return {
        evening: tuple(cell for _series, cell in sorted(cells, key=lambda pair: pair[0]))
        for evening, cells in by_evening.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthRow:
    """Somebody's figure."""

    place: int  # the same where the figures are
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
    figures = figures_of(year.season)
    ordered = sorted(figures.items(), key=lambda pair: (-pair[1].hundredths, pair[0]))
    before: dict[int, int] = {}
    for at, (_number, strength) in enumerate(ordered, start=1):
        before.setdefault(strength.hundredths, at)
    return [
        StrengthRow(
            place=before[this_strength.hundredths],
            number=number,
            name=year.players[number].name,
            strength=this_strength,
        )
        for number, this_strength in ordered
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnEvening:
    """An evening somebody was there."""

    evening: Evening
    lists: tuple[int, ...]  # points in each list played
    cells: tuple[Cell, ...]  # what the competition makes of it


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnYear:
    """What a season was for one player."""

    player: SeasonPlayer
    row: YearRow | None  # the row in the table of the competition; None where they are not in it
    evenings: tuple[OwnEvening, ...]
    records: Records


def own_year(table: YearTable, year: Year, *, player: int) -> OwnYear | None:
    """Return a player's year in a competition; None for whoever played no list."""
    lists = [
        each_season_list
        for each_season_list in year.lists(group_of(table.competition))
        if each_season_list.player == player
    ]
    if not lists:
        return None
    by_evening: dict[int, list[int]] = defaultdict(list)
    for season_list in lists:
        by_evening[season_list.evening].append(season_list.performance)
    row = next((each_year for each_year in table.rows if each_year.player.number == player), None)
    evenings = tuple(
        OwnEvening(
            evening=evening,
            lists=tuple(by_evening[evening.number]),
            cells=row.cells.get(evening.number, ()) if row else (),
        )
        for evening in year.evenings
        if evening.number in by_evening
    )
    return OwnYear(player=year.players[player], row=row, evenings=evenings, records=records(lists))


def need_of(competition: Competition, year: Year, *, player: int, aim: int) -> Need:
    """Return what a player needs in the lists still to be played for a place, if the others stand still."""
    basis = basis_of(competition, year)
    values = defaultdict(set)
    for season_list in basis.lists:
        values[season_list.evening].add(season_list.player)
    return needed(
        basis.rule,
        basis.lists,
        player=player,
        aim=aim,
        ahead=year.ahead(group_of(competition)),
        # As many as came at most so far: a place at the end of a short field is not counted on.
        entrants=max((len(players) for players in values.values()), default=1),
        members=basis.members,
    )


def years_to_go_on_from(tournament: Tournament, *, of: User) -> list[Competition]:
    """Return the competitions of single players of those seasons in which an event counts and a user has a part."""
    seasons = Season.objects.filter(entries__tournament=tournament, forgotten_at=None).select_related("club")
    return [
        competition
        for season in in_time(seasons)
        if rights_of(season, of).any
        for competition in season.competitions.filter(together=Competition.Together.NOBODY).order_by("number")
    ]


def ranked_in_year(terms: AdvancingTerms) -> list[Ranked]:
    """Return the table of the year from which some go on, best first; without lots equals share a place."""
    competition = Competition.objects.select_related("season").filter(pk=terms.year or 0).first()
    if competition is None:
        return []
    rows = [row for row in table_of(competition, year_of(competition.season)).rows if row.place is not None]
    keys = [row.player.number for row in rows]
    latest = Entrant.objects.filter(person__in=keys).exclude(district="").order_by("registered_at", "pk")
    districts = dict(latest.values_list("person", "district"))
    people = {
        person.pk: _as_entrant(person, district=districts.get(person.pk, ""))
        for person in Person.objects.filter(pk__in=keys)
    }
    guests = Entrant.objects.filter(pk__in=[key - IN_NO_BOOK for key in keys if key > IN_NO_BOOK])
    people |= {entrant.pk + IN_NO_BOOK: entrant for entrant in guests}
    return [
        ranked(people[key], row.place, (-row.place, 0, 0), terms, number=key)
        for key, row in zip(keys, rows, strict=True)
        if row.place is not None and key in people
    ]


def _as_entrant(person: Person, *, district: str) -> Entrant:
    return Entrant(
        name=person.name,
        club=person.plays_for,
        team=person.team,
        district=district,
        classes=person.classes,
        shown_as=person.shown_as or Shown.FULL,
        chose_name=bool(person.shown_as),
        pseudonym=person.pseudonym if person.shown_as else "",
        person_id=person.pk,
    )
