"""Every field that is stored, and what becomes of it when an event is forgotten (SkWO 7.4.4).

A test fails for a field that is not named here, so whoever adds one has to say what it holds.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from tables.intake.optional import OPTIONAL

GONE: Final = "–"
"""What stands where words had to go and something has to stand."""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a table of the database holds of persons, and what it does not."""

    of: str = ""
    """The way from a row to its event; empty where it belongs to none."""

    goes: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """Names, words and marks of persons, and what takes their place. ``GONE`` stands only where something stood."""

    specially: tuple[str, ...] = ()
    """What goes in a way of its own: see ``scoring.privacy.services.forgetting``."""

    person: tuple[str, ...] = ()
    """What is about a person and stays, because without a name it tells nothing: seats, results, start numbers."""

    accounts: tuple[str, ...] = ()
    """Whose account did it. An account goes for itself: it may be in charge of other events."""

    neutral: tuple[str, ...] = ()
    """What tells nothing about anybody."""

    with_rows: bool = False
    """Whether whole rows go."""

    @property
    def names(self) -> frozenset[str]:
        """All fields that are named."""
        return frozenset((*self.goes, *self.specially, *self.person, *self.accounts, *self.neutral))

    @property
    def personal(self) -> frozenset[str]:
        """The fields that hold something about a person."""
        return self.names - frozenset(self.neutral) - frozenset(self.accounts)


