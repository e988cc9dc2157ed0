"""Papers about money: lists to sign, receipts, the account, the protocol of each cash box (SkWO 3.3, 3.4, 7.4.3)."""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.reckon.ledger import PIECES, Purpose
from scoring.money.selectors.lines import Payout, Winner, awards_of, movements, names, payout_of
from scoring.money.selectors.statement import BoxReport, Statement, refunds_of, statement_of
from scoring.money.wording import account_lines, between, euros, in_words, lack, plain_euros, pot_lines, waits_for, why
from scoring.money.wording.plan import all_won
from scoring.paper.documents.kind import NOTHING, PaperKind, Task
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.drawing import FOUR, CardSheet, dealt
from scoring.paper.typesetting.heading import event_document, heading, journal_note
from tables.acts.wording.moments import stamp
from tables.people.models import Entrant
from tables.tournaments import access
from tables.tournaments.wording import when_and_where

SHORT: Final = 16  # rows of a table that is not torn apart: a protocol of all notes and coins


class CellLook(enum.StrEnum):
    """What stands in a column."""

    TEXT = "text"
    NUMBER = "number"
    SHORT = "short"  # a text that stands in one line
    WHO = "who"  # a name, which has room before other texts have
    SIGNED = "signed"  # nothing: somebody signs there


@dataclass(frozen=True, slots=True)
class MoneyColumn:
    """A column of a table."""

    word: str
    look: CellLook = CellLook.TEXT


Part = dict[str, Any]


