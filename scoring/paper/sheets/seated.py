"""Who sits at a table, as it stands at the head of its score sheet and over its columns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games as lists_names
from scoring.paper.sheets.form import Form
from scoring.paper.typesetting.fitting import SMALLEST_TOGETHER, TYPED_SIZES, Column, fitted, lines, table, width
from tables.draw.models import Seat
from tables.people.models import Entrant

BEGINS: Final = (1.0, 9.8, 20.0)
"""Where place, number and name begin, in millimetres; a club begins a little behind its line."""

BEHIND: Final = 0.8

DIGITS: Final = 4
"""Of a start number that stays within its column."""

PLAIN: Final = range(0x20, 0x250)
"""Letters that are as wide as they are measured."""

SPACES: Final = (" ", "\N{THIN SPACE}", "\N{HAIR SPACE}")
"""From the widest. A tab leads less exactly to where it should, and costs more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """Who sits at the table, from seat 1 on. Of two ways to set it the first is the cheaper, where it is possible."""

    lines: SafeString
    """Place, number, name and club, a line for each seat; or place and number alone."""

    names_apart: SafeString | None = None
    clubs_apart: SafeString | None = None
    """Names and clubs, each a block of its own."""

    short: SafeString | None = None
    """What each is called over their columns, with tabs between them."""

    short_apart: tuple[SafeString, ...] = ()
    """The same, each a block of its own."""


def nobody(form: Form) -> Seated:
    """Return seats with nobody at them yet."""
    places = range(1, form.seats + 1)
    return Seated(lines=_in_lines(_sized(str(place), form.measures.largest) for place in places))


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
    return Seated(
        lines=together or _in_lines(_sized(begin, largest) for begin in begins),
        names_apart=None if together else lines(names[0], room=names[1], largest=largest),
        clubs_apart=None if together else lines(clubs[0], room=clubs[1], largest=largest),
        short=over_columns,
        short_apart=() if over_columns else tuple(lines(texts, room=wide) for texts, wide in short),
    )


def _together(seats: Sequence[Seat], names: Column, clubs: Column, form: Form) -> SafeString | None:
    """Return a line for each seat, or None where the width of a name, or one that is long, does not allow it."""
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
    """Return texts in one line, so many spaces apart that each begins where it should, in millimetres."""
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
    """Return what each is called over their columns; where names would be cut to the same letters, the start number."""
    names = lists_names.short_names_at(seats)
    cut = [fitted(name, room=room).text for name in names]
    return [
        name if cut.count(shown) == 1 else str(seat.entrant.number)
        for name, shown, seat in zip(names, cut, seats, strict=True)
    ]


def _club(entrant: Entrant) -> str:
    """Return club and team, once if the team goes by its club."""
    if entrant.club and entrant.club in entrant.team:
        return entrant.team
    return ", ".join(filter(None, (entrant.club, entrant.team)))
