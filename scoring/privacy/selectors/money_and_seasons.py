"""What money and seasons hold of persons: accounts by start number, members of a club's year."""

from collections.abc import Mapping
from typing import Final

from scoring.privacy.selectors.held import Held, emptied, gone, named

MONEY: Final[Mapping[str, Held]] = {
    "scoring.TariffRow": Held(
        of="tournament", neutral=named("tournament number code name kind amounts cheaper free goes_to")
    ),
    "scoring.MoneyTerms": Held(
        of="tournament",
        goes=emptied("holder iban"),
        neutral=named("tournament wants_start_card wants_presence fetched_until unclaimed_to"),
    ),
    # The account stays, by start numbers: books are kept for ten years, and names stand on the signed paper.
    "scoring.MovementRow": Held(
        of="tournament",
        goes=gone("because"),
        person=named("at source source_name target target_name cents reason entrant series table"),
        accounts=("by",),
        neutral=named("tournament number entry_key part reverses"),
    ),
    "scoring.Deferral": Held(
        of="tournament",
        goes=gone("because"),
        person=named("entrant cents at"),
        accounts=("by",),
        neutral=named("tournament number entry_key"),
    ),
    "scoring.PrizeListRow": Held(
        of="tournament",
        neutral=named("tournament number name group ranking series of_class winners plan sharing round_to floor"),
    ),
    "scoring.AwardRow": Held(
        of="tournament",
        person=named("entrant place cents good awarded_at handed_over_at off_at"),
        accounts=("handed_over_by",),
        neutral=named("tournament number prize_list movement"),
    ),
    "scoring.CardReturn": Held(of="tournament", person=named("entrant at"), accounts=("by",), neutral=("tournament",)),
    "scoring.BoxCount": Held(
        of="tournament",
        goes=gone("because witness"),
        accounts=named("to counted_by"),
        neutral=named("tournament number entry_key box pieces found expected movement counted_at"),
    ),
    "scoring.Closing": Held(
        of="tournament",
        goes=gone("second reopened_because"),
        accounts=("closed_by",),
        neutral=named("tournament number entry_key last_movement closed_at reopened_at"),
    ),
}

SEASONS: Final[Mapping[str, Held]] = {
    # A club's own: its members go six months after the season; what was released names players by number alone.
    "scoring.Season": Held(
        neutral=named("club slug name starts_on ends_on visibility names_shown key entry_key created_at forgotten_at")
    ),
    "scoring.SeasonEvent": Held(of="tournament", neutral=named("season tournament kind added_at")),
    "scoring.SeasonMember": Held(person=named("person added_at"), neutral=("season",), with_rows=True),
    "scoring.SeasonClub": Held(neutral=named("season club added_at")),
    "scoring.SeasonHelper": Held(accounts=("user",), neutral=named("season may added_at")),
    "scoring.Competition": Held(
        neutral=named(
            "season number name count best grouping best_of_group points whole_evenings parts absent minimum"
            " quotas last_points minimum_evenings bonus guests ties only_class entry_key made_at"
        )
    ),
    "scoring.SeasonRelease": Held(
        person=("table",), accounts=("released_by",), neutral=named("competition number hash released_at")
    ),
}
