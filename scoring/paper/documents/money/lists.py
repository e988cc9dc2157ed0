"""Lists of money to be signed, tables of who owes what, receipts (SkWO 3.4, 7.4.3)."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.selectors.lines import Winner, awards_of, payout_of
from scoring.money.selectors.statement import refunds_of
from scoring.money.wording.acts import waits_for
from scoring.money.wording.amounts import euros, in_words
from scoring.money.wording.plan import all_won
from scoring.paper.documents.kind import Kind as OfDocument
from scoring.paper.documents.kind import Reader
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.cards import Sheet, dealt
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.journal_foot import journal_note
from tables.acts.wording.moments import stamp
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where

ROOM: Final = 170
"""Width of the event's name, in millimetres."""


SHORT: Final = 16
"""Rows of a table that is not torn apart: a protocol of all notes and coins."""


class Kind(enum.StrEnum):
    """What stands in a column."""

    TEXT = "text"
    NUMBER = "number"
    SHORT = "short"
    """A text that stands in one line."""

    WHO = "who"
    """A name, which has room before other texts have."""

    SIGNED = "signed"
    """Nothing: somebody signs there."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    word: str
    kind: Kind = Kind.TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A table with its heading."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    title: str = ""
    total: Sequence[str] = ()
    """Its last row; nothing where it has none."""

    notes: Sequence[str] = ()

    @property
    def is_short(self) -> bool:
        """Whether it stands on one page: on the next one where it does not fit."""
        return len(self.rows) <= SHORT

    @property
    def lines(self) -> list[list[tuple[str, Kind]]]:
        """Each cell with what kind it is of."""
        return [self._kinds(row) for row in self.rows]

    @property
    def last(self) -> list[tuple[str, Kind]]:
        """The cells of the last row."""
        return self._kinds(self.total)

    def _kinds(self, row: Sequence[str]) -> list[tuple[str, Kind]]:
        return [(text, column.kind) for text, column in zip(row, self.columns, strict=True)] if row else []


def paper(
    tournament: Tournament,
    parts: Sequence[Part],
    *,
    title: str,
    filename: str,
    as_of: datetime,
    nothing: str = "",
    signed_by: Sequence[str] = (),
) -> Document:
    """Return a document of tables; ``nothing`` is said where they have no row, ``signed_by`` are lines at its end."""
    return Document(
        template="scoring/paper/documents/money.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            **heading(tournament, room=ROOM, largest=0, is_organiser_named=True),
            "parts": [part for part in parts if part.rows or part.notes],
            "nothing": nothing,
            "signed_by": signed_by,
            "foot": " · ".join(filter(None, (_("As of %(at)s") % {"at": stamp(as_of)}, journal_note(tournament)))),
        },
    )


def amounts(lines: Sequence[tuple[str, int]], *, title: str, total: str = "", notes: Sequence[str] = ()) -> Part:
    """Return a table of amounts in cents with what each is, and what they come to."""
    together = sum(cents for _what, cents in lines)
    return Part(
        title=title,
        columns=(Column(_("What for")), Column(_("Amount"), Kind.NUMBER)),
        rows=[(what, euros(cents)) for what, cents in lines],
        total=(total, euros(together)) if total else (),
        notes=notes,
    )


def _payout(task: Task) -> Document:
    """Return who gets how much, with a line to sign for each."""
    found = payout_of(task.tournament, on=timezone.localdate(task.now))
    rows = [
        (
            str(winner.entrant.number),
            _called(winner.entrant),
            _said(winner),
            euros(winner.due + winner.paid_out),
            "",
        )
        for winner in found.winners
        if winner.due or winner.paid_out
    ]
    together = found.due + found.paid_out
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(_("No."), Kind.NUMBER),
                    Column(_("Name")),
                    Column(pgettext("prizes", "Won")),
                    Column(_("Amount"), Kind.NUMBER),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
                total=("", _("Together"), "", euros(together), "") if rows else (),
            )
        ],
        title=_("Prizes paid out"),
        filename=pgettext("file name", "payout"),
        as_of=task.now,
        nothing=_("Nothing is there to be paid out."),
    )


def _goods(task: Task) -> Document:
    """Return the things that were won in the order of choice, with a line to sign for each."""
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    rows = [
        (
            str(row.place),
            row.prize_list.name,
            row.good,
            euros(row.cents) if row.cents else "",
            f"{row.entrant} {_called(entrants[row.entrant])}",
            "",
        )
        for row in awards_of(task.tournament)
        if row.good
    ]
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(pgettext("in a ranking", "Place"), Kind.NUMBER),
                    Column(_("Prizes")),
                    Column(_("Thing")),
                    Column(_("Worth"), Kind.NUMBER),
                    Column(_("Name")),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
            )
        ],
        title=_("Things that were won"),
        filename=pgettext("file name", "things"),
        as_of=task.now,
        nothing=_("No things were won."),
    )


def _refunds(task: Task) -> Document:
    """Return who gets back how much for series that were not played, with a line to sign for each."""
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    given = [(number, cents) for number, cents in refunds_of(task.tournament) if number in entrants]
    rows = [(str(number), _called(entrants[number]), euros(cents), "") for number, cents in given]
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(_("No."), Kind.NUMBER),
                    Column(_("Name")),
                    Column(_("Gets back"), Kind.NUMBER),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
                total=("", _("Together"), euros(sum(cents for _number, cents in given)), "") if rows else (),
            )
        ],
        title=_("Given back for series not played (SkWO 3.4)"),
        filename=pgettext("file name", "refunds"),
        as_of=task.now,
        nothing=_("Nothing was given back."),
    )


def _said(winner: Winner) -> str:
    """Return what somebody won, and what it waits for."""
    said = all_won(winner)
    if winner.is_open and winner.whys:
        said.append(waits_for(winner.whys))
    return "\n".join(said)


def _called(entrant: Entrant) -> str:
    return f"{entrant.called}, {entrant.club}" if entrant.club else entrant.called


PAYOUT = OfDocument(
    name="payout-list",
    title=gettext_lazy("Prizes paid out"),
    about=gettext_lazy("who gets how much, with lines to sign"),
    compose=_payout,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

GOODS = OfDocument(
    name="goods-list",
    title=gettext_lazy("Things that were won"),
    about=gettext_lazy("in the order of choice, with lines to sign"),
    compose=_goods,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

REFUNDS = OfDocument(
    name="refund-list",
    title=gettext_lazy("Money given back"),
    about=gettext_lazy("for series not played, with lines to sign"),
    compose=_refunds,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)


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

    in_words: str
    """The same digit by digit."""


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
        in_words=in_words(cents) if cents else "",
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
        if winner.has_won
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
            "date": timezone.localdate(task.now),
            "sheets": list(dealt(slips, a_sheet=sheet.count)) if slips else [],
        },
    )


RECEIPTS = OfDocument(
    name="receipts",
    title=gettext_lazy("Receipts"),
    about=gettext_lazy("A6, four on a sheet, for everybody who won something"),
    compose=_receipts,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

LABELS = OfDocument(
    name="prize-labels",
    title=gettext_lazy("Labels for envelopes"),
    about=gettext_lazy("70 x 37 mm, 24 on a sheet, with who won what"),
    compose=_labels,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
