"""Objections as the bench and the tables see them, and what a decision would do (SkWO 7.3.2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.disputes.models import Objection
from scoring.disputes.selectors import complaints, rulings
from scoring.disputes.selectors.complaints import Case
from scoring.disputes.services.rulings import WrongDealer
from scoring.disputes.wording import phrases
from scoring.lists.models import GameListRow
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import refusals
from scoring.results.listings.effects import ShownEffect, shown_effect
from scoring.results.selectors.effects import Effect
from scoring.rules.game_list.deals import Deal, Redealing
from tables.acts.services import Refused
from tables.acts.wording.moments import ago
from tables.draw.models import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRuling:
    """What would become of the list and the ranking."""

    effect: ShownEffect
    before: Deal | None = None
    after: Deal | None = None  # the deal as it would stand; None where no deal is corrected
    redealing: Redealing | None = None
    overruled: Sequence[str] = ()  # what the rules say against it
    seen: UUID | None = None  # the key of the entry that counts now


def shown_ruling(
    row: GameListRow | None, *, correction: Deal | None, wrong_dealer: WrongDealer | None, deal: int | None
) -> ShownRuling:
    """Return what a decision would do; nothing is written.

    :raises EntryRefused: if the rules refuse the deal as it is to stand.
    :raises Refused: ``nothing-changed``, ``no-such-deal``.
    """
    if row is not None and correction is not None:
        return _corrected(row, correction)
    if row is not None and wrong_dealer is not None:
        return _dealt_again(row, wrong_dealer)
    return ShownRuling(effect=shown_effect(Effect(moves=()), of=("stays", row and row.pk, deal)))


def _corrected(row: GameListRow, correction: Deal) -> ShownRuling:
    looked = rulings.preview_ruling(row, correction)
    if looked.refused:
        raise EntryRefused(looked.refused)
    if looked.before == looked.after:
        raise Refused("nothing-changed", deal=correction.number)
    return ShownRuling(
        effect=shown_effect(Effect(moves=looked.moves, seats=looked.seats), of=("corrected", row.pk, looked.after)),
        before=looked.before,
        after=looked.after,
        overruled=refusals.findings(looked.overruled, with_deal=False),
        seen=looked.seen,
    )


def _dealt_again(row: GameListRow, wrong: WrongDealer) -> ShownRuling:
    try:
        looked = rulings.preview_wrong_dealer(row, mistake=wrong.mistake, last_begun=wrong.last_begun)
    except ValueError:
        raise Refused("no-such-deal", deal=wrong.mistake or wrong.last_begun) from None
    of = ("again", row.pk, wrong.mistake, wrong.last_begun, looked.redealing)
    return ShownRuling(
        effect=shown_effect(Effect(moves=looked.moves, seats=looked.seats), of=of), redealing=looked.redealing
    )


LONG: Final = timedelta(minutes=5)  # a table stands still while it waits: after so long it stands out


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An objection in words."""

    objection: Objection
    case: Case
    kind: str
    caller: str  # the seat and name of who raises it; empty for the table as a whole and in the hall
    since: str  # when it was raised
    coming: str  # who is on their way; empty while nobody is
    ended: str
    is_urgent: bool  # whether it waits for long, and nobody has set out
    is_his_table: bool  # whether the judge who looks plays there too and may therefore not decide (SkWO 4.5)

    @property
    def is_open(self) -> bool:
        """Whether nobody has ended it."""
        return self.objection.outcome == Objection.Outcome.OPEN

    @property
    def table(self) -> int | None:
        """The number of its table; None in the hall."""
        return self.objection.game_list.table.number if self.objection.game_list else None


def raised(objection: Objection, *, seats: Iterable[Seat], now: datetime, mine: frozenset[int] = frozenset()) -> Raised:
    """Return an objection in words; ``seats`` are those of its table, ``mine`` the entrants that who looks plays as."""
    case = complaints.case_of(objection)
    seated = list(seats)
    caller = next((seat for seat in seated if seat.place == case.place), None)
    return Raised(
        objection=objection,
        case=case,
        kind=phrases.dispute_name(case.kind),
        caller=_("Seat %(place)s, %(name)s") % {"place": caller.place, "name": caller.entrant.called} if caller else "",
        since=ago(objection.raised_at, now=now),
        coming=phrases.on_the_way(objection, now=now),
        ended=phrases.how_it_ended(objection),
        is_urgent=objection.taken_at is None and now - objection.raised_at >= LONG,
        is_his_table=any(seat.entrant_id in mine for seat in seated),
    )
