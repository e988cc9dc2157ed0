"""Deals that a phone brought and that could not be entered: accepted or dismissed by whoever keeps the list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from scoring.lists.models import EntryRow, GameListRow, Proposal
from scoring.lists.selectors import sitting
from scoring.lists.services import lists, phones
from scoring.lists.services.entry import correct_deal, enter_deal
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import read_line
from tables.accounts.models import User
from tables.acts.services import Refused


@transaction.atomic
def accept(
    *,
    proposal_id: int,
    by: User | None,
    now: datetime,
    device: str = "",
    declarer: int | None = None,
    sits: Sequence[int] | None = None,
    seen: UUID | None = None,
    agreed: bool = False,
) -> EntryRow:
    """Enter a deal that was only proposed, with the key it came with. Accepted twice, it counts once.

    Where the list has another entry of the deal, ``seen`` is the key of the one that was looked at: it is voided, which
    takes the consent of all players of the deal: ``agreed`` (ISkO 5.5.3).

    ``by`` is the direction, ``device`` the phone that keeps the list: one of them accepts. Where others sat at the
    table when the deal was written, ``declarer`` says for which seat it counts; ``sits`` are the start numbers of those
    whom the page showed there.

    :raises ListSigned: if the list is signed.
    :raises EntryRefused: if the list would break a rule with it.
    :raises Refused: ``proposal-settled`` if it was dismissed, ``kept-by-other``, ``only-the-keeper``,
        ``seated-otherwise`` or ``seats-unnamed`` until it is said for whom it counts; ``not-agreed``,
        ``deal-corrected`` if another entry stands there than was seen; and whatever else ``entry.enter_deal`` refuses.
    """
    row, proposal = _held(proposal_id, by=by, device=device, now=now)
    if proposal.settled_at and not proposal.accepted:
        raise Refused("proposal-settled", deal=proposal.number)
    deal = _for_whom(row, proposal, declarer=declarer)
    if seen is None:
        entered = enter_deal(
            list_id=row.pk, deal=deal, entry_key=proposal.entry_key, by=by, now=now, device=device, sits=sits
        )
    else:
        if not agreed:
            raise Refused("not-agreed")
        lists.must_sit(row, sits)
        entered = correct_deal(
            list_id=row.pk,
            deal=deal,
            because="",
            entry_key=proposal.entry_key,
            by=by,
            now=now,
            device=device,
            seen=seen,
        )
    # A correction has settled all that say the same.
    proposal.refresh_from_db()
    lists.settle_proposal(row, proposal, accepted=True, by=by, now=now)
    return entered


@transaction.atomic
def dismiss(*, proposal_id: int, by: User | None, now: datetime, device: str = "") -> None:
    """Say that a proposed deal does not count; it stays on record. Dismissed twice, it is dismissed once.

    :raises Refused: ``proposal-settled`` if it was accepted, ``kept-by-other``, ``only-the-keeper``.
    """
    row, proposal = _held(proposal_id, by=by, device=device, now=now)
    if proposal.accepted:
        raise Refused("proposal-settled", deal=proposal.number)
    lists.settle_proposal(row, proposal, accepted=False, by=by, now=now)


def _for_whom(row: GameListRow, proposal: Proposal, *, declarer: int | None) -> Deal:
    """Return a proposed deal for who sits at the table now; who played it is not to be guessed."""
    deal = read_line(proposal.number, proposal.line)
    now = sitting.sits_of(sitting.seats_at(row.table))
    if deal.declarer is None or sitting.is_seated(row, now=now, then=proposal.sits):
        return deal
    if declarer is None:
        raise lists.seated_otherwise(row, now=now, then=proposal.sits)
    return replace(deal, declarer=declarer)


def _held(proposal_id: int, *, by: User | None, device: str, now: datetime) -> tuple[GameListRow, Proposal]:
    row = lists.held(Proposal.objects.values_list("game_list_id", flat=True).get(pk=proposal_id))
    if by is None and not device:
        raise Refused("only-the-keeper")
    phones.must_keep(row, device=device, copy=phones.FIRST, by=by, now=now)
    return row, Proposal.objects.get(pk=proposal_id)
