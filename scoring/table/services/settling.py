"""What a phone says beside entering deals, done by the service that does it for a page too (ISkO 5.5.3; SkWO 7.2.3)."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final

from django.db import IntegrityError, transaction

from scoring.disputes.services.objections import raise_objection
from scoring.lists.models import Call, DoneAct, GameListRow, Proposal
from scoring.lists.services import lists, phones, proposals
from scoring.lists.services.entry import correct_deal
from scoring.lists.services.lists import KeyReused
from scoring.signing import services as signing
from scoring.table.services.calls import call
from scoring.table.services.receipts import (
    Accept,
    Close,
    Correct,
    Disagree,
    Dismiss,
    Dispute,
    Receipt,
    Ring,
    Said,
    Sign,
    State,
)
from tables.acts.services.refusals import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """A phone that says something, about a list in its turn."""

    row: GameListRow
    copy: str
    device: str
    address: str
    now: datetime

    @property
    def keyed(self) -> dict[str, Any]:
        """What every service is told of it."""
        return {"list_id": self.row.pk, "device": self.device, "now": self.now}


def settle(act: Said, by: Sender) -> Receipt:
    """Do what a phone says, in the caller's transaction and turn; what is refused changes nothing.

    What was done is noted by its key: brought again, it gets the same receipt and is not done a second time, whatever
    happened to it in between.
    """
    try:
        if not _is_done(act, by.row):
            _do(act, by)
    except Refused as because:
        return Receipt(key=act.key, number=act.number, state=State.REFUSED, because=because)
    return Receipt(key=act.key, number=act.number, state=State.SAVED)


def _is_done(act: Said, row: GameListRow) -> bool:
    """Test whether an act was done before.

    :raises KeyReused: if another one was done with its key.
    """
    known = DoneAct.objects.filter(entry_key=act.key).first()
    if known and (known.game_list_id != row.pk or known.content != _content(act)):
        raise KeyReused
    return known is not None


def _content(act: Said) -> str:
    return hashlib.sha256(json.dumps([type(act).__name__, asdict(act)], default=str).encode()).hexdigest()


def _do(act: Said, by: Sender) -> None:
    try:
        DOES[type(act)](act, by)
        with transaction.atomic():
            DoneAct.objects.create(game_list=by.row, entry_key=act.key, content=_content(act), done_at=by.now)
    except IntegrityError as error:
        # Its key came with something else, by another way.
        raise KeyReused from error


def _accept(act: Accept, by: Sender) -> None:
    proposals.accept(
        proposal_id=_proposal(act, by),
        by=None,
        device=by.device,
        now=by.now,
        declarer=act.declarer,
        sits=act.sits or None,
        seen=act.seen,
        agreed=act.agreed,
    )


def _dismiss(act: Dismiss, by: Sender) -> None:
    proposals.dismiss(proposal_id=_proposal(act, by), by=None, device=by.device, now=by.now)


def _proposal(act: Accept | Dismiss, by: Sender) -> int:
    proposal = Proposal.objects.filter(entry_key=act.of, game_list=by.row).first()
    if proposal is None:
        raise Refused("no-such-deal", deal=act.number)
    return int(proposal.pk)


def _correct(act: Correct, by: Sender) -> None:
    if not act.agreed:
        raise Refused("not-agreed")
    lists.must_sit(by.row, act.sits)
    correct_deal(deal=act.deal, because=act.because, entry_key=act.key, by=None, seen=act.of, **by.keyed)


def _ring(act: Ring, by: Sender) -> None:
    if act.kind == Call.Kind.TAKE_OVER:
        phones.ask_to_take_over(copy=by.copy, entry_key=act.key, **by.keyed)
        return
    _must_be_meant(act, by)
    call(kind=act.kind, place=act.place, text=act.text, entry_key=act.key, address=by.address, **by.keyed)


def _dispute(act: Dispute, by: Sender) -> None:
    _must_be_meant(act, by)
    raise_objection(
        series_id=by.row.table.series_id,
        deal=act.number or None,
        kind=act.kind,
        place=act.place,
        text=act.text,
        entry_key=act.key,
        by=None,
        address=by.address,
        **by.keyed,
    )


def _disagree(act: Disagree, by: Sender) -> None:
    _must_be_meant(act, by)
    signing.object_to(place=act.place, text=act.text, entry_key=act.key, address=by.address, **by.keyed)


def _must_be_meant(act: Ring | Dispute | Disagree, by: Sender) -> None:
    """Refuse what names a seat at which somebody else sits since."""
    if act.place is not None:
        lists.must_sit(by.row, act.sits)


def _sign(act: Sign, by: Sender) -> None:
    signing.confirm(
        place=act.place, shown=act.shown, drawing=act.drawing, heard_by=act.heard_by, code=act.code, **by.keyed
    )


def _close(act: Close, by: Sender) -> None:
    signing.sign(shown=act.shown, **by.keyed)


DOES: Final[Mapping[type[Said], Callable[[Any, Sender], None]]] = {
    Accept: _accept,
    Dismiss: _dismiss,
    Correct: _correct,
    Ring: _ring,
    Dispute: _dispute,
    Disagree: _disagree,
    Sign: _sign,
    Close: _close,
}
"""Who does what is said."""
