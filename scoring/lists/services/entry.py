"""Writing into a list: a deal, a correction, a whole list, results from paper (ISkO 5.5, SkWO 7.2)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from scoring.lists import mapping
from scoring.lists.models import DealRow, EntryRow, GameListRow, SecondDealRow, TotalsRow
from scoring.lists.selectors import history
from scoring.lists.selectors.book import FIRST, SECOND, Book, book
from scoring.lists.selectors.history import entry_hash
from scoring.lists.selectors.sitting import is_seated
from scoring.lists.services import entries, lists, phones
from scoring.lists.services.lists import EntryRefused
from scoring.rules.game_list.deals import Deal, Redealing, void_deals
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings
from tables.accounts.models import User
from tables.accounts.services import floods
from tables.acts.services import KeyReused, Refused, Seen, TooMany, must_be_as_seen
from tables.journal import chain as journal
from tables.prepared import insert
from tables.tournaments.models import Series


class Entering:
    """What is entered into one copy of a list; ``book`` is kept in step with what ``write`` will write.

    ``device`` is the phone it comes from, without which it is the office that writes.
    """

    def __init__(self, book: Book, *, copy: str, device: str, by: User | None, now: datetime) -> None:
        self.book, self.copy, self.device, self.by, self.now = book, copy, device, by, now
        self.at = now
        """When the next act counts as done."""

        self.counts = copy != SECOND
        """Whether it is about the list itself, not the second one that it is only compared with."""

        self.of: Any = DealRow if self.counts else SecondDealRow
        self.fresh: list[EntryRow] = []
        self.voided: list[EntryRow] = []
        """Those of them that stood in the list before."""

        self.notes: list[journal.Act] = []
        self.entries, voided = book.rows(copy)
        self.by_key = {row.entry_key: row for row in (*self.entries, *voided)}
        self._shut = book.shut
        self._takes_copy = False
        """Whether the phone has yet to take the copy that it writes."""

    def entry_with_key(self, key: UUID, deal: Deal) -> EntryRow | None:
        """Return the entry of this list that came with a key before.

        :raises KeyReused: if it was another one.
        """
        row = self.by_key.get(key)
        if row is not None and self.book.deal_of(row) != deal:
            raise KeyReused
        return row

    def at_number(self, number: int) -> EntryRow | None:
        """Return the entry that counts for a deal."""
        return next((row for row in self.entries if row.number == number), None)

    def must_be_writable(self) -> None:
        """Refuse whoever does not keep this copy, and a list that takes no entries.

        :raises ListSigned: if the list is signed.
        :raises Refused: ``kept-by-other``, ``keeps-the-other``, ``series-closed``, ``kept-as-totals``,
            ``series-before-open``; ``TooMany`` from a table that changed more than any list needs.
        """
        row, most = self.book.row, floods.MOST_CHANGES
        # By what is at hand, so that no deal costs more by it.
        if self.by is None and max(row.version, len(self.by_key), len(self.book.proposals)) >= most:
            raise TooMany("too-many-changes", most=most)
        if self.device:
            _mine, self._takes_copy = phones.must_get(self.book.phones, device=self.device, copy=self.copy)
        if self._shut:
            raise lists.refused(self._shut)

    def enter(self, deals: Sequence[tuple[UUID, Deal]], *, sits: Sequence[int] | None) -> list[EntryRow]:
        """Enter the next deals, each with its key; ``sits`` are those whom the page or phone showed at the table.

        :raises EntryRefused: if the list would break a rule with them; every problem of every deal is named.
        :raises Refused: as ``must_be_writable``; ``seated-otherwise``, ``seats-unnamed``, ``number-taken``,
            ``deal-struck``.
        """
        self.must_be_writable()
        row = self.book.row
        if sits is not None and not is_seated(row, now=self.book.sits, then=sits):
            raise lists.seated_otherwise(row, now=self.book.sits, then=sits)
        for _key, deal in deals:
            if self.at_number(deal.number) is not None:
                raise Refused("number-taken", deal=deal.number)
            if row.struck_after is not None:
                lists.must_not_be_struck(row, deal.number)
        # By house rules a deal may hang on all before it: what queued a Bock, whether the target is reached.
        first = 0 if self.book.blank.is_of_a_house else -1
        before = tuple(self.book.deal_of(entry) for entry in self.entries[first:])
        lists.must_hold_next(self.book.blank, before, *(deal for _key, deal in deals))
        facts: dict[str, Any] = {"entered_at": self.at, "entered_by": self.by, "device": self.device}
        entered = [mapping.to_row(deal, self.of, game_list=row, entry_key=key, **facts) for key, deal in deals]
        for entry in entered:
            self.by_key[entry.entry_key] = entry
            self.fresh.append(entry)
            self.book.add(entry)
        return entered

    def take_back(self, row: EntryRow, *, because: str = "", agreed: bool = False) -> None:
        """Void the last entry, as if it had not been made; the phone that made it may, until the next is entered.

        Later, and for everybody else, it takes the consent of all players of the deal: ``agreed`` (ISkO 5.5.3).

        :raises ListSigned: if the list is signed.
        :raises Refused: as ``must_be_writable``; ``not-the-last-deal``, ``undo-over``.
        """
        self.must_be_writable()
        if self.entries[-1] is not row:
            raise Refused("not-the-last-deal", deal=row.number)
        stored = history.in_order_of_entry(entry for entry in self.by_key.values() if entry.pk)
        if not agreed and not history.is_undoable(row, [*stored, *self.fresh], device=self.device):
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

    def write(self) -> None:
        """Write what was decided; the lines of the journal are left to the caller, who may have more of them."""
        if not self.fresh and not self.voided:
            return
        row = self.book.row
        # The rest of what it asks was asked of every entry.
        if row.table.series.status != Series.Status.RUNNING or row.table.play_began_at is None:
            lists.must_be_open(row, by=self.by, now=self.now)
        if self._takes_copy:
            phones.take(row, self.book.phones, device=self.device, copy=self.copy, by=self.by, now=self.now)
        for old in self.voided:
            old.save(update_fields=["voided_at", "voided_by", "voided_because"])
        insert(self.fresh)
        if self.counts:
            lists.changed(row, book=self.book)
        else:
            lists.changed_beside(row)


@transaction.atomic
def enter_deal(
    *,
    list_id: int,
    deal: Deal,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    device: str = "",
    sits: Sequence[int] | None = None,
    copy: str = FIRST,
) -> EntryRow:
    """Enter the next deal of a list, or of its second one.

    ``entry_key`` is fixed when the form is opened. Sending it again, as a phone does on bad Wi-Fi, returns the
    row already written and changes nothing. ``device`` is the phone it comes from: only one keeps the list. ``sits``
    are the start numbers of those whom the page showed at the table, from seat 1 on, where it came from a page.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with this deal.
    :raises Refused: as ``Entering.enter`` does.
    """
    row = lists.held(list_id)
    entering = Entering(book(row, entries_alone=True, with_results=True), copy=copy, device=device, by=by, now=now)
    if entry := entering.entry_with_key(entry_key, deal):
        return entry
    if entering.of.objects.filter(entry_key=entry_key).exists():
        raise KeyReused
    (entered,) = entering.enter([(entry_key, deal)], sits=sits)
    entering.note("list.deal-entered", deal=deal.number, points=entered.points, entry=entry_hash(entered))
    _finish(entering)
    return entered


@transaction.atomic
def correct_deal(
    *,
    list_id: int,
    deal: Deal,
    because: str,
    entry_key: UUID,
    by: User | None,
    now: datetime,
    device: str = "",
    seen: UUID | None = None,
) -> DealRow:
    """Replace an entry of an open list by another; the old one stays in its history (ISkO 5.5.3).

    ``seen`` is the key of the entry that was looked at.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``no-such-deal``, ``nothing-changed``, ``series-closed``, ``kept-by-other``, ``keeps-the-other``,
        ``deal-corrected`` if the entry is not the one that was seen.
    """
    row = lists.held(list_id)
    if known_deal := entries.entry_with_key(row, deal, entry_key):
        return known_deal
    lists.must_be_open(row, by=by, now=now)
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    must_be_seen(row, deal.number, seen)
    corrected: DealRow = entries.replace_deal(row, deal, because=because, entry_key=entry_key, by=by, now=now)
    return corrected


@transaction.atomic
def take_back_deal(
    *,
    list_id: int,
    number: int,
    because: str,
    by: User | None,
    now: datetime,
    device: str = "",
    agreed: bool = False,
    seen: UUID | None = None,
) -> None:
    """Void the last entry of an open list, as if it had not been made; it stays in the history.

    The phone that entered it may do so until the next deal is entered; later, and for everybody else, it takes the
    consent of all players of the deal: ``agreed`` (ISkO 5.5.3). ``seen`` is the key of the entry that was looked at.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-the-last-deal``, ``undo-over``, ``series-closed``, ``kept-by-other``, ``keeps-the-other``,
        ``deal-corrected`` if the entry is not the one that was seen.
    """
    row = lists.held(list_id)
    entering = Entering(book(row, entries_alone=True, with_results=True), copy=FIRST, device=device, by=by, now=now)
    entering.must_be_writable()
    last = entering.at_number(number)
    if last is None:
        raise Refused("not-the-last-deal", deal=number)
    must_be_seen(row, number, seen)
    entering.take_back(last, because=because, agreed=agreed)
    _finish(entering)


@transaction.atomic
def enter_list(
    *, list_id: int, deals: Sequence[Deal], entry_key: UUID, by: User, now: datetime, sits: Sequence[int] | None = None
) -> None:
    """Enter what is missing of a list in one go, from the first open deal on, all or nothing.

    Sent again with the same key it changes nothing. ``sits`` are the start numbers of those whom the page showed.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule; every problem of every deal is named.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-as-totals``, ``number-taken``,
        ``nothing-to-enter``, ``deal-struck``, ``seated-otherwise``, ``seats-unnamed``.
    """
    row = lists.held(list_id)
    keyed = [(uuid5(entry_key, str(deal.number)), deal) for deal in deals]
    if row.deals.filter(entry_key__in=[key for key, _deal in keyed]).exists():
        return
    entering = Entering(book(row, entries_alone=True, with_results=True), copy=FIRST, device="", by=by, now=now)
    entering.must_be_writable()
    if not keyed:
        raise Refused("nothing-to-enter")
    entered = entering.enter(keyed, sits=sits)
    hashes = [history.entry_hash(entry) for entry in entered]
    entering.note("list.entered", first=deals[0].number, last=deals[-1].number, entries=hashes)
    _finish(entering)


def _finish(entering: Entering) -> None:
    entering.write()
    lists.note_all(entering.notes, entering.book.row, by=entering.by, now=entering.now)


@transaction.atomic
def enter_totals(
    *,
    list_id: int,
    totals: Sequence[Totals],
    by: User,
    now: datetime,
    passed: int | None = None,
    seen: Seen | None = None,
    sits: Sequence[int] | None = None,
) -> None:
    """Enter only the result of each player from a paper list, from seat 1 on. Others replace it; the same count once.

    ``passed`` is how many deals were passed in; None where nobody says.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-deal-by-deal``, ``house-deal-by-deal``,
        ``players-changed``, ``chairs-exchanged``, ``seated-otherwise``, ``seats-unnamed``.
    :raises Overtaken: if other results stand there than were ``seen``.
    """
    row = lists.held(list_id)
    lists.must_sit(row, sits)
    lists.must_be_open(row, by=by, now=now)
    must_be_as_seen(seen, now=stands(row), wanted=as_typed(totals, passed=passed))
    if lists.valid_deals(row):
        raise Refused("kept-deal-by-deal")
    if row.profile:
        # Nobody can tell from a total what Bock, Ramsch and stakes made of it.
        raise Refused("house-deal-by-deal")
    if row.presence:
        raise Refused("players-changed", table=row.table.number)
    if row.chairs:
        raise Refused("chairs-exchanged", tables=[row.table.number])
    if row.kind == GameListRow.Kind.TOTALS and stands(row) == as_typed(totals, passed=passed):
        return
    replace_totals(row, totals, passed=passed, by=by, now=now)


def replace_totals(row: GameListRow, totals: Sequence[Totals], *, passed: int | None, by: User, now: datetime) -> None:
    """Put results in the place of those that stand, in the caller's transaction and turn, signed list or not.

    A correction of the signed list stays on top: what is typed then is how it stands with it (SkWO 7.2.5).

    :raises EntryRefused: if the numbers cannot be the result of such a list.
    """
    findings = totals_findings(TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals)))
    if errors := [finding for finding in findings if finding.problem.severity == "error"]:
        raise EntryRefused(errors)
    standing = lists.valid_totals(row)
    correction = standing[0].correction if standing and row.signed_at else None
    lists.write_totals(row, totals, passed=passed, by=by, now=now, correction=correction)
    row.kind = GameListRow.Kind.TOTALS
    lists.changed(row)
    values = {"passed": passed, "correction": correction and correction.number}
    lists.note(
        "list.totals-entered",
        row,
        by=by,
        now=now,
        totals=[[line.game_points, line.won, line.lost] for line in totals],
        **{name: value for name, value in values.items() if value is not None},
    )


@transaction.atomic
def drop_totals(*, list_id: int, by: User, now: datetime, seen: Seen | None = None) -> None:
    """Void the typed results of an open list, so that it can be kept deal by deal. Done twice, it counts once.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``series-closed``.
    :raises Overtaken: if the list is not what was ``seen`` any more.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    if row.kind == GameListRow.Kind.DEALS:
        return
    must_be_as_seen(seen, now=lists.as_seen(row), wanted=None)
    row.totals.filter(voided_at=None).update(voided_at=now)
    row.kind, row.passed = GameListRow.Kind.DEALS, None
    lists.changed(row)
    lists.note("list.totals-dropped", row, by=by, now=now)


