"""Draws, their protocols, who sits where, and what entrants wish of a draw."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.crypto import salted_hmac

from tables import seating
from tables.draw.models import Draw, Seat, Seeding, Table
from tables.journal.models import LengthWithin
from tables.people.models import Entrant, tell_apart
from tables.people.selectors import entrants_to_seat
from tables.tournaments.models import Series, Tournament

Wish = seating.Wish

STEPS_BY_STANDING = 20_000
"""How long seats by standing are tidied: a third of a second for a thousand. Three times as many bring the players of a
table three places in a hundred nearer to each other, and every hall waits for them."""


def policy_of(tournament: Tournament, *, by_standing: bool) -> seating.Policy:
    """Return what the direction wishes of the draws of a tournament."""
    if not by_standing:
        return seating.Policy(clubs=Wish.WISHED if tournament.clubs_apart else Wish.IGNORED)
    near = Wish.IGNORED if tournament.strictly_by_standing else Wish.WISHED
    together = tournament.teams == Tournament.Teams.TOGETHER
    return seating.Policy(
        repeats=near,
        threes=near,
        clubs_by_standing=Wish.WISHED if together else Wish.IGNORED,
        together_by_standing=together,
        steps=STEPS_BY_STANDING,
    )


def to_seat(tournament: Tournament, *, by_standing: bool = False) -> list[seating.Entrant]:
    """Return those present for the draw; where teams meet by standing, teams count as clubs."""
    entrants = list(entrants_to_seat(tournament))
    to_draw = seating_entrants(tournament, entrants)
    if not by_standing or tournament.teams != Tournament.Teams.TOGETHER:
        return to_draw
    return [
        replace(this_entrant, club=_sign(entrant.team) if entrant.team else None)
        for this_entrant, entrant in zip(to_draw, entrants, strict=True)
    ]


def seating_entrants(tournament: Tournament, entrants: Iterable[Entrant]) -> list[seating.Entrant]:
    """Return entrants for the draw; clubs and teams go by a sign, since everybody may read the record."""
    pairs = Entrant.apart_from.through.objects.filter(from_entrant__tournament=tournament)
    apart: dict[int, set[str]] = {}
    for number, other in pairs.values_list("from_entrant__number", "to_entrant__number"):
        apart.setdefault(number, set()).add(f"{min(number, other)}-{max(number, other)}")
    teams = tournament.teams == Tournament.Teams.APART
    return [
        seating.Entrant(
            number=entrant.number,
            club=_sign(entrant.club) if entrant.club else None,
            apart=frozenset({*apart.get(entrant.number, ()), *_team(entrant, apart=teams)}),
            table=entrant.fixed_table,
        )
        for entrant in entrants
    ]


def _team(entrant: Entrant, *, apart: bool) -> Iterator[str]:
    if apart and entrant.team:
        yield f"team {_sign(entrant.team)}"


def _sign(name: str) -> str:
    """Return by what a club or a team goes in records: on this site always the same, and nobody can guess from it."""
    return salted_hmac("tables.draw", name, algorithm="sha256").hexdigest()[:12]


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    """Return the draws of a tournament in the order in which they were made, the discarded ones included."""
    return tournament.draws.order_by("number")


def discarded_before(series: Series) -> QuerySet[Draw]:
    """Return the draws of a tournament that were thrown away since the last one by which anybody sits."""
    draw = series.tournament.draws.filter(series__isnull=False).order_by("-number").first()
    return draws_of(series.tournament).filter(number__gt=draw.number if draw else 0, discarded_at__isnull=False)


def drawn_together(series: Series) -> QuerySet[Series]:
    """Return the series of one draw, this one included, in order."""
    return Series.objects.filter(draw=series.draw_id).order_by("drawn_as") if series.draw_id else Series.objects.none()


def is_drawn_by_hand_now(series: Series) -> bool:
    """Test whether the desk is writing down seats that are drawn at the door."""
    is_open = series.status == Series.Status.DRAWN and series.draw_id is None
    return is_open and series.seating == Series.Seating.BY_HAND


SHOWN = ("number", "name", "club", "team", "pseudonym", "shown_as")


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """A draw without what makes its record long."""

    number: int
    method: str
    covers: range
    """The numbers of the series that it gave seats to, whatever became of it."""

    drawn_at: datetime
    drawn_by: str
    diced: str
    because: str
    absent: tuple[int, ...]
    late: tuple[int, ...]
    changes: tuple[Mapping[str, Any], ...]
    discarded_at: datetime | None
    discarded_because: str
    is_open: bool
    """Whether everybody may read its record: it tells nothing of seats that are not published."""


def protocols_of(tournament: Tournament) -> list[Protocol]:
    """Return all draws in order, in two queries; a record is open once all drawn from its sealed number is public."""
    series = list(tournament.series.values_list("number", "published_at", "draw__number"))
    published = {number for number, published_at, _draw in series if published_at}
    in_force = {draw for _number, _published_at, draw in series if draw}
    rows = list(
        draws_of(tournament)
        .annotate(before=LengthWithin("record", "history"))
        .values("number", "drawn_at", "discarded_at", "discarded_because", "before", *_PARTS)
    )
    # A series is drawn only when all before it are closed, so what was played says which series comes next.
    covers = {
        row["number"]: range(row["before"] + 1, row["before"] + 1 + row["record__options__series"]) for row in rows
    }
    sealed = {
        row["record__lots__secret"]
        for row in rows
        if row["number"] in in_force and not published.issuperset(covers[row["number"]])
    } - {None}
    return [
        _protocol(
            row,
            covers[row["number"]],
            is_open=published.issuperset(covers[row["number"]]) and row["record__lots__secret"] not in sealed,
        )
        for row in rows
    ]


def is_open(draw: Draw) -> bool:
    """Test whether everybody may read the record of a draw."""
    return any(protocol.is_open for protocol in protocols_of(draw.tournament) if protocol.number == draw.number)


def entrants_of(tournament: Tournament, numbers: Iterable[int]) -> dict[int, Entrant]:
    """Return who has these start numbers, by number, with what the public sees of them."""
    entrants = tournament.entrants.filter(number__in=set(numbers))
    return {entrant.number: entrant for entrant in entrants.only(*SHOWN)}


def file_of(draw: Draw) -> bytes:
    """Return the record of a draw as the file that anyone can check."""
    return json.dumps(draw.record, separators=(",", ":"), ensure_ascii=True).encode("ascii")


_PARTS = (
    "record__method",
    "record__options__series",
    "record__lots__secret",
    "record__lots__public",
    "record__drawn",
    "record__absent",
    "record__late",
    "record__changes",
)


def _protocol(row: Mapping[str, Any], covers: range, *, is_open: bool) -> Protocol:
    drawn = row["record__drawn"] or {}
    return Protocol(
        number=row["number"],
        method=row["record__method"],
        covers=covers,
        drawn_at=row["drawn_at"],
        drawn_by=drawn.get("by", ""),
        diced=row["record__lots__public"] or "",
        because=drawn.get("reason", ""),
        absent=tuple(row["record__absent"] or ()),
        late=tuple(row["record__late"] or ()),
        changes=tuple(row["record__changes"] or ()),
        discarded_at=row["discarded_at"],
        discarded_because=row["discarded_because"],
        is_open=is_open,
    )


def seating_of(series: Series) -> list[tuple[Table, list[Seat]]]:
    """Return the tables of a series with their seats, in two queries."""
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in Seat.objects.filter(series=series).select_related("entrant").order_by("place"):
        seats[seat.table_id].append(seat)
    tell_apart(seat.entrant for at_table in seats.values() for seat in at_table)
    return [(table, seats[table.pk]) for table in series.tables.order_by("number")]


def seats_of(entrant: Entrant) -> QuerySet[Seat]:
    """Return where an entrant sat and sits, series by series, as far as the seats were published."""
    seats = entrant.seats.filter(series__published_at__isnull=False)
    return seats.select_related("series", "table").order_by("series__number")


def series_without(entrant: Entrant) -> Series | None:
    """Return the series that is published and not closed and has no seat for an entrant; None if there is none."""
    waiting = entrant.tournament.series.filter(status__in=(Series.Status.PUBLISHED, Series.Status.RUNNING))
    return waiting.exclude(seats__entrant=entrant).order_by("number").first()


def seatings_before(series: Series) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sat with whom in the series before, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__tournament=series.tournament, series__number__lt=series.number))


def seatings_in(series: Iterable[Series]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return who sits with whom in these series, in their order, as start numbers from seat 1 on."""
    return _seatings(Seat.objects.filter(series__in=[each_series.pk for each_series in series]))


