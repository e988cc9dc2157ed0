"""The account to be signed, with the protocol of each cash box, and the journal of money (SkWO 3.3)."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import PIECES, Purpose
from scoring.money.selectors.lines import Names, movements, names
from scoring.money.selectors.statement import BoxReport, Statement, statement_of
from scoring.money.wording.acts import lack
from scoring.money.wording.amounts import account_lines, between, euros, plain_euros, pot_lines, why
from scoring.paper.documents.kind import Kind as OfDocument
from scoring.paper.documents.kind import Reader
from scoring.paper.documents.money.lists import Column, Kind, Part, amounts, paper
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from tables.acts.wording.moments import stamp


def _compose(task: Task) -> Document:
    found = statement_of(task.tournament)
    return paper(
        task.tournament,
        list(_parts(found)),
        title=_("Account of the event (SkWO 3.3)"),
        filename=pgettext("file name", "account"),
        as_of=task.now,
        signed_by=_signed_by(found),
    )


def _parts(found: Statement) -> Iterator[Part]:
    yield Part(columns=(), rows=(), notes=_state(found))
    *lines, (last, stays, _is_sum) = account_lines(found)
    yield Part(
        title=_("What came in, and what stays"),
        columns=(Column(_("What for")), Column(_("Amount"), Kind.NUMBER)),
        rows=[(what, euros(cents)) for what, cents, _is_sum in lines],
        total=(last, euros(stays)),
    )
    if found.pots.pots:
        yield _pots(found)
    if len(found.boxes) > 1:
        in_each = [(_("Cash box %(name)s") % {"name": one.name}, one.holds) for one in found.boxes]
        yield amounts(in_each, title=_("Cash boxes"), total=_("Together"))
    for one in found.boxes:
        yield _report(one)
        if one.count:
            yield _protocol(one)


def _state(found: Statement) -> list[str]:
    if found.closing:
        facts = {
            "at": stamp(found.closing.closed_at),
            "by": found.closing.closed_by.get_username(),
            "second": found.closing.second,
        }
        return [_("Closed on %(at)s by %(by)s and %(second)s: every account is at nothing.") % facts]
    return [_("Not closed yet."), *map(lack, found.lacks)]


def _pots(found: Statement) -> Part:
    share = _("%(share)s %% of what came in is given out.") % {"share": found.pots.paid_out}
    *lines, together = ((name, *map(euros, cents)) for name, *cents in pot_lines(found.pots))
    return Part(
        title=pgettext("of money", "Pots"),
        columns=(
            Column(pgettext("of money", "Pot")),
            Column(_("Came in"), Kind.NUMBER),
            Column(_("Given"), Kind.NUMBER),
            Column(_("Left"), Kind.NUMBER),
        ),
        rows=lines,
        total=together,
        notes=[share],
    )


def _report(one: BoxReport) -> Part:
    """Return the report of an open cash box: backwards, from what was counted to what was taken in."""
    name = {"box": one.name}
    if one.found is None or one.backwards is None:
        return Part(title=_("Report of cash box %(box)s") % name, columns=(), rows=(), notes=[_("Not counted yet.")])
    lines = [
        (_("Counted"), one.found),
        (_("less change put in"), -one.box.put_in),
        (_("plus paid out"), one.box.paid),
        (_("plus taken out for the organiser"), one.box.taken_out),
    ]
    notes = [_("Taken in by the journal: %(amount)s.") % {"amount": euros(one.box.takings)}]
    if one.differences:
        notes.append(_("Difference: %(amount)s.") % {"amount": euros(one.differences)})
    return amounts(lines, title=_("Report of cash box %(box)s") % name, total=_("Taken in"), notes=notes)


def _protocol(one: BoxReport) -> Part:
    """Return how a box was counted last, piece by piece."""
    count = one.count
    pieces = {int(piece): number for piece, number in count.pieces.items()} if count else {}
    notes = []
    if count:
        said = _("Counted on %(at)s by %(by)s and %(witness)s.")
        notes.append(
            said % {"at": stamp(count.counted_at), "by": count.counted_by.get_username(), "witness": count.witness}
        )
        if count.because:
            notes.append(_("Why it differs: %(why)s") % {"why": count.because})
    return Part(
        title=_("Counting protocol of cash box %(box)s") % {"box": one.name},
        columns=(Column(_("Piece"), Kind.NUMBER), Column(_("How many"), Kind.NUMBER), Column(_("Amount"), Kind.NUMBER)),
        rows=[
            (euros(piece), str(pieces.get(piece, 0)), euros(piece * pieces.get(piece, 0)))
            for piece in PIECES
            if pieces.get(piece) or not pieces
        ],
        total=(_("Together"), "", euros(one.found or 0)),
        notes=notes,
    )


def _signed_by(found: Statement) -> list[str]:
    if found.closing:
        return [_("Place, date"), found.closing.closed_by.get_username(), found.closing.second]
    return [_("Place, date"), _("Treasurer"), _("Second person")]


ACCOUNT = OfDocument(
    name="account",
    title=gettext_lazy("Account of the event"),
    about=gettext_lazy("with cash report and counting protocol, signed by two"),
    compose=_compose,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)


def _journal_compose(task: Task) -> Document:
    rows = list(_rows(movements(task.tournament).order_by("number"), names(task.tournament)))
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(_("No."), Kind.NUMBER),
                    Column(_("When"), Kind.SHORT),
                    Column(pgettext("of an amount moved", "From"), Kind.WHO),
                    Column(pgettext("of an amount moved", "To"), Kind.WHO),
                    Column(_("What for")),
                    Column(_("Euros"), Kind.NUMBER),
                    Column(_("Cash"), Kind.NUMBER),
                ),
                rows=rows,
            )
        ],
        title=_("Journal of money"),
        filename=pgettext("file name", "money"),
        as_of=task.now,
        nothing=_("Nothing has been moved yet."),
    )


def _rows(found: Iterable[MovementRow], called: Names) -> Iterator[tuple[str, ...]]:
    cash = 0
    for row in found:
        cash += _into_boxes(row)
        yield (
            str(row.number),
            stamp(row.at),
            *between(row, called),
            why(row),
            plain_euros(row.cents),
            plain_euros(cash),
        )


def _into_boxes(row: MovementRow) -> int:
    return row.cents * ((row.target == Purpose.BOX) - (row.source == Purpose.BOX))


MONEY_JOURNAL = OfDocument(
    name="money-journal",
    title=gettext_lazy("Journal of money"),
    about=gettext_lazy("every movement, with the cash there is after it"),
    compose=_journal_compose,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
