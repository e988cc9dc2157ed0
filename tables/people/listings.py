"""Entrants as rows, and the preview of a list of people: who would be taken, what is asked, what is left out."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import django_tables2 as dt2
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables import intake
from tables.acts.wording.intake import DOUBT, FIELD, KIND, held_by_column, intake_problem
from tables.intake.classes import Classes
from tables.intake.headings import Field, field_of
from tables.intake.layout import Layout
from tables.intake.names import plain
from tables.intake.optional import OPTIONAL, Holds
from tables.intake.outcome import Intake, Row
from tables.intake.registration import Code, RowProblem
from tables.people.models import Entrant
from tables.people.services.registration import as_updated
from tables.people.wording import besides, who
from tables.sheets import CellKind, Column, Sheet


class EntrantsListing(dt2.Table):  # type: ignore[misc]
    """Who is registered: start number, name and club, as each wants to be named; sorted by what is shown, too."""

    number = dt2.Column(verbose_name=_("No."), attrs={"cell": {"class": "num place"}})
    name = dt2.Column(
        accessor="public_name", order_by="public_order", verbose_name=_("Name"), attrs={"cell": {"class": "name"}}
    )
    club = dt2.Column(
        accessor="public_club",
        order_by="public_club_order",
        verbose_name=_("Club"),
        default="",
        attrs={"cell": {"class": "club"}},
    )

    class Meta:
        orderable = True
        order_by = ("number",)
        empty_text = _("Nobody of this name or number is registered.")

    def render_name(self, record: Entrant) -> str:
        """Show beside the name who does not play any more (SkWO 4.3), and who fills in."""
        if not record.unranked_as:
            return record.public_name
        css = "entrant-note entrant-out" if record.excluded_at else "entrant-note"
        return format_html('{} <span class="{}">{}</span>', record.public_name, css, record.unranked_as)


def matching_in_public(entrants: Sequence[Entrant], search: str) -> list[Entrant]:
    """Return whom the words match by what the public sees: a search must not find what the page hides."""
    return fitting(entrants, search, lambda entrant: f"{entrant.shown_name} {entrant.public_club}")


def fitting(entrants: Sequence[Entrant], search: str, text_of: Callable[[Entrant], str]) -> list[Entrant]:
    """Return those of whom every word typed is part of a text, or is the start number."""
    words = plain(search).split()
    if not words:
        return list(entrants)
    return [
        entrant
        for entrant in entrants
        if (all(word in plain(text_of(entrant)) or word == str(entrant.number) for word in words))
    ]


A_PART: Final = 100
"""Rows that are shown at once: a phone is slow with more, and a form may not send so many fields."""

KEY: Final = re.compile(r"(\d{1,7})(?:\.(\d{1,3}))?(?:-(\d{1,3}))?(?:\+(\d))?")
SAMPLES: Final = 3
NAMELESS: Final = ""
"""The key of the name of a number that has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownColumn:
    """A column: what it is called in the list, some of its cells, what it may hold and what it seems to."""

    name: str
    letter: str
    heading: str
    samples: tuple[str, ...]
    options: tuple[tuple[str, str, bool], ...]
    question: str = ""
    error: str = ""
    left_out: str = ""
    """Why it is left out, where nobody chose that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow:
    """A row of the list, with what somebody should know of it."""

    row: Row
    classes: Classes
    registered_as: str = ""
    is_double: bool = False

    @property
    def line(self) -> int:
        return self.row.line

    @property
    def key(self) -> str:
        return self.row.key

    @property
    def entry(self) -> intake.Entry:
        return self.row.entry

    @property
    def sentences(self) -> tuple[str, ...]:
        return tuple(map(intake_problem, self.row.problems))

    @property
    def because(self) -> str:
        return str(KIND[self.row.kind]) if self.row.kind else ""

    @property
    def people(self) -> list[str]:
        return [person.name for person in self.row.people]

    @property
    def marks(self) -> list[tuple[str, str, bool]]:
        marks = (*(player_class.code for player_class in self.classes), *intake.TICKED)
        return [(str(mark), held_by_column(mark, self.classes), mark in self.row.entry.marks) for mark in marks]

    @property
    def optional(self) -> list[tuple[str, str, str]]:
        return [(name, str(FIELD[Field(name)]), self.row.entry.optional.get(name, "")) for name in OPTIONAL]

    @property
    def besides(self) -> list[str]:
        return besides(self.row.registration.optional)

    @property
    def was(self) -> str:
        """Return how it is understood as one text, so that a page that comes back tells what somebody typed."""
        return intake.mended_as_text({self.key: self.row.entry})


@dataclass(frozen=True, slots=True, kw_only=True)
class RowsPart:
    """Some of many rows, those that are shown at once; ``before`` and ``after`` are the keys others begin with."""

    name: str
    rows: tuple[ShownRow, ...]
    key: str
    first: int
    all: int
    before: str
    after: str

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """Somebody who is there already, of whom the list says something else."""

    key: str
    number: int
    name: str
    says: tuple[str, ...]
    is_named: bool
    registration: intake.Registration


def updates(found_intake: Intake, entrants: Sequence[Entrant]) -> tuple[Update, ...]:
    """Return who of a list is there already and differs."""
    here = [entrant for entrant in entrants if not entrant.is_gone]
    nameless = {entrant.number: entrant for entrant in here if not entrant.name}
    named = {intake.name_key(entrant.name): entrant for entrant in here if entrant.name}
    changed = []
    for row in found_intake.rows:
        entrant = nameless.get(row.number or 0) or named.get(_key(row))
        if entrant is None:
            continue
        columns = as_updated(entrant, row.registration).columns
        differing = [name for name in ("name", "club", "team", *OPTIONAL) if columns[name] != getattr(entrant, name)]
        says = [f"{FIELD[Field(name)]}: {getattr(entrant, name) or '–'} → {columns[name]}" for name in differing]
        if says:
            changed.append(
                Update(
                    key=row.key,
                    number=entrant.number,
                    name=row.registration.name,
                    says=tuple(says),
                    is_named=not entrant.name,
                    registration=row.registration,
                )
            )
    return tuple(changed)


def gone(newer: Intake, entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return who came by a list and is not in this one any more, where most of it is there already."""
    here = {intake.name_key(entrant.name): entrant for entrant in entrants if entrant.name and not entrant.is_gone}
    listed = {*map(_key, newer.rows), *(intake.name_key(row.entry.name) for row in newer.bad)}
    if 2 * len(listed & here.keys()) <= len(listed):
        return ()
    by_list = (Entrant.Source.FILE, Entrant.Source.PASTE)
    return tuple(entrant for key, entrant in here.items() if key not in listed and entrant.source in by_list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a list would do, before it does anything."""

    columns: tuple[ShownColumn, ...]
    rows: tuple[Row, ...]
    bad: tuple[ShownRow, ...]
    marked: tuple[ShownRow, ...]
    shown_rows: RowsPart
    shown_bad: RowsPart
    shown_marked: RowsPart
    registered: Mapping[str, str]
    """For the key of each row whose name is there already, as whom."""

    twice: tuple[str, ...]
    has_numbers: bool
    has_contacts: bool

    @property
    def new_rows(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.key not in self.registered)


def with_numbers_asked(found_intake: Intake, given: Mapping[int, str]) -> Intake:
    """Return a list in which whoever has somebody else's start number is asked about; ``given`` has the names."""
    taken = {
        row.key
        for row in found_intake.rows
        if row.number is not None and given.get(row.number, _key(row)) not in (_key(row), NAMELESS)
    }
    asked = (
        replace(row, problems=(RowProblem(Code.NUMBER_GIVEN, str(row.number)),))
        for row in found_intake.rows
        if row.key in taken
    )
    rows = tuple(row for row in found_intake.rows if row.key not in taken)
    return replace(found_intake, rows=rows, bad=(*found_intake.bad, *asked))


def _key(row: Row) -> str:
    return intake.name_key(row.registration.name)


def known_entrants(entrants: Sequence[Entrant]) -> dict[str, str]:
    """Return for the key of each name that is registered, as whom."""
    return {intake.name_key(e.name): who(e.number, e.name) for e in entrants if e.name and not e.is_gone}


def wanting_change(found_intake: Intake, wanted: frozenset[str]) -> Intake:
    """Return a list in which the rows that somebody wants to change are among those to be looked at."""
    rows = tuple(row for row in found_intake.rows if row.key not in wanted)
    return replace(
        found_intake, rows=rows, bad=(*found_intake.bad, *(row for row in found_intake.rows if row.key in wanted))
    )


def preview(
    found_intake: Intake,
    values: Mapping[str, str],
    columns: Sequence[ShownColumn],
    *,
    at: Mapping[str, str],
    classes: Classes,
) -> Preview:
    """Return what a list would do to those who are there; ``at`` says with which line each part begins."""
    named = {at: row.registration.name for at, row in enumerate(found_intake.rows)}
    keys = {row.key: intake.name_key(row.registration.name) for row in found_intake.rows}
    doubles = intake.doubles(named)
    twice = {found_intake.rows[at].key for group in doubles for at in group[1:]}
    registered = {key: values[name] for key, name in keys.items() if name in values}
    bad = sorted((ShownRow(row=row, classes=classes) for row in found_intake.bad), key=lambda shown: _place(shown.key))
    marked = [ShownRow(row=row, classes=classes) for row in found_intake.marked]
    rows = [
        ShownRow(row=row, classes=classes, registered_as=registered.get(row.key, ""), is_double=row.key in twice)
        for row in found_intake.rows
    ]
    return Preview(
        columns=tuple(columns),
        rows=found_intake.rows,
        bad=(*bad,),
        marked=(*marked,),
        shown_rows=_part("good", rows, at),
        shown_bad=_part("bad", bad, at),
        shown_marked=_part("marked", marked, at),
        registered=registered,
        twice=tuple(
            gettext("%(name)s stands in the list %(count)s times.") % {"name": named[group[0]], "count": len(group)}
            for group in doubles
        ),
        has_numbers=any(row.number for row in found_intake.rows),
        has_contacts=any(row.entry.contact for row in found_intake.rows),
    )


def _part(name: str, lines: Sequence[ShownRow], at: Mapping[str, str]) -> RowsPart:
    """Return the lines from the one with this key on, or from the next one that is still there."""
    begins = _place(at.get(name, ""))
    first = next((index for index, line in enumerate(lines) if _place(line.key) >= begins), max(0, len(lines) - A_PART))
    return RowsPart(
        name=name,
        rows=tuple(lines[first : first + A_PART]),
        key=lines[first].key if first else "",
        first=first + 1,
        all=len(lines),
        before=lines[max(0, first - A_PART)].key if first else "",
        after=lines[first + A_PART].key if first + A_PART < len(lines) else "",
    )


def _place(key: str) -> tuple[int, ...]:
    match = KEY.fullmatch(key)
    return (int(match[3] or 1), int(match[1]), int(match[2] or 0), int(match[4] or 0)) if match else (0, 0)


def _why_left_out(layout: Layout, at: int, heading: str, offered: Sequence[str]) -> str:
    if holds := layout.columns[at]:
        return "" if holds in (*offered, Field.COUNT) else gettext("Left out: this is not kept here.")
    if field_of(heading, layout.classes):
        return gettext("Left out: another column says this, or the cells do not fit the heading.")
    return gettext("Left out: nothing says what this is.")


def shown_columns(
    layout: Layout,
    chosen: Sequence[str | None],
    offered: Sequence[str],
    *,
    wrong: Sequence[int] = (),
    besides: Collection[int] = (),
) -> list[ShownColumn]:
    """Return the columns that are not empty; ``wrong`` ones repeat another, ``besides`` are lines that name nobody."""
    body = [line for line in layout.lines if line.number not in besides]
    shown = []
    for at, holds in enumerate(chosen):
        cells = [line.cells[at] for line in body if at < len(line.cells) and line.cells[at]]
        heading = layout.headings[at] if at < len(layout.headings) else ""
        if not cells and not heading:
            continue
        choices = [
            ("", gettext("Leave out")),
            *((str(text), held_by_column(text, layout.classes)) for text in (*offered, Field.COUNT)),
        ]
        shown.append(
            ShownColumn(
                name=f"c{at}",
                letter=intake.letters(at),
                heading=heading,
                samples=tuple(dict.fromkeys(cells))[:SAMPLES],
                options=tuple((value, word, value == str(holds or "")) for value, word in choices),
                question=str(DOUBT[layout.doubts[at]]) if at in layout.doubts and holds != Field.NUMBER else "",
                left_out=_why_left_out(layout, at, heading, offered) if holds is None and cells else "",
                error=gettext("Another column is to hold this already.") if at in wrong else "",
            )
        )
    return shown


CELL_KIND = {Holds.TEXT: CellKind.TEXT, Holds.YEAR: CellKind.INTEGER, Holds.EMAIL: CellKind.TEXT}


def entrants_sheet(entrants: Iterable[Entrant], classes: Classes) -> Sheet:
    """Return everybody registered; as a file it can be read in again as a list. Columns say who waits, who fills in."""
    everybody = list(entrants)
    waiting = [gettext("Waiting")] if any(entrant.waiting_since for entrant in everybody) else []
    filling = [gettext("Fills in")] if any(entrant.fills_in for entrant in everybody) else []
    texts = (gettext("Paid"), gettext("Present"), gettext("Withdrawn"), *waiting, *filling)
    marks = (*(player_class.name for player_class in classes), *texts)
    columns = (
        Column(heading=gettext("Start number"), kind=CellKind.INTEGER),
        Column(heading=gettext("Name"), width=28),
        Column(heading=gettext("Club"), width=28),
        Column(heading=gettext("Team"), width=20),
        *(Column(heading=mark, kind=CellKind.MARK, width=10) for mark in marks),
        *(
            Column(heading=gettext(optional_field.words), kind=CELL_KIND[optional_field.holds], width=16)
            for optional_field in OPTIONAL.values()
        ),
    )
    rows = (
        (
            entrant.number,
            entrant.name,
            entrant.club,
            entrant.team,
            *(player_class.code in entrant.classes for player_class in classes),
            entrant.paid,
            entrant.present,
            entrant.is_gone,
            *([entrant.waiting_since is not None] if waiting else []),
            *([entrant.fills_in] if filling else []),
            *(getattr(entrant, name) for name in OPTIONAL),
        )
        for entrant in everybody
    )
    return Sheet(title=gettext("Entrants"), columns=columns, rows=rows)
