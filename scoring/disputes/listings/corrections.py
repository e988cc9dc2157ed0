"""A correction of a signed list as its page reads it back (SkWO 7.2.5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.disputes.models import Correction
from scoring.disputes.wording.measures import totals_line
from scoring.lists import mapping
from scoring.lists.models import TotalsRow
from scoring.lists.wording import games, names
from scoring.rules.game_list.deals import Deal
from tables.draw.models import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionWords:
    """What stood in a list, what stands there since, and who testified."""

    before: Sequence[str]
    """Nothing where a deal was added."""

    after: Sequence[str]
    witnesses: Sequence[str]
    is_replaced: bool
    """Whether something else stands there by now."""


def correction_words(correction: Correction, *, seats: Sequence[Seat]) -> CorrectionWords:
    """Return a correction in words; ``seats`` are those of its table, from seat 1 on."""
    witnesses = [seats[place - 1].entrant.called for place in correction.witnesses]
    if correction.entry is None:
        before = list(correction.replaced_totals.order_by("place"))
        after = list(correction.written_totals.order_by("place"))
        return CorrectionWords(
            before=_totals(before, seats),
            after=_totals(after, seats),
            witnesses=witnesses,
            is_replaced=any(totals.voided_at for totals in after),
        )
    return CorrectionWords(
        before=[deal_words(mapping.to_deal(deal_row), seats=seats) for deal_row in (correction.replaced,) if deal_row],
        after=[deal_words(mapping.to_deal(correction.entry), seats=seats)],
        witnesses=witnesses,
        is_replaced=correction.entry.voided_at is not None,
    )


def deal_words(deal: Deal, *, seats: Sequence[Seat]) -> str:
    """Return a deal as a sentence with the declarer's name, whether it stands in a list or not."""
    return games.deal_line(deal, names.names_at(seats))


def _totals(rows: Sequence[TotalsRow], seats: Sequence[Seat]) -> list[str]:
    return [
        totals_line(
            seats[totals.place - 1].entrant.called, game_points=totals.game_points, won=totals.won, lost=totals.lost
        )
        for totals in rows
    ]
