"""Rulings as they stand and would be, measures, and the cases of an event as the inbox lists them (SkWO 7.3.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.disputes.models import Appeal, Correction, Measure, Objection, ResultQuery, Ruling
from scoring.disputes.selectors.bench import known_name
from scoring.disputes.selectors.complaints import appeals_of, objections_of, queries_of
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.counting import Orders, counted, counted_from, credited, orders_of
from scoring.lists.selectors.sitting import seats_in, with_others
from scoring.results.selectors.effects import Move, SeatEffect, earned_beside, earned_from, moves, seat_effects
from scoring.rules.game_list.deals import Deal, Redealing, void_deals
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.sums import Tally
from scoring.rules.rulings import as_it_stands, changes, corrected, refused
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament

Kind = Measure.Kind

USUAL_CLAUSES: Final = {
    Kind.WARNING: ("SkWO 4.2", "SkWO 7.1.5", "SkWO 9.9"),
    Kind.PENALTY: ("SkWO 4.2", "SkWO 6.2"),
    Kind.AWARD: (),
    Kind.ZEROED: ("SkWO 7.1.2", "SkWO 7.1.3"),
    Kind.VOID: ("SkWO 7.2.4", "SkWO 9.11"),
    Kind.EXPULSION: ("SkWO 4.3", "SkWO 7.1.2"),
    Kind.EXCLUSION: ("SkWO 9.4",),
    Kind.REPLACEMENT: ("SkWO 4.4",),
}
"""What a form offers first, in numbers of 2002; any clause of the rule text may be cited."""


def measures_of(tournament: Tournament) -> QuerySet[Measure]:
    """Return everything the direction ordered, lifted or not, in order."""
    measures = tournament.measures.select_related(
        "series", "game_list__table", "entrant", "substitute", "ordered_by", "lifted_by"
    )
    return measures.order_by("number")


def measures_about(entrant: Entrant) -> QuerySet[Measure]:
    """Return what was ordered about an entrant or a whole table they sat at."""
    about = Q(entrant=entrant) | Q(substitute=entrant) | Q(entrant=None, game_list__table__seats__entrant=entrant)
    return measures_of(entrant.tournament).filter(about).distinct()


def corrections_of(tournament: Tournament) -> QuerySet[Correction]:
    """Return all corrections of signed lists, in order."""
    corrections = tournament.corrections.select_related("game_list__table__series", "entry", "replaced", "corrected_by")
    return corrections.order_by("number")


def was_done(key: UUID) -> bool:
    """Test whether something was ordered, lifted or corrected by a form with this key."""
    measures = Measure.objects.filter(Q(entry_key=key) | Q(lift_key=key))
    return measures.exists() or Correction.objects.filter(entry_key=key).exists()


def excluded_by(measure: Measure) -> list[int]:
    """Return the entrants that a measure excludes."""
    if measure.kind == Kind.EXPULSION and measure.entrant_id:
        return [measure.entrant_id]
    if measure.kind == Kind.EXCLUSION and measure.game_list:
        return list(measure.game_list.table.seats.order_by("place").values_list("entrant_id", flat=True))
    return []


def excluded_otherwise(tournament: Tournament, but: Measure) -> set[int]:
    """Return the entrants that are excluded by any measure in force but one."""
    kinds = (Kind.EXPULSION, Kind.EXCLUSION)
    others = tournament.measures.filter(kind__in=kinds, lifted_at=None).exclude(pk=but.pk)
    tables = others.filter(kind=Kind.EXCLUSION).values("game_list__table")
    seated = Seat.objects.filter(table__in=tables).values_list("entrant_id", flat=True)
    return {*others.filter(kind=Kind.EXPULSION).values_list("entrant_id", flat=True), *seated}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPreview:
    """What a correction would do. Nothing of it is written."""

    before: Deal | None  # the entry as it counts now; None where there is none yet
    after: Deal  # the entry as it would be written
    seen: UUID | None  # the key of the entry that counts now: nobody corrects what they have not seen
    refused: tuple[Finding, ...]  # why the rules refuse it: nothing is decided then, and nothing changes
    overruled: tuple[Finding, ...] = ()  # what the rules say against it that the judge overrides
    seats: tuple[SeatEffect, ...] = ()  # what becomes of every seat of the table, from seat 1 on
    moves: tuple[Move, ...] = ()  # who would have another place or other points in the ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class RedealingPreview:
    """What it would do to have deals dealt again. Nothing of it is written."""

    redealing: Redealing  # what would be void, and how the table would go on
    seats: tuple[SeatEffect, ...]
    moves: tuple[Move, ...]


def preview_ruling(row: GameListRow, correction: Deal) -> RulingPreview:
    """Return in a fixed number of queries what a correction would do, or raise ValueError if the list has no deals."""
    if row.kind == GameListRow.Kind.TOTALS:
        raise ValueError("a list of results only has no deals")
    entries = list(row.deals.filter(voided_at=None).order_by("number"))
    game_list = mapping.to_game_list(row, entries)
    old = next((deal_row for deal_row in entries if deal_row.number == correction.number), None)
    deal = as_it_stands(game_list, correction)
    before, seen = (mapping.to_deal(old), old.entry_key) if old else (None, None)
    if problems := refused(game_list, deal):
        return RulingPreview(before=before, after=deal, seen=seen, refused=problems)
    fresh = corrected(game_list, deal)
    orders = orders_of(row)
    now = counted(row, credited(row, game_list), orders)
    then = counted_from(credited(row, fresh), _without_corrections(row, entries, orders, deal), orders)
    return RulingPreview(
        before=before,
        after=deal,
        seen=seen,
        refused=(),
        overruled=tuple(finding for finding in findings(fresh) if deal.overruled and finding.deal == deal.number),
        seats=seat_effects(row, now, then),
        moves=moves(row.table.series.tournament, results={**earned_from(row, then), **earned_beside(row, fresh)}),
    )


def preview_wrong_dealer(row: GameListRow, *, mistake: int | None, last_begun: int) -> RedealingPreview:
    """Return what would be void if the wrong player dealt, or raise ValueError if the list has no such deals."""
    if row.kind == GameListRow.Kind.TOTALS:
        raise ValueError("a list of results only has no deals")
    game_list = mapping.to_game_list(row, row.deals.filter(voided_at=None))
    redealing = void_deals(game_list, mistake=mistake, last_begun=last_begun)
    fresh = replace(game_list, deals=tuple(deal for deal in game_list.deals if deal.number not in redealing.void))
    orders = orders_of(row)
    now, then = (counted(row, credited(row, each_game_list), orders) for each_game_list in (game_list, fresh))
    return RedealingPreview(
        redealing=redealing,
        seats=seat_effects(row, now, then),
        moves=moves(row.table.series.tournament, results={**earned_from(row, then), **earned_beside(row, fresh)}),
    )


def _without_corrections(row: GameListRow, entries: Sequence[DealRow], orders: Orders, deal: Deal) -> tuple[Tally, ...]:
    """Return what a ruled list would give without what the direction corrected elsewhere in it (SkWO 7.2.5)."""
    replaced = {correction.entry_id: correction.replaced for correction in orders.corrections}
    earlier = [entry for entry in entries if entry.number != deal.number]
    for at, entry in enumerate(earlier):
        while before := replaced.get(entry.pk):
            entry = before
        earlier[at] = entry
    earlier_deals = mapping.to_game_list(row, earlier).deals
    deals = tuple(sorted((*earlier_deals, deal), key=lambda each_deal: each_deal.number))
    return credited(row, replace(mapping.to_game_list(row, ()), deals=deals))


def rulings_of(tournament: Tournament) -> QuerySet[Ruling]:
    """Return the decisions of an event in their order."""
    rulings = tournament.rulings.select_related(
        "series", "game_list__table", "objection", "decided_by", "taken_back_by", "entry", "voided"
    )
    return rulings.order_by("number")


def ruling_of(tournament: Tournament, number: int) -> Ruling | None:
    """Return one decision by its number, if there is one."""
    return rulings_of(tournament).filter(number=number).first()


def appealable(series: Series) -> list[Ruling]:
    """Return the decisions of judges about a series that nobody has decided about yet (SkWO 7.3.3, 9.10)."""
    judged = rulings_of(series.tournament).filter(series=series, stage=Ruling.Stage.JUDGE)
    rulings = judged.filter(taken_back_at=None)
    return list(
        rulings.exclude(pk__in=Appeal.objects.filter(ruling__series=series).exclude(verdict="").values("ruling"))
    )


def entry_key_of(row: GameListRow, number: int) -> UUID | None:
    """Return the key of the entry that counts for a deal, or None where there is none."""
    return row.deals.filter(number=number, voided_at=None).values_list("entry_key", flat=True).first()


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingDocument:
    """A decision as it is printed: numbered, facts, claims, what was decided, why, and what it did."""

    ruling: Ruling
    before: Deal | None
    after: Deal | None
    seats: tuple[tuple[Seat, int], ...]  # points each seat gained or lost, from seat 1 on; empty without a change
    panel: tuple[str, ...] = ()  # the members of the tribunal who decided; empty for a judge's decision
    judge: str = ""  # the name of the judge; for the tribunal that of whoever wrote its decision down


def ruling_document(ruling: Ruling) -> RulingDocument:
    """Return a decision as it is printed, with the effect it had when it was made."""
    appeal = getattr(ruling, "decided_appeal", None)
    panel = appeal.panels.order_by("number").last() if appeal else None
    members = tuple(panel.members.order_by("number").values_list("name", flat=True)) if panel else ()
    judge = known_name(ruling.decided_by, ruling.tournament)
    if ruling.entry is None or ruling.game_list is None:
        return RulingDocument(ruling=ruling, before=None, after=None, seats=(), panel=members, judge=judge)
    after = mapping.to_deal(ruling.entry)
    before = mapping.to_deal(ruling.voided) if ruling.voided else None
    game_list = mapping.to_game_list(ruling.game_list, _beside(ruling.game_list, ruling, ruling.entry))
    game_list = corrected(game_list, before) if before else game_list
    at_table = ruling.game_list.table.seats.select_related("entrant").order_by("place")
    seats = with_others(ruling.game_list, list(at_table))
    effects = changes(game_list, corrected(game_list, after))
    return RulingDocument(
        ruling=ruling,
        before=before,
        after=after,
        seats=tuple((seat, change.change) for seat, change in zip(seats_in(after.number, seats), effects, strict=True)),
        panel=members,
        judge=judge,
    )


def _beside(row: GameListRow, ruling: Ruling, entry: DealRow) -> list[DealRow]:
    """By the book there are none: every deal counts by itself (SkWO 5.2). By house rules it is all that came before."""
    if not row.profile:
        return []
    stood = row.deals.filter(pk__lt=entry.pk).exclude(voided_at__lt=ruling.decided_at)
    return sorted({deal.number: deal for deal in stood.order_by("pk")}.values(), key=lambda deal: deal.number)


def was_ruled(key: UUID) -> bool:
    """Test whether a decision was made by a form with this key."""
    return Ruling.objects.filter(entry_key=key).exists()


def rulings_by_deal(row: GameListRow) -> dict[int, list[Ruling]]:
    """Return the decisions about the deals of a list, by deal, in their order."""
    rulings: dict[int, list[Ruling]] = {}
    for ruling in row.rulings.filter(deal__isnull=False, taken_back_at=None).order_by("number"):
        rulings.setdefault(ruling.deal or 0, []).append(ruling)
    return rulings


TEXTS: Final = (
    *("text", "kind", "facts", "claim", "answer", "sentence", "reasons", "overruling", "reason", "clause"),
    *("taken_back_because", "lifted_because"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One case as the inbox lists it."""

    row: Objection | Ruling | Appeal | ResultQuery | Measure | Correction
    kind: str  # what it is: "objection", "decision", "appeal", "query", "measure" or "correction"
    at: datetime | None  # when it was settled; None while it waits
    text: str  # what was decided or why, in somebody's own words; empty where nothing was said

    @property
    def series(self) -> Series | None:
        """The series it is about; None where it is about the event as a whole."""
        return self.row.game_list.table.series if isinstance(self.row, Correction) else self.row.series


