"""Receipts for what was won: A6, four on a sheet to be cut, signed by whoever gets it (SkWO 3.3, 7.4.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.selectors.payout import Winner, payout_of
from scoring.money.wording.amounts import euros
from scoring.money.wording.prizes import won
from scoring.paper.documents.kind import Kind, Reader
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from tables.tournaments.wording.above import when_and_where

ON_A_SHEET: Final = 4
MOST_LINES: Final = 6
"""Prizes that have room on a receipt; of more their number stands there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What one of them says."""

    number: int
    """The start number of who gets it."""

    name: str
    won: tuple[str, ...]
    amount: str
    """Empty where it is things alone."""


def _receipts(winners: Sequence[Winner]) -> Iterator[Receipt]:
    for winner in winners:
        cents = winner.due + winner.paid_out
        if not cents and not winner.awards:
            continue
        said = [won(row) for row in winner.awards]
        more = len(said) - MOST_LINES
        yield Receipt(
            number=winner.entrant.number,
            name=winner.entrant.called,
            won=(*said[:MOST_LINES], *([_("and %(count)s more") % {"count": more}] if more > 0 else [])),
            amount=euros(cents) if cents else "",
        )


def _compose(task: Task) -> Document:
    receipts = _receipts(payout_of(task.tournament, on=timezone.localdate(task.now)).winners)
    sheets = []
    while sheet := list(islice(receipts, ON_A_SHEET)):
        sheets.append(sheet)
    return Document(
        template="scoring/paper/documents/receipts.html",
        title=_("Receipts"),
        author=task.tournament.organiser,
        filename="-".join((task.tournament.slug, pgettext("file name", "receipts"))),
        context={"tournament": task.tournament, "when": when_and_where(task.tournament), "sheets": sheets},
    )


RECEIPTS = Kind(
    name="receipts",
    title=gettext_lazy("Receipts"),
    about=gettext_lazy("A6, four on a sheet, for everybody who won something"),
    compose=_compose,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
