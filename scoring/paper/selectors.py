"""What there is to print: which series have seats, which tables and cards, whether places are final."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.disputes.models import Appeal
from scoring.paper import pictures as album
from scoring.results.selectors.rankings import rankings_of
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tables.tournaments.selectors.tournaments import classes_of

At = tuple[int, int]  # table and seat


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCard:
    """An entrant's card."""

    entrant: Entrant
    seats: tuple[At | None, ...]  # series by series; None where that is not known, or they have no seat


def start_cards(
    tournament: Tournament, *, ahead: bool, first: int | None = None, last: int | None = None
) -> list[StartCard]:
    """Return the cards of those who take part, by start number, in three queries.

    Whoever is excluded gets one only if theirs alone is asked for: it still opens their lists, and they may appeal.
    """
    entrants = tournament.entrants.filter(withdrawn_at=None).order_by("number")
    if first is not None:
        entrants = entrants.filter(number__gte=first)
    if last is not None:
        entrants = entrants.filter(number__lte=last)
    if first is None or first != last:
        entrants = entrants.filter(excluded_at=None)
    series = list(tournament.series.order_by("number").values_list("number", flat=True))
    seats = Seat.objects.filter(series__tournament=tournament).order_by()
    if not ahead:
        seats = seats.exclude(series__status__in=(Series.Status.PLANNED, Series.Status.DRAWN))
    rows = seats.values_list("entrant_id", "series__number", "table__number", "place")
    at = {(entrant, number): (table, place) for entrant, number, table, place in rows}
    return [
        StartCard(entrant=entrant, seats=tuple(at.get((entrant.pk, number)) for number in series))
        for entrant in entrants
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Printable:
    """What there is to print of a tournament."""

    series: tuple[Series, ...]
    tables: dict[int, frozenset[int]]  # numbers of the tables of each series that has any
    decisions: int  # decisions that are made, and appeals that wait for theirs
    has_money: bool = False  # whether anything was ever charged, paid or given
    rankings: tuple[tuple[int, str], ...] = ()  # number and name of the rankings that are switched on
    classes: tuple[tuple[str, str], ...] = ()  # code and name of the classes
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def published(self) -> tuple[int, ...]:
        """The series whose seats are published."""
        return tuple(series.number for series in self.series if series.published_at)

    @property
    def seated(self) -> tuple[int, ...]:
        """The series that have tables, published or not."""
        return tuple(series.number for series in self.series if series.number in self.tables)

    @property
    def begun(self) -> tuple[int, ...]:
        """The series that are in rankings."""
        return tuple(series.number for series in self.series if series.started_at)

    @property
    def closed(self) -> tuple[int, ...]:
        """The series whose places are official."""
        return tuple(series.number for series in self.series if series.closed_at)

    @property
    def is_all_closed(self) -> bool:
        """Whether every series is."""
        return len(self.closed) == len(self.series) > 0


def names_on_paper(tournament: Tournament) -> list[str]:
    """Return how the entrants are called, their clubs and teams, in one query."""
    rows = tournament.entrants.order_by("number").values_list("name", "club", "team")
    return [tournament.name, *dict.fromkeys(text for row in rows for text in row if text)]


def printable(tournament: Tournament) -> Printable:
    """Return what there is to print, in six queries."""
    tables: dict[int, set[int]] = defaultdict(set)
    of_series = Table.objects.filter(series__tournament=tournament)
    for series, number in of_series.values_list("series__number", "number"):
        tables[series].add(number)
    waiting = Appeal.objects.filter(tournament=tournament, decision=None)
    return Printable(
        series=tuple(tournament.series.order_by("number")),
        tables={series: frozenset(numbers) for series, numbers in tables.items()},
        decisions=tournament.rulings.order_by().values("pk").union(waiting.order_by().values("pk"), all=True).count(),
        rankings=tuple((ranking.number, ranking.name) for ranking in rankings_of(tournament)),
        has_money=tournament.movements.exists(),
        pictures=album.latest_of(tournament.slug),
        classes=tuple((player_class.code, player_class.called) for player_class in classes_of(tournament)),
    )
