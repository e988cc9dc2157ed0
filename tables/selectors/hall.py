"""Who takes part, who is in charge, and who sits where."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import Count, QuerySet

from tables import intake
from tables.models import (
    CLUB_IS_SHOWN,
    Entrant,
    JournalEntry,
    Role,
    Seat,
    Seeding,
    Series,
    Shown,
    Table,
    Tournament,
    User,
    tell_apart,
)
from tables.names import in_order


def last_tournament(*, of: User | None = None) -> Tournament | None:
    """Return the latest tournament, or the latest in which a user holds an office."""
    held = {"pk__in": Role.objects.filter(user=of).values("tournament")} if of else {}
    return Tournament.objects.filter(**held).order_by("-starts_on", "-pk").first()


def entrants(tournament: Tournament) -> QuerySet[Entrant]:
    """Return everyone registered, in the order of the start numbers."""
    return tournament.entrants.order_by("number")


def entrants_shown(tournament: Tournament) -> list[Entrant]:
    """Return who takes part as the public sees them beside each other, in the order of the start numbers."""
    there = list(entrants(tournament).filter(withdrawn_at=None))
    tell_apart(there)
    return there


def entrants_to_seat(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who are present, in the order of the start numbers."""
    return tournament.entrants.filter(present=True, withdrawn_at=None, excluded_at=None).order_by("number")


def doubles(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return groups of start numbers that seem to be the same person."""
    names = tournament.entrants.filter(withdrawn_at=None).exclude(name="").values_list("number", "name")
    return intake.doubles(dict(names))


def registered_themselves(tournament: Tournament) -> list[Entrant]:
    """Return who registered himself, takes part and was never given a seat, the latest first."""
    there = tournament.entrants.filter(source=Entrant.Source.SELF, withdrawn_at=None, seats=None)
    return list(there.order_by("-number"))


def registered_as(tournament: Tournament, *, name: str, but: UUID | None = None) -> int | None:
    """Return the start number of somebody taking part who seems to have this name, but not by this form.

    Only of those whom the public sees by their full names: else anybody could ask whether somebody plays.
    """
    key = intake.name_key(name)
    others = tournament.entrants.filter(withdrawn_at=None, shown_as=Shown.FULL).exclude(name="")
    if but:
        others = others.exclude(entry_key__isnull=False, entry_key=but)
    names = others.order_by("number").values_list("number", "name")
    return next((number for number, other in names if key and intake.name_key(other) == key), None)


def clubs(tournament: Tournament) -> list[str]:
    """Return the clubs that entrants named so far, in alphabetical order."""
    named = tournament.entrants.exclude(club="").order_by()
    return sorted(named.values_list("club", flat=True).distinct(), key=in_order)


def public_clubs(tournament: Tournament) -> list[str]:
    """Return the clubs that the public sees beside names, in alphabetical order."""
    shown = tournament.entrants.filter(shown_as__in=CLUB_IS_SHOWN).exclude(club="")
    return sorted(shown.order_by().values_list("club", flat=True).distinct(), key=in_order)


def series_of(tournament: Tournament) -> QuerySet[Series]:
    """Return a tournament's series in order, each with ``table_count``."""
    return tournament.series.annotate(table_count=Count("tables")).order_by("number")


def seating_of(series: Series) -> list[tuple[Table, list[Seat]]]:
    """Return the tables of a series with their seats, in two queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant").order_by("place"):
        seats[seat.table_id].append(seat)
    tell_apart(seat.entrant for at_table in seats.values() for seat in at_table)
    return [(table, seats[table.pk]) for table in series.tables.order_by("number")]


def seats_of(entrant: Entrant) -> QuerySet[Seat]:
    """Return where an entrant sat and sits, series by series, as far as the seats were published."""
    shown = entrant.seats.filter(series__published_at__isnull=False)
    return shown.select_related("series", "table").order_by("series__number")


def seatings_before(series: Series) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sat with whom in the series before, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__tournament=series.tournament, series__number__lt=series.number))


def seatings_in(series: Iterable[Series]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits with whom in these series, in their order, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__in=[one.pk for one in series]))


def _seatings(seats: QuerySet[Seat]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rows = seats.order_by("series__number", "table__number", "place")
    plan: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, table, entrant in rows.values_list("series__number", "table__number", "entrant__number"):
        plan[number][table].append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in plan.values())


def standing_before(series: Series) -> QuerySet[Seeding]:
    """Return the standing after the series before, best first; none before the first one."""
    before = {"series__tournament": series.tournament_id, "series__number": series.number - 1}
    return Seeding.objects.filter(**before).order_by("rank")


def ranking_to_seat_by(series: Series, numbers: Sequence[int]) -> list[int]:
    """Return the start numbers to seat, best first; whoever has no standing yet comes last, by number."""
    ranks = dict(standing_before(series).values_list("entrant__number", "rank"))
    return sorted(numbers, key=lambda number: (number not in ranks, ranks.get(number, number), number))


def roles_of(tournament: Tournament) -> list[Role]:
    """Return who is in charge, directors first."""
    roles = tournament.roles.select_related("user", "plays_as").order_by()
    return sorted(roles, key=lambda role: (role.kind, in_order(role.user.username), role.pk))


def journal_of(tournament: Tournament) -> QuerySet[JournalEntry]:
    """Return a tournament's journal, latest line first."""
    return tournament.journal.select_related("by").order_by("-number")


def usernames(pks: Iterable[int]) -> dict[int, str]:
    """Return the user names of accounts."""
    return dict(User.objects.filter(pk__in=set(pks)).values_list("pk", "username"))
