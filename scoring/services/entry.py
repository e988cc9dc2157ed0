"""Writing into a list: a deal, a correction, a whole list, results from paper (ISkO 5.5, SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from django.db import transaction

from scoring import mapping
from scoring.models import DealRow, GameListRow
from scoring.rules import Deal, Totals, TotalsList, booked, findings, totals_findings
from scoring.services import lists, phones
from scoring.services.lists import EntryRefused, KeyReused
from tables.models import User
from tables.services.refusals import Refused


@transaction.atomic
def enter_deal(
    *, list_id: int, deal: Deal, entry_key: UUID, by: User | None, now: datetime, device: str = ""
) -> DealRow:
    """Enter the next deal of a list.

    ``entry_key`` is fixed when the form is opened. Sending it again, as a phone does on bad Wi-Fi, returns the
    row already written and changes nothing. ``device`` is the phone it comes from: only one keeps the list.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with this deal.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-as-totals``, ``number-taken``, ``kept-by-other``,
        ``keeps-the-other``, ``deal-struck``.
    """
    row = lists.held(list_id)
    if known := _known(row, deal, entry_key):
        return known
    lists.must_be_open(row, by=by, now=now)
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    entered = _deals(row)
    if any(old.number == deal.number for old in entered):
        raise Refused("number-taken", deal=deal.number)
    lists.must_have_begun(row, deal.number)
    _must_hold(row, (*entered, deal))
    return _write("list.deal-entered", row, deal, entry_key=entry_key, by=by, now=now)


@transaction.atomic
def correct_deal(
    *, list_id: int, deal: Deal, because: str, entry_key: UUID, by: User | None, now: datetime, device: str = ""
) -> DealRow:
    """Replace an entry of an open list by another; the old one stays in its history (ISkO 5.5.3).

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``no-such-deal``, ``nothing-changed``, ``series-closed``, ``kept-by-other``, ``keeps-the-other``.
    """
    row = lists.held(list_id)
    if known := _known(row, deal, entry_key):
        return known
    lists.must_be_open(row, by=by, now=now)
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    return replace_deal(row, deal, because=because, entry_key=entry_key, by=by, now=now)


def replace_deal(
    row: GameListRow, deal: Deal, *, because: str, entry_key: UUID, by: User | None, now: datetime
) -> DealRow:
    """Void an entry and add its correction, in the caller's transaction and turn, signed list or not.

    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``no-such-deal`` or ``nothing-changed``.
    """
    entered = _deals(row)
    old = next((old for old in entered if old.number == deal.number), None)
    if old is None:
        raise Refused("no-such-deal", deal=deal.number)
    if old == deal:
        raise Refused("nothing-changed", deal=deal.number)
    _must_hold(row, tuple(deal if other.number == deal.number else other for other in entered))
    _void(row, deal.number, because=because, by=by, now=now)
    return _write("list.deal-corrected", row, deal, entry_key=entry_key, by=by, now=now, because=because)


def add_deal(row: GameListRow, deal: Deal, *, because: str, entry_key: UUID, by: User, now: datetime) -> DealRow:
    """Write down a deal that was forgotten, in the caller's transaction and turn, signed list or not.

    :raises EntryRefused: if the list would break a rule with it.
    """
    _must_hold(row, (*_deals(row), deal))
    return _write("list.deal-added", row, deal, entry_key=entry_key, by=by, now=now, because=because)


@transaction.atomic
def take_back_deal(
    *, list_id: int, number: int, because: str, by: User | None, now: datetime, device: str = ""
) -> None:
    """Void the last entry of an open list, as if it had not been made; it stays in the history.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``not-the-last-deal``, ``series-closed``, ``kept-by-other``, ``keeps-the-other``.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    entered = _deals(row)
    if not entered or entered[-1].number != number:
        raise Refused("not-the-last-deal", deal=number)
    _void(row, number, because=because, by=by, now=now)
    lists.changed(row)
    lists.note("list.deal-taken-back", row, by=by, now=now, deal=number, because=because)


