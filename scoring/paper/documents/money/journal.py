"""The journal of money on paper: every movement in its order, with the cash there is after it (SkWO 3.3)."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.models import MovementRow
from scoring.money.reckon.ledger import Purpose
from scoring.money.selectors.journal import Names, movements, names
from scoring.money.wording.amounts import plain_euros
from scoring.money.wording.movements import account, why
from scoring.paper.documents.kind import Kind as OfDocument
from scoring.paper.documents.kind import Reader
from scoring.paper.documents.money.tables import Column, Kind, Part, paper
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from tables.acts.wording.moments import stamp


def _compose(task: Task) -> Document:
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
            account(row.from_account, called),
            account(row.to_account, called),
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
    compose=_compose,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
