"""Where a page leads on when a list was taken from its paper, and what it says of it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.paper_desk.selectors import next_table, paper_desk
from scoring.paper_desk.services import Taken
from tables.acts.wording import refusals


def said_of(taken: Taken, *, table: int) -> str:
    """Return what became of a table's list, in one sentence or two."""
    if taken.is_closed:
        return _("Table %(table)s is closed as signed on paper.") % {"table": table}
    entered = _("Table %(table)s is entered, but not closed yet.") % {"table": table}
    return f"{entered} {refusals.refusal(taken.left)}" if taken.left else entered


def onward(request: HttpRequest, taken: Taken, sheet: Sheet) -> HttpResponse:
    """Say what became of a list, and lead on to the next table of the desk; to the list where it is not closed."""
    table = sheet.row.table
    series = table.series
    said = said_of(taken, table=table.number)
    if not taken.is_closed:
        messages.warning(request, said)
        return redirect("scoring:list", slug=series.tournament.slug, series=series.number, table=table.number)
    messages.success(request, said)
    following = next_table(paper_desk(series), after=table.number)
    desk = reverse("scoring:paper-desk", args=[series.tournament.slug, series.number])
    return redirect(f"{desk}?at={following or ''}")
