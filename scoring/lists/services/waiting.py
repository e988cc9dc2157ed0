"""Deals that wait to be accepted: settled in the caller's transaction and turn."""

from datetime import datetime

from scoring.lists.models import GameListRow, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.services import lists
from scoring.rules.comparison import difference
from scoring.rules.contract import IllegalContract
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import Unreadable, read_line
from tables.accounts.models import User


def settle(row: GameListRow, proposal: Proposal, *, accepted: bool, by: User | None, now: datetime) -> None:
    """Note what became of a deal that waits, once."""
    if proposal.settled_at:
        return
    proposal.settled_at, proposal.settled_by, proposal.accepted = now, by, accepted
    proposal.save(update_fields=["settled_at", "settled_by", "accepted"])
    action = "proposal.accepted" if accepted else "proposal.dismissed"
    lists.note(action, row, by=by, now=now, deal=proposal.number)


def settle_same(row: GameListRow, deal: Deal, *, by: User | None, now: datetime) -> None:
    """Take for accepted what waits and says the same as an entry that was made: nothing is left to decide."""
    waiting = list(row.proposals.filter(number=deal.number, settled_at=None))
    sits = sitting.sits_of(sitting.seats_at(row.table)) if waiting else ()
    for proposal in waiting:
        try:
            brought = read_line(proposal.number, proposal.line)
        except (Unreadable, IllegalContract):
            continue
        is_seated = sitting.is_seated(row, now=sits, then=proposal.sits)
        meant = brought if is_seated else sitting.for_whom(brought, now=sits, then=proposal.sits)
        if meant is not None and difference(meant, deal) is None:
            settle(row, proposal, accepted=True, by=by, now=now)
