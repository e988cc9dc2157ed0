"""Rulings as they stand and as they would be: the effect in points, the places, the search (SkWO 7.3.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery, Ruling
from scoring.disputes.selectors.bench import known_name
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.lists.selectors.counting import Orders, counted, counted_from, credited, orders_of
from scoring.lists.selectors.sitting import seats_in, with_others
from scoring.results.selectors.effects import Move, SeatEffect, earned_beside, earned_from, moves, seat_effects
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding, findings
from scoring.rules.game_list.redealing import Redealing, void_deals
from scoring.rules.game_list.sums import Tally
from scoring.rules.rulings import as_it_stands, changes, corrected, refused
from tables.draw.models import Seat
from tables.tournaments.models import Series, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPreview:
    """What a correction would do. Nothing of it is written."""

    before: Deal | None
    """The entry as it counts now; None where there is none yet."""

    after: Deal
    """The entry as it would be written."""

    seen: UUID | None
    """The key of the entry that counts now: a ruling names it, so that nobody corrects what they have not seen."""

    refused: tuple[Finding, ...]
    """Why the rules refuse it: nothing is decided then, and nothing changes."""

    overruled: tuple[Finding, ...] = ()
    """What the rules say against it that the judge overrides."""

    seats: tuple[SeatEffect, ...] = ()
    """What becomes of every seat of the table, from seat 1 on."""

    moves: tuple[Move, ...] = ()
    """Who would have another place or other points in the ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RedealingPreview:
    """What it would do to have deals dealt again. Nothing of it is written."""

    redealing: Redealing
    """What would be void, and how the table would go on."""

    seats: tuple[SeatEffect, ...]
    moves: tuple[Move, ...]


def preview_ruling(row: GameListRow, correction: Deal) -> RulingPreview:
    """Return what a correction would do to a list and to the ranking, in a fixed number of queries.

    :raises ValueError: if the list has no deals: only its results were typed.
    """
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


def preview_wrong_dealer(row: GameListRow, *, mistake: int | None, found: int) -> RedealingPreview:
    """Return what would be void if the wrong player dealt, and what that would do; nothing of it is written.

    :raises ValueError: if the list has no such deals.
    """
    if row.kind == GameListRow.Kind.TOTALS:
        raise ValueError("a list of results only has no deals")
    game_list = mapping.to_game_list(row, row.deals.filter(voided_at=None))
    redealing = void_deals(game_list, mistake=mistake, found=found)
    fresh = replace(game_list, deals=tuple(deal for deal in game_list.deals if deal.number not in redealing.void))
    orders = orders_of(row)
    now, then = (counted(row, credited(row, one), orders) for one in (game_list, fresh))
    return RedealingPreview(
        redealing=redealing,
        seats=seat_effects(row, now, then),
        moves=moves(row.table.series.tournament, results={**earned_from(row, then), **earned_beside(row, fresh)}),
    )


def _without_corrections(row: GameListRow, entries: Sequence[DealRow], orders: Orders, deal: Deal) -> tuple[Tally, ...]:
    """Return what a ruled list would give without what the direction corrected elsewhere in it (SkWO 7.2.5).

    What a judge rules counts as they rule it.
    """
    replaced = {correction.entry_id: correction.replaced for correction in orders.corrections}
    earlier = [entry for entry in entries if entry.number != deal.number]
    for at, entry in enumerate(earlier):
        while before := replaced.get(entry.pk):
            entry = before
        earlier[at] = entry
    there = mapping.to_game_list(row, earlier).deals
    deals = tuple(sorted((*there, deal), key=lambda one: one.number))
    return credited(row, replace(mapping.to_game_list(row, ()), deals=deals))


def rulings_of(tournament: Tournament) -> QuerySet[Ruling]:
    """Return the decisions of an event in their order."""
    rulings = tournament.rulings.select_related(
        "series", "game_list__table", "objection", "decided_by", "taken_back_by", "entry", "voided"
    )
    return rulings.order_by("number")


def rulings_found(tournament: Tournament, words: str) -> list[Ruling]:
    """Return the decisions of an event in which all the words occur: in what they say, their clauses, their kind.

    A number alone is found as "no. 7".
    """
    wanted = words.casefold().replace("no. ", "no.").split()
    rulings = rulings_of(tournament).prefetch_related("objection__statements")
    # The few decisions of an event are searched here: a database does not know that "Ü" is a large "ü".
    return [ruling for ruling in rulings if all(word in _text_of(ruling) for word in wanted)]


