"""Objections as the bench and the tables see them: where, what about, who, how far (SkWO 7.3.2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext as _

from scoring.disputes.models import Objection, Panel
from scoring.disputes.selectors import queries
from scoring.disputes.selectors.bench import OpenAppeal
from scoring.disputes.selectors.queries import Case
from scoring.disputes.wording import call_states
from tables.acts.wording.moments import ago, minutes, moment
from tables.draw.models import Seat

LONG: Final = timedelta(minutes=5)
"""A table stands still while it waits: after so long without anybody on their way it stands out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An objection in words."""

    objection: Objection
    case: Case
    kind: str
    caller: str
    """The seat and name of who raises it; empty for the table as a whole and in the hall."""

    since: str
    """When it was raised."""

    coming: str
    """Who is on their way; empty while nobody is."""

    ended: str
    is_urgent: bool
    """Whether it waits for long, and nobody has set out."""

    is_his_table: bool
    """Whether the judge who looks plays there too and may therefore not decide (SkWO 4.5)."""

    @property
    def is_open(self) -> bool:
        """Whether nobody has ended it."""
        return self.objection.outcome == Objection.Outcome.OPEN

    @property
    def table(self) -> int | None:
        """The number of its table; None in the hall."""
        return self.objection.game_list.table.number if self.objection.game_list else None


def raised(objection: Objection, *, seats: Iterable[Seat], now: datetime, mine: frozenset[int] = frozenset()) -> Raised:
    """Return an objection in words; ``seats`` are those of its table, ``mine`` the entrants that who looks plays as."""
    case = queries.case_of(objection)
    there = list(seats)
    caller = next((seat for seat in there if seat.place == case.place), None)
    return Raised(
        objection=objection,
        case=case,
        kind=call_states.dispute_name(case.kind),
        caller=_("Seat %(place)s, %(name)s") % {"place": caller.place, "name": caller.entrant.called} if caller else "",
        since=ago(objection.raised_at, now=now),
        coming=call_states.on_the_way(objection, now=now),
        ended=call_states.how_it_ended(objection),
        is_urgent=objection.taken_at is None and now - objection.raised_at >= LONG,
        is_his_table=any(seat.entrant_id in mine for seat in there),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An open appeal with its clock and its panel."""

    open_appeal: OpenAppeal
    clock: str
    """Until when others may appeal against the same."""

    panel: str
    """Who decides it; empty while nobody was named."""


def waiting(appeals: Sequence[OpenAppeal], *, panels: Mapping[int, Panel], now: datetime) -> list[Waiting]:
    """Return open appeals in words; ``panels`` are those that decide them, by the number of the appeal."""
    return [
        Waiting(
            open_appeal=open_appeal,
            clock=_clock(open_appeal, now=now),
            panel=_members(panels.get(open_appeal.appeal.number)),
        )
        for open_appeal in appeals
    ]


def _members(panel: Panel | None) -> str:
    return ", ".join(member.name for member in panel.members.all()) if panel else ""


def _clock(open_appeal: OpenAppeal, *, now: datetime) -> str:
    if open_appeal.closes is None:
        return _("others may still appeal, too")
    if not open_appeal.is_closing:
        return _("too late for others since %(at)s") % {"at": moment(open_appeal.closes)}
    left = minutes(open_appeal.closes - now)
    return _("others may appeal until %(at)s (%(left)s min)") % {"at": moment(open_appeal.closes), "left": left}
