"""Score sheets: for every table, with all that is entered or blank, and spare ones (SkWO 7.2)."""

from collections.abc import Iterator
from itertools import chain

from django.utils.translation import gettext_lazy as _

from scoring.lists.selectors import sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.paper import forms
from scoring.paper.documents.kind import Kind, Scope
from scoring.paper.documents.print_order import Wanted
from scoring.paper.documents.task import NothingToPrint, Task
from scoring.paper.sheets.look import Look, Ruling
from scoring.paper.sheets.score_sheets import all_score_sheets, score_sheets, spare_sheets
from scoring.paper.typesetting.document import Document
from tables.tournaments.models import Series


def _sheets(task: Task) -> Document:
    wanted, links = task.wanted, task.links
    look = Look(
        now=task.now,
        link=links.to_list,
        verification=links.to_verification,
        fill=wanted.fill,
        ruling=_ruling(wanted),
    )
    found = list(chain.from_iterable(_sheets_of(task, series) for series in task.series if series.published_at))
    if not found:
        raise NothingToPrint
    if only := task.only:
        return score_sheets(
            only,
            found,
            now=look.now,
            link=look.link,
            verification=look.verification,
            fill=look.fill,
            ruling=look.ruling,
        )
    return all_score_sheets(task.tournament, found, look)


def _sheets_of(task: Task, series: Series) -> Iterator[Sheet]:
    found = (sheet for sheet in sheets.sheets(series) if task.has_table(sheet.row.table.number))
    return (sheet for sheet in found if sheet.row.signed_at) if task.wanted.signed else found


def _spare(task: Task) -> Document:
    wanted = task.wanted
    series = task.tournament.series.filter(number=wanted.series).first() if wanted.series else None
    return spare_sheets(
        task.tournament, series=series, seats=wanted.seats, copies=wanted.copies, ruling=_ruling(wanted)
    )


def _ruling(wanted: Wanted) -> Ruling:
    return Ruling(leaf=wanted.leaf, has_signs=wanted.has_signs)


SHEETS = Kind(
    name="sheets",
    title=_("Score sheets"),
    about=_("for every table, blank or with all that is entered"),
    compose=_sheets,
    options=(
        forms.Series(
            offered=lambda there: there.published,
            everything=_("all series whose seats are published"),
            has_all=lambda there: len(there.published) > 1,
            starts_with_all=False,
        ),
        forms.TABLES,
        forms.FILL,
        forms.LEAF,
        forms.SIGNS,
    ),
    is_there=lambda there: bool(there.published),
    not_yet=_("Publish the seats of the series first: then its sheets can be printed."),
    archived=frozenset({Scope.SERIES}),
    is_signed=True,
    has_codes=True,
)

SPARE = Kind(
    name="spare",
    title=_("Spare score sheets"),
    about=_("without table and names"),
    compose=_spare,
    options=(
        forms.Series(
            offered=lambda there: tuple(series.number for series in there.series), everything=_("left to be filled in")
        ),
        forms.SEATS,
        forms.LEAF,
        forms.SIGNS,
        forms.COPIES,
    ),
)