def cases(
    tournament: Tournament, *, kind: str = "", series: int | None = None, table: int | None = None, q: str = ""
) -> list[Listed]:
    """Return the cases of an event, those that wait first, then the latest settled, in a fixed number of queries."""
    entrants, tables = _named(tournament, q)
    words = q.casefold().replace("no. ", "no.").split()
    matching = [
        case
        for case in _cases(tournament, kind)
        if (series is None or (case.series is not None and case.series.number == series))
        and (table is None or _table_of(case.row) == table)
        and (_is_about(case.row, entrants, tables) or all(word in _text_of(case.row) for word in words))
    ]

    def order(case: Listed) -> tuple[bool, datetime, int]:
        return case.at is None, case.at or tournament.created_at, case.row.number

    return sorted(matching, key=order, reverse=True)


def _cases(tournament: Tournament, kind: str) -> Iterator[Listed]:
    raised = objections_of(tournament)
    ruled = rulings_of(tournament).prefetch_related("objection__statements")
    if not kind:
        raised = raised.exclude(outcome=Objection.Outcome.RULED)
        ruled = ruled.filter(stage=Ruling.Stage.JUDGE)
    kinds: dict[str, tuple[QuerySet[Any], str, str]] = {
        "objection": (raised, "ended_at", "text"),
        "decision": (ruled, "decided_at", "sentence"),
        "appeal": (appeals_of(tournament), "decided_at", "reasons"),
        "query": (queries_of(tournament), "answered_at", "reasons"),
        "measure": (measures_of(tournament), "ordered_at", "reason"),
        "correction": (corrections_of(tournament), "corrected_at", "reason"),
    }
    for name, (rows, moment, text) in kinds.items():
        if kind in {"", name}:
            for row in rows:
                yield Listed(row=row, kind=name, at=getattr(row, moment), text=getattr(row, text))


