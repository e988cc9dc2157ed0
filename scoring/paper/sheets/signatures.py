"""How the players of a table confirmed their list, on the line where they would have signed its paper (SkWO 7.2.3)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.lists.models import Confirmation
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording.names import short_names_at
from scoring.lists.wording.signatures import signed_how
from scoring.paper.sheets.form import Form
from scoring.paper.typesetting.fitting import TYPED_SIZES, Fitted, fitted, is_from_right
from scoring.paper.typesetting.ink import Drawn, drawn

LEAST_TOGETHER: Final = 3
"""Number of the smallest size that signatures have in one block; in the size below one may be too long for its room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How a player confirmed: name, time and way, or what they drew above them. Empty where they have yet to sign."""

    text: str = ""
    fit: int = 0
    drawn: Drawn | None = None


def signatures(sheet: Sheet, form: Form) -> Iterator[Signature]:
    """Yield the signature of every seat."""
    confirmed = {confirmation.place: confirmation for confirmation in sheet.confirmations}
    names = short_names_at(sheet.seats)
    room = form.step - 1.5
    for seat in sheet.seats:
        given = confirmed.get(seat.place)
        yield _signature(given, names=names, room=room, largest=form.measures.largest) if given else Signature()


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


def _signature(given: Confirmation, *, names: Sequence[str], room: float, largest: int = 0) -> Signature:
    # The time first, for a long name is cut at its end; the day stands at the foot of the sheet.
    signed = f"{date_format(timezone.localtime(given.at), 'H:i')} {given.name}"
    if ink := drawn(given.drawing):
        below = fitted(signed, room=room, largest=len(TYPED_SIZES) - 1)
        return Signature(text=below.text, fit=below.fit, drawn=ink)
    lines = fitted(signed, room=room, largest=largest), _way(given, names=names, room=room)
    return Signature(text="\n".join(line.text for line in lines), fit=max(line.fit for line in lines))


def _way(given: Confirmation, *, names: Sequence[str], room: float) -> Fitted:
    """Return how somebody signed in one short line; whoever heard it by their seat, where their name is too long."""
    if given.way == Confirmation.Way.PHONE:
        return fitted(_("own phone"), room=room)
    if given.way != Confirmation.Way.ALOUD or not given.heard_by:
        return fitted(signed_how(given, names), room=room)
    heard = _("heard by %(name)s") % {"name": names[given.heard_by - 1]}
    line = fitted(heard, room=room)
    return line if line.text == heard else fitted(_("heard by seat %(place)s") % {"place": given.heard_by}, room=room)
