"""What goes with a prize: a receipt, signed by whoever gets it, and the label of its envelope (SkWO 3.3, 7.4.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.selectors.payout import Winner, payout_of
from scoring.money.wording.amounts import euros
from scoring.money.wording.prizes import all_won
from scoring.paper.documents.kind import Kind, Reader
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.cards import Sheet, dealt
from scoring.paper.typesetting.document import Document
from tables.tournaments.wording.above import when_and_where

FOUR: Final = Sheet(columns=2, rows=2)
"""A6, to be cut in the middle both ways."""

STICKERS: Final = Sheet(columns=3, rows=8)
"""Labels of 70 x 37 mm, of which sheets of 24 are sold everywhere."""

MOST_ON_RECEIPT: Final = 6
"""Prizes that have room on a receipt; of more their number stands there."""

MOST_ON_LABEL: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What one of them says."""

    number: int
    """The start number of who gets it."""

    name: str
    won: Sequence[str]
    amount: str
    """Empty where it is things alone."""


def _slip(winner: Winner, *, most: int) -> Slip:
    cents = winner.due + winner.paid_out
    said = all_won(winner)
    more = len(winner.awards) - most
    if more > 0:
        said[most : len(winner.awards)] = [_("and %(count)s more") % {"count": more}]
    return Slip(
        number=winner.entrant.number,
        name=winner.entrant.called,
        won=said,
        amount=euros(cents) if cents else "",
    )


def _receipts(task: Task) -> Document:
    """Return a receipt for everybody who gets something."""
    slips = [
        _slip(winner, most=MOST_ON_RECEIPT)
        for winner in payout_of(task.tournament, on=timezone.localdate(task.now)).winners
        if winner.awards or winner.due or winner.paid_out
    ]
    return _document(
        task,
        slips,
        FOUR,
        template="scoring/paper/documents/receipts.html",
        title=_("Receipts"),
        filename=pgettext("file name", "receipts"),
    )


def _labels(task: Task) -> Document:
    """Return a label for everybody who won something: an envelope with a refund is nobody's."""
    slips = [
        _slip(winner, most=MOST_ON_LABEL)
        for winner in payout_of(task.tournament, on=timezone.localdate(task.now)).winners
        if winner.awards
    ]
    return _document(
        task,
        slips,
        STICKERS,
        template="scoring/paper/documents/labels.html",
        title=_("Labels for envelopes"),
        filename=pgettext("file name", "labels"),
    )


def _document(task: Task, slips: Sequence[Slip], sheet: Sheet, *, template: str, title: str, filename: str) -> Document:
    return Document(
        template=template,
        title=title,
        author=task.tournament.organiser,
        filename=f"{task.tournament.slug}-{filename}",
        context={
            "tournament": task.tournament,
            "when": when_and_where(task.tournament),
            "sheets": list(dealt(slips, a_sheet=sheet.count)) if slips else [],
        },
    )


RECEIPTS = Kind(
    name="receipts",
    title=gettext_lazy("Receipts"),
    about=gettext_lazy("A6, four on a sheet, for everybody who won something"),
    compose=_receipts,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

LABELS = Kind(
    name="prize-labels",
    title=gettext_lazy("Labels for envelopes"),
    about=gettext_lazy("70 x 37 mm, 24 on a sheet, with who won what"),
    compose=_labels,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
