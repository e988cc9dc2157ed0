"""The score sheet of a table, to be signed: blank, or with what is entered so far (SkWO 7.2)."""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.paper.sheets import entries
from scoring.paper.sheets.control import control_line
from scoring.paper.sheets.form import Form, forms
from scoring.paper.sheets.notes import Note, by_page, notes
from scoring.paper.sheets.seated import Seated, nobody, seated_at
from scoring.paper.sheets.sheet_form import draw
from scoring.paper.sheets.signatures import Signature, Signed, inks, signatures, together
from scoring.paper.typesetting.document import Document, Placed, Under
from scoring.paper.typesetting.fitting import Fitted, fitted
from scoring.paper.typesetting.heading import heading
from scoring.paper.typesetting.journal_foot import journal_on_sheets
from scoring.paper.typesetting.specimen import Written, block, specimens_of
from tables.acts.wording.moments import stamp
from tables.draw.models import Table
from tables.qr_codes import Code, qr_code
from tables.tournaments.models import Series, Tournament

MOST_NOTES: Final = 6
"""Notes that have room under a list; if there are more, all get pages of their own."""

CODE_LEFT, CODE_TOP, CODE = 171.8, 8.0, 25.0
"""Place and width of the code on the paper, as ``.code`` of the style sheet has them within the margins."""

STATE_SIZES: Final = (2.1, 1.9, 1.7)
STATE: Final = 83.0
"""Sizes of what is said about a list at the foot of its sheet, and the room it has beside the hash."""

GROUP: Final = 8
"""Characters of a hash between two spaces."""

Link = Callable[[Table], str]
Verification = Callable[[str], str]


