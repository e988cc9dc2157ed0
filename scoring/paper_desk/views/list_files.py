"""A table's list as a workbook: handed out, filled in elsewhere, read back deal by deal (SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.lists.forms.fields import sits_in
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.views import directed_sheet, sheet_context
from scoring.lists.wording import games
from scoring.lists.wording import refusals as problems
from scoring.paper_desk import wording
from scoring.paper_desk.services import take_deals
from scoring.paper_desk.views.results import onward, typed_elsewhere
from scoring.paper_desk.workbooks import form as lists_form
from scoring.paper_desk.workbooks import reading
from scoring.paper_desk.workbooks.reading import ReadList
from scoring.rules.game_list.deals import Deal, booking
from scoring.rules.game_list.sums import running
from tables.accounts.access import acting
from tables.acts.forms import EntryKey, TableFile
from tables.acts.views import as_tables, refusals_at, show
from tables.intake.outcome import IntakeRefused, Refusal
from tables.intake.rows import Line
from tables.intake.sources.files import MOST_BYTES, read_cells
from tables.intake.sources.form_cells import as_text, from_text

MOST_ROWS = 1_000
"""Rows of a workbook that is a list, with room for what people write around it."""


class ListFileForm(forms.Form):
    """The workbook of a list."""

    file = TableFile(help_text=_("The workbook of this table (.xlsx or .ods), or the same columns as text (.csv)."))

    def clean(self) -> dict[str, Any]:
        """Read the file under ``cleaned_data["lines"]``, or say why it cannot be read."""
        data = super().clean() or {}
        upload = data.get("file")
        if upload is not None:
            try:
                data["lines"] = _read(upload)
            except IntakeRefused as error:
                self.add_error("file", wording.list_refused(error))
        return data


def _read(upload: Any) -> list[Line]:
    lines = read_cells(upload.read(MOST_BYTES + 1), most_rows=MOST_ROWS)
    if not lines:
        raise IntakeRefused(Refusal.EMPTY)
    return lines


class ListCellsForm(forms.Form):
    """What was read, and whether it shall be entered."""

    cells = forms.CharField(strip=False, widget=forms.HiddenInput)
    entry_key = EntryKey()
    sure = forms.BooleanField(label=_("Yes, it stands so on the paper"), required=False)

    def clean(self) -> dict[str, Any]:
        """Give what was read under ``cleaned_data["lines"]``."""
        data = super().clean() or {}
        if "cells" in data:
            try:
                data["lines"] = from_text(data["cells"])
            except IntakeRefused as error:
                self.add_error(None, wording.list_refused(error))
        return data

    @classmethod
    def carrying(cls, lines: list[Line]) -> "ListCellsForm":
        """Return the form that carries what was read through the preview."""
        return cls(initial={"cells": as_text(lines)})


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenDeal:
    """A deal as the preview shows it."""

    number: int
    words: str
    points: str
    totals: tuple[str, ...]


@require_safe
@never_cache
def workbook(request: HttpRequest, *, slug: str, series: int, table: int, ending: str) -> HttpResponse:
    """Hand out a table's list as a workbook to be filled in."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    facts = {"series": series, "table": table}
    name = gettext("list-series-%(series)s-table-%(table)s") % facts
    return as_tables(lists_form.list_workbook(sheet, ending), f"{slug}-{name}", ending)


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Take a table's list from a workbook: first its preview, then, on a second word, the deals."""
    sheet = directed_sheet(request, slug=slug, series=series, table=table)
    if elsewhere := typed_elsewhere(request, sheet):
        return elsewhere
    if "cells" in request.POST:
        return _take(request, sheet)
    form = ListFileForm(request.POST, request.FILES) if request.method == "POST" else ListFileForm()
    context = sheet_context(request, sheet)
    if not form.is_bound:
        return render(request, "scoring/paper_desk/list_file.html", context | {"form": form})
    if form.is_valid():
        lines = form.cleaned_data["lines"]
        read_list = reading.read_list(lines, sheet)
        if not read_list.is_refused:
            return _preview(request, sheet, read_list, ListCellsForm.carrying(lines))
        context |= {"refusals": _sentences(read_list)}
    return render(request, "scoring/paper_desk/list_file.html", context | {"form": form}, status=422)


def _take(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """Enter what the preview showed, if it still holds."""
    form = ListCellsForm(request.POST)
    if not form.is_valid():
        context = sheet_context(request, sheet) | {"form": ListFileForm(), "refusals": _errors(form)}
        return render(request, "scoring/paper_desk/list_file.html", context, status=422)
    lines: Sequence[Line] = form.cleaned_data["lines"]
    read_list = reading.read_list(lines, sheet)
    if read_list.is_refused:
        context = sheet_context(request, sheet) | {"form": ListFileForm(), "refusals": _sentences(read_list)}
        return render(request, "scoring/paper_desk/list_file.html", context, status=422)
    if read_list.findings and not form.cleaned_data["sure"]:
        form.add_error("sure", gettext("Please look at the questions and say that it stands so."))
        return _preview(request, sheet, read_list, form)
    with refusals_at(form):
        taken = take_deals(
            list_id=sheet.row.pk,
            deals=read_list.deals,
            entry_key=form.cleaned_data["entry_key"],
            sits=sits_in(request.POST),
            **acting(request),
        )
        return onward(request, taken, sheet)
    return _preview(request, sheet, read_list, form)


def _preview(request: HttpRequest, sheet: Sheet, read_list: ReadList, form: ListCellsForm) -> HttpResponse:
    """Show every deal as it would be entered, with the running totals."""
    context = sheet_context(request, sheet) | {
        "form": form,
        "deals": _seen(sheet, read_list.deals),
        "names": games.short_names_at(sheet.seats),
        "questions": problems.findings(read_list.findings),
    }
    return show(request, "scoring/paper_desk/list_preview.html", context)


def _seen(sheet: Sheet, deals: Sequence[Deal]) -> list[SeenDeal]:
    whole = replace(sheet.game_list, deals=(*sheet.game_list.deals, *deals))
    totals, names = running(whole)[len(sheet.lines) :], games.names_at(sheet.seats)
    return [
        SeenDeal(
            number=deal.number,
            words=games.deal_entry(deal, names),
            points=games.points(booked.points) if (booked := booking(deal)) else "",
            totals=tuple(map(games.points, after)),
        )
        for deal, after in zip(deals, totals, strict=True)
    ]


def _sentences(read_list: ReadList) -> list[str]:
    """Return everything that is wrong, in the order of the deals."""
    said = [
        (
            problem.deal or 0,
            wording.cell_problem(problem.code, deal=problem.deal, heading=problem.heading, detail=problem.detail),
        )
        for problem in read_list.problems
    ]
    said += [
        (finding.deal or 0, problems.finding(finding))
        for finding in read_list.findings
        if finding.problem.severity == "error"
    ]
    nulls = {deal.number: deal.played for deal in read_list.deals if deal.played and read_list.is_lost_as_another(deal)}
    said += [
        (number, gettext("Deal %(deal)s: %(sentence)s") % {"deal": number, "sentence": games.lost_as(null)})
        for number, null in nulls.items()
    ]
    return list(dict.fromkeys(words for _deal, words in sorted(said, key=lambda one: one[0])))


def _errors(form: ListCellsForm) -> list[str]:
    return [str(error) for errors in form.errors.values() for error in errors]
