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
        return _to_list(sheet)
    messages.success(request, said)
    following = next_table(paper_desk(series), after=table.number)
    desk = reverse("scoring:paper-desk", args=[series.tournament.slug, series.number])
    return redirect(f"{desk}?at={following or ''}")


def typed_elsewhere(request: HttpRequest, sheet: Sheet) -> HttpResponse | None:
    """Lead to the page of a list that is kept by house rules: short lines and workbooks know those of the book."""
    if not sheet.row.profile:
        return None
    messages.info(request, _("A list by house rules is typed deal by deal, on this page."))
    return _to_list(sheet)


def _to_list(sheet: Sheet) -> HttpResponse:
    series = sheet.row.table.series
    return redirect("scoring:list", slug=series.tournament.slug, series=series.number, table=sheet.row.table.number)