def _seatings(seats: QuerySet[Seat]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    rows = seats.order_by("series__number", "table__number", "place")
    plan: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, table, entrant in rows.values_list("series__number", "table__number", "entrant__number"):
        plan[number][table].append(entrant)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in plan.values())


def ranking_to_seat_by(series: Series, numbers: Sequence[int]) -> list[int]:
    """Return the start numbers to seat, best first; whoever has no standing yet comes last, by number."""
    before = {"series__tournament": series.tournament_id, "series__number": series.number - 1}
    ranks = dict(Seeding.objects.filter(**before).order_by("rank").values_list("entrant__number", "rank"))
    return sorted(numbers, key=lambda number: (number not in ranks, ranks.get(number, number), number))


def open_before(series: Series) -> Series | None:
    """Return the first series before this one that is not closed yet; where venues play on by themselves, none is."""
    if series.tournament.is_spread:
        return None
    earlier = series.tournament.series.filter(number__lt=series.number)
    return earlier.exclude(status=Series.Status.CLOSED).order_by("number").first()


def begun_after(series: Series) -> Table | None:
    """Return the first table at which a series after this one is played; where venues play on by themselves, none."""
    if series.tournament.is_spread:
        return None
    begun = Table.objects.filter(series__tournament=series.tournament, series__number__gt=series.number)
    begun = begun.exclude(play_began_at=None).select_related("series")
    return begun.order_by("series__number", "number").first()


def resting_on(series: Series) -> list[Series]:
    """Return the series after this closed one that were started, published or drawn by its standing, the last first."""
    if series.tournament.is_spread:
        return []
    later = series.tournament.series.filter(number__gt=series.number)
    rests = Q(status=Series.Status.RUNNING) | Q(published_at__gte=series.closed_at)
    rests |= Q(status=Series.Status.DRAWN, seating=Series.Seating.BY_STANDING)
    return list(later.filter(rests).order_by("-number"))


def apart_pairs(tournament: Tournament) -> list[tuple[Entrant, Entrant]]:
    """Return the pairs that are kept apart, each once, the lower start number first."""
    pairs = Entrant.apart_from.through.objects.filter(
        from_entrant__tournament=tournament, from_entrant__number__lt=F("to_entrant__number")
    ).select_related("from_entrant", "to_entrant")
    ordered = pairs.order_by("from_entrant__number", "to_entrant__number")
    return [(pair.from_entrant, pair.to_entrant) for pair in ordered]


def apart_numbers(entrant: Entrant) -> tuple[int, ...]:
    """Return the start numbers of those from whom an entrant is kept apart."""
    return tuple(entrant.apart_from.order_by("number").values_list("number", flat=True))


def at_fixed_tables(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who have a table of their own, in the order of the tables."""
    return tournament.entrants.filter(fixed_table__isnull=False).order_by("fixed_table", "number")
