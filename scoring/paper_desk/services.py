"""Taking a list from its paper: entered, closed as signed there, a slip of the typist mended (SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.lists.models import GameListRow
from scoring.lists.services import lists
from scoring.lists.services.entry import as_typed, correct_deal, enter_list, enter_totals, stands
from scoring.lists.services.lists import ListSigned
from scoring.paper_desk import selectors
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.totals import Totals, TotalsList, must_be_stated
from scoring.signing.services import reopen, sign_for_paper
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A list that was taken from its paper."""

    is_closed: bool
    left: Refused | None = None
    """Why it could not be closed as signed on its paper; None where it is, or where deals are missing."""


@transaction.atomic
def take_results(
    *,
    list_id: int,
    totals: Sequence[Totals],
    passed: int | None = None,
    seen: Seen | None,
    by: User,
    now: datetime,
    sits: Sequence[int] | None = None,
    because: str = "",
) -> Taken:
    """Take the result of each player from a paper that all of them signed, and close the list.

    A list that was closed so before is opened for it, for the reason ``because``, and closed again: what the players
    signed is their paper, not what was typed from it. Sent again it changes nothing. ``passed`` is how many deals were
    passed in, None where the typist left it open.

    :raises ListSigned: if the list is signed otherwise, or disputed, or its series is closed.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``passed-unsaid``, ``passed-differs`` (played, passed, length, rest); as ``enter_totals``.
    :raises Overtaken: if other results stand there than were ``seen``.
    """
    row = lists.held(list_id)
    typed = TotalsList(seats=row.table.size, rounds=row.rounds, totals=tuple(totals))
    passed = _passed(row, typed, said=passed)
    if row.signed_at:
        wanted = as_typed(totals, passed=passed)
        if stands(row) == wanted:
            return Taken(is_closed=True)
        # Whoever was slower is told what stands there now, not that the list is closed.
        must_be_as_seen(seen, now=stands(row), wanted=wanted)
        _open_for_mending(row, because=because, by=by, now=now)
    enter_totals(list_id=list_id, totals=totals, passed=passed, seen=seen, sits=sits, by=by, now=now)
    _must_account_for_all(row, typed, passed=passed)
    return _closed(list_id, by=by, now=now)


@transaction.atomic
def take_deals(
    *,
    list_id: int,
    deals: Sequence[Deal],
    entry_key: UUID,
    by: User,
    now: datetime,
    sits: Sequence[int] | None = None,
) -> Taken:
    """Take what is missing of a list from its paper, deal by deal, and close the list once it is whole.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule; every problem of every deal is named.
    :raises Refused: as ``enter_list``.
    """
    enter_list(list_id=list_id, deals=deals, entry_key=entry_key, sits=sits, by=by, now=now)
    row = lists.held(list_id)
    if any(finding.problem.severity == "error" for finding in lists.missing(row)):
        return Taken(is_closed=False)
    return _closed(list_id, by=by, now=now)


@transaction.atomic
def mend_deal(
    *, list_id: int, deal: Deal, because: str, entry_key: UUID, by: User, now: datetime, seen: UUID | None = None
) -> None:
    """Mend a slip in a deal of a list that is closed as signed on its paper, and close it again.

    :raises ListSigned: if the list is signed otherwise, or disputed, or its series is closed.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: as ``correct_deal``.
    """
    row = lists.held(list_id)
    _open_for_mending(row, because=because, by=by, now=now)
    correct_deal(list_id=list_id, deal=deal, because=because, entry_key=entry_key, seen=seen, by=by, now=now)
    sign_for_paper(list_id=list_id, by=by, now=now)


def _passed(row: GameListRow, typed: TotalsList, *, said: int | None) -> int | None:
    """Return how many deals were passed in: where it is left open, all that nobody played, of a few.

    Of a list accepted short none; None where somebody has to say it.
    """
    if said is not None:
        return said
    if row.short_because:
        return 0
    return None if must_be_stated(typed) else typed.rest


def _must_account_for_all(row: GameListRow, typed: TotalsList, *, passed: int | None) -> None:
    """Refuse results that with the deals passed in do not make up the list; of one accepted short some are missing."""
    facts = {"played": typed.played, "passed": passed, "length": typed.length, "rest": typed.rest}
    if passed is None:
        raise Refused("passed-unsaid", **facts)
    if passed > typed.rest or (passed < typed.rest and not row.short_because):
        raise Refused("passed-differs", **facts)


def _open_for_mending(row: GameListRow, *, because: str, by: User, now: datetime) -> None:
    if not selectors.is_mendable(row):
        raise ListSigned
    reopen(list_id=row.pk, because=because, by=by, now=now)


def _closed(list_id: int, *, by: User, now: datetime) -> Taken:
    """Close a list; where something is in the way, what was typed stays all the same."""
    try:
        with transaction.atomic():
            sign_for_paper(list_id=list_id, by=by, now=now)
    except Refused as refused:
        return Taken(is_closed=False, left=refused)
    return Taken(is_closed=True)