def stands(row: GameListRow) -> dict[str, int | None]:
    """Return the results that stand in a list as their form names them."""
    return as_typed(lists.valid_totals(row), passed=row.passed)


def as_typed(totals: Sequence[Totals | TotalsRow], *, passed: int | None = None) -> dict[str, int | None]:
    """Return typed results as their form names them, from seat 1 on; of none nothing."""
    typed = {
        f"s{place}-{name}": getattr(line, name)
        for place, line in enumerate(totals, start=1)
        for name in ("game_points", "won", "lost")
    }
    return typed | {"passed": passed} if totals else {}


def must_be_seen(row: GameListRow, number: int, seen: UUID | None) -> None:
    """Refuse to change an entry that somebody else put in the place of the one that was looked at."""
    if seen is not None and not row.deals.filter(number=number, voided_at=None, entry_key=seen).exists():
        raise Refused("deal-corrected", deal=number)


@transaction.atomic
def deal_again(
    *,
    list_id: int,
    mistake: int | None,
    last_begun: int,
    version: int,
    because: str,
    by: User | None,
    now: datetime,
    device: str = "",
) -> Redealing:
    """Void what was dealt out of turn, in both lists of a table, so that it is dealt again; the history keeps it.

    ``mistake`` is the deal with which the order went wrong, or None if nobody can show it any more; ``last_begun`` the
    last deal that had begun when it was noticed: the last one entered, or the one in hand. ``version`` is that of the
    list that was looked at: nobody voids what they have not seen.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``list-changed``, ``no-such-deal``, ``kept-as-totals``, ``kept-by-other``, ``keeps-the-other``;
        ``series-closed``, ``not-published``, ``series-before-open``; ``TooMany`` from a table that says more than
        anybody means.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    if version != row.version:
        raise Refused("list-changed")
    deals = lists.valid_deals(row)
    if not len(deals) <= last_begun <= len(deals) + 1:
        raise Refused("no-such-deal", deal=last_begun)
    try:
        result = void_deals(mapping.to_game_list(row, deals), mistake=mistake, last_begun=last_begun)
    except ValueError:
        raise Refused("no-such-deal", deal=mistake or last_begun) from None
    if by is None:
        lists.must_be_meant(row, now=now)
    void = {"voided_at": now, "voided_by": by, "voided_because": because.strip()[:300]}
    entered = row.deals.filter(voided_at=None, number__in=result.void).update(**void)
    entered += row.second_deals.filter(voided_at=None, number__in=result.void).update(**void)
    if entered:
        lists.changed(row)
    first = result.void[0] if result.void else None
    values = {"mistake": mistake, "found": last_begun, "first": first, "because": because.strip()}
    lists.note("list.dealt-again", row, by=by, now=now, **values)
    return result
