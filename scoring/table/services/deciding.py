"""What becomes of each act that a phone brings: decided on the rows in memory, nothing is written here."""

from collections.abc import Set
from datetime import timedelta
from uuid import UUID

from scoring.lists.models import EntryRow, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.services.entering import Entering
from scoring.lists.services.lists import (
    EntryRefused,
    KeyReused,
    ListSigned,
    seated_otherwise,
)
from scoring.rules.codes import PROBLEM, Code
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding
from scoring.rules.notation.messages import written
from scoring.table.services.receipts import Enter, Entered, Receipt, State, TakeBack
from tables.acts.services.refusals import Refused

STATE = {
    "kept-by-other": State.PROPOSED,
    "keeps-the-other": State.PROPOSED,
    "number-taken": State.CONFLICT,
    "seated-otherwise": State.CONFLICT,
    "seats-unnamed": State.CONFLICT,
}
"""What a refusal means for the phone, where it does not simply mean that."""


A_HAIR = timedelta(microseconds=1)
"""By so much each act is later than the one before: a history is in order even of what came all at once."""


class Deciding:
    """A batch for one copy of a list while it is gone through: each act gets its receipt."""

    def __init__(self, entering: Entering, *, elsewhere: Set[UUID]) -> None:
        """Begin a batch; ``elsewhere`` are the keys of its acts that other lists have used."""
        self.entering, self.book, self.elsewhere = entering, entering.book, elsewhere
        self.proposed: list[Proposal] = []
        self.dropped: list[Proposal] = []
        self._proposals = {proposal.entry_key: proposal for proposal in self.book.proposals}

    def receipt(self, act: Entered) -> Receipt:
        """Decide about the next act, which is done a hair later than the one before."""
        self.entering.at += A_HAIR
        return self._enter(act) if isinstance(act, Enter) else self._take_back(act)

    def write(self) -> None:
        """Write what was decided, but for the lines of the journal."""
        self.entering.write()
        Proposal.objects.bulk_create(self.proposed)
        for proposal in self.dropped:
            proposal.save(update_fields=["settled_at"])

    def _enter(self, act: Enter) -> Receipt:
        if again := self._again(act):
            return again
        there = self.entering.at_number(act.number)
        if there is not None and self._is_same(there, act):
            # By another way: typed in by the direction, or read from the phone's screen.
            return _saved(act)
        try:
            (row,) = self.entering.enter([(act.key, act.deal)], sits=act.sits)
        except Refused as because:
            self._propose(act, because.code)
            return _refused(act, because, there=there, may_wait=self.entering.counts)
        self.entering.note_entered(row)
        for proposal in self.book.open_proposals:
            # The phone wrote this deal anew: what was refused of it before is done with.
            if self.entering.counts and (proposal.number, proposal.device) == (row.number, self.entering.device):
                self._withdraw(proposal)
        return _saved(act)

    def _is_same(self, there: EntryRow, act: Enter) -> bool:
        """Test whether the list has this very deal already, for the same player."""
        deal: Deal | None = act.deal
        if not self.book.is_seated(act.sits):
            deal = sitting.for_whom(act.deal, now=self.book.sits, then=act.sits)
        return deal is not None and difference(self.book.deal_of(there), deal) is None

    def _again(self, act: Enter) -> Receipt | None:
        """Return the receipt that a deal got when it came before."""
        proposal = self._proposals.get(act.key)
        if proposal and proposal.accepted and (proposal.number, proposal.line) == (act.number, written(act.deal)):
            # Whoever accepted it may have said for whom it counts.
            return _saved(act)
        try:
            if self.entering.known(act.key, act.deal):
                return _saved(act)
        except KeyReused as because:
            return _refused(act, because)
        if proposal:
            if (proposal.number, proposal.line) != (act.number, written(act.deal)):
                return _refused(act, KeyReused())
            there = next((row for row in self.book.deals if row.number == act.number), None)
            return _refused(act, self._refusal_of(proposal), there=there)
        return _refused(act, KeyReused()) if act.key in self.elsewhere else None

    def _take_back(self, act: TakeBack) -> Receipt:
        row = self.entering.by_key.get(act.of)
        if row is None:
            return self._drop(act)
        if row.voided_at:
            if any(other.entered_at == row.voided_at for other in self.entering.by_key.values()):
                # It did not go: a correction took its place at that moment.
                return _refused(act, Refused("deal-corrected", deal=act.number))
            return _saved(act)
        try:
            self.entering.take_back(row, agreed=act.agreed)
        except Refused as because:
            return _refused(act, because)
        return _saved(act)

    def _drop(self, act: TakeBack) -> Receipt:
        """Take back what was only proposed, as far as it came from this phone."""
        proposal = self._proposals.get(act.of)
        if proposal is None or proposal.device != self.entering.device:
            return _refused(act, Refused("no-such-deal", deal=act.number))
        self._withdraw(proposal)
        return _saved(act)

    def _propose(self, act: Enter, code: str) -> None:
        """Keep a deal that cannot be entered; the second list only stands beside the first, it is corrected there."""
        if not self.entering.counts:
            return
        proposal = Proposal(
            game_list=self.book.row,
            entry_key=act.key,
            number=act.number,
            line=written(act.deal),
            sits=list(act.sits),
            because=code,
            device=self.entering.device,
            received_at=self.entering.at,
        )
        self._proposals[act.key] = proposal
        self.book.proposals.append(proposal)
        self.proposed.append(proposal)
        self.entering.note("deal.proposed", deal=act.number, because=code)

    def _withdraw(self, proposal: Proposal) -> None:
        if proposal.settled_at:
            return
        proposal.settled_at = self.entering.at
        if proposal not in self.proposed:
            self.dropped.append(proposal)
        self.entering.note("proposal.withdrawn", deal=proposal.number)

    def _refusal_of(self, proposal: Proposal) -> Refused:
        """Return the refusal that a proposal was kept for."""
        if proposal.because in list(Code):
            return EntryRefused([Finding(deal=proposal.number, problem=PROBLEM[Code(proposal.because)])])
        series = self.book.row.table.series.number
        if proposal.because == "list-signed":
            return ListSigned()
        if proposal.because in {"seated-otherwise", "seats-unnamed"}:
            return seated_otherwise(self.book.row, now=self.book.sits, then=proposal.sits)
        return Refused(proposal.because, deal=proposal.number, series=series, open=series - 1)


def _saved(act: Entered) -> Receipt:
    return Receipt(key=act.key, number=act.number, state=State.SAVED)


def _refused(act: Entered, because: Refused, *, there: EntryRow | None = None, may_wait: bool = True) -> Receipt:
    state = STATE.get(because.code, State.REFUSED)
    if state is State.PROPOSED and not (may_wait and isinstance(act, Enter)):
        state = State.REFUSED
    return Receipt(
        key=act.key,
        number=act.number,
        state=state,
        because=because,
        there=there,
        enter=act if isinstance(act, Enter) else None,
    )
