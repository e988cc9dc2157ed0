"""The pages of a table's score sheet: what stands on each, beside what is printed with the form (SkWO 7.2)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any, Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.lists.models import Confirmation
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording.games import short_names_at, signed_how
from scoring.paper.forms import Fill
from scoring.paper.sheets import entries
from scoring.paper.sheets.entries import Note, brief, by_page, control_line, notes
from scoring.paper.sheets.form import Form, Measures, SheetLook, forms
from scoring.paper.typesetting.fitting import (
    SMALLEST_TOGETHER,
    TYPED_SIZES,
    Column,
    Fitted,
    broken,
    fitted,
    is_from_right,
    lines,
    table,
    width,
)
from scoring.signing.drawings import STROKES
from tables.acts.wording.moments import stamp
from tables.draw.models import Seat
from tables.people.models import Entrant
from tables.qr_codes import qr_code

BEGINS: Final = (1.0, 9.8, 20.0)  # of place, number and name, in millimetres; a club begins behind its line
BEHIND: Final = 0.8
DIGITS: Final = 4  # of a start number that stays within its column
PLAIN: Final = range(0x20, 0x250)
SPACES: Final = (" ", "\N{THIN SPACE}", "\N{HAIR SPACE}")  # the widest first; a tab is less exact and costs more


Seated = dict[str, Any]
"""Who sits at the table, from seat 1 on. Of two ways to set it the first is the cheaper, where it is possible.

``lines`` are place, number, name and club of each seat; or place and number alone, and then ``names_apart`` and
``clubs_apart`` a block each. ``short`` is what each is called over their columns, with tabs between them, or
``short_apart`` a block each.
"""


def nobody(form: Form) -> Seated:
    """Return seats with nobody at them yet."""
    places = range(1, form.seats + 1)
    return {"lines": _in_lines(_sized(str(place), form.measures.largest) for place in places)}


def seated_at(sheet: Sheet, form: Form) -> Seated:
    """Return who sits at the table of a list."""
    _seat, _number, name, club, end = form.measures.seat_columns
    entrants = [seat.entrant for seat in sheet.seats]
    names = [entrant.called for entrant in entrants], club - name - 1.5
    clubs = [_club(entrant) for entrant in entrants], end - club - 1.5
    room = form.step - form.measures.names - 0.8
    short = [([called], room) for called in _short(sheet.seats, room)]
    over_columns = table(*short)
    largest = form.measures.largest
    together = _together(sheet.seats, names, clubs, form)
    begins = (_row((str(seat.place), str(seat.entrant.number)), BEGINS[:2], largest) for seat in sheet.seats)
    return {
        "lines": together or _in_lines(_sized(begin, largest) for begin in begins),
        "names_apart": None if together else lines(names[0], room=names[1], largest=largest),
        "clubs_apart": None if together else lines(clubs[0], room=clubs[1], largest=largest),
        "short": over_columns,
        "short_apart": () if over_columns else tuple(lines(texts, room=wide) for texts, wide in short),
    }


def _together(seats: Sequence[Seat], names: Column, clubs: Column, form: Form) -> SafeString | None:
    texts = [*names[0], *clubs[0]]
    if any(ord(letter) not in PLAIN for text in texts for letter in text):
        return None
    largest = form.measures.largest
    rows = list(zip(seats, names[0], clubs[0], strict=True))
    fits = [
        max(largest, fitted(name, room=names[1]).fit, fitted(club, room=clubs[1]).fit) for _seat, name, club in rows
    ]
    if max(fits) > SMALLEST_TOGETHER or any(seat.entrant.number >= 10**DIGITS for seat in seats):
        return None
    if max(fits) == 1:
        # Lines that are nearly alike look better alike.
        fits = [1] * len(rows)
    club_begins = form.measures.seat_columns[3] + BEHIND
    return _in_lines(
        _sized(_row((str(seat.place), str(seat.entrant.number), name, club), (*BEGINS, club_begins), fit), fit)
        for (seat, name, club), fit in zip(rows, fits, strict=True)
    )


def _row(texts: Sequence[str], begins: Sequence[float], fit: int) -> str:
    size, line, taken = TYPED_SIZES[fit], "", begins[0]
    for text, begin in zip(texts, begins, strict=True):
        for space in SPACES:
            wide = width(space) * size
            more = max(0, int((begin - taken) / wide + 0.01)) if text else 0
            line += space * more
            taken += more * wide
        line += text
        taken += width(text) * size
    return line


def _sized(text: str, fit: int) -> str:
    return format_html('<span class="fit-{}">{}</span>', fit, text) if fit else text


def _in_lines(texts: Iterable[str]) -> SafeString:
    return format_html_join("\n", "{}", ((text,) for text in texts))


def _short(seats: Sequence[Seat], room: float) -> list[str]:
    names = short_names_at(seats)
    cut = [fitted(name, room=room).text for name in names]
    return [
        name if cut.count(shown) == 1 else str(seat.entrant.number)
        for name, shown, seat in zip(names, cut, seats, strict=True)
    ]


def _club(entrant: Entrant) -> str:
    if entrant.club and entrant.club in entrant.team:
        return entrant.team
    return ", ".join(filter(None, (entrant.club, entrant.team)))


def drawn(path: str) -> str:
    """Return a signature that was drawn on a screen (SkWO 7.2.3), or nothing if it cannot be read.

    >>> drawn("M10 20L30 40M5 5"), drawn("M0 0<script>")
    ('M10 20L30 40M5 5', '')
    """
    return path if STROKES.fullmatch(path) else ""


LEAST_TOGETHER: Final = 4  # the smallest size for signatures in one block; below it one may be too long


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How a player confirmed: name, time and way, or what they drew above them. Empty where they have yet to sign."""

    text: str = ""
    fit: int = 0
    drawn: str = ""


