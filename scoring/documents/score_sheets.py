"""The score sheet of a table, to be signed: blank, or with what is entered so far (SkWO 7.2)."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring import wording
from scoring.documents import entries
from scoring.documents.codes import Code, qr_code
from scoring.documents.control import control_line
from scoring.documents.document import Document, Placed, Under
from scoring.documents.fitting import Fitted, fitted, table, width
from scoring.documents.form import CHARACTER, PLAYER, Form, forms
from scoring.documents.heading import heading
from scoring.documents.notes import Note, by_page, notes
from scoring.documents.sheet_form import SEAT_COLUMNS, draw
from scoring.selectors import Sheet
from scoring.wording.moments import moment, stamp
from tables.models import Entrant, Series, Table

MOST_NOTES: Final = 6
"""Notes that have room under a list; if there are more, all get pages of their own."""

CODE_LEFT, CODE_TOP, CODE = 171.8, 8.0, 25.0
"""Place and width of the code on the paper, as ``.code`` of the style sheet has them within the margins."""

Link = Callable[[Table], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sits at the table, from seat 1 on."""

    numbers: str
    names: SafeString
    """Name and club of each, with a tab between them."""

    short: SafeString
    """What each is called over his columns, with tabs between them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of a score sheet."""

    table: Table
    form: Form
    seated: Seated
    deals: str = ""
    sums: str = ""
    totals: str = ""
    control: str = ""
    signatures: tuple[Fitted, ...] = ()
    """How each player confirmed the list at the table; empty where he has yet to sign."""

    notes: str = ""
    state: str = ""
    code: Code | None = None
    """The way to the list as a QR code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesPage:
    """A page with notes of a list that has many."""

    table: Table
    notes: tuple[Note, ...]
    form: None = None


def score_sheet(sheet: Sheet, *, now: datetime, link: Link | None) -> Document:
    """Return a table's score sheet.

    ``link`` returns the address of a table's list with its key. It is drawn on a blank sheet that the direction
    hands out, and None for everybody else.
    """
    table = sheet.row.table
    facts = {"series": table.series.number, "table": table.number}
    return _document(
        table.series,
        [sheet],
        title=_("Score sheet of series %(series)s, table %(table)s") % facts,
        filename=_("score-sheet-%(series)s-%(table)s") % facts,
        now=now,
        link=link,
    )


def score_sheets(series: Series, sheets: Iterable[Sheet], *, now: datetime, link: Link | None) -> Document:
    """Return score sheets of a series in one document, in the order given."""
    facts = {"series": series.number}
    return _document(
        series,
        sheets,
        title=_("Score sheets of series %(series)s") % facts,
        filename=_("score-sheets-%(series)s") % facts,
        now=now,
        link=link,
    )


def _document(
    series: Series, sheets: Iterable[Sheet], *, title: str, filename: str, now: datetime, link: Link | None
) -> Document:
    pages = [page for sheet in sheets for page in _pages(sheet, now=now, link=link)]
    drawn = {form: draw(form) for form in dict.fromkeys(page.form for page in pages) if form}
    numbers = {form: number for number, form in enumerate(drawn)}
    tournament = series.tournament
    return Document(
        template="scoring/documents/score_sheets.html",
        title=title,
        author=tournament.organiser,
        filename=f"{tournament.slug}-{filename}",
        context={
            "tournament": tournament,
            "series": series,
            **heading(tournament, room=126, largest=0, is_organiser_named=True),
            "pages": [(page, drawn[page.form] if page.form else None) for page in pages],
        },
        forms=tuple(drawn.items()),
        under=[_under(page, numbers) for page in pages],
    )


def _under(page: Page | NotesPage, numbers: Mapping[Form, int]) -> Under:
    if page.form is None:
        return Under()
    codes = (Placed(code=page.code, x=CODE_LEFT, y=CODE_TOP, size=CODE),) if page.code else ()
    return Under(form=numbers[page.form], codes=codes)


def _pages(sheet: Sheet, *, now: datetime, link: Link | None) -> Iterator[Page | NotesPage]:
    table = sheet.row.table
    is_blank = not sheet.lines and not sheet.is_totals_only
    found = notes(sheet)
    seated = _seated(sheet)
    if is_blank:
        code = qr_code(link(table)) if link else None
        for form in forms(seats=table.size, rounds=sheet.row.rounds, is_blank=True):
            yield Page(table=table, form=form, seated=seated, code=code if form.page == 1 else None)
        return
    noted = frozenset(note.deal for note in found if note.deal)
    for form in forms(seats=table.size, rounds=sheet.row.rounds, is_blank=False):
        page = Page(
            table=table,
            form=form,
            seated=seated,
            deals=entries.deals(sheet, form, noted=noted),
            state=_state(sheet, now=now),
        )
        yield _with_sums(page, sheet, found) if form.is_last else page
    if len(found) > MOST_NOTES:
        yield from (NotesPage(table=table, notes=part) for part in by_page(found))


def _with_sums(page: Page, sheet: Sheet, found: list[Note]) -> Page:
    """Return the last page of a list, with the computation under it."""
    sums, totals = entries.sums(sheet.scores, page.form)
    return replace(
        page,
        sums=sums,
        totals=totals,
        control=control_line(sheet),
        signatures=tuple(_signatures(sheet)),
        notes="\n".join(_brief(found)),
    )


def _seated(sheet: Sheet) -> Seated:
    entrants = [seat.entrant for seat in sheet.seats]
    called = [entrant.called for entrant in entrants]
    over_columns = sum(PLAYER[len(called)]) * CHARACTER
    return Seated(
        numbers="\n".join(str(entrant.number) for entrant in entrants),
        names=table(
            (called, SEAT_COLUMNS[3] - SEAT_COLUMNS[2] - 2),
            ([_club(entrant) for entrant in entrants], SEAT_COLUMNS[4] - SEAT_COLUMNS[3] - 2),
        ),
        short=table(*(([short], over_columns - 5) for short in wording.short_names(called))),
    )


def _club(entrant: Entrant) -> str:
    """Return club and team, once if the team goes by its club."""
    if entrant.club and entrant.club in entrant.team:
        return entrant.team
    return ", ".join(filter(None, (entrant.club, entrant.team)))


def _signatures(sheet: Sheet) -> Iterator[Fitted]:
    confirmed = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    room = sum(PLAYER[len(sheet.seats)]) * CHARACTER - 1.5
    for seat in sheet.seats:
        given = confirmed.get(seat.place)
        at = moment(given.at) if given else ""
        size = fitted(max(given.name, at, key=width) if given else "", room=room)
        yield replace(size, text=f"{given.name}\n{at}" if given else "")


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
