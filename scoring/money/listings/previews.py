"""Plans of prizes looked at ahead: for other numbers of entrants, and as if it ended now (practice)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.money.models import PrizeListRow, TariffRow
from scoring.money.selectors.placing import prize_lists_of, won_now
from scoring.money.selectors.previews import Ahead, ahead_of
from scoring.money.wording.amounts import euros
from scoring.money.wording.prizes import thing
from tables.people.models import Entrant
from tables.tournaments.models import Tournament

USUAL: Final = (23,)
"""Numbers of entrants that are looked at where nobody types others."""

MOST: Final = 6
LARGEST: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PotAhead:
    """A pot with so many entrants, in cents."""

    name: str
    holds: int
    over: int
    """How much more is given than it holds; below nothing, what is left."""

    @property
    def left(self) -> int:
        """What is left in it."""
        return -self.over


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeAhead:
    """Prizes with so many entrants."""

    entrants: int
    tables: int
    is_now: bool
    prizes: int
    """How many there are."""

    cents: int
    """Without what things are worth."""

    first: int
    """The highest one."""

    income: int
    """What entrants would pay."""

    amounts: tuple[tuple[str, tuple[int, ...]], ...]
    """Of each list of money its name, and its prizes in cents."""

    pots: tuple[PotAhead, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WonLine:
    """A prize and who would win it."""

    prizes: str
    place: int
    entrant: Entrant
    what: str


def columns_of(typed: str, *, now: int) -> tuple[int, ...]:
    """Return for how many entrants a page looks ahead: those there are, and those that were typed."""
    found = [int(word) for word in re.findall(r"\d{1,4}", typed) if 1 <= int(word) <= LARGEST][:MOST]
    return tuple(sorted({*found, *([now] if now else [])})) or USUAL


def ahead(
    tournament: Tournament,
    typed: str,
    *,
    tariffs: Sequence[Mapping[str, Any]] | None = None,
    lists: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return what there would be with so many entrants as are typed; by the tariffs and prizes given, or those set."""
    of_charges = None if tariffs is None else [TariffRow(**columns) for columns in tariffs]
    rows = prize_lists_of(tournament)
    if lists is not None:
        rows = [PrizeListRow(**{**columns, "ranking": None}) for columns in lists]
    found = ahead_of(tournament, of_charges)
    sizes = columns_of(typed, now=found.size.entrants)
    return {"previews": [_size(found, rows, entrants) for entrants in sizes]}


def won_if_over(tournament: Tournament, rows: Sequence[PrizeListRow]) -> list[WonLine]:
    """Return who would win what if it ended now."""
    if not rows or not tournament.series.filter(started_at__isnull=False).exists():
        return []
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    return [
        WonLine(
            prizes=rows[award.prize.of_list].name,
            place=award.prize.place,
            entrant=entrants[award.number],
            what=thing(award.prize.good) if award.prize.good else euros(award.prize.cents),
        )
        for award in won_now(tournament, rows)
    ]


def _size(ahead: Ahead, rows: Sequence[PrizeListRow], entrants: int) -> SizeAhead:
    found = ahead.with_entrants(rows, entrants)
    cents = [
        one for row, prizes in zip(rows, found.prizes, strict=True) if row.plan["kind"] != "goods" for one in prizes
    ]
    return SizeAhead(
        entrants=entrants,
        tables=found.size.tables,
        is_now=entrants == ahead.size.entrants,
        prizes=sum(map(len, found.prizes)),
        cents=sum(cents),
        first=max(cents, default=0),
        income=sum(found.by_tariff.values()),
        amounts=tuple(
            (row.name, tuple(prizes))
            for row, prizes in zip(rows, found.prizes, strict=True)
            if row.plan["kind"] != "goods"
        ),
        pots=tuple(
            PotAhead(name=pot, holds=holds, over=found.over.get(pot, -holds))
            for pot, holds in found.pots.items()
            if holds or found.over.get(pot)
        ),
    )
