"""Entries that a phone brought and the list did not take, as the direction looks at them (SkWO 7.2.2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.lists.models import Phone, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import comparison, games, problems
from scoring.lists.wording import names as lists_names
from scoring.rules.codes import Code
from scoring.rules.comparison import difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import Unreadable, read_line
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.moments import ago


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

    differs: str
    """In what it differs from that, in words."""

    players: tuple[tuple[int, str], ...]
    """For whom it can count, as seats with names, where others sat at the table when it was written; else empty."""

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
    return tuple(_proposed(proposal, sheet, from_keeper=proposal.device == keeper, now=now) for proposal in waiting)


def _proposed(proposal: Proposal, sheet: Sheet, *, from_keeper: bool, now: datetime) -> Proposed:
    line = next((line for line in sheet.lines if line.number == proposal.number), None)
    table, deal = sheet.row.table, _deal(proposal)
    names = lists_names.names_at(sheet.seats)
    is_seated = sitting.is_seated(sheet.row, now=sheet.sits, then=proposal.sits)
    then = names if is_seated else sitting.called_at(table, proposal.sits)
    found = difference(line.deal, deal) if line and deal else None
    may_play = sheet.game_list.players_of(proposal.number)
    struck_after = sheet.row.struck_after
    source = _("from the phone that keeps the list, %(ago)s") if from_keeper else _("from another phone, %(ago)s")
    return Proposed(
        proposal=proposal,
        words=_words(deal, then),
        because=_because(proposal, sheet),
        source=source % {"ago": ago(proposal.received_at, now=now)},
        there=_words(line.deal, names) if line else "",
        differs=comparison.in_words(found, names=names) if found else "",
        players=tuple((place, names[place - 1]) for place in may_play)
        if not is_seated and deal is not None and deal.declarer
        else (),
        is_struck=struck_after is not None and proposal.number > struck_after,
    )


def _deal(proposal: Proposal) -> Deal | None:
    try:
        return read_line(proposal.number, proposal.line)
    except (Unreadable, IllegalContract):
        return None


def _words(deal: Deal | None, names: Sequence[str]) -> str:
    return games.deal_line(deal, names) if deal else _("This deal cannot be read.")


def _because(proposal: Proposal, sheet: Sheet) -> str:
    if proposal.because in list(Code):
        return problems.code(Code(proposal.because))
    if proposal.because in {"seated-otherwise", "seats-unnamed"}:
        then = sitting.called_at(sheet.row.table, proposal.sits)
        now = lists_names.names_at(sheet.seats)
        return refusals.refusal(Refused(proposal.because, then=then, now=now))
    series = sheet.row.table.series.number
    if proposal.because == "list-signed":
        return _("The list was signed already when it came.")
    return refusals.refusal(Refused(proposal.because, deal=proposal.number, series=series, open=series - 1))
