"""Every field that is stored, and what becomes of it when an event is forgotten (SkWO 7.4.4).

A test fails for a field that is not named here, so whoever adds one has to say what it holds.
"""

from collections.abc import Mapping
from typing import Final

from scoring.privacy.selectors.held import Held, emptied, gone, named
from scoring.privacy.selectors.money_and_seasons import MONEY, SEASONS
from tables.intake.optional import OPTIONAL

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
            " hall_plan"
        )
        | {"registration_open": False},
        # Name, place and organiser say which event it was.
        neutral=named(
            "slug name place starts_on ends_on organiser rounds time_limit strikes_at_limit entry_fee clubs_apart teams"
            " strictly_by_standing drawn_together query_window club names_shown unpublish_on hides_live posted_at"
            " by_the_book is_pub_table is_spread point_stake"
            " ended_at released_at kept_until forgotten_at wipe_due created_at"
        ),
    ),
    "tables.Entrant": Held(
        of="tournament",
        goes=emptied("name pseudonym")
        | emptied("fixed_table entry_key person", None)
        | {name: optional_field.empty for name, optional_field in OPTIONAL.items() if optional_field.is_personal},
        specially=named("club team key apart_from"),
        person=named("number classes paid present withdrawn_at excluded_at shown_as chose_name registered_at"),
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
    "tables.Series": Held(
        of="tournament",
        neutral=named(
            "tournament number seating profile status secret draw drawn_as begins_at drawn_at published_at started_at"
            " closed_at posted_at paused_at paused_for time_over_at"
        ),
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
            "table rounds profile stake kind version seats_confirmed_at presence struck_after"
            " signed_at signed_hash void_at"
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
        goes=gone("sentence facts reasons overruling"),
        person=named("stage deal clauses voided entry dealt_again_from decided_at"),
        accounts=("decided_by",),
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