@transaction.atomic
def enter_list(*, list_id: int, deals: Sequence[Deal], entry_key: UUID, by: User, now: datetime) -> None:
    """Enter what is missing of a list in one go, from the first open deal on, all or nothing.

    Sent again with the same key it changes nothing.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule; every problem of every deal is named.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-as-totals``, ``number-taken``,
        ``nothing-to-enter``, ``deal-struck``.
    """
    row = lists.held(list_id)
    keys = {deal.number: uuid5(entry_key, str(deal.number)) for deal in deals}
    if row.deals.filter(entry_key__in=keys.values()).exists():
        return
    lists.must_be_open(row, by=by, now=now)
    if not deals:
        raise Refused("nothing-to-enter")
    entered = _deals(row)
    if taken := {old.number for old in entered} & keys.keys():
        raise Refused("number-taken", deal=min(taken))
    lists.must_have_begun(row, deals[-1].number)
    _must_hold(row, (*entered, *deals))
    DealRow.objects.bulk_create(
        mapping.to_row(deal, game_list=row, entry_key=keys[deal.number], entered_at=now, entered_by=by)
        for deal in deals
    )
    lists.changed(row)
    lists.note("list.entered", row, by=by, now=now, first=deals[0].number, last=deals[-1].number)


@transaction.atomic
def enter_totals(*, list_id: int, totals: Sequence[Totals], by: User, now: datetime) -> None:
    """Enter only the result of each player from a paper list, from seat 1 on. Entered again, it replaces.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``not-published``, ``series-closed``, ``kept-deal-by-deal``.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    if lists.valid_deals(row):
        raise Refused("kept-deal-by-deal")
    found = totals_findings(TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals)))
    if errors := [finding for finding in found if finding.problem.severity == "error"]:
        raise EntryRefused(errors)
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
def drop_totals(*, list_id: int, by: User, now: datetime) -> None:
    """Void the typed results of an open list, so that it can be kept deal by deal.

    :raises ListSigned: if the list is signed.
    :raises Refused: ``series-closed``.
    """
    row = lists.held(list_id)
    lists.must_be_open(row, by=by, now=now)
    row.totals.filter(voided_at=None).update(voided_at=now)
    row.kind = GameListRow.Kind.DEALS
    lists.changed(row)
    lists.note("list.totals-dropped", row, by=by, now=now)


def _known(row: GameListRow, deal: Deal, entry_key: UUID) -> DealRow | None:
    """Return the row that came with this key before."""
    known = DealRow.objects.filter(entry_key=entry_key).first()
    if known and (known.game_list_id != row.pk or mapping.to_deal(known) != deal):
        raise KeyReused
    return known


def _deals(row: GameListRow) -> tuple[Deal, ...]:
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    return tuple(mapping.to_deal(deal) for deal in lists.valid_deals(row))


def _must_hold(row: GameListRow, deals: tuple[Deal, ...]) -> None:
    """Refuse deals the rules refuse; what they only ask about is left to the page."""
    game_list = replace(mapping.to_game_list(row, ()), deals=deals)
    if errors := [finding for finding in findings(game_list) if finding.problem.severity == "error"]:
        raise EntryRefused(errors)


def _void(row: GameListRow, number: int, *, because: str, by: User | None, now: datetime) -> None:
    row.deals.filter(number=number, voided_at=None).update(
        voided_at=now, voided_by=by, voided_because=because.strip()[:300]
    )


def _write(
    action: str, row: GameListRow, deal: Deal, *, entry_key: UUID, by: User | None, now: datetime, **data: object
) -> DealRow:
    entry = mapping.to_row(deal, game_list=row, entry_key=entry_key, entered_at=now, entered_by=by)
    entry.save(force_insert=True)
    lists.changed(row)
    lists.note(action, row, by=by, now=now, deal=deal.number, points=booked(deal), **data)
    return entry
