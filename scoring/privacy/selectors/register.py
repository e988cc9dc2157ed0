"""Every field that is stored, and what becomes of it when an event is forgotten (SkWO 7.4.4).

A test fails for a field that is not named here, so whoever adds one has to say what it holds.
"""

from collections.abc import Mapping
from typing import Final

from scoring.privacy.selectors.held import Held, emptied, gone, named
from tables.intake.optional import OPTIONAL

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
    "scoring.LeagueTeam": Held(
        goes=gone("sanctioned_because"),
        person=("captain",),
        neutral=named("division number name club key deducted withdrawn"),
    ),
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
    "scoring.EarlierResult": Held(
        person=named("day person part points won lost lists added_at"), neutral=("season",), with_rows=True
    ),
    "scoring.SeasonMember": Held(person=named("person added_at"), neutral=("season",), with_rows=True),
    "scoring.SeasonClub": Held(neutral=named("season club added_at")),
    "scoring.SeasonHelper": Held(accounts=("user",), neutral=named("season may added_at")),
    "scoring.StrengthConsent": Held(person=named("person given_at"), neutral=("season",), with_rows=True),
    "scoring.Competition": Held(
        neutral=named(
            "season number name together of_each count best grouping best_of_group points whole_evenings parts"
            " by_rounds absent minimum"
            " quotas last_points minimum_evenings bonus guests ties only_class entry_key made_at"
        )
    ),
    "scoring.SeasonRelease": Held(
        person=("table",), accounts=("released_by",), neutral=named("competition number hash released_at")
    ),
    **LEAGUES,
}


IN_LIST: Final = "game_list__table__series__tournament"

ENTRY: Final = Held(
    of=IN_LIST,
    goes=gone("voided_because") | emptied("device"),
    person=named(
        "number declarer game matadors hand schneider schneider_announced schwarz schwarz_announced ouvert won bid"
        " overbid overruled points house entered_at voided_at"
    ),
    accounts=named("entered_by voided_by"),
    neutral=named("entry_key game_list"),
)

HALL: Final[Mapping[str, Held]] = {
    "tables.Tournament": Held(
        of="pk",
        goes=emptied(
            "direction costs use_of_money exclusion tribunal rules supervision penalties list_keeping stake material"
            " hall_plan open_to_whom"
        )
        | {"registration_open": False},
        # Name, place and organiser say which event it was.
        neutral=named(
            "slug name place starts_on ends_on organiser rounds time_limit strikes_at_limit entry_fee clubs_apart teams"
            " strictly_by_standing drawn_together query_window club names_shown unpublish_on hides_live posted_at"
            " most_entrants moves_up open_to qualified_in"
            " by_the_book is_pub_table is_spread point_stake"
            " ended_at released_at under_review_since kept_until forgotten_at wipe_due created_at"
        ),
    ),
    "tables.Entrant": Held(
        of="tournament",
        goes=emptied("name pseudonym")
        | emptied("fixed_table entry_key person", None)
        | {name: optional_field.empty for name, optional_field in OPTIONAL.items() if optional_field.is_personal},
        specially=named("club team key apart_from"),
        person=named(
            "number classes paid present withdrawn_at waiting_since same_as excluded_at fills_in brought"
            " shown_as chose_name registered_at"
        ),
        neutral=(
            *named("tournament source"),
            *(name for name, optional_field in OPTIONAL.items() if not optional_field.is_personal),
        ),
    ),
    "tables.PlayerClass": Held(
        of="tournament",
        neutral=named("tournament number code name mark words headings youngest oldest position is_translated"),
    ),
    "tables.Role": Held(of="tournament", goes={"plays_as": None}, accounts=("user",), neutral=("tournament", "kind")),
    "tables.Announcement": Held(
        of="tournament",
        goes=gone("text"),
        accounts=("made_by",),
        neutral=named("tournament number entry_key made_at until taken_down_at"),
    ),
    "tables.Draw": Held(
        of="tournament",
        goes=gone("discarded_because"),
        specially=("record",),
        neutral=named("tournament number drawn_at discarded_at"),
    ),
    "tables.JournalEntry": Held(
        of="tournament",
        specially=("data",),
        accounts=("by",),
        neutral=named("tournament number at action hash"),
    ),
    "tables.SiteEntry": Held(specially=("data",), accounts=("by",), neutral=named("club number at action hash")),
    "tables.Series": Held(
        of="tournament",
        neutral=named(
            "tournament number seating profile status secret draw drawn_as begins_at drawn_at published_at started_at"
            " closed_at posted_at paused_at paused_for time_over_at own_rounds own_time_limit"
            " gives_chairs"
        ),
        goes=gone("length_because"),
    ),
    "tables.Table": Held(of="series__tournament", neutral=named("series number size key words play_began_at reseated")),
    "tables.Seat": Held(of="series__tournament", person=named("place entrant table"), neutral=("series",)),
    "tables.Seeding": Held(of="series__tournament", person=named("entrant rank"), neutral=("series",)),
    # A club's own: its keepers take people out of the book, whatever events they played in.
    "tables.Club": Held(neutral=named("slug name place website created_at")),
    "tables.ClubKeeper": Held(accounts=("user",), neutral=("club",)),
    "tables.Person": Held(
        person=named("name plays_for team classes contact shown_as pseudonym added_at merged_into"),
        neutral=named("club entry_key"),
    ),
    # An account goes by ``manage.py forget --account``.
    "tables.User": Held(
        person=named("username first_name last_name email last_login date_joined"),
        neutral=named("password is_superuser is_staff is_active groups user_permissions"),
    ),
    "tables.Release": Held(neutral=named("version migrated_at")),
    # Deleted when they no longer count, at the latest the day after.
    "tables.Guess": Held(person=named("address_hash at"), with_rows=True),
}

