"""What is held of money: the account stays by start numbers, words and names go (SkWO 3.3, 7.4.4)."""

from collections.abc import Mapping
from typing import Final

from scoring.privacy.selectors.held import Held
from scoring.privacy.selectors.held import emptied_fields as _emptied
from scoring.privacy.selectors.held import gone_fields as _gone
from scoring.privacy.selectors.held import named_fields as _named

MONEY: Final[Mapping[str, Held]] = {
    "scoring.TariffRow": Held(
        of="tournament", neutral=_named("tournament number code name kind amounts cheaper free goes_to")
    ),
    "scoring.MoneyTerms": Held(
        of="tournament",
        goes=_emptied("holder iban"),
        neutral=_named("tournament wants_start_card wants_presence fetched_until unclaimed_to"),
    ),
    # The account stays, by start numbers: books are kept for ten years, and names stand on the signed paper.
    "scoring.MovementRow": Held(
        of="tournament",
        goes=_gone("because"),
        person=_named("at source source_name target target_name cents reason entrant series table"),
        accounts=("by",),
        neutral=_named("tournament number entry_key part reverses"),
    ),
    "scoring.Deferral": Held(
        of="tournament",
        goes=_gone("because"),
        person=_named("entrant cents at"),
        accounts=("by",),
        neutral=_named("tournament number entry_key"),
    ),
    "scoring.PrizeListRow": Held(
        of="tournament",
        neutral=_named("tournament number name group ranking series of_class plan sharing round_to floor"),
    ),
    "scoring.AwardRow": Held(
        of="tournament",
        person=_named("entrant place cents good awarded_at handed_over_at off_at"),
        accounts=("handed_over_by",),
        neutral=_named("tournament number prize_list movement"),
    ),
    "scoring.CardReturn": Held(of="tournament", person=_named("entrant at"), accounts=("by",), neutral=("tournament",)),
    "scoring.BoxCount": Held(
        of="tournament",
        goes=_gone("because witness"),
        accounts=_named("to counted_by"),
        neutral=_named("tournament number entry_key box pieces found expected movement counted_at"),
    ),
    "scoring.Closing": Held(
        of="tournament",
        goes=_gone("second reopened_because"),
        accounts=("closed_by",),
        neutral=_named("tournament number entry_key last_movement closed_at reopened_at"),
    ),
}
