"""What the tables call the direction for, as the board shows it (SkWO 7.1.2, 7.2.2, 7.2.3)."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.disputes.wording import call_states
from scoring.lists.models import Call, Phone
from scoring.lists.selectors.boards import BoardLine
from scoring.lists.selectors.presence import first_round
from scoring.table.listings.phones import phone_note
from tables.acts.wording.moments import ago


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Something a table calls the direction for."""

    call: Call
    about: str
    """What it is about, as a sentence."""

    caller: str
    """Whom it is about or who calls: seat and name; empty for the table as a whole."""

    since: str
    aside: str
    """What helps to decide: what is known of the phone that keeps the list now, or from when on a player is away."""

    grants: str
    """What the direction does by saying yes; empty where there is nothing to grant."""

    objection: int | None
    """The number of the objection it is the bell of: that ends it, nothing else does."""

    judge: str
    """Which judge is on the way; empty while nobody is."""

    @property
    def is_for_judge(self) -> bool:
        """Whether it is a judge who is called, not somebody of the direction."""
        return self.objection is not None


def asked(line: BoardLine, call: Call, *, now: datetime) -> Asked:
    """Return what a table calls for, in words."""
    seat = next((seat for seat in line.seats if seat.place == call.place), None)
    about = str(call.get_kind_display())
    if call.kind == Call.Kind.TAKE_OVER and call.second:
        about = _("another phone is to keep the second list")
    objection = getattr(call, "objection", None)
    return Asked(
        call=call,
        about=capfirst(about),
        caller=_("Seat %(place)s, %(name)s") % {"place": seat.place, "name": seat.entrant.called} if seat else "",
        since=ago(call.called_at, now=now),
        aside=_aside(line, call, now=now),
        grants=_grants(call),
        objection=objection.number if objection else None,
        judge=call_states.on_the_way(objection, now=now) if objection else "",
    )


def _grants(call: Call) -> str:
    if call.kind == Call.Kind.TAKE_OVER:
        return _("Let that phone keep the second list") if call.second else _("Let that phone keep the list")
    return {Call.Kind.LEAVES: _("Let the player leave"), Call.Kind.RETURNS: _("Let the player back in")}.get(
        Call.Kind(call.kind), ""
    )


def _aside(line: BoardLine, call: Call, *, now: datetime) -> str:
    if call.kind == Call.Kind.TAKE_OVER:
        return _keeper(line, call, now=now)
    if call.kind not in {Call.Kind.LEAVES, Call.Kind.RETURNS}:
        return ""
    first = first_round(line.game_list)
    if first is None:
        return _("The last round has begun; it is played to the end by those who sit there.")
    return _("It would hold from round %(round)s on.") % {"round": first}


def _keeper(line: BoardLine, call: Call, *, now: datetime) -> str:
    kept = Phone.Keeps.SECOND if call.second else Phone.Keeps.FIRST
    keeper = next((phone for phone in line.phones if phone.keeps == kept), None)
    if keeper is None:
        return _("No phone keeps it now.")
    said = phone_note(keeper, now=now)
    return said or _("The phone that keeps it now has sent everything and was last heard of %(ago)s.") % {
        "ago": ago(keeper.seen_at, now=now)
    }
