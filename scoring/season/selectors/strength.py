"""Strength figures of a season: of those who consent, from lists played by the book; computed, never stored."""

from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q
from django.db.models.functions import Coalesce

from scoring.season.models import Season
from scoring.season.rules.strength import Strength, strengths
from scoring.season.selectors.played import Year
from scoring.season.selectors.seasons import member_keys
from tables.clubs.models import Person
from tables.clubs.selectors.books import by_name
from tables.draw.models import Seat
from tables.tournaments.models import Series


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

    Whoever is in no book or excluded has a number below nought of their own, and so is nobody. Void lists are left
    out, and those by house rules: their points are others.
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
        Coalesce("result__performance", 0) - Coalesce("result__penalty", 0),
    )
    return [
        {(-seat if excluded else person or -seat): points for _table, seat, person, excluded, points in at_table}
        for _key, at_table in groupby(rows, key=lambda row: row[0])
    ]
