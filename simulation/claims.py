"""What is appealed against in a simulated event."""

from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow
from scoring.rules.contract import Game
from scoring.rules.game_list.deals import Deal
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
    """Their start number."""

    list_id: int
    deal: int
    entry: UUID
    """The entry it is against, by its key."""

    text: str
    corrected: Deal | None = None
    """What the list should say."""


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
    """Return the entries that count in the lists kept deal by deal, table by table."""
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
