"""Score sheets: for every table, with all that is entered or blank, and spare ones (SkWO 7.2)."""

from django.utils.translation import gettext_lazy as _

from scoring.lists.selectors import sheets
from scoring.paper import forms
from scoring.paper.documents.kind import NothingToPrint, PaperKind, Scope, Task
from scoring.paper.sheets.form import SheetLook, SheetRuling
from scoring.paper.sheets.score_sheets import score_sheets, spare_sheets
from scoring.paper.typesetting.document import Document


def _sheets(task: Task) -> Document:
    wanted = task.wanted
    chosen = [
        sheet
        for series in task.series
        if series.published_at
        for sheet in sheets.sheets(series)
        if task.has_table(sheet.row.table.number) and (sheet.row.signed_at or not wanted.signed)
    ]
    if not chosen:
        raise NothingToPrint
    look = SheetLook(
        now=task.now,
        link=task.links.to_list,
        verification=task.links.to_verification,
        fill=wanted.fill,
        ruling=SheetRuling(leaf=wanted.leaf, has_signs=wanted.has_signs),
    )
    return score_sheets(task.only or task.tournament, chosen, look)


def _spare(task: Task) -> Document:
    wanted = task.wanted
    series = task.tournament.series.filter(number=wanted.series).first() if wanted.series else None
    ruling = SheetRuling(leaf=wanted.leaf, has_signs=wanted.has_signs)
    return spare_sheets(task.tournament, series=series, seats=wanted.seats, copies=wanted.copies, ruling=ruling)


SHEETS = PaperKind(
    name="sheets",
    title=_("Score sheets"),
    about=_("for every table, blank or with all that is entered"),
    compose=_sheets,
    options=(
        forms.series(
            lambda printable: printable.published,
            everything=_("all series whose seats are published"),
            has_all=lambda printable: len(printable.published) > 1,
            starts_with_all=False,
        ),
        forms.TABLES,
        forms.FILL,
        forms.LEAF,
        forms.SIGNS,
    ),
    is_there=lambda printable: bool(printable.published),
    not_yet=_("Publish the seats of the series first: then its sheets can be printed."),
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
    has_codes=True,
)

SPARE = PaperKind(
    name="spare",
    title=_("Spare score sheets"),
    about=_("without table and names"),
    compose=_spare,
    options=(
        forms.series(
            lambda printable: tuple(series.number for series in printable.series), everything=_("left to be filled in")
        ),
        forms.SEATS,
        forms.LEAF,
        forms.SIGNS,
        forms.COPIES,
    ),
)