def _part(
    columns: Sequence[MoneyColumn] = (),
    rows: Sequence[Sequence[str]] = (),
    *,
    title: str = "",
    total: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> Part:

    def looks(row: Sequence[str]) -> list[tuple[str, CellLook]]:
        return [(text, column.look) for text, column in zip(row, columns, strict=True)]

    lines, last = [looks(row) for row in rows], looks(total) if total else []
    is_short = len(rows) <= SHORT
    return {"columns": columns, "lines": lines, "last": last, "title": title, "notes": notes, "is_short": is_short}


def _paper(
    task: Task, parts: Sequence[Part], *, title: str, nothing: str = "", signed_by: Sequence[str] = ()
) -> Document:
    tournament = task.tournament
    return event_document(
        tournament,
        "money",
        title=title,
        context={
            **heading(tournament, room=170, largest=0, is_organiser_named=True),
            "parts": [part for part in parts if part["lines"] or part["notes"]],
            "nothing": nothing,
            "signed_by": signed_by,
            "foot": " · ".join(filter(None, (_("As of %(at)s") % {"at": stamp(task.now)}, journal_note(tournament)))),
        },
    )


def _to_sign(
    task: Task, columns: Sequence[MoneyColumn], rows: Sequence[Sequence[str]], total: Sequence[str] = (), **more: Any
) -> Document:
    received = MoneyColumn(pgettext("to be signed", "Received"), CellLook.SIGNED)
    last = (*total, "") if rows and total else ()
    return _paper(task, [_part(columns=(*columns, received), rows=[(*row, "") for row in rows], total=last)], **more)


def _amounts(lines: Sequence[tuple[str, int]], *, title: str, total: str, notes: Sequence[str] = ()) -> Part:
    return _part(
        title=title,
        columns=(MoneyColumn(_("What for")), MoneyColumn(_("Amount"), CellLook.NUMBER)),
        rows=[(what, euros(cents)) for what, cents in lines],
        total=(total, euros(sum(cents for _what, cents in lines))),
        notes=notes,
    )


def _called(entrant: Entrant) -> str:
    return f"{entrant.called}, {entrant.club}" if entrant.club else entrant.called


def _payout_of(task: Task) -> Payout:
    return payout_of(task.tournament, on=timezone.localdate(task.now))


def _payout(task: Task) -> Document:
    payout = _payout_of(task)
    return _to_sign(
        task,
        (
            MoneyColumn(_("No."), CellLook.NUMBER),
            MoneyColumn(_("Name")),
            MoneyColumn(pgettext("prizes", "Won")),
            MoneyColumn(_("Amount"), CellLook.NUMBER),
        ),
        [
            (
                str(winner.entrant.number),
                _called(winner.entrant),
                "\n".join([*all_won(winner), *([waits_for(winner.whys)] if winner.is_open and winner.whys else [])]),
                euros(winner.due + winner.paid_out),
            )
            for winner in payout.winners
            if winner.due or winner.paid_out
        ],
        ("", _("Together"), "", euros(payout.due + payout.paid_out)),
        title=_("Prizes paid out"),
        nothing=_("Nothing yet."),
    )


def _goods(task: Task) -> Document:
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    return _to_sign(
        task,
        (
            MoneyColumn(pgettext("in a ranking", "Place"), CellLook.NUMBER),
            MoneyColumn(_("Prizes")),
            MoneyColumn(_("Thing")),
            MoneyColumn(_("Worth"), CellLook.NUMBER),
            MoneyColumn(_("Name")),
        ),
        [
            (
                str(row.place),
                row.prize_list.name,
                row.good,
                euros(row.cents) if row.cents else "",
                f"{row.entrant} {_called(entrants[row.entrant])}",
            )
            for row in awards_of(task.tournament)
            if row.good
        ],
        title=_("Things that were won"),
        nothing=_("Nothing yet."),
    )


def _refunds(task: Task) -> Document:
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    given = [(number, cents) for number, cents in refunds_of(task.tournament) if number in entrants]
    return _to_sign(
        task,
        (MoneyColumn(_("No."), CellLook.NUMBER), MoneyColumn(_("Name")), MoneyColumn(_("Gets back"), CellLook.NUMBER)),
        [(str(number), _called(entrants[number]), euros(cents)) for number, cents in given],
        ("", _("Together"), euros(sum(cents for _number, cents in given))),
        title=_("Given back for series not played (SkWO 3.4)"),
        nothing=_("Nothing yet."),
    )


STICKERS: Final = CardSheet(columns=3, rows=8)  # labels of 70 x 37 mm, sold everywhere in sheets of 24
MOST_ON_RECEIPT: Final = 6  # prizes that have room on a receipt; of more their number stands there
MOST_ON_LABEL: Final = 2


def _receipts(task: Task) -> Document:
    winners = [winner for winner in _payout_of(task).winners if winner.awards or winner.due or winner.paid_out]
    slips = [_slip(winner, most=MOST_ON_RECEIPT) for winner in winners]
    return _slips(task, slips, FOUR, "receipts", title=_("Receipts"))


def _labels(task: Task) -> Document:
    """Return a label for everybody who won something: an envelope with a refund is nobody's."""
    slips = [_slip(winner, most=MOST_ON_LABEL) for winner in _payout_of(task).winners if winner.has_won]
    return _slips(task, slips, STICKERS, "labels", title=_("Labels for envelopes"))


def _slip(winner: Winner, *, most: int) -> dict[str, Any]:
    cents, won = winner.due + winner.paid_out, all_won(winner)
    more = len(winner.awards) - most
    if more > 0:
        won[most : len(winner.awards)] = [_("and %(count)s more") % {"count": more}]
    return {
        "number": winner.entrant.number,
        "name": winner.entrant.called,
        "won": won,
        "amount": euros(cents) if cents else "",
        "in_words": in_words(cents) if cents else "",
    }


def _slips(task: Task, slips: Sequence[dict[str, Any]], sheet: CardSheet, template: str, **more: Any) -> Document:
    context = {
        "when": when_and_where(task.tournament),
        "date": timezone.localdate(task.now),
        "sheets": list(dealt(slips, a_sheet=sheet.count)) if slips else [],
    }
    return event_document(task.tournament, template, context=context, **more)


def _account(task: Task) -> Document:
    statement = statement_of(task.tournament)
    signed_by = [_("Treasurer"), _("Second person")]
    if statement.closing:
        signed_by = [statement.closing.closed_by.get_username(), statement.closing.second]
    return _paper(
        task,
        list(_account_parts(statement)),
        title=_("Account of the event (SkWO 3.3)"),
        signed_by=[_("Place, date"), *signed_by],
    )


def _account_parts(statement: Statement) -> Iterator[Part]:
    if statement.closing:
        facts = {
            "at": stamp(statement.closing.closed_at),
            "by": statement.closing.closed_by.get_username(),
            "second": statement.closing.second,
        }
        yield _part(notes=[_("Closed on %(at)s by %(by)s and %(second)s: every account is at nothing.") % facts])
    else:
        yield _part(notes=[_("Not closed yet."), *map(lack, statement.lacks)])
    *lines, (last, stays, _is_sum) = account_lines(statement)
    yield _part(
        title=_("What came in, and what stays"),
        columns=(MoneyColumn(_("What for")), MoneyColumn(_("Amount"), CellLook.NUMBER)),
        rows=[(what, euros(cents)) for what, cents, _is_sum in lines],
        total=(last, euros(stays)),
    )
    if statement.pots.pots:
        *pots, together = ((name, *map(euros, cents)) for name, *cents in pot_lines(statement.pots))
        yield _part(
            title=pgettext("of money", "Pots"),
            columns=(
                MoneyColumn(pgettext("of money", "Pot")),
                MoneyColumn(_("Came in"), CellLook.NUMBER),
                MoneyColumn(_("Given"), CellLook.NUMBER),
                MoneyColumn(_("Left"), CellLook.NUMBER),
            ),
            rows=pots,
            total=together,
            notes=[_("%(share)s %% of what came in is given out.") % {"share": statement.pots.paid_out}],
        )
    if len(statement.boxes) > 1:
        in_each = [
            (_("Cash box %(name)s") % {"name": box_report.name}, box_report.holds) for box_report in statement.boxes
        ]
        yield _amounts(in_each, title=_("Cash boxes"), total=_("Together"))
    for report in statement.boxes:
        yield _report(report)
        if report.count:
            yield _protocol(report)


def _report(box_report: BoxReport) -> Part:
    """Return the report of an open cash box: backwards, from what was counted to what was taken in."""
    title = _("Report of cash box %(box)s") % {"box": box_report.name}
    if box_report.counted is None or box_report.backwards is None:
        return _part(title=title, notes=[_("Not counted yet.")])
    lines = [
        (_("Counted"), box_report.counted),
        (_("less change put in"), -box_report.box.put_in),
        (_("plus paid out"), box_report.box.paid),
        (_("plus taken out for the organiser"), box_report.box.taken_out),
    ]
    notes = [f"{_('Taken in by the journal')}: {euros(box_report.box.takings)}."]
    if box_report.differences:
        notes.append(f"{_('Difference')}: {euros(box_report.differences)}.")
    return _amounts(lines, title=title, total=_("Taken in"), notes=notes)


def _protocol(box_report: BoxReport) -> Part:
    count = box_report.count
    pieces = {int(piece): number for piece, number in count.pieces.items()} if count else {}
    notes = []
    if count:
        by = ", ".join(filter(None, (count.counted_by.get_username(), count.witness)))
        notes.append(_("Counted on %(at)s by %(by)s.") % {"at": stamp(count.counted_at), "by": by})
        if count.because:
            notes.append(f"{_('Reason')}: {count.because}")
    return _part(
        title=_("Counting protocol of cash box %(box)s") % {"box": box_report.name},
        columns=(
            MoneyColumn(_("Piece"), CellLook.NUMBER),
            MoneyColumn(_("How many"), CellLook.NUMBER),
            MoneyColumn(_("Amount"), CellLook.NUMBER),
        ),
        rows=[
            (euros(piece), str(pieces.get(piece, 0)), euros(piece * pieces.get(piece, 0)))
            for piece in PIECES
            if pieces.get(piece) or not pieces
        ],
        total=(_("Together"), "", euros(box_report.counted or 0)),
        notes=notes,
    )


def _journal(task: Task) -> Document:
    called, rows, cash = names(task.tournament), [], 0
    for row in movements(task.tournament).order_by("number"):
        cash += row.cents * ((row.target == Purpose.BOX) - (row.source == Purpose.BOX))
        amounts = plain_euros(row.cents), plain_euros(cash)
        rows.append((str(row.number), stamp(row.at), *between(row, called), why(row), *amounts))
    columns = (
        MoneyColumn(_("No."), CellLook.NUMBER),
        MoneyColumn(_("When"), CellLook.SHORT),
        MoneyColumn(pgettext("of an amount moved", "From"), CellLook.WHO),
        MoneyColumn(pgettext("of an amount moved", "To"), CellLook.WHO),
        MoneyColumn(_("What for")),
        MoneyColumn(_("Amount"), CellLook.NUMBER),
        MoneyColumn(_("Cash"), CellLook.NUMBER),
    )
    return _paper(
        task, [_part(columns=columns, rows=rows)], title=_("Journal of money"), nothing=_("Nothing has been moved yet.")
    )


def _kind(name: str, compose: Callable[[Task], Document], title: Promise, about: Promise = NOTHING) -> PaperKind:
    return PaperKind(
        name=name,
        title=title,
        about=about,
        compose=compose,
        opened_by=access.treasured_tournament,
        is_there=lambda printable: printable.has_money,
    )


MONEY: Final = (
    _kind("payout-list", _payout, gettext_lazy("Prizes paid out")),
    _kind(
        "receipts",
        _receipts,
        gettext_lazy("Receipts"),
        gettext_lazy("A6, four on a sheet, for everybody who won something"),
    ),
    _kind(
        "prize-labels",
        _labels,
        gettext_lazy("Labels for envelopes"),
        gettext_lazy("70 x 37 mm, 24 on a sheet, with who won what"),
    ),
    _kind("goods-list", _goods, gettext_lazy("Things that were won")),
    _kind("refund-list", _refunds, gettext_lazy("Given back for series not played (SkWO 3.4)")),
    _kind("account", _account, gettext_lazy("Account of the event (SkWO 3.3)")),
    _kind("money-journal", _journal, gettext_lazy("Journal of money")),
)
