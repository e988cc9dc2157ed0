"""The board of a series: every table with what is missing at it (SkWO 7.2.3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import wording
from scoring.selectors import BoardLine, State
from scoring.wording.moments import moment
from tables.models import Seat

QUIET_AFTER: Final = timedelta(minutes=20)
"""A deal takes some three minutes: a table without an entry for so long deserves a look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table on the board."""

    line: BoardLine
    state: str
    """How far the list is, in a word."""

    missing: str
    """What is missing in it, as a sentence; empty when it is signed."""

    age: str
    """How long ago the last deal was entered."""

    is_quiet: bool
    """Whether a list in play has had no entry for long."""

    seats: tuple[tuple[Seat, bool], ...]
    """Who sits here, and whether he has confirmed the list."""

    @property
    def is_signed(self) -> bool:
        """Whether nothing is missing."""
        return self.line.state == State.SIGNED


def tiles(lines: Iterable[BoardLine], *, now: datetime) -> list[Tile]:
    """Return the tables of a series as the board shows them."""
    return [
        Tile(
            line=line,
            state=wording.state_name(line.state),
            missing=_missing(line),
            age=_age(line.last_entry_at, now=now),
            is_quiet=line.state == State.OPEN and now - (line.last_entry_at or now) > QUIET_AFTER,
            seats=tuple((seat, seat.place in line.confirmed) for seat in line.seats),
        )
        for line in lines
    ]


def _missing(line: BoardLine) -> str:
    if line.state == State.SIGNED:
        return ""
    if line.state == State.WAITING:
        return _("No deal has been entered yet.")
    if line.state == State.OPEN:
        deals = line.length - line.entered
        return ngettext("%(deals)s deal is missing.", "%(deals)s deals are missing.", deals) % {"deals": deals}
    places = [str(seat.place) for seat in line.seats if seat.place not in line.confirmed]
    if not places:
        return _("Everybody has confirmed; it has to be signed.")
    return ngettext("Seat %(places)s has not confirmed.", "Seats %(places)s have not confirmed.", len(places)) % {
        "places": ", ".join(places)
    }


def _age(last: datetime | None, *, now: datetime) -> str:
    if last is None:
        return ""
    minutes = int((now - last).total_seconds() // 60)
    if minutes < 1:
        return _("last entry just now")
    if minutes < 60:
        return ngettext("last entry %(minutes)s minute ago", "last entry %(minutes)s minutes ago", minutes) % {
            "minutes": minutes
        }
    return _("last entry %(at)s") % {"at": moment(last)}
