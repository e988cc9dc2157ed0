"""What the judges of a simulated event have to do: a tribunal, a ruling of the first series, a call from a table."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from scoring.disputes.models import Appeal, DisputeKind, Measure
from scoring.disputes.services.appeals import decide_appeal, name_member, name_panel
from scoring.disputes.services.measures import Order, order_measure
from scoring.disputes.services.objections import complete, raise_objection, take_on
from scoring.disputes.services.rulings import Draft, rule
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
from simulation.scenario import Cast
from tables.draw.models import Seat
from tables.tournaments.models import Series

REASONS: Final = (
    "Die Stiche wurden nachgezählt: Die Gegenpartei hat 28 Augen. Schneider wird nachgetragen (ISkO 5.5.3)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """An appeal before it is filed."""

    series: Series
    appellant: int
    list_id: int
    deal: int
    entry: UUID
    text: str
    corrected: Deal | None = None


def forgotten_schneider(series: Series) -> Claim | None:
    """Return the claim that a game was won with Schneider, or None where no game fits."""
    rows = _entries(series).filter(
        won=True, schneider=False, hand=False, matadors__in=[1, 2], game__in=[Game.CLUBS.value, Game.SPADES.value]
    )
    row = rows.first()
    if row is None:
        return None
    deal = mapping.to_deal(row)
    corrected = replace(deal, played=replace(deal.played, schneider=True)) if deal.played else None
    text = f"Spiel {row.number} wurde mit Schneider gewonnen. In der Liste steht es einfach."
    return _claim(series, row, text=text, corrected=corrected)


def lost_game(series: Series) -> Claim | None:
    """Return the claim that a lost game was won, or None where none is lost yet."""
    rows = _entries(series).filter(won=False, declarer__isnull=False, overbid=False, schneider=False)
    row = rows.exclude(game=Game.NULL.value).last()
    if row is None:
        return None
    text = (
        f"Spiel {row.number} ist als verloren eingetragen. Mein Gegenspieler hat im achten Stich nicht bedient, "
        "obwohl er konnte. Bis dahin hatte ich 58 Augen. Ich bitte um Entscheidung (ISkO 4.2)."
    )
    return _claim(series, row, text=text)


def _entries(series: Series) -> QuerySet[DealRow]:
    open_or_not = DealRow.objects.filter(game_list__table__series=series, voided_at=None)
    return (
        open_or_not.filter(game_list__kind=GameListRow.Kind.DEALS)
        .select_related("game_list__table")
        .order_by("game_list__table__number", "number")
    )


def _claim(series: Series, row: DealRow, *, text: str, corrected: Deal | None = None) -> Claim:
    seat = Seat.objects.select_related("entrant").get(table=row.game_list.table, place=row.declarer or 0)
    return Claim(
        series=series,
        appellant=seat.entrant.number,
        list_id=row.game_list_id,
        deal=row.number,
        entry=row.entry_key,
        text=text,
        corrected=corrected,
    )


MINUTE: Final = timedelta(minutes=1)
TRIBUNAL: Final = ("Hannelore Wirth", "Detlef Rosenau", "Ingeborg Klapproth")

LED_OUT_OF_TURN: Final = Draft(
    sentence="Die Liste bleibt, wie sie ist.",
    facts="Im fünften Stich spielte ein Gegenspieler aus, ohne an der Reihe zu sein.",
    reasons="Als das falsche Ausspielen bemerkt wurde, war der Stich vollständig: Er gilt.",
    clauses=("ISkO 4.1.7",),
)
"""What is decided about a lead out of turn that nobody noticed in time."""

SCHNEIDER: Final = "Das Spiel zählt mit Schneider."


def name_the_tribunal(cast: Cast, *, now: datetime) -> None:
    """Name three people who do not play."""
    for name in TRIBUNAL:
        name_member(tournament_id=cast.tournament.pk, name=name, entry_key=cast.key(name), by=cast.director, now=now)


def lead_out_of_turn(cast: Cast, series: Series, *, now: datetime) -> None:
    """Let a table call a judge to a lead out of turn, and the judge decide it within five minutes."""
    row = _kept(series)
    if row is None:
        return
    raised = raise_objection(
        series_id=series.pk,
        list_id=row.pk,
        deal=1,
        kind=DisputeKind.LEAD,
        place=2,
        text="Es wurde falsch ausgespielt.",
        entry_key=cast.key(f"objection {series.number}"),
        by=None,
        now=now,
    )
    take_on(objection_id=raised.pk, by=cast.judge, now=now + MINUTE)
    complete(
        objection_id=raised.pk,
        kind=DisputeKind.LEAD,
        deal=1,
        place=2,
        facts=LED_OUT_OF_TURN.facts,
        claim="Das Spiel soll gewonnen sein.",
        answer="Bemerkt wurde es erst nach dem Stich.",
        entry_key=cast.key(f"statement {series.number}"),
        by=cast.judge,
        now=now + 3 * MINUTE,
    )
    rule(
        draft=LED_OUT_OF_TURN,
        objection_id=raised.pk,
        entry_key=cast.key(f"ruling {series.number}"),
        by=cast.judge,
        now=now + 5 * MINUTE,
    )


def warn_for_a_phone(cast: Cast, series: Series, *, now: datetime) -> None:
    """Let the direction warn the player in seat 3 of the last table, whose phone rang."""
    seat = Seat.objects.filter(table__series=series, place=3).select_related("entrant", "table").last()
    if seat is None:
        return
    order_measure(
        tournament_id=cast.tournament.pk,
        order=Order(
            kind=Measure.Kind.WARNING,
            reason="Das Telefon klingelte während des Spiels zum zweiten Mal.",
            clause="SkWO 4.3",
            series=series.number,
            table=seat.table.number,
            entrant=seat.entrant.number,
        ),
        entry_key=cast.key("warning"),
        by=cast.director,
        now=now,
    )


def uphold(cast: Cast, appeal: Appeal, claim: Claim, *, reasons: str, now: datetime) -> None:
    """Let the whole tribunal uphold an appeal, and correct the deal it is about."""
    members = list(cast.tournament.tribunal_members.values_list("number", flat=True))
    name_panel(appeal_id=appeal.pk, members=members, entry_key=cast.key("panel"), by=cast.director, now=now)
    decide_appeal(
        appeal_id=appeal.pk,
        verdict=Appeal.Verdict.UPHELD,
        draft=Draft(
            sentence=SCHNEIDER, reasons=reasons, clauses=("ISkO 5.5.3",), correction=claim.corrected, seen=claim.entry
        ),
        entry_key=cast.key("decided"),
        by=cast.judge,
        now=now + 3 * MINUTE,
    )


def call_for_a_judge(cast: Cast, series: Series, *, now: datetime) -> None:
    """Let a table that still plays call for a judge, who is on the way."""
    row = _kept(series, signed_at=None, deals__number=1)
    if row is None:
        return
    raised = raise_objection(
        series_id=series.pk, list_id=row.pk, entry_key=cast.key(f"objection {series.number}"), by=None, now=now
    )
    take_on(objection_id=raised.pk, by=cast.judge, now=now)


def _kept(series: Series, **facts: object) -> GameListRow | None:
    lists = GameListRow.objects.filter(table__series=series, kind=GameListRow.Kind.DEALS, **facts)
    return lists.order_by("-table__number").first()
