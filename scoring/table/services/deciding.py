"""What becomes of each act that a phone brings: decided on the rows in memory, nothing is written here."""

from collections.abc import Set
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from scoring.lists import mapping
from scoring.lists.models import DealRow, EntryRow, Phone, Proposal, SecondDealRow
from scoring.lists.selectors import sitting, undoing
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.freezing import entry_hash
from scoring.lists.services import phones
from scoring.lists.services.lists import (
    EntryRefused,
    KeyReused,
    ListSigned,
    must_have_begun,
    must_hold_next,
    refused,
    seated_otherwise,
)
from scoring.rules.codes import PROBLEM, Code
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding
from scoring.rules.written import written
from scoring.table.services.receipts import Act, Enter, Receipt, State, TakeBack
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal

STATE = {
    "kept-by-other": State.PROPOSED,
    "keeps-the-other": State.PROPOSED,
    "number-taken": State.CONFLICT,
    "seated-otherwise": State.CONFLICT,
    "seats-unnamed": State.CONFLICT,
}
"""What a refusal means for the phone, where it does not simply mean that."""

REFUSALS = (EntryRefused, ListSigned, Refused)


class Deciding:
    """A batch while it is gone through; ``book`` is kept in step with what will be written."""

    def __init__(self, book: Book, *, device: str, copy: str, elsewhere: Set[UUID], now: datetime) -> None:
        """Begin a batch for one copy of a list; ``elsewhere`` are the keys of its acts that other lists have used."""
        self.book, self.device, self.copy, self.elsewhere = book, device, copy, elsewhere
        self.at = now
        self.fresh: list[EntryRow] = []
        self.voided: list[EntryRow] = []
        """Those of them that stood in the list before."""

        self.proposed: list[Proposal] = []
        self.dropped: list[Proposal] = []
        self.notes: list[journal.Act] = []
        self._shut = book.shut
        self._blank = mapping.to_game_list(book.row, ())
        self._entries = {row.entry_key: row for row in (*book.entries(copy), *book.voided_in(copy))}
        self._entered = undoing.in_order_of_entry(book.entries(copy), book.voided_in(copy))
        self._proposals = {proposal.entry_key: proposal for proposal in book.proposals}

    @property
    def counts(self) -> bool:
        """Whether it is about the list itself, not the second one that it is only compared with."""
        return self.copy != Phone.Keeps.SECOND

    def receipt(self, act: Act) -> Receipt:
        """Decide about the next act."""
        # Each a hair later than the one before: a history is in order even of what came all at once.
        self.at += timedelta(microseconds=1)
        return self._enter(act) if isinstance(act, Enter) else self._take_back(act)

    def _enter(self, act: Enter) -> Receipt:
        if again := self._again(act):
            return again
        there = next((row for row in self.book.entries(self.copy) if row.number == act.number), None)
        if there is not None and self._is_same(there, act):
            # By another way: typed in by the direction, or read from the phone's screen.
            return _saved(act)
        try:
            self._must_be_writable()
            if not self.book.is_seated(act.sits):
                raise seated_otherwise(self.book.row, now=self.book.sits, then=act.sits)
            if there is not None:
                raise Refused("number-taken", deal=act.number)
            self._must_fit(act.deal)
        except REFUSALS as because:
            self._propose(act, _code(because))
            return _refused(act, because, there=there, may_wait=self.counts)
        self._add(act)
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
        if row := self._entries.get(act.key):
            return _saved(act) if self.book.deal_of(row) == act.deal else _refused(act, KeyReused())
        if proposal:
            if (proposal.number, proposal.line) != (act.number, written(act.deal)):
                return _refused(act, KeyReused())
            there = next((row for row in self.book.deals if row.number == act.number), None)
            return _refused(act, self._refusal_of(proposal), there=there)
        return _refused(act, KeyReused()) if act.key in self.elsewhere else None

    def _take_back(self, act: TakeBack) -> Receipt:
        row = self._entries.get(act.of)
        if row is None:
            return self._drop(act)
        if row.voided_at:
            if any(other.entered_at == row.voided_at for other in self._entries.values()):
                # It did not go: a correction took its place at that moment.
                return _refused(act, Refused("deal-corrected", deal=act.number))
            return _saved(act)
        try:
            self._must_be_writable()
            if self.book.entries(self.copy)[-1] is not row:
                raise Refused("not-the-last-deal", deal=act.number)
            if not undoing.is_undoable(row, self._entered, device=self.device):
                raise Refused("undo-over", deal=act.number)
        except REFUSALS as because:
            return _refused(act, because)
        row.voided_at = self.at
        if row not in self.fresh:
            self.voided.append(row)
        self.book.void(row)
        self._note("list.deal-taken-back", deal=row.number, because="")
        return _saved(act)

    def _drop(self, act: TakeBack) -> Receipt:
        """Take back what was only proposed, as far as it came from this phone."""
        proposal = self._proposals.get(act.of)
        if proposal is None or proposal.device != self.device:
            return _refused(act, Refused("no-such-deal", deal=act.number))
        self._settle(proposal)
        return _saved(act)

    def _must_be_writable(self) -> None:
        phones.must_get(self.book.phones, device=self.device, copy=self.copy)
        if self._shut:
            raise refused(self._shut)

    def _must_fit(self, deal: Deal) -> None:
        must_have_begun(self.book.row, deal.number)
        entries = self.book.entries(self.copy)
        last = (self.book.deal_of(entries[-1]),) if entries else ()
        must_hold_next(self._blank, last, deal)

    def _add(self, act: Enter) -> None:
        of: Any = DealRow if self.counts else SecondDealRow
        row = mapping.to_row(
            act.deal,
            of,
            game_list=self.book.row,
            entry_key=act.key,
            entered_at=self.at,
            entered_by=None,
            device=self.device,
        )
        self._entries[act.key] = row
        self.fresh.append(row)
        self._entered.append(row)
        self.book.add(row)
        self._note("list.deal-entered", deal=row.number, points=row.points, entry=entry_hash(row))
        for proposal in self.book.open_proposals:
            # The phone wrote this deal anew: what was refused of it before is done with.
            if self.counts and (proposal.number, proposal.device) == (row.number, self.device):
                self._settle(proposal)

    def _propose(self, act: Enter, code: str) -> None:
        """Keep a deal that cannot be entered; the second list only stands beside the first, it is corrected there."""
        if not self.counts:
            return
        proposal = Proposal(
            game_list=self.book.row,
            entry_key=act.key,
            number=act.number,
            line=written(act.deal),
            sits=list(act.sits),
            because=code,
            device=self.device,
            received_at=self.at,
        )
        self._proposals[act.key] = proposal
        self.book.proposals.append(proposal)
        self.proposed.append(proposal)
        self.notes.append(journal.Act(action="deal.proposed", data={"deal": act.number, "because": code}))

    def _settle(self, proposal: Proposal) -> None:
        if proposal.settled_at:
            return
        proposal.settled_at = self.at
        if proposal not in self.proposed:
            self.dropped.append(proposal)
        self.notes.append(journal.Act(action="proposal.withdrawn", data={"deal": proposal.number}))

    def _note(self, action: str, **data: object) -> None:
        named = action if self.counts else action.replace("list.", "second.")
        self.notes.append(journal.Act(action=named, data=data))

    def _refusal_of(self, proposal: Proposal) -> Exception:
        """Return the refusal that a proposal was kept for."""
        if proposal.because in list(Code):
            return EntryRefused([Finding(deal=proposal.number, problem=PROBLEM[Code(proposal.because)])])
        series = self.book.row.table.series.number
        if proposal.because == "list-signed":
            return ListSigned()
        if proposal.because in {"seated-otherwise", "seats-unnamed"}:
            return seated_otherwise(self.book.row, now=self.book.sits, then=proposal.sits)
        return Refused(proposal.because, deal=proposal.number, series=series, open=series - 1)


def _code(because: Exception) -> str:
    if isinstance(because, EntryRefused):
        return str(because.findings[0].problem.code)
    return because.code if isinstance(because, Refused) else "list-signed"


def _saved(act: Act) -> Receipt:
    return Receipt(key=act.key, number=act.number, state=State.SAVED)


def _refused(act: Act, because: Exception, *, there: EntryRow | None = None, may_wait: bool = True) -> Receipt:
    state = STATE.get(because.code, State.REFUSED) if isinstance(because, Refused) else State.REFUSED
    if state is State.PROPOSED and not (may_wait and isinstance(act, Enter)):
        state = State.REFUSED
    return Receipt(
        key=act.key,
        number=act.number,
        state=state,
        because=because,
        there=there,
        deal=act.deal if isinstance(act, Enter) else None,
    )