def _text_of(ruling: Ruling) -> str:
    kinds = (
        [ruling.objection.kind, *(statement.kind for statement in ruling.objection.statements.all())]
        if ruling.objection
        else []
    )
    texts = [ruling.sentence, ruling.facts, ruling.reasons, ruling.overruling, *ruling.clauses, *kinds]
    return "\n".join((*texts, f"no.{ruling.number}\n")).casefold()


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
    seats: tuple[tuple[Seat, int], ...]
    """Points each seat gained or lost by it, from seat 1 on; empty where the list stays as it was."""

    panel: tuple[str, ...] = ()
    """The members of the tribunal who decided; empty for a judge's decision."""

    judge: str = ""
    """The name of the judge; for the tribunal that of whoever wrote its decision down."""


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
    there = mapping.to_game_list(ruling.game_list, _beside(ruling.game_list, ruling, ruling.entry))
    there = corrected(there, before) if before else there
    at_table = ruling.game_list.table.seats.select_related("entrant").order_by("place")
    seats = with_others(ruling.game_list, list(at_table))
    effects = changes(there, corrected(there, after))
    return RulingDocument(
        ruling=ruling,
        before=before,
        after=after,
        seats=tuple((seat, change.change) for seat, change in zip(seats_in(after.number, seats), effects, strict=True)),
        panel=members,
        judge=judge,
    )


def _beside(row: GameListRow, ruling: Ruling, entry: DealRow) -> list[DealRow]:
    """Return the entries that a decision has to be seen with: by house rules all that stood in the list before it.

    By the book there are none: every deal counts by itself (SkWO 5.2).
    """
    if not row.profile:
        return []
    stood = row.deals.filter(pk__lt=entry.pk).exclude(voided_at__lt=ruling.decided_at)
    return sorted({one.number: one for one in stood.order_by("pk")}.values(), key=lambda one: one.number)


def was_ruled(key: UUID) -> bool:
    """Test whether a decision was made by a form with this key."""
    return Ruling.objects.filter(entry_key=key).exists()


def rulings_by_deal(row: GameListRow) -> dict[int, list[Ruling]]:
    """Return the decisions about the deals of a list, by deal, in their order."""
    found: dict[int, list[Ruling]] = {}
    for ruling in row.rulings.filter(deal__isnull=False, taken_back_at=None).order_by("number"):
        found.setdefault(ruling.deal or 0, []).append(ruling)
    return found


def appeals_against(ruling: Ruling) -> list[Appeal]:
    """Return the appeals against a decision, in their order."""
    return list(ruling.appeals.select_related("appellant", "decision").order_by("number"))


LATEST: Final = 8
"""So many are shown; everything stands under decisions, appeals, queries and measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One thing that is settled."""

    dispute: Objection | Ruling | Appeal | ResultQuery | Measure
    kind: str
    """What it is: "objection", "decision", "appeal", "query" or "measure"; also the name of its page."""

    at: datetime
    text: str
    """What was decided or why, in somebody's own words; empty where nothing was said."""

    @property
    def number(self) -> int:
        """Its number."""
        return self.dispute.number


def latest_done(tournament: Tournament) -> list[Done]:
    """Return what was settled last, the latest first, in five queries."""
    return sorted(_done(tournament), key=lambda done: (done.at, done.kind, done.number), reverse=True)[:LATEST]


def _done(tournament: Tournament) -> Iterator[Done]:
    # What a judge ruled stands there as the decision.
    settled = tournament.objections.exclude(outcome__in=(Objection.Outcome.OPEN, Objection.Outcome.RULED))
    kinds: tuple[tuple[str, QuerySet[Any], str, str], ...] = (
        ("objection", settled, "ended_at", "text"),
        ("decision", tournament.rulings.filter(stage=Ruling.Stage.JUDGE, taken_back_at=None), "decided_at", "sentence"),
        ("appeal", tournament.appeals.exclude(verdict=""), "decided_at", "reasons"),
        ("query", tournament.queries.exclude(verdict=""), "answered_at", "reasons"),
        ("measure", tournament.measures.all(), "ordered_at", "reason"),
    )
    for kind, rows, moment, text in kinds:
        for row in rows.order_by(f"-{moment}")[:LATEST]:
            yield Done(dispute=row, kind=kind, at=getattr(row, moment), text=getattr(row, text))
