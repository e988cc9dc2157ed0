"""Acts of phones, their receipts, and what becomes of each: decided on the rows in memory, nothing is written here."""

import enum
from collections.abc import Set
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from scoring.lists.models import EntryRow, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.selectors.book import Book
from scoring.lists.selectors.history import entry_hash
from scoring.lists.services import lists
from scoring.lists.services.entry import Entering
from scoring.lists.services.lists import EntryRefused, ListSigned, seated_otherwise
from scoring.rules.comparison import difference
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import Finding
from scoring.rules.notation.messages import written
from scoring.rules.profiles.games import ANY_PROBLEM
from tables.acts.services import KeyReused, Refused, TooMany, refusal_of


class ReceiptState(enum.StrEnum):
    """What became of an act."""

    SAVED = "saved"
    PROPOSED = "proposed"
    """It waits for the phone that keeps the list, or for the direction."""

    REFUSED = "refused"
    CONFLICT = "conflict"
    """The list has something else there already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Enter:
    """A deal to be entered; its key was made when it was written down."""

    key: UUID
    deal: Deal
    sits: tuple[int, ...] = ()
    """The start numbers of those who sat there then, from seat 1 on; empty where the phone named none."""

    @property
    def number(self) -> int:
        """The deal it is about."""
        return self.deal.number


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBack:
    """A deal to be taken back; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID
    agreed: bool = False
    """Whether all players of the deal agree: without it only the phone that entered it may, and only at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """Of two versions of a deal the one that waits is right, or it counts; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID
    seen: UUID | None = None
    """The key of the other version, which stands in the list."""

    agreed: bool = False
    """Whether all players of the deal agree."""

    declarer: int | None = None
    """For which seat it counts, where others sat there when it was written."""

    sits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss:
    """A deal that waits does not count; ``of`` is the key it came with."""

    key: UUID
    number: int
    of: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Another entry in the place of one that stands in the list (ISkO 5.5.3); ``of`` is the key of the one it was."""

    key: UUID
    deal: Deal
    of: UUID
    because: str = ""
    agreed: bool = False
    """Whether all players of the deal agree."""

    sits: tuple[int, ...] = ()

    @property
    def number(self) -> int:
        """The deal it is about."""
        return self.deal.number


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidBeside:
    """What is said beside the deals."""

    key: UUID
    number: int = 0
    """The deal it is about; 0 if it is about none."""

    sits: tuple[int, ...] = ()
    """The start numbers of those who sat there then, from seat 1 on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring(SaidBeside):
    """A call for the direction, of one of the kinds of ``Call``."""

    kind: str
    place: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute(SaidBeside):
    """An objection; with nothing said it calls a judge (ISkO 4.5.10)."""

    kind: str = ""
    place: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagree(SaidBeside):
    """A player's word that the list is not right, in the place of a signature."""

    place: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign(SaidBeside):
    """A player's signature: drawn, said aloud and heard by another, or by code on a phone of their own."""

    place: int
    shown: str
    """The list as the phone showed it: see ``scoring.rules.notation.packed``."""

    drawing: str = ""
    heard_by: int | None = None
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(SaidBeside):
    """The list is closed with the signatures of all."""

    shown: str
    """The list as the phone showed it."""


Entered = Enter | TakeBack
"""What is decided on the rows in memory, many at once."""

Said = Accept | Dismiss | Correct | Ring | Dispute | Disagree | Sign | Close
"""What is done one by one."""

