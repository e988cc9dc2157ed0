"""How deals enter a copy of a list, whichever door they come by: form, phone, office, list on paper (ISkO 5.5).

All is decided on the rows in memory and then written at once: voids first, since only one entry of a deal counts.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.lists import mapping
from scoring.lists.models import DealRow, EntryRow, SecondDealRow
from scoring.lists.selectors import undoing
from scoring.lists.selectors.book import SECOND, Book
from scoring.lists.selectors.freezing import entry_hash
from scoring.lists.services import lists, phones
from scoring.lists.services.lists import KeyReused
from scoring.rules.game_list.deals import Deal
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal


class Entering:
    """What is entered into one copy of a list; ``book`` is kept in step with what ``write`` will write.

    ``device`` is the phone it comes from, without which it is the office that writes.
    """

    def __init__(self, book: Book, *, copy: str, device: str, by: User | None, now: datetime) -> None:
        self.book, self.copy, self.device, self.by, self.now = book, copy, device, by, now
        self.at = now
        """When the next act counts as done."""

        self.of: Any = SecondDealRow if copy == SECOND else DealRow
        self.fresh: list[EntryRow] = []
        self.voided: list[EntryRow] = []
        """Those of them that stood in the list before."""

        self.notes: list[journal.Act] = []
        self.by_key = {row.entry_key: row for row in (*book.entries(copy), *book.voided_in(copy))}
        self._entered = undoing.in_order_of_entry(self.by_key.values())
        self._shut = book.shut
        self._blank = mapping.to_game_list(book.row, ())

    @property
    def counts(self) -> bool:
        """Whether it is about the list itself, not the second one that it is only compared with."""
        return self.copy != SECOND

    def known(self, key: UUID, deal: Deal) -> EntryRow | None:
        """Return the entry of this list that came with a key before.

        :raises KeyReused: if it was another one.
        """
        row = self.by_key.get(key)
        if row is not None and self.book.deal_of(row) != deal:
            raise KeyReused
        return row

    def at_number(self, number: int) -> EntryRow | None:
        """Return the entry that counts for a deal."""
        return next((row for row in self.book.entries(self.copy) if row.number == number), None)

    def must_be_writable(self) -> None:
        """Refuse whoever does not keep this copy, and a list that takes no entries.

        :raises ListSigned: if the list is signed.
        :raises Refused: ``kept-by-other``, ``keeps-the-other``, ``series-closed``, ``kept-as-totals``,
            ``series-before-open``.
        """
        if self.device:
            phones.must_get(self.book.phones, device=self.device, copy=self.copy)
        if self._shut:
            raise lists.refused(self._shut)

    def enter(self, deals: Sequence[tuple[UUID, Deal]], *, sits: Sequence[int] | None) -> list[EntryRow]:
        """Enter the next deals, each with its key; ``sits`` are those whom the page or phone showed at the table.

        :raises EntryRefused: if the list would break a rule with them; every problem of every deal is named.
        :raises Refused: as ``must_be_writable``; ``seated-otherwise``, ``seats-unnamed``, ``number-taken``,
            ``deal-struck``.
        """
        self.must_be_writable()
        if sits is not None and not self.book.is_seated(sits):
            raise lists.seated_otherwise(self.book.row, now=self.book.sits, then=sits)
        for _key, deal in deals:
            if self.at_number(deal.number) is not None:
                raise Refused("number-taken", deal=deal.number)
            lists.must_have_begun(self.book.row, deal.number)
        entries = self.book.entries(self.copy)
        # By house rules a deal may hang on all before it: what queued a Bock, whether the target is reached.
        before = tuple(self.book.deal_of(row) for row in (entries if self._blank.is_of_a_house else entries[-1:]))
        lists.must_hold_next(self._blank, before, *(deal for _key, deal in deals))
        return [self._add(key, deal) for key, deal in deals]

    def _add(self, key: UUID, deal: Deal) -> EntryRow:
        facts = {"entry_key": key, "entered_at": self.at, "entered_by": self.by, "device": self.device}
        row: EntryRow = mapping.to_row(deal, self.of, game_list=self.book.row, **facts)
        self.by_key[key] = row
        self.fresh.append(row)
        self._entered.append(row)
        self.book.add(row)
        return row

    def take_back(self, row: EntryRow, *, because: str = "", agreed: bool = False) -> None:
        """Void the last entry, as if it had not been made; the phone that made it may, until the next is entered.

        Later, and for everybody else, it takes the consent of all players of the deal: ``agreed`` (ISkO 5.5.3).

        :raises ListSigned: if the list is signed.
        :raises Refused: as ``must_be_writable``; ``not-the-last-deal``, ``undo-over``.
        """
        self.must_be_writable()
        if self.book.entries(self.copy)[-1] is not row:
            raise Refused("not-the-last-deal", deal=row.number)
        if not agreed and not undoing.is_undoable(row, self._entered, device=self.device):
            raise Refused("undo-over", deal=row.number)
        row.voided_at, row.voided_by, row.voided_because = self.at, self.by, because.strip()[:300]
        if row not in self.fresh:
            self.voided.append(row)
        self.book.void(row)
        self.note("list.deal-taken-back", deal=row.number, because=because)

    def note(self, action: str, **data: object) -> None:
        """Have a line in the journal, by its name for the list itself."""
        named = action if self.counts else action.replace("list.", "second.")
        self.notes.append(journal.Act(action=named, data=data))

    def note_entered(self, row: EntryRow) -> None:
        """Have the line in the journal of a deal that was entered."""
        self.note("list.deal-entered", deal=row.number, points=row.points, entry=entry_hash(row))

    def write(self) -> None:
        """Write what was decided; the lines of the journal are left to the caller, who may have more of them."""
        if not self.fresh and not self.voided:
            return
        row = self.book.row
        lists.must_be_open(row, by=self.by, now=self.now)
        if self.device:
            phones.take(row, self.book.phones, device=self.device, copy=self.copy, by=self.by, now=self.now)
        for old in self.voided:
            old.save(update_fields=["voided_at", "voided_by", "voided_because"])
        self.of.objects.bulk_create(self.fresh)
        if self.counts:
            lists.changed(row, self.book.tallies())
        else:
            lists.second_changed(row)
