"""Plans of prizes looked at ahead: for other numbers of entrants, and as if it ended now (practice)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.money.models import PrizeListRow
from scoring.money.selectors.placing import won_now
from scoring.money.selectors.previews import Ahead
from scoring.money.wording.amounts import euros
from scoring.money.wording.prizes import thing
from tables.people.models import Entrant
from tables.tournaments.models import Tournament

USUAL: Final = (60, 80, 100)
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

    pots: tuple[PotAhead, ...]
    """Those that plans name."""

    is_carried: bool


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
    return tuple(sorted({*(found or USUAL), *([now] if now else [])}))


def for_sizes(ahead: Ahead, rows: Sequence[PrizeListRow], sizes: Sequence[int]) -> list[SizeAhead]:
    """Return what prizes there would be with so many entrants each; nothing without a plan."""
    return [_size(ahead, rows, entrants) for entrants in sizes] if rows else []


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
        pots=tuple(PotAhead(name=pot, holds=found.pots[pot], over=over) for pot, over in sorted(found.over.items())),
        is_carried=found.is_carried,
    )
