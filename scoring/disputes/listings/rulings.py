"""What a judge's decision would do, as its page shows it before it is made (SkWO 7.3.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.disputes.selectors import rulings
from scoring.disputes.services.rulings import WrongDealer
from scoring.lists.models import GameListRow
from scoring.lists.services.lists import EntryRefused
from scoring.lists.wording import refusals
from scoring.results.listings.effects import ShownEffect, shown_effect
from scoring.results.selectors.effects import Effect
from scoring.rules.game_list.deals import Deal
from scoring.rules.game_list.redealing import Redealing
from tables.acts.services import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRuling:
    """What would become of the list and the ranking."""

    effect: ShownEffect
    before: Deal | None = None
    after: Deal | None = None
    """The deal as it would stand; None where no deal is corrected."""

    redealing: Redealing | None = None
    overruled: Sequence[str] = ()
    """What the rules say against it."""

    seen: UUID | None = None
    """The key of the entry that counts now."""


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
        looked = rulings.preview_wrong_dealer(row, mistake=wrong.mistake, found=wrong.found)
    except ValueError:
        raise Refused("no-such-deal", deal=wrong.mistake or wrong.found) from None
    of = ("again", row.pk, wrong.mistake, wrong.found, looked.redealing)
    return ShownRuling(
        effect=shown_effect(Effect(moves=looked.moves, seats=looked.seats), of=of), redealing=looked.redealing
    )
