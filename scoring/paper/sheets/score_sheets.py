"""The score sheets of tables, to be signed: blank, or with what is entered so far (SkWO 7.2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import chain, islice
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.money.selectors.lines import costs_of
from scoring.paper.sheets.data import list_data
from scoring.paper.sheets.form import forms
from scoring.paper.sheets.in_words import drawn_for_sure, pages_for_sure
from scoring.paper.sheets.look import PLAIN, Fill, Leaf, Link, Look, Ruling, Verification
from scoring.paper.sheets.measures import measures_of
from scoring.paper.sheets.pages import NotesPage, Page
from scoring.paper.sheets.seated import nobody
from scoring.paper.typesetting.attached import as_json
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.journal_foot import journal_on_sheets
from tables.tournaments.models import Series, Tournament


def score_sheet(
    sheet: Sheet, *, now: datetime, link: Link | None, verification: Verification | None = None
) -> Document:
    """Return a table's score sheet.

    ``link`` returns the address of a table's list with its key. It is drawn on a blank sheet that the direction
    hands out, and None for everybody else.
    """
    table = sheet.row.table
    facts = {"series": table.series.number, "table": table.number}
    return _of_tables(
        table.series.tournament,
        [sheet],
        Look(now=now, link=link, verification=verification),
        title=_("Score sheet of series %(series)s, table %(table)s") % facts,
        filename=_("score-sheet-%(series)s-%(table)s") % facts,
    )


def score_sheets(
    series: Series,
    sheets: Iterable[Sheet],
    *,
    now: datetime,
    link: Link | None,
    verification: Verification | None = None,
    fill: Fill = Fill.ENTERED,
    ruling: Ruling = PLAIN,
) -> Document:
    """Return score sheets of a series in one document, in the order given."""
    facts = {"series": series.number}
    return _of_tables(
        series.tournament,
        list(sheets),
        Look(now=now, link=link, verification=verification, fill=fill, ruling=ruling),
        title=_("Score sheets of series %(series)s") % facts,
        filename=_("score-sheets-%(series)s") % facts,
    )


def all_score_sheets(tournament: Tournament, sheets: Iterable[Sheet], look: Look) -> Document:
    """Return the score sheets of several series in one document, in the order given."""
    title, filename = _("Score sheets of all series"), _("score-sheets")
    return _of_tables(tournament, list(sheets), look, title=title, filename=filename)


def spare_sheets(
    tournament: Tournament, *, series: int | None, seats: int, copies: int, ruling: Ruling = PLAIN
) -> Document:
    """Return blank sheets without table and names: for a table that was added, or a sheet that was spilled on."""
    found = forms(seats=seats, rounds=tournament.rounds, is_blank=True, series=series, ruling=ruling)
    pages = [Page(table=None, form=form, seated=nobody(form)) for form in found]
    return _document(
        tournament,
        chain.from_iterable([pages] * copies),
        ruling,
        title=_("Spare score sheets"),
        filename=_("spare-sheets-%(seats)s") % {"seats": seats},
    )


def _of_tables(tournament: Tournament, sheets: Sequence[Sheet], look: Look, *, title: str, filename: str) -> Document:
    attached: Any = ()
    if look.fill is Fill.ENTERED:
        entered = [(sheet.row.table.series.number, sheet.row.table.number) for sheet in sheets if sheet.scores]
        look = replace(look, costs=costs_of(tournament, entered))
        # Most files of them have nothing attached; what has to be, takes a while.
        attached = SimpleLazyObject(lambda: [as_json("lists", [list_data(sheet) for sheet in sheets], about=title)])
    pages = (page for sheet in sheets for page in pages_for_sure(sheet, look))
    return _document(tournament, pages, look.ruling, title=title, filename=filename, attached=attached)


def _document(
    tournament: Tournament,
    pages: Iterable[Page | NotesPage],
    ruling: Ruling,
    *,
    title: str,
    filename: str,
    attached: Sequence[Any] = (),
) -> Document:
    leaves = list(_leaves(pages, ruling))
    drawn = {
        form: drawn_for_sure(form) if form else None for form in dict.fromkeys(page.form for page in chain(*leaves))
    }
    shared = [tuple(page.form for page in leaf) for leaf in leaves]
    numbers = {found: number for number, found in enumerate(dict.fromkeys(shared))}
    measures, is_entered = measures_of(ruling.leaf), any(form and not form.is_blank for form in drawn)
    return Document(
        template="scoring/paper/documents/score_sheets.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            **heading(
                tournament,
                room=measures.event,
                largest=measures.title,
                is_organiser_named=True,
                beside=(measures.about, measures.title + 1),
            ),
            "ruling": ruling,
            "pages": [[(page, drawn[page.form]) for page in leaf] for leaf in leaves],
            "journal": journal_on_sheets(tournament, room=measures.journal) if is_entered else (),
        },
        forms=[[(form, drawn[form]) for form in found] for found in numbers],
        under=[numbers[found] for found in shared],
        attached=attached,
    )


def _leaves(pages: Iterable[Page | NotesPage], ruling: Ruling) -> Iterator[tuple[Page | NotesPage, ...]]:
    """Yield what stands on each page of the file."""
    rest = iter(pages)
    while leaf := tuple(islice(rest, 2 if ruling.leaf is Leaf.TWO else 1)):
        yield leaf