Act = Entered | Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """The answer to one act, the same however often it is brought."""

    act: Act
    state: ReceiptState = ReceiptState.SAVED
    because: Refused | None = None
    in_list: EntryRow | None = None
    """What the list has in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchOutcome:
    """What came of a batch, and the list after it."""

    receipts: list[Receipt]
    book: Book
    version_before: int


STATE = {
    "kept-by-other": ReceiptState.PROPOSED,
    "keeps-the-other": ReceiptState.PROPOSED,
    "number-taken": ReceiptState.CONFLICT,
    "seated-otherwise": ReceiptState.CONFLICT,
    "seats-unnamed": ReceiptState.CONFLICT,
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
        self.changed: list[Proposal] = []
        """Those of before that are settled, or wait for another reason now."""

        self._proposals = {proposal.entry_key: proposal for proposal in self.book.proposals}

    def receipt(self, act: Entered) -> Receipt:
        """Decide about the next act, which is done a hair later than the one before."""
        self.entering.at += A_HAIR
        if isinstance(act, TakeBack):
            return self._take_back(act)
        has_come = act.key in self.entering.by_key or act.key in self._proposals or act.key in self.elsewhere
        if has_come and (again := self._again(act)):
            return again
        entry = self.entering.at_number(act.deal.number)
        if entry is not None and self._is_same(entry, act):
            # By another way: typed in by the direction, or read from the phone's screen.
            if waits := self._proposals.get(act.key):
                self._settle(waits, accepted=True)
            return Receipt(act=act)
        try:
            (row,) = self.entering.enter([(act.key, act.deal)], sits=act.sits)
        except Refused as because:
            self._propose(act, because)
            return _refused(act, because, in_list=entry, may_wait=self.entering.counts)
        self.entering.note("list.deal-entered", deal=row.number, points=row.points, entry=entry_hash(row))
        for proposal in self.book.proposals:
            # The phone wrote this deal anew: what was refused of it before is done with.
            is_it, by_it = proposal.entry_key == act.key, (row.number, self.entering.device)
            if is_it or (self.entering.counts and (proposal.number, proposal.device) == by_it):
                self._settle(proposal, accepted=is_it)
        return Receipt(act=act)

    def write(self) -> None:
        """Write what was decided, but for the lines of the journal."""
        self.entering.write()
        Proposal.objects.bulk_create(self.proposed)
        for proposal in self.changed:
            proposal.save(update_fields=["because", "settled_at", "accepted"])
        # A signed list stays what was signed: what is brought to it all the same is counted by itself.
        if not self.book.row.signed_at and (beside := len(self.proposed) + len(self.changed)):
            lists.changed_beside(self.book.row, changes=beside)

    def _is_same(self, entry: EntryRow, act: Enter) -> bool:
        """Test whether the list has this very deal already, for the same player."""
        deal: Deal | None = act.deal
        if not sitting.is_seated(self.book.row, now=self.book.sits, then=act.sits):
            deal = sitting.for_whom(act.deal, now=self.book.sits, then=act.sits)
        return deal is not None and difference(self.book.deal_of(entry), deal) is None

    def _again(self, act: Enter) -> Receipt | None:
        """Return the receipt that a deal got when it came before; None for one that is tried, perhaps again."""
        proposal = self._proposals.get(act.key)
        if proposal and proposal.accepted and (proposal.number, proposal.line) == (act.number, written(act.deal)):
            # Whoever accepted it may have said for whom it counts.
            return Receipt(act=act)
        try:
            if self.entering.entry_with_key(act.key, act.deal):
                return Receipt(act=act)
        except KeyReused as because:
            return _refused(act, because)
        if proposal:
            if (proposal.number, proposal.line) != (act.number, written(act.deal)):
                return _refused(act, KeyReused())
            if not proposal.settled_at:
                # What kept it out may be gone: a deal before it that was missing is there now.
                return None
            deal = next((row for row in self.book.deals if row.number == act.number), None)
            return _refused(act, self._refusal_of(proposal), in_list=deal)
        return _refused(act, KeyReused()) if act.key in self.elsewhere else None

    def _take_back(self, act: TakeBack) -> Receipt:
        row = self.entering.by_key.get(act.of)
        if row is None:
            return self._drop(act)
        if row.voided_at:
            if any(other.entered_at == row.voided_at for other in self.entering.by_key.values()):
                # It did not go: a correction took its place at that moment.
                return _refused(act, Refused("deal-corrected", deal=act.number))
            return Receipt(act=act)
        refusal = refusal_of(lambda: self.entering.take_back(row, agreed=act.agreed))
        return _refused(act, refusal) if refusal else Receipt(act=act)

    def _drop(self, act: TakeBack) -> Receipt:
        """Take back what was only proposed, as far as it came from this phone."""
        proposal = self._proposals.get(act.of)
        if proposal is None or proposal.device != self.entering.device:
            return _refused(act, Refused("no-such-deal", deal=act.number))
        self._settle(proposal)
        return Receipt(act=act)

    def _propose(self, act: Enter, refused: Refused) -> None:
        """Keep a deal that cannot be entered, unless the table sent more than any list needs.

        The second list only stands beside the first: it is corrected there.
        """
        if not self.entering.counts or isinstance(refused, TooMany):
            return
        code = refused.code
        if (before := self._proposals.get(act.key)) is not None:
            if before.because == code or before in (*self.proposed, *self.changed):
                return
            before.because = code
            self._note_changed(before)
            self.entering.note("deal.proposed", deal=act.number, because=code)
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

    def _settle(self, proposal: Proposal, *, accepted: bool = False) -> None:
        """Note that a deal waits no more: it is in the list, or the phone that brought it let go of it."""
        if proposal.settled_at:
            return
        proposal.settled_at, proposal.accepted = self.entering.at, accepted
        self._note_changed(proposal)
        self.entering.note("proposal.accepted" if accepted else "proposal.withdrawn", deal=proposal.number)

    def _note_changed(self, proposal: Proposal) -> None:
        if proposal not in (*self.proposed, *self.changed):
            self.changed.append(proposal)

    def _refusal_of(self, proposal: Proposal) -> Refused:
        """Return the refusal that a proposal was kept for."""
        if problem := ANY_PROBLEM.get(proposal.because):
            return EntryRefused([Finding(deal=proposal.number, problem=problem)])
        series = self.book.row.table.series.number
        if proposal.because == "list-signed":
            return ListSigned()
        if proposal.because in {"seated-otherwise", "seats-unnamed"}:
            return seated_otherwise(self.book.row, now=self.book.sits, then=proposal.sits)
        return Refused(proposal.because, deal=proposal.number, series=series, open=series - 1)


def _refused(act: Entered, because: Refused, *, in_list: EntryRow | None = None, may_wait: bool = True) -> Receipt:
    state = STATE.get(because.code, ReceiptState.REFUSED)
    if state is ReceiptState.PROPOSED and not (may_wait and isinstance(act, Enter)):
        state = ReceiptState.REFUSED
    return Receipt(act=act, state=state, because=because, in_list=in_list)