def _named(tournament: Tournament, q: str) -> tuple[set[int], set[int]]:
    if not q:
        return set(), set()
    # A database does not know that "Ü" is a large "ü".
    people = tournament.entrants.values_list("pk", "number", "name")
    entrants = {
        pk for pk, number, name in people if q in {str(number), f"#{number}"} or q.casefold() in name.casefold()
    }
    return entrants, set(Seat.objects.filter(entrant__in=entrants).values_list("table", flat=True))


def _table_of(row: Any) -> int | None:
    row_list = getattr(row, "game_list", None)
    return row_list.table.number if row_list else None


def _is_about(row: Any, entrants: set[int], tables: set[int]) -> bool:
    who = {getattr(row, name, None) for name in ("appellant_id", "entrant_id", "substitute_id")}
    row_list = getattr(row, "game_list", None)
    return not who.isdisjoint(entrants) or (row_list is not None and row_list.table_id in tables)


def _text_of(row: Any) -> str:
    raised = row if isinstance(row, Objection) else getattr(row, "objection", None)
    beside = [getattr(row, "decision", None), raised, *(raised.statements.all() if raised else ())]
    rows = [row, *(value for value in beside if value is not None)]
    texts = [str(getattr(value, name, "") or "") for value in rows for name in TEXTS]
    clauses = [clause for value in rows for clause in getattr(value, "clauses", ())]
    return "\n".join((*texts, *clauses, f"no.{row.number}\n")).casefold()
