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

LEAGUES: Final[Mapping[str, Held]] = {
    # Who plays goes six months after the season, as its members do; results stay, by the numbers in each team.
    "scoring.Level": Held(neutral=named("season number name series ties up best_next down worst_next binding_days")),
    "scoring.Day": Held(neutral=named("level starts_at place")),
    "scoring.Division": Held(neutral=named("level number season name seed entry_key")),
    "scoring.LeagueTeam": Held(person=("captain",), neutral=named("division number name club key")),
    "scoring.LeagueMember": Held(person=named("person added_at"), neutral=("season",), with_rows=True),
    "scoring.RosterPlace": Held(person=named("member since until substitute"), neutral=("team",), with_rows=True),
    "scoring.Match": Held(goes=emptied("venue"), neutral=named("division day number host")),
    "scoring.MatchTeam": Held(neutral=named("match team position handed_in_at absent agreed_to")),
    "scoring.LineUpPlace": Held(person=("member",), neutral=named("side number from_series")),
    "scoring.MatchReport": Held(
        goes=emptied("reason"),
        person=("results",),
        accounts=("reported_by",),
        neutral=named("match number broken_off reported_at entry_key"),
    ),
    "scoring.Protest": Held(
        goes=gone("text decision"), neutral=named("match team made_at entry_key decided_at upheld")
    ),
}

SEASONS: Final[Mapping[str, Held]] = {
    # A club's own: its members go six months after the season; what was released names players by number alone.
    "scoring.Season": Held(
        neutral=named(
            "club slug name starts_on ends_on visibility names_shown land strength_start key entry_key"
            " created_at forgotten_at"
        )
    ),
    "scoring.SeasonEvent": Held(of="tournament", neutral=named("season tournament kind added_at")),
    "scoring.PlannedEvening": Held(neutral=named("season day name planned_at")),
    "scoring.SeasonMember": Held(person=named("person added_at"), neutral=("season",), with_rows=True),
    "scoring.SeasonClub": Held(neutral=named("season club added_at")),
    "scoring.SeasonHelper": Held(accounts=("user",), neutral=named("season may added_at")),
    "scoring.StrengthConsent": Held(person=named("person given_at"), neutral=("season",), with_rows=True),
    "scoring.Competition": Held(
        neutral=named(
            "season number name together of_each count best grouping best_of_group points whole_evenings parts"
            " absent minimum quotas last_points minimum_evenings bonus guests ties only_class entry_key made_at"
        )
    ),
    "scoring.SeasonRelease": Held(
        person=("table",), accounts=("released_by",), neutral=named("competition number hash released_at")
    ),
    **LEAGUES,
}