LISTS: Final[Mapping[str, Held]] = {
    "scoring.GameListRow": Held(
        of="table__series__tournament",
        goes=gone("short_because"),
        accounts=("signed_by",),
        neutral=named(
            "table rounds profile stake kind version seats_confirmed_at presence chairs struck_after"
            " passed signed_at signed_hash void_at"
        ),
    ),
    "scoring.DealRow": ENTRY,
    "scoring.SecondDealRow": ENTRY,
    "scoring.TotalsRow": Held(
        of=IN_LIST,
        person=named("place game_points won lost entered_at voided_at correction replaced_by"),
        accounts=("entered_by",),
        neutral=("game_list",),
    ),
    "scoring.SeatResult": Held(
        of=IN_LIST,
        person=named("seat game_points won lost opponents_lost performance counts penalty"),
        neutral=("game_list",),
    ),
    "scoring.Confirmation": Held(
        of=IN_LIST,
        goes=gone("name") | emptied("drawing"),
        person=named("place way heard_by at"),
        neutral=("game_list",),
    ),
    "scoring.Proposal": Held(
        of=IN_LIST,
        goes=emptied("device"),
        accounts=("settled_by",),
        person=named("sits"),
        neutral=named("game_list entry_key number line because received_at settled_at accepted"),
    ),
    "scoring.Phone": Held(
        of=IN_LIST, goes=emptied("device"), neutral=named("game_list keeps unsent seen_at"), with_rows=True
    ),
    "scoring.DoneAct": Held(
        of=IN_LIST, goes=emptied("content"), neutral=named("game_list entry_key done_at"), with_rows=True
    ),
    "scoring.Call": Held(
        of=IN_LIST,
        goes=emptied("text device"),
        person=named("place kind called_at settled_at"),
        accounts=("settled_by",),
        neutral=named("game_list entry_key second granted"),
    ),
    "scoring.Lot": Held(of="tournament", person=named("entrant number drawn_at"), neutral=("tournament",)),
    "scoring.Ranking": Held(
        of="tournament",
        accounts=("made_by",),
        neutral=named("tournament number entry_key kind name series best_of size scaled drawn_from made_at off_at"),
    ),
    "scoring.Team": Held(of="ranking__tournament", specially=("name",), neutral=named("ranking number")),
    "scoring.TeamMember": Held(of="ranking__tournament", person=named("team entrant substitute"), neutral=("ranking",)),
    "scoring.Substitution": Held(
        of="series__tournament",
        person=named("series out substitute reported_at"),
        accounts=("reported_by",),
        neutral=("entry_key",),
    ),
    "scoring.RankingLot": Held(
        of="ranking__tournament", specially=("competitor",), neutral=named("ranking number drawn_at")
    ),
}

DISPUTES: Final[Mapping[str, Held]] = {
    "scoring.Objection": Held(
        of="tournament",
        goes=emptied("text device"),
        person=named("place deal kind raised_at taken_at outcome ended_at"),
        accounts=named("raised_by taken_by ended_by"),
        neutral=named("tournament number series game_list entry_key call"),
    ),
    "scoring.Statement": Held(
        of="tournament",
        goes=emptied("facts claim answer"),
        person=named("kind deal place stated_at"),
        accounts=("stated_by",),
        neutral=named("tournament number objection entry_key"),
    ),
    "scoring.Ruling": Held(
        of="tournament",
        goes=gone("sentence facts reasons overruling") | emptied("taken_back_because"),
        person=named("stage deal clauses voided entry dealt_again_from decided_at taken_back_at"),
        accounts=named("decided_by taken_back_by"),
        neutral=named("tournament number series game_list objection entry_key"),
    ),
    "scoring.Appeal": Held(
        of="tournament",
        goes=gone("text reasons"),
        person=named("appellant deal filed_at late verdict decided_at"),
        accounts=named("filed_by decided_by"),
        neutral=named("tournament number series game_list ruling entry_key decision_key decision"),
    ),
    "scoring.Correction": Held(
        of="tournament",
        goes=gone("reason"),
        person=named("witnesses testified clause corrected_at lapsed_at entry replaced"),
        accounts=("corrected_by",),
        neutral=named("tournament number entry_key game_list"),
    ),
    "scoring.Measure": Held(
        of="tournament",
        goes=gone("substitute_name reason lifted_because"),
        person=named("kind entrant points from_deal substitute clause ordered_at lifted_at"),
        accounts=named("ordered_by lifted_by"),
        neutral=named("tournament number entry_key series game_list lift_key"),
    ),
    "scoring.ResultQuery": Held(
        of="tournament",
        goes=gone("text reasons"),
        person=named("entrant raised_at late verdict answered_at"),
        accounts=named("raised_by answered_by"),
        neutral=named("tournament number entry_key series correction counts_from answer_key"),
    ),
    "scoring.TribunalMember": Held(
        of="tournament",
        goes=gone("name") | emptied("club team") | {"plays_as": None},
        person=named("named_at left_at"),
        accounts=named("user named_by left_by"),
        neutral=named("tournament number entry_key"),
    ),
    "scoring.Panel": Held(
        of="tournament",
        person=("members",),
        accounts=("named_by",),
        neutral=named("tournament number entry_key appeal named_at"),
    ),
}

REGISTER: Final[Mapping[str, Held]] = {**HALL, **LISTS, **DISPUTES, **MONEY, **SEASONS}
"""All tables of both apps, by the name of their model."""