def signatures(sheet: Sheet, form: Form) -> Iterator[Signature]:
    """Yield the signature of every seat."""
    confirmed = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    names = short_names_at(sheet.seats)
    room = form.step - 1.5
    for seat in sheet.seats:
        given = confirmed.get(seat.place)
        yield _signature(given, names=names, room=room, measures=form.measures) if given else Signature()


def together(found_signatures: Sequence[Signature]) -> dict[str, str] | None:
    """Return signatures as one block of text with tabs between them, or None if each has to be one of its own.

    They stay apart where some drew theirs and others did not, where one long name would make all of them small, and
    where a name is read from the right.
    """
    given = [signature for signature in found_signatures if signature.text]
    kinds, fits = {bool(signature.drawn) for signature in given}, {signature.fit for signature in given}
    if len(kinds) != 1 or any(is_from_right(signature.text) for signature in given):
        return None
    if kinds == {False} and (max(fits) > LEAST_TOGETHER or max(fits) - min(fits) > 1):
        return None
    parts = [signature.text.split("\n") for signature in found_signatures]
    lines = ("\t".join(line).rstrip("\t") for line in zip_longest(*parts, fillvalue=""))
    look = f"under-ink fit-{max(fits)}" if kinds == {True} else f"fit-{max(fits)}"
    return {"text": "\n".join(lines), "look": look}


def _signature(given: Confirmation, *, names: Sequence[str], room: float, measures: Measures) -> Signature:
    # The day stands at the foot of the sheet.
    at, sizes = date_format(timezone.localtime(given.at), "H:i"), TYPED_SIZES[: measures.signed]
    if ink := drawn(given.drawing):
        # The time first, for a long name is cut at its end.
        below = fitted(f"{at} {given.name}", room=room, sizes=sizes, largest=measures.under_ink)
        return Signature(text=below.text, fit=below.fit, drawn=ink)
    name, before = (given.name, f"{at} ") if measures.way_lines > 1 else (f"{at} {given.name}", "")
    first = fitted(name, room=room, sizes=sizes, largest=1)
    way = _way(given, names=names, before=before, room=room, measures=measures)
    return Signature(text=f"{first.text}\n{way.text}", fit=max(first.fit, way.fit))


def _way(given: Confirmation, *, names: Sequence[str], before: str, room: float, measures: Measures) -> Fitted:
    sizes = TYPED_SIZES[: measures.signed]
    if given.way == Confirmation.Way.PHONE:
        ways = [_("own phone")]
    elif given.way != Confirmation.Way.ALOUD or not given.heard_by:
        ways = [signed_how(given, names)]
    else:
        ways = [
            _("heard by %(name)s") % {"name": names[given.heard_by - 1]},
            _("heard by seat %(place)s") % {"place": given.heard_by},
        ]
    for way in ways:
        for fit, size in enumerate(sizes[1:], start=1):
            if len(lines := broken(before + way, room=room / size)) <= measures.way_lines:
                return Fitted(text="\n".join(lines), fit=fit)
    return fitted(before + ways[-1], room=room, sizes=sizes)