def _named(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _emptied(text: str, value: Any = "") -> dict[str, Any]:
    return dict.fromkeys(_named(text), value)


def _gone(text: str) -> dict[str, Any]:
    return _emptied(text, GONE)


IN_LIST: Final = "game_list__table__series__tournament"

ENTRY: Final = Held(
    of=IN_LIST,
    goes=_gone("voided_because") | _emptied("device"),
    person=_named(
        "number declarer game matadors hand schneider schneider_announced schwarz schwarz_announced ouvert won bid"
        " overbid overruled points house entered_at voided_at"
    ),
    accounts=_named("entered_by voided_by"),
    neutral=_named("entry_key game_list"),
)

HALL: Final[Mapping[str, Held]] = {
    "tables.Tournament": Held(
        of="pk",
        goes=_emptied(
            "direction costs use_of_money exclusion tribunal rules supervision penalties list_keeping stake material"
            " hall_plan"
        )
        | {"registration_open": False},
        # Name, place and organiser say which event it was.
        neutral=_named(
            "slug name place starts_on ends_on organiser rounds time_limit strikes_at_limit entry_fee clubs_apart teams"
            " strictly_by_standing drawn_together query_window club names_shown unpublish_on hides_live posted_at"
            " by_the_book is_pub_table point_stake ended_at released_at kept_until forgotten_at wipe_due created_at"
        ),
    ),
    "tables.Entrant": Held(
        of="tournament",
        goes=_emptied("name pseudonym")
        | _emptied("fixed_table entry_key person", None)
        | {name: optional_field.empty for name, optional_field in OPTIONAL.items() if optional_field.is_personal},
        specially=_named("club team key apart_from"),
        person=_named("number classes paid present withdrawn_at excluded_at shown_as chose_name registered_at"),
        neutral=(
            *_named("tournament source"),
            *(name for name, optional_field in OPTIONAL.items() if not optional_field.is_personal),
        ),
    ),
    "tables.PlayerClass": Held(
        of="tournament",
        neutral=_named("tournament number code name mark words headings youngest oldest position is_translated"),
    ),
    "tables.Role": Held(of="tournament", goes={"plays_as": None}, accounts=("user",), neutral=("tournament", "kind")),
    "tables.Announcement": Held(
        of="tournament",
        goes=_gone("text"),
        accounts=("made_by",),
        neutral=_named("tournament number entry_key made_at until taken_down_at"),
    ),
    "tables.Draw": Held(
        of="tournament",
        goes=_gone("discarded_because"),
        specially=("record",),
        neutral=_named("tournament number drawn_at discarded_at"),
    ),
    "tables.JournalEntry": Held(
        of="tournament",
        specially=("data",),
        accounts=("by",),
        neutral=_named("tournament number at action hash"),
    ),
    "tables.Series": Held(
        of="tournament",
        neutral=_named(
            "tournament number seating profile status secret draw drawn_as begins_at drawn_at published_at started_at"
            " closed_at posted_at paused_at paused_for time_over_at"
        ),
    ),
    "tables.Table": Held(
        of="series__tournament", neutral=_named("series number size key words play_began_at reseated")
    ),
    "tables.Seat": Held(of="series__tournament", person=_named("place entrant table"), neutral=("series",)),
    "tables.Seeding": Held(of="series__tournament", person=_named("entrant rank"), neutral=("series",)),
    # A club's own: its keepers take people out of the book, whatever events they played in.
    "tables.Club": Held(neutral=_named("slug name place website created_at")),
    "tables.ClubKeeper": Held(accounts=("user",), neutral=("club",)),
    "tables.Person": Held(
        person=_named("name plays_for team classes contact shown_as pseudonym added_at merged_into"),
        neutral=_named("club entry_key"),
    ),
    # An account goes by ``manage.py forget --account``.
    "tables.User": Held(
        person=_named("username first_name last_name email last_login date_joined"),
        neutral=_named("password is_superuser is_staff is_active groups user_permissions"),
    ),
    "tables.Release": Held(neutral=_named("version migrated_at")),
    # Deleted when they no longer count, at the latest the day after.
    "tables.Guess": Held(person=_named("address_hash at"), with_rows=True),
}

LISTS: Final[Mapping[str, Held]] = {
    "scoring.GameListRow": Held(
        of="table__series__tournament",
        goes=_gone("short_because"),
        accounts=("signed_by",),
        neutral=_named(
            "table rounds profile stake kind version seats_confirmed_at presence struck_after"
            " signed_at signed_hash void_at"
        ),
    ),
    "scoring.DealRow": ENTRY,
    "scoring.SecondDealRow": ENTRY,
    "scoring.TotalsRow": Held(
        of=IN_LIST,
        person=_named("place game_points won lost entered_at voided_at correction replaced_by"),
        accounts=("entered_by",),
        neutral=("game_list",),
    ),
    "scoring.SeatResult": Held(
        of=IN_LIST,
        person=_named("seat game_points won lost opponents_lost performance counts penalty"),
        neutral=("game_list",),
    ),
    "scoring.Confirmation": Held(
        of=IN_LIST,
        goes=_gone("name") | _emptied("drawing"),
        person=_named("place way heard_by at"),
        neutral=("game_list",),
    ),
    "scoring.Proposal": Held(
        of=IN_LIST,
        goes=_emptied("device"),
        accounts=("settled_by",),
        person=_named("sits"),
        neutral=_named("game_list entry_key number line because received_at settled_at accepted"),
    ),
    "scoring.Phone": Held(
        of=IN_LIST, goes=_emptied("device"), neutral=_named("game_list keeps unsent seen_at"), with_rows=True
    ),
    "scoring.DoneAct": Held(
        of=IN_LIST, goes=_emptied("content"), neutral=_named("game_list entry_key done_at"), with_rows=True
    ),
    "scoring.Call": Held(
        of=IN_LIST,
        goes=_emptied("text device"),
        person=_named("place kind called_at settled_at"),
        accounts=("settled_by",),
        neutral=_named("game_list entry_key second granted"),
    ),
    "scoring.Lot": Held(of="tournament", person=_named("entrant number drawn_at"), neutral=("tournament",)),
    "scoring.Ranking": Held(
        of="tournament",
        accounts=("made_by",),
        neutral=_named("tournament number entry_key kind name series best_of size scaled drawn_from made_at off_at"),
    ),
    "scoring.Team": Held(of="ranking__tournament", specially=("name",), neutral=_named("ranking number")),
    "scoring.TeamMember": Held(
        of="ranking__tournament", person=_named("team entrant substitute"), neutral=("ranking",)
    ),
    "scoring.Substitution": Held(
        of="series__tournament",
        person=_named("series out substitute reported_at"),
        accounts=("reported_by",),
        neutral=("entry_key",),
    ),
    "scoring.RankingLot": Held(
        of="ranking__tournament", specially=("competitor",), neutral=_named("ranking number drawn_at")
    ),
}

DISPUTES: Final[Mapping[str, Held]] = {
    "scoring.Objection": Held(
        of="tournament",
        goes=_emptied("text device"),
        person=_named("place deal kind raised_at taken_at outcome ended_at"),
        accounts=_named("raised_by taken_by ended_by"),
        neutral=_named("tournament number series game_list entry_key call"),
    ),
    "scoring.Statement": Held(
        of="tournament",
        goes=_emptied("facts claim answer"),
        person=_named("kind deal place stated_at"),
        accounts=("stated_by",),
        neutral=_named("tournament number objection entry_key"),
    ),
    "scoring.Ruling": Held(
        of="tournament",
        goes=_gone("sentence facts reasons overruling"),
        person=_named("stage deal clauses voided entry dealt_again_from decided_at"),
        accounts=("decided_by",),
        neutral=_named("tournament number series game_list objection entry_key"),
    ),
    "scoring.Appeal": Held(
        of="tournament",
        goes=_gone("text reasons"),
        person=_named("appellant deal filed_at late verdict decided_at"),
        accounts=_named("filed_by decided_by"),
        neutral=_named("tournament number series game_list ruling entry_key decision_key decision"),
    ),
    "scoring.Correction": Held(
        of="tournament",
        goes=_gone("reason"),
        person=_named("witnesses testified clause corrected_at lapsed_at entry replaced"),
        accounts=("corrected_by",),
        neutral=_named("tournament number entry_key game_list"),
    ),
    "scoring.Measure": Held(
        of="tournament",
        goes=_gone("substitute_name reason lifted_because"),
        person=_named("kind entrant points from_deal substitute clause ordered_at lifted_at"),
        accounts=_named("ordered_by lifted_by"),
        neutral=_named("tournament number entry_key series game_list lift_key"),
    ),
    "scoring.ResultQuery": Held(
        of="tournament",
        goes=_gone("text reasons"),
        person=_named("entrant raised_at late verdict answered_at"),
        accounts=_named("raised_by answered_by"),
        neutral=_named("tournament number entry_key series correction counts_from answer_key"),
    ),
    "scoring.TribunalMember": Held(
        of="tournament",
        goes=_gone("name") | _emptied("club team") | {"plays_as": None},
        person=_named("named_at left_at"),
        accounts=_named("user named_by left_by"),
        neutral=_named("tournament number entry_key"),
    ),
    "scoring.Panel": Held(
        of="tournament",
        person=("members",),
        accounts=("named_by",),
        neutral=_named("tournament number entry_key appeal named_at"),
    ),
}

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

SEASONS: Final[Mapping[str, Held]] = {
    # A club's own: its members go six months after the season; what was released names players by number alone.
    "scoring.Season": Held(
        neutral=_named("club slug name starts_on ends_on visibility names_shown key entry_key created_at forgotten_at")
    ),
    "scoring.SeasonEvent": Held(of="tournament", neutral=_named("season tournament added_at")),
    "scoring.SeasonMember": Held(person=_named("person added_at"), neutral=("season",), with_rows=True),
    "scoring.Competition": Held(
        neutral=_named(
            "season number name count best grouping best_of_group points whole_evenings parts absent minimum"
            " minimum_evenings bonus guests ties only_class entry_key made_at"
        )
    ),
    "scoring.SeasonRelease": Held(
        person=("table",), accounts=("released_by",), neutral=_named("competition number hash released_at")
    ),
}

REGISTER: Final[Mapping[str, Held]] = {**HALL, **LISTS, **DISPUTES, **MONEY, **SEASONS}
"""All tables of both apps, by the name of their model."""
