"""Writing into a list: a deal, a correction, a whole list, results from paper (ISkO 5.5, SkWO 7.2)."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring.lists.models import DealRow, EntryRow, GameListRow, TotalsRow
from scoring.lists.selectors import freezing
from scoring.lists.selectors.book import FIRST, book
from scoring.lists.services import entries, lists, phones
from scoring.lists.services.entering import Entering
from scoring.lists.services.lists import EntryRefused, KeyReused
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.totals import Totals, TotalsList, totals_findings
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Seen, must_be_as_seen


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
    entering = Entering(book(row, entries_alone=True), copy=copy, device=device, by=by, now=now)
    if known := entering.known(entry_key, deal):
        return known
    if entering.of.objects.filter(entry_key=entry_key).exists():
        raise KeyReused
    (entered,) = entering.enter([(entry_key, deal)], sits=sits)
    entering.note_entered(entered)
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
    if known := entries.known(row, deal, entry_key):
        return known
    lists.must_be_open(row, by=by, now=now)
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    _must_be_seen(row, deal.number, seen)
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
    entering = Entering(book(row, entries_alone=True), copy=FIRST, device=device, by=by, now=now)
    entering.must_be_writable()
    last = entering.at_number(number)
    if last is None:
        raise Refused("not-the-last-deal", deal=number)
    _must_be_seen(row, number, seen)
    entering.take_back(last, because=because, agreed=agreed)
    _finish(entering)


@transaction.atomic
def enter_list(
    *,
    list_id: int,
    deals: Sequence[Deal],
    entry_key: UUID,
    by: User,
    now: datetime,
    sits: Sequence[int] | None = None,
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
    entering = Entering(book(row, entries_alone=True), copy=FIRST, device="", by=by, now=now)
    entering.must_be_writable()
    if not keyed:
        raise Refused("nothing-to-enter")
    entered = entering.enter(keyed, sits=sits)
    hashes = [freezing.entry_hash(one) for one in entered]
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
    seen: Seen | None = None,
    sits: Sequence[int] | None = None,
) -> None:
    """Enter only the result of each player from a paper list, from seat 1 on. Others replace it; the same count once.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-deal-by-deal``, ``house-deal-by-deal``,
        ``players-changed``, ``seated-otherwise``, ``seats-unnamed``.
    :raises Overtaken: if other results stand there than were ``seen``.
    """
    row = lists.held(list_id)
    lists.must_sit(row, sits)
    lists.must_be_open(row, by=by, now=now)
    must_be_as_seen(seen, now=as_typed(lists.valid_totals(row)), wanted=as_typed(totals))
    if lists.valid_deals(row):
        raise Refused("kept-deal-by-deal")
    if row.profile:
        # Nobody can tell from a total what Bock, Ramsch and stakes made of it.
        raise Refused("house-deal-by-deal")
    if row.presence:
        raise Refused("players-changed", table=row.table.number)
    findings = totals_findings(TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals)))
    if errors := [finding for finding in findings if finding.problem.severity == "error"]:
        raise EntryRefused(errors)
    if row.kind == GameListRow.Kind.TOTALS and as_typed(lists.valid_totals(row)) == as_typed(totals):
        return
    lists.write_totals(row, totals, by=by, now=now)
    row.kind = GameListRow.Kind.TOTALS
    lists.changed(row)
    lists.note(
        "list.totals-entered",
        row,
        by=by,
        now=now,
        totals=[[line.game_points, line.won, line.lost] for line in totals],
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
    row.kind = GameListRow.Kind.DEALS
    lists.changed(row)
    lists.note("list.totals-dropped", row, by=by, now=now)


def as_typed(totals: Iterable[Totals | TotalsRow]) -> dict[str, int]:
    """Return typed results as their form names them, from seat 1 on."""
    return {
        f"s{place}-{name}": getattr(line, name)
        for place, line in enumerate(totals, start=1)
        for name in ("game_points", "won", "lost")
    }


def _must_be_seen(row: GameListRow, number: int, seen: UUID | None) -> None:
    """Refuse to change an entry that somebody else put in the place of the one that was looked at."""
    if seen is not None and not row.deals.filter(number=number, voided_at=None, entry_key=seen).exists():
        raise Refused("deal-corrected", deal=number)
