"""The pages of a table's score sheet: what stands on each, beside what is printed with the form."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.paper.sheets import entries
from scoring.paper.sheets.control import control_line
from scoring.paper.sheets.form import Form, forms
from scoring.paper.sheets.look import Fill, Look
from scoring.paper.sheets.notes import Note, brief, by_page, notes
from scoring.paper.sheets.seated import Seated, nobody, seated_at
from scoring.paper.sheets.signatures import Signature, Signed, signatures, together
from scoring.paper.typesetting.fitting import Fitted, fitted
from tables.acts.wording.moments import stamp
from tables.qr_codes import Code, qr_code

GROUP: Final = 8
"""Characters of a hash between two spaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a score sheet."""

    table: int | None
    """Number of the table; None leaves it to be filled in."""

    form: Form
    seated: Seated
    deals: str = ""
    """A line for every deal of the page; empty on a blank one, whose numbers are printed with the form."""

    sums: str = ""
    totals: str = ""
    fees: str = ""
    """What the list costs each player, as far as it costs anything."""

    control: str = ""
    signatures: tuple[Signature, ...] = ()
    """How each player confirmed the list at the table; empty where they have yet to sign."""

    signed: Signed | None = None
    """All of them as one block of text, where that is possible."""

    notes: str = ""
    state: Fitted | None = None
    hash: str = ""
    """Of the list as it was signed."""

    code: Code | None = None
    """The way to the list, or to its verification, as a QR code."""

    @property
    def is_inked(self) -> bool:
        """Whether anybody signed with a drawing."""
        return any(signature.drawn for signature in self.signatures)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage:
    """A page with notes of a list that has many."""

    title: str
    notes: tuple[Note, ...]
    hash: str
    form: None = None


def pages_of(sheet: Sheet, look: Look) -> Iterator[Page | NotesPage]:
    """Yield the pages of a table's sheet."""
    is_empty = not sheet.lines and not sheet.is_totals_only
    if is_empty or look.fill is not Fill.ENTERED:
        yield from _blank_pages(sheet, look)
    else:
        yield from _filled_pages(sheet, look)


def _forms(sheet: Sheet, look: Look, *, is_blank: bool) -> tuple[Form, ...]:
    at, listed = sheet.row.table, sheet.game_list
    return forms(
        seats=at.size,
        rounds=listed.rounds,
        is_blank=is_blank,
        series=at.series.number,
        presence=listed.presence,
        ruling=look.ruling,
    )


def _blank_pages(sheet: Sheet, look: Look) -> Iterator[Page]:
    at, found = sheet.row.table, _forms(sheet, look, is_blank=True)
    seated = nobody(found[0]) if look.fill is Fill.NOTHING else seated_at(sheet, found[0])
    code = qr_code(look.link(at)) if look.link else None
    for form in found:
        yield Page(table=at.number, form=form, seated=seated, code=code if form.page == 1 else None)


def _filled_pages(sheet: Sheet, look: Look) -> Iterator[Page | NotesPage]:
    at, frozen = sheet.row.table, sheet.row.signed_hash
    found, noted = _forms(sheet, look, is_blank=False), notes(sheet)
    seated, hash_in_print, measures = seated_at(sheet, found[0]), _in_groups(frozen), found[0].measures
    starred = frozenset(note.deal for note in noted if note.deal)
    code = qr_code(look.verification(frozen)) if look.verification and frozen else None
    for form in found:
        page = Page(
            table=at.number,
            form=form,
            seated=seated,
            deals=entries.deals(sheet, form, noted=starred),
            state=fitted(_state(sheet, now=look.now), room=measures.state_room, sizes=measures.state),
            hash=hash_in_print,
            code=code if form.page == 1 else None,
        )
        yield _with_sums(page, sheet, noted, look) if form.is_last else page
    if len(noted) > measures.notes:
        facts = {"series": at.series.number, "table": at.number}
        title = _("Series %(series)s, table %(table)s: corrections and rulings") % facts
        for part in by_page(noted, measures):
            yield NotesPage(title=title, notes=part, hash=hash_in_print)


def _in_groups(found: str) -> str:
    """Return a hash as two people can compare it, or nothing while there is none."""
    parts = [found[start : start + GROUP] for start in range(0, len(found), GROUP)]
    return f"SHA-256 {' '.join(parts)}" if parts else ""


def _with_sums(page: Page, sheet: Sheet, noted: list[Note], look: Look) -> Page:
    """Return the last page of a list, with the computation under it."""
    sums, totals = entries.sums(sheet.scores, page.form)
    signed = tuple(signatures(sheet, page.form))
    at = sheet.row.table
    return replace(
        page,
        sums=sums,
        totals=totals,
        fees=entries.fees(sheet.scores, page.form, look.costs.get((at.series.number, at.number), {})),
        control=control_line(sheet),
        signatures=signed,
        signed=together(signed),
        notes=brief(noted, page.form.measures),
    )


def _state(sheet: Sheet, *, now: datetime) -> str:
    row = sheet.row
    if row.signed_at and row.signed_by_id:
        return _("Closed from its signed paper %(at)s") % {"at": stamp(row.signed_at)}
    if row.signed_at:
        return _("Confirmed and closed %(at)s") % {"at": stamp(row.signed_at)}
    return _("As of %(at)s") % {"at": stamp(now)}
