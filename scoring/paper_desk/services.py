"""Taking a list from its paper: entered, closed as signed there, a slip of the typist mended (SkWO 7.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from scoring.lists.models import GameListRow
from scoring.lists.selectors.sitting import plays_at
from scoring.lists.services import entries, lists
from scoring.lists.services.entry import as_typed, enter_list, enter_totals, must_be_seen, replace_totals, stands
from scoring.lists.services.lists import ListSigned
from scoring.paper_desk import selectors
from scoring.results.services.series import follow_slip
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.totals import Totals, TotalsList, must_be_stated
from scoring.signing.services import sign_for_paper
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.journal import chain as journal


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
    saw: str = "",
) -> Taken:
    """Take the result of each player from a paper that all of them signed, and close the list.

    In a list that was closed so before it mends a slip, for the reason ``because``: what the players signed is their
    paper, not what was typed from it. The list stays closed, and so does its series. ``saw`` names whoever else saw
    the paper. Sent again it changes nothing. ``passed`` is how many deals were passed in, None where the typist left
    it open.

    :raises ListSigned: if the list is signed otherwise, or an objection to it is open.
    :raises EntryRefused: if the numbers cannot be the result of such a list.
    :raises Refused: ``passed-unsaid``, ``passed-differs`` (played, passed, length, rest), ``paper-seen-alone``; as
        ``enter_totals``.
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
        _must_be_a_slip(row, saw=saw, by=by)
        if row.kind != GameListRow.Kind.TOTALS:
            raise Refused("kept-deal-by-deal")
        lists.must_sit(row, sits)
        replace_totals(row, totals, passed=passed, by=by, now=now)
        _must_account_for_all(row, typed, passed=passed)
        _mended(row, because=because, by=by, now=now)
        return Taken(is_closed=True)
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
    *,
    list_id: int,
    deal: Deal,
    because: str,
    entry_key: UUID,
    by: User,
    now: datetime,
    seen: UUID | None = None,
    saw: str = "",
) -> None:
    """Mend a slip in a deal of a list that is closed as signed on its paper; it stays closed, and so does its series.

    Sent again with the same key it is mended once. ``saw`` names whoever else saw the paper.

    :raises KeyReused: if the key came with other content before.
    :raises ListSigned: if the list is signed otherwise, or an objection to it is open.
    :raises EntryRefused: if the list would break a rule with the corrected deal.
    :raises Refused: ``deal-decided`` where a decision or a correction put the deal so; ``deal-corrected``,
        ``paper-seen-alone``; as ``replace_deal``.
    """
    row = lists.held(list_id)
    if entries.known(row, deal, entry_key):
        return
    _must_be_a_slip(row, saw=saw, by=by)
    must_be_seen(row, deal.number, seen)
    if selectors.is_decided(row, deal.number):
        raise Refused("deal-decided", deal=deal.number)
    entries.replace_deal(row, deal, because=because, entry_key=entry_key, by=by, now=now)
    _mended(row, because=because, by=by, now=now, deal=deal.number)


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


def _must_be_a_slip(row: GameListRow, *, saw: str, by: User) -> None:
    """Refuse to mend as a slip what nobody can hold against a paper, or somebody alone against their own."""
    if not selectors.is_mendable(row):
        raise ListSigned
    if not saw.strip() and plays_at(row.table_id, tournament=row.table.series.tournament, user=by):
        raise Refused("paper-seen-alone")


def _mended(row: GameListRow, *, because: str, by: User, now: datetime, deal: int | None = None) -> None:
    """Follow a slip that was mended in a closed list: rulings, measures and corrections (SkWO 7.2.5) hold as before."""
    lists.freeze_anew(row, by=by, now=now)
    lots = follow_slip(row.table.series, seed=str(uuid4()), because=because, by=by, now=now)
    more = {"deal": deal, "lots": lots or None}
    told = {name: value for name, value in more.items() if value is not None}
    sealing: journal.Sealing = {"event": [()], "series": [(row.table.series.number,)]}
    lists.note("list.slip-mended", row, by=by, now=now, sealing=sealing, because=because.strip()[:300], **told)


def _closed(list_id: int, *, by: User, now: datetime) -> Taken:
    """Close a list; where something is in the way, what was typed stays all the same."""
    try:
        with transaction.atomic():
            sign_for_paper(list_id=list_id, by=by, now=now)
    except Refused as refused:
        return Taken(is_closed=False, left=refused)
    return Taken(is_closed=True)