GROUP: Final = 8  # characters of a hash between two spaces


Page = dict[str, Any]
"""What stands on a page of a score sheet beside its ``form``, as ``_entries.html`` has it.

A page with notes of a list that has many has no form: ``title``, ``notes``, ``hash``.
"""


def pages_of(sheet: Sheet, look: SheetLook) -> Iterator[Page]:
    """Yield the pages of a table's sheet."""
    is_empty = not sheet.lines and not sheet.is_totals_only
    if is_empty or look.fill is not Fill.ENTERED:
        yield from _blank_pages(sheet, look)
    else:
        yield from _filled_pages(sheet, look)


def _forms(sheet: Sheet, look: SheetLook, *, is_blank: bool) -> tuple[Form, ...]:
    at, listed = sheet.row.table, sheet.game_list
    return forms(
        seats=at.size,
        rounds=listed.rounds,
        is_blank=is_blank,
        series=at.series.number,
        minutes=at.series.time_limit,
        presence=listed.presence,
        ruling=look.ruling,
    )


def _blank_pages(sheet: Sheet, look: SheetLook) -> Iterator[Page]:
    at, sheet_forms = sheet.row.table, _forms(sheet, look, is_blank=True)
    seated = nobody(sheet_forms[0]) if look.fill is Fill.NOTHING else seated_at(sheet, sheet_forms[0])
    code = qr_code(look.link(at)) if look.link else None
    for form in sheet_forms:
        yield {"table": at.number, "form": form, "seated": seated, "code": code if form.page == 1 else None}


def _filled_pages(sheet: Sheet, look: SheetLook) -> Iterator[Page]:
    at, frozen = sheet.row.table, sheet.row.signed_hash
    sheet_forms, noted = _forms(sheet, look, is_blank=False), notes(sheet)
    seated, measures = seated_at(sheet, sheet_forms[0]), sheet_forms[0].measures
    # As two people can compare it; nothing while there is none.
    groups = " ".join(frozen[start : start + GROUP] for start in range(0, len(frozen), GROUP))
    hash_in_print = f"SHA-256 {groups}" if groups else ""
    starred = frozenset(note.deal for note in noted if note.deal)
    code = qr_code(look.verification(frozen)) if look.verification and frozen else None
    for form in sheet_forms:
        page = {
            "table": at.number,
            "form": form,
            "seated": seated,
            "deals": entries.deals(sheet, form, noted=starred),
            "state": fitted(_state(sheet, now=look.now), room=measures.state_room, sizes=measures.state),
            "hash": hash_in_print,
            "code": code if form.page == 1 else None,
        }
        yield page | (_computation(sheet, form, noted, look) if form.is_last else {})
    if not brief(noted, measures)[1]:
        facts = {"series": at.series.number, "table": at.number}
        title = _("Series %(series)s, table %(table)s: corrections and rulings") % facts
        for part in by_page(noted, measures):
            yield {"form": None, "title": title, "notes": part, "hash": hash_in_print}


def _computation(sheet: Sheet, form: Form, noted: list[Note], look: SheetLook) -> Page:
    sums, totals = entries.sums(sheet.scores, form)
    signed = tuple(signatures(sheet, form))
    at = sheet.row.table
    return {
        "sums": sums,
        "totals": totals,
        "fees": entries.fees(sheet.scores, form, look.costs.get((at.series.number, at.number), {})),
        "control": fitted(control_line(sheet), room=form.width, sizes=form.measures.state),
        "signatures": signed,
        "signed": together(signed),
        "is_inked": any(signature.drawn for signature in signed),
        "notes": brief(noted, form.measures)[0],
    }


def _state(sheet: Sheet, *, now: datetime) -> str:
    row = sheet.row
    if row.signed_at and row.signed_by_id:
        return _("Closed from its signed paper %(at)s") % {"at": stamp(row.signed_at)}
    if row.signed_at:
        return _("Confirmed and closed %(at)s") % {"at": stamp(row.signed_at)}
    return _("As of %(at)s") % {"at": stamp(now)}
