"""The entries of a list: voided and written in the caller's transaction and turn (ISkO 5.5)."""

from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.lists import mapping
from scoring.lists.mapping import Entry
from scoring.lists.models import DealRow, GameListRow, SecondDealRow
from scoring.lists.selectors import history
from scoring.lists.selectors.book import FIRST, SECOND
from scoring.lists.services import lists
from scoring.lists.services.lists import EntryRefused
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.findings import findings
from tables.accounts.models import User
from tables.acts.services import KeyReused, Refused, sent_before


def replace_deal(
    row: GameListRow, deal: Deal, *, because: str, entry_key: UUID, by: User | None, now: datetime, copy: str = FIRST
) -> Any:
    """Void an entry of a list, or of its second one, and add its correction, signed list or not.

    It is done in the caller's transaction and turn.

    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``kept-as-totals``, ``no-such-deal`` or ``nothing-changed``.
    """
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    of: Any = SecondDealRow if copy == SECOND else DealRow
    rows = of.objects.filter(game_list=row, voided_at=None).order_by("number")
    entered = {value.number: mapping.to_deal(value) for value in rows}
    if deal.number not in entered:
        raise Refused("no-such-deal", deal=deal.number)
    if entered[deal.number] == deal:
        raise Refused("nothing-changed", deal=deal.number)
    if copy == FIRST:
        must_hold(row, tuple((entered | {deal.number: deal}).values()))
        action = "list.deal-corrected"
    else:
        # It only stands beside the first: what is wrong elsewhere in it is put right there.
        blank = mapping.to_game_list(row, ())
        first = 1 if blank.is_of_a_house else deal.number - 1
        lists.must_hold_next(blank, tuple(entered[at] for at in entered if first <= at < deal.number), deal)
        action = "second.deal-corrected"
    words = because.strip()[:300]
    rows.filter(number=deal.number).update(voided_at=now, voided_by=by, voided_because=words)
    entry = write(action, row, deal, of, entry_key=entry_key, by=by, now=now, because=because)
    if copy == FIRST:
        lists.settle_same(row, deal, by=by, now=now)
    return entry


def add_deal(row: GameListRow, deal: Deal, *, because: str, entry_key: UUID, by: User, now: datetime) -> DealRow:
    """Write down a deal that was forgotten, in the caller's transaction and turn, signed list or not.

    :raises EntryRefused: if the list would break a rule with it.
    """
    must_hold(row, (*deals_of(row), deal))
    return write("list.deal-added", row, deal, DealRow, entry_key=entry_key, by=by, now=now, because=because)


def deals_of(row: GameListRow) -> tuple[Deal, ...]:
    """Return the valid deals of a list in order.

    :raises Refused: ``kept-as-totals``.
    """
    if row.kind == GameListRow.Kind.TOTALS:
        raise Refused("kept-as-totals")
    return tuple(mapping.to_deal(deal) for deal in lists.valid_deals(row))


def must_hold(row: GameListRow, deals: tuple[Deal, ...]) -> None:
    """Refuse deals the rules refuse; what they only ask about is left to the page.

    :raises EntryRefused: naming every problem.
    """
    game_list = replace(mapping.to_game_list(row, ()), deals=deals)
    if errors := [finding for finding in findings(game_list) if finding.problem.severity == "error"]:
        raise EntryRefused(errors)


def entry_with_key(row: GameListRow, deal: Deal, entry_key: UUID) -> DealRow | None:
    """Return the entry that came with this key before.

    :raises KeyReused: if it was another one.
    """
    deal_row = sent_before(DealRow.objects, entry_key, game_list_id=row.pk)
    if deal_row and mapping.to_deal(deal_row) != deal:
        raise KeyReused
    return deal_row


def write(
    action: str, row: GameListRow, deal: Deal, of: type[Entry], *, by: User | None, now: datetime, **more: Any
) -> Entry:
    """Write an entry and tell the journal of it; the deal was found to hold before.

    Of what is ``more``, key and device are of the entry, the rest is for the journal.
    """
    made = {name: more.pop(name) for name in ("entry_key", "device") if name in more}
    entry = mapping.to_row(deal, of, game_list=row, entered_at=now, entered_by=by, **made)
    entry.save(force_insert=True)
    (lists.changed if of is DealRow else lists.changed_beside)(row)
    facts = {"deal": deal.number, "points": entry.points, "entry": history.entry_hash(entry)}
    lists.note(action, row, by=by, now=now, **facts, **more)
    return entry
