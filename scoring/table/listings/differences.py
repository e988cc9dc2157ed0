"""Both entries of a deal on which the two lists of a table differ, beside each other (SkWO 7.2)."""

from django.utils.translation import gettext as _

from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.lists.wording import names as lists_names
from scoring.lists.wording import sides
from scoring.lists.wording.sides import Side
from scoring.table.selectors.differences import Disagreement


def both_sides(disagreement: Disagreement, book: Book, *, device: str, may_settle: bool) -> tuple[Side, ...]:
    """Return what either list has of a deal; ``may_settle``, with what it means to say that it is right."""
    titles = {FIRST: _("In the first list"), SECOND: _("In the second list")}
    names = lists_names.names_at(book.seats)
    found = disagreement.difference
    return tuple(
        Side(
            title=titles[copy],
            written=sides.entered(entry, here=device, keeper=book.keeper_of(copy)),
            lines=sides.read(deal, names=names, differing=found.cells),
            does=str(copy) if may_settle else "",
            effect=_("The other list is corrected to it; what stood there stays in the history.") if may_settle else "",
        )
        for copy, entry, deal in zip((FIRST, SECOND), disagreement.entries, (found.first, found.second), strict=True)
    )
