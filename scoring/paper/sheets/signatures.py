"""How the players of a table confirmed their list, on the line where they would have signed its paper (SkWO 7.2.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format

from scoring.lists.models import Confirmation
from scoring.lists.selectors.sheets import Sheet
from scoring.paper.sheets.form import CHARACTER, PLAYER, PLAYERS, SIGNATURES
from scoring.paper.typesetting.document import Inked
from scoring.paper.typesetting.fitting import TYPED_SIZES, fitted, is_from_right
from scoring.paper.typesetting.ink import Drawn, drawn
from tables.acts.wording.moments import moment

MARGIN_LEFT, MARGIN_TOP = 13.2, 8.0
"""Of the paper, as ``print/sheet.css`` has them."""

LEAST_TOGETHER: Final = 3
"""Number of the smallest size that signatures have in one block; in the size below one may be too long for its room."""

INK: Final = 19.2
INK_LEFT, INK_TOP = 2.1, 0.1
"""How wide a drawn signature is, and its place in its player's column; the style sheet knows the same measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How a player confirmed: name and time, under what they drew if they drew. Empty where they have yet to sign."""

    text: str = ""
    fit: int = 0
    drawn: Drawn | None = None


def signatures(sheet: Sheet) -> Iterator[Signature]:
    """Yield the signature of every seat."""
    confirmed = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    room = sum(PLAYER[len(sheet.seats)]) * CHARACTER - 1.5
    for seat in sheet.seats:
        given = confirmed.get(seat.place)
        yield _signature(given, room=room) if given else Signature()


@dataclass(frozen=True, slots=True, kw_only=True)
class Signed:
    """All signatures of a list as one block of text, with tabs between them."""

    text: str
    look: str
    """Its class in the style sheet."""


def together(found: Sequence[Signature]) -> Signed | None:
    """Return signatures as one block, which is cheaper, or None if each has to be one of its own.

    They stay apart where some drew theirs and others did not, where one long name would make all of them small, and
    where a name is read from the right.
    """
    given = [signature for signature in found if signature.text]
    kinds, fits = {signature.drawn is not None for signature in given}, {signature.fit for signature in given}
    if len(kinds) != 1 or any(is_from_right(signature.text) for signature in given):
        return None
    if kinds == {False} and (max(fits) > LEAST_TOGETHER or max(fits) - min(fits) > 1):
        return None
    parts = [signature.text.split("\n") for signature in found]
    lines = ("\t".join(line).rstrip("\t") for line in zip_longest(*parts, fillvalue=""))
    return Signed(text="\n".join(lines), look="under-ink" if kinds == {True} else f"fit-{max(fits)}")


def inks(found: Sequence[Signature]) -> tuple[Inked, ...]:
    """Return the drawn ones with their places on the paper."""
    return tuple(
        Inked(
            drawing=signature.drawn,
            x=MARGIN_LEFT + PLAYERS + seat * sum(PLAYER[len(found)]) * CHARACTER + INK_LEFT,
            y=MARGIN_TOP + SIGNATURES + INK_TOP,
            width=INK,
        )
        for seat, signature in enumerate(found)
        if signature.drawn
    )


def _signature(given: Confirmation, *, room: float) -> Signature:
    if ink := drawn(given.drawing):
        # The time first, for a long name is cut at its end; the day stands at the foot of the sheet.
        clock = date_format(timezone.localtime(given.at), "H:i")
        below = fitted(f"{clock} {given.name}", room=room, largest=len(TYPED_SIZES) - 1)
        return Signature(text=below.text, fit=below.fit, drawn=ink)
    at = moment(given.at)
    name = fitted(given.name, room=room, largest=fitted(at, room=room).fit)
    return Signature(text=f"{name.text}\n{at}", fit=name.fit)