class Fill(enum.StrEnum):
    """What stands on score sheets."""

    ENTERED = "entered"
    """Everything there is: the players, and what is entered so far."""

    PLAYERS = "players"
    """The players alone, whatever is entered."""

    NOTHING = "nothing"
    """The table's number alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How score sheets are printed."""

    now: datetime
    link: Link | None = None
    """Returns the address of a table's list with its key, for the code on a blank sheet."""

    verification: Verification | None = None
    """Returns the address at which a signed list with a hash is verified."""

    fill: Fill = Fill.ENTERED


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a score sheet."""

    table: int | None
    """Number of the table; None leaves it to be filled in."""

    form: Form
    seated: Seated
    deals: str = ""
    sums: str = ""
    totals: str = ""
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

    series: int
    table: int
    notes: tuple[Note, ...]
    hash: str
    form: None = None


def score_sheet(
    sheet: Sheet, *, now: datetime, link: Link | None, verification: Verification | None = None
) -> Document:
    """Return a table's score sheet.

    ``link`` returns the address of a table's list with its key. It is drawn on a blank sheet that the direction
    hands out, and None for everybody else.
    """
    table = sheet.row.table
    facts = {"series": table.series.number, "table": table.number}
    return _document(
        table.series.tournament,
        _pages(sheet, Look(now=now, link=link, verification=verification)),
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
) -> Document:
    """Return score sheets of a series in one document, in the order given."""
    facts = {"series": series.number}
    look = Look(now=now, link=link, verification=verification, fill=fill)
    return _document(
        series.tournament,
        (page for sheet in sheets for page in _pages(sheet, look)),
        title=_("Score sheets of series %(series)s") % facts,
        filename=_("score-sheets-%(series)s") % facts,
    )


def all_score_sheets(tournament: Tournament, sheets: Iterable[Sheet], look: Look) -> Document:
    """Return the score sheets of several series in one document, in the order given."""
    return _document(
        tournament,
        (page for sheet in sheets for page in _pages(sheet, look)),
        title=_("Score sheets of all series"),
        filename=_("score-sheets"),
    )


def spare_sheets(tournament: Tournament, *, series: int | None, seats: int, copies: int) -> Document:
    """Return blank sheets without table and names: for a table that was added, or a sheet that was spilled on."""
    empty = nobody()
    found = forms(seats=seats, rounds=tournament.rounds, is_blank=True, series=series)
    return _document(
        tournament,
        (Page(table=None, form=form, seated=empty) for _copy in range(copies) for form in found),
        title=_("Spare score sheets"),
        filename=_("spare-sheets-%(seats)s") % {"seats": seats},
    )


def _document(tournament: Tournament, pages: Iterable[Page | NotesPage], *, title: str, filename: str) -> Document:
    pages = list(pages)
    drawn = {form: draw(form) for form in dict.fromkeys(page.form for page in pages) if form}
    numbers = {form: number for number, form in enumerate(drawn)}
    under = [_under(page, numbers) for page in pages]
    return Document(
        template="scoring/paper/documents/score_sheets.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            **heading(tournament, room=126, largest=0, is_organiser_named=True),
            "pages": [(page, drawn[page.form] if page.form else None) for page in pages],
            "journal": journal_on_sheets(tournament)
            if any(page.form and not page.form.is_blank for page in pages)
            else (),
        },
        forms=tuple(drawn.items()),
        under=under,
        specimens=specimens_of(written for below in under for written in below.written),
    )


def _under(page: Page | NotesPage, numbers: Mapping[Form, int]) -> Under:
    if page.form is None:
        return Under()
    codes = (Placed(code=page.code, x=CODE_LEFT, y=CODE_TOP, size=CODE),) if page.code else ()
    return Under(
        form=numbers[page.form], codes=codes, inks=inks(page.signatures), written=tuple(_written(page, page.form))
    )


def _written(page: Page, form: Form) -> Iterator[Written]:
    """Yield what need not be typeset line by line, for each of its characters has its place."""
    if page.deals:
        yield block(f"deals pitch-{form.pitch}", page.deals)
    if page.totals:
        yield block("sums", page.sums)
        yield block("sums totals", "\n" * (page.sums.count("\n") + 1) + page.totals)


def _pages(sheet: Sheet, look: Look) -> Iterator[Page | NotesPage]:
    is_empty = not sheet.lines and not sheet.is_totals_only
    if is_empty or look.fill is not Fill.ENTERED:
        yield from _blank_pages(sheet, look)
    else:
        yield from _filled_pages(sheet, look)


def _forms(sheet: Sheet, *, is_blank: bool) -> tuple[Form, ...]:
    at, listed = sheet.row.table, sheet.game_list
    return forms(
        seats=at.size,
        rounds=listed.rounds,
        is_blank=is_blank,
        series=at.series.number,
        presence=listed.presence,
    )


def _blank_pages(sheet: Sheet, look: Look) -> Iterator[Page]:
    at = sheet.row.table
    seated = nobody() if look.fill is Fill.NOTHING else seated_at(sheet)
    code = qr_code(look.link(at)) if look.link else None
    for form in _forms(sheet, is_blank=True):
        yield Page(table=at.number, form=form, seated=seated, code=code if form.page == 1 else None)


def _filled_pages(sheet: Sheet, look: Look) -> Iterator[Page | NotesPage]:
    at, frozen = sheet.row.table, sheet.row.signed_hash
    found = notes(sheet)
    seated, hash_in_print = seated_at(sheet), _in_groups(frozen)
    noted = frozenset(note.deal for note in found if note.deal)
    code = qr_code(look.verification(frozen)) if look.verification and frozen else None
    for form in _forms(sheet, is_blank=False):
        page = Page(
            table=at.number,
            form=form,
            seated=seated,
            deals=entries.deals(sheet, form, noted=noted),
            state=fitted(_state(sheet, now=look.now), room=STATE, sizes=STATE_SIZES),
            hash=hash_in_print,
            code=code if form.page == 1 else None,
        )
        yield _with_sums(page, sheet, found) if form.is_last else page
    if len(found) > MOST_NOTES:
        for part in by_page(found):
            yield NotesPage(series=at.series.number, table=at.number, notes=part, hash=hash_in_print)


def _in_groups(found: str) -> str:
    """Return a hash as two people can compare it, or nothing while there is none."""
    parts = [found[start : start + GROUP] for start in range(0, len(found), GROUP)]
    return f"SHA-256 {' '.join(parts)}" if parts else ""


def _with_sums(page: Page, sheet: Sheet, found: list[Note]) -> Page:
    """Return the last page of a list, with the computation under it."""
    sums, totals = entries.sums(sheet.scores, page.form)
    signed = tuple(signatures(sheet))
    return replace(
        page,
        sums=sums,
        totals=totals,
        control=control_line(sheet),
        signatures=signed,
        signed=together(signed),
        notes="\n".join(_brief(found)),
    )


def _brief(found: list[Note]) -> tuple[str, ...]:
    if len(found) <= MOST_NOTES:
        return tuple(note.short for note in found)
    rest = len(found) - MOST_NOTES + 1
    more = _("and %(count)s more on the next page") % {"count": rest}
    return (*(note.short for note in found[: MOST_NOTES - 1]), more)


def _state(sheet: Sheet, *, now: datetime) -> str:
    row = sheet.row
    if row.signed_at and row.signed_by_id:
        return _("Closed from its signed paper %(at)s") % {"at": stamp(row.signed_at)}
    if row.signed_at:
        return _("Confirmed and closed %(at)s") % {"at": stamp(row.signed_at)}
    return _("As of %(at)s") % {"at": stamp(now)}
