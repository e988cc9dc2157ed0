"""Entries that a phone brought and the list did not take, as the direction looks at them (SkWO 7.2.2)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring import wording
from scoring.models import Phone, Proposal
from scoring.rules import Code, Deal, IllegalContract, Unreadable, booking, read_line
from scoring.selectors import Sheet
from scoring.wording.moments import ago
from tables.services.refusals import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """A deal that waits for somebody to accept it."""

    proposal: Proposal
    words: str
    """The deal as a sentence with its value."""

    because: str
    """Why the list did not take it."""

    source: str
    """From which phone it came, and when."""

    there: str
    """What the list has in its place; empty while it has nothing."""

    is_struck: bool
    """Whether the time struck it, so that it counts only if it had begun before."""

    @property
    def may_be_accepted(self) -> bool:
        """Whether the list has room for it."""
        return not self.there and not self.is_struck


def proposed(
    waiting: Iterable[Proposal], sheet: Sheet, *, phones: Iterable[Phone], now: datetime
) -> tuple[Proposed, ...]:
    """Return the deals that wait at a table; ``phones`` are those that keep its lists."""
    keeper = next((phone.device for phone in phones if phone.keeps == Phone.Keeps.FIRST), None)
    return tuple(_proposed(one, sheet, from_keeper=one.device == keeper, now=now) for one in waiting)


def _proposed(proposal: Proposal, sheet: Sheet, *, from_keeper: bool, now: datetime) -> Proposed:
    line = next((line for line in sheet.lines if line.number == proposal.number), None)
    struck_after = sheet.row.struck_after
    source = _("from the phone that keeps the list, %(ago)s") if from_keeper else _("from another phone, %(ago)s")
    return Proposed(
        proposal=proposal,
        words=_words(_deal(proposal), sheet),
        because=_because(proposal, sheet),
        source=source % {"ago": ago(proposal.received_at, now=now)},
        there=_words(line.deal, sheet) if line else "",
        is_struck=struck_after is not None and proposal.number > struck_after,
    )


def _deal(proposal: Proposal) -> Deal | None:
    try:
        return read_line(proposal.number, proposal.line)
    except (Unreadable, IllegalContract):
        return None


def _words(deal: Deal | None, sheet: Sheet) -> str:
    if deal is None:
        return _("This deal cannot be read.")
    known = deal.declarer is not None and deal.declarer <= len(sheet.seats)
    declarer = sheet.seats[deal.declarer - 1].entrant.called if known and deal.declarer else ""
    return wording.deal_line(deal, declarer=declarer, booking=booking(deal))


def _because(proposal: Proposal, sheet: Sheet) -> str:
    if proposal.because in list(Code):
        return wording.code(Code(proposal.because))
    series = sheet.row.table.series.number
    if proposal.because == "list-signed":
        return _("The list was signed already when it came.")
    return wording.refusal(Refused(proposal.because, deal=proposal.number, series=series, open=series - 1))
