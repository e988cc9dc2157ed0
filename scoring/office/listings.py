"""The board of a series: every table with what is missing at it (SkWO 7.2.3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.lists.mapping import to_game_list
from scoring.lists.selectors.boards import BoardLine, ListState
from scoring.lists.selectors.sitting import must_answer
from scoring.lists.wording import acts
from scoring.lists.wording.acts import comings_and_goings
from scoring.lists.wording.games import names_at
from scoring.table.listings import AskedCall, asked, phone_notes
from tables.acts.wording.moments import moment

if TYPE_CHECKING:
    from tables.draw.models import Seat


QUIET_AFTER: Final = timedelta(minutes=20)
"""A deal takes some three minutes: a table without an entry for so long deserves a look."""

BEHIND: Final = 1 / 8
"""A table is slow if so much less of the series is played there than at the table in the middle of the others."""

OTHERS: Final = 2
"""With fewer tables beside it nobody is slow."""


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

    slow: str
    """How far behind the others the table is, as a sentence; empty when it is not."""

    presence: str
    """Who left the table or came to it within the series, as sentences."""

    phones: tuple[str, ...]
    """What has to be said about the phones that keep its lists, as sentences."""

    differing: str
    """The deals that stand otherwise in the second list."""

    calls: tuple[AskedCall, ...]
    """What it calls the direction for."""

    seats: tuple[tuple["Seat", bool], ...]
    """Who sits here, and whether they have confirmed the list."""

    @property
    def is_signed(self) -> bool:
        """Whether nothing is missing."""
        return self.line.state == ListState.SIGNED

    @property
    def look(self) -> str:
        """What the table stands out by."""
        if self.line.needs_somebody and not self.is_signed:
            return "problem"
        return "slow" if self.slow else str(self.line.state)


def tiles(lines: Sequence[BoardLine], *, now: datetime) -> list[Tile]:
    """Return the tables of a series as the board shows them."""
    behind = _behind(lines)
    return [
        Tile(
            line=line,
            state=acts.state_name(line.state),
            missing=_missing(line),
            age=_age(line.last_entry_at, now=now),
            is_quiet=line.state == ListState.OPEN and now - (line.last_entry_at or now) > QUIET_AFTER,
            slow=_slow(behind.get(line.table.number, 0)),
            presence=" ".join(comings_and_goings(to_game_list(line.game_list, ()), names_at(line.seats)))
            if line.game_list.presence
            else "",
            phones=() if line.state == ListState.SIGNED else phone_notes(line.phones, line.handed, now=now),
            differing=", ".join(map(str, line.differences)),
            calls=tuple(asked(line, call, now=now) for call in line.calls),
            seats=tuple((seat, seat.place in line.confirmed) for seat in line.seats),
        )
        for line in lines
    ]


def _behind(lines: Sequence[BoardLine]) -> dict[int, int]:
    """Return for each slow table how many deals it lacks to be where the others are.

    A list on paper shows nothing before it is typed, so tables without an entry and without a phone say nothing.
    """
    board_lines = [line for line in lines if line.entered or line.phones]
    if len(board_lines) <= OTHERS:
        return {}
    found = {}
    for line in board_lines:
        middle = median(other.share for other in board_lines if other is not line)
        if line.state in {ListState.WAITING, ListState.OPEN} and middle - line.share >= BEHIND:
            found[line.table.number] = round((middle - line.share) * line.length)
    return found


def _slow(deals: int) -> str:
    if not deals:
        return ""
    return ngettext("%(deals)s deal behind the others", "%(deals)s deals behind the others", deals) % {"deals": deals}


def _missing(line: BoardLine) -> str:
    if line.state == ListState.SIGNED:
        return ""
    if line.state == ListState.WAITING:
        return _("No deal has been entered yet.")
    if line.state == ListState.OPEN:
        deals = line.length - line.entered
        if line.game_list.struck_after is not None:
            return _("Time over: deal %(deal)s is the last.") % {"deal": line.game_list.struck_after}
        return ngettext("%(deals)s deal is missing.", "%(deals)s deals are missing.", deals) % {"deals": deals}
    places = [str(place) for place in must_answer(line.game_list, dealt=line.entered) if place not in line.confirmed]
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
