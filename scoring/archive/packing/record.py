"""Everything that is stored of an event, for programs: JSON that needs nothing of this site to be read.

The keys and the words that open a list are not in it, nor is any password.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Prefetch

from scoring.disputes.models import Appeal, Correction, Measure, Objection, Panel, Ruling, TribunalMember
from scoring.disputes.selectors import appeals, measures, queries, rulings
from scoring.lists.models import Call, DealRow, GameListRow
from scoring.money.models import MoneyTerms, MovementRow, PrizeListRow
from scoring.results.models import Lot, Ranking, Team, TeamMember
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import RankingLine, rankings_of, shown_ranking, teams_of
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.draw.models import Draw, Seat, Table
from tables.intake.optional import OPTIONAL
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series, Tournament
from tables.tournaments.selectors.tournaments import classes_of

BY_NUMBER: Final[tuple[type[Model], ...]] = (
    *(Appeal, Correction, DealRow, Draw, Entrant, MovementRow, Objection, PrizeListRow, Ranking, Ruling, Series),
    *(Table, Team, TribunalMember),
)

NAMED: Final[Mapping[type[Model], Callable[[Any], str | int | None]]] = {
    **dict.fromkeys(BY_NUMBER, attrgetter("number")),
    Call: attrgetter("kind"),
    Club: attrgetter("name"),
    GameListRow: attrgetter("table.number"),
    Person: attrgetter("name"),
    Season: attrgetter("slug"),
    Seat: attrgetter("place"),
    TeamMember: attrgetter("entrant.number"),
    Tournament: attrgetter("slug"),
    User: User.get_username,
}
"""By what another row is known to whoever reads the record: its number in the event, or its name."""


def plain(row: Model, columns: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, other rows by their words."""
    return {column: word_of(getattr(row, column)) for column in columns}


def word_of(value: Any) -> Any:
    """Return by what a row is known, None for none; anything else as it is.

    :raises TypeError: if it is a row of a kind that has no words here.
    """
    if not isinstance(value, Model):
        return value
    if type(value) not in NAMED:
        raise TypeError(f"The record has no words for a {type(value).__name__}.")
    return NAMED[type(value)](value)


def spelled(value: object) -> str | float:
    """Return a value that JSON does not know as text, a span of time in seconds.

    :raises TypeError: if it is of a kind that has no form here.
    """
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal | UUID):
        return str(value)
    raise TypeError(f"The record has no form for a {type(value).__name__}.")


OBJECTION: Final = (
    *("number", "deal", "kind", "place", "text", "raised_at", "taken_at", "outcome", "ended_at"),
    *("series", "raised_by", "taken_by", "ended_by"),
)
STATEMENT: Final = ("number", "kind", "deal", "place", "facts", "claim", "answer", "stated_at", "stated_by")
RULING: Final = (
    *("number", "stage", "deal", "sentence", "facts", "reasons", "clauses", "overruling", "dealt_again_from"),
    *("decided_at", "series", "objection", "decided_by", "taken_back_at", "taken_back_by", "taken_back_because"),
)
MEMBER: Final = ("number", "name", "club", "team", "named_at", "left_at", "user", "plays_as", "named_by", "left_by")
PANEL: Final = ("number", "named_at", "appeal", "named_by")


def disputes(tournament: Tournament) -> dict[str, Any]:
    """Return the objections, the decisions and the tribunal of an event."""
    members = tournament.tribunal_members.select_related("user", "plays_as", "named_by", "left_by").order_by("number")
    panels = tournament.panels.select_related("appeal", "named_by").prefetch_related("members").order_by("number")
    return {
        "objections": [_objection(objection) for objection in queries.objections_of(tournament)],
        "rulings": [_ruling(ruling) for ruling in rulings.rulings_of(tournament)],
        "tribunal": [plain(member, MEMBER) for member in members],
        "panels": [_panel(panel) for panel in panels],
    }


def _objection(objection: Objection) -> dict[str, Any]:
    return plain(objection, OBJECTION) | {
        "table": word_of(objection.game_list),
        "statements": [plain(statement, STATEMENT) for statement in objection.statements.all()],
    }


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return plain(ruling, RULING) | {
        "table": word_of(ruling.game_list),
        "corrects": ruling.entry is not None,
    }


def _panel(panel: Panel) -> dict[str, Any]:
    return plain(panel, PANEL) | {"members": sorted(member.number for member in panel.members.all())}


TARIFF: Final = ("number", "code", "name", "kind", "amounts", "cheaper", "free", "goes_to")
MONEY_TERMS: Final = ("holder", "iban", "wants_start_card", "wants_presence", "fetched_until", "unclaimed_to")
PRIZE_LIST: Final = (
    *("number", "name", "group", "ranking", "series", "of_class", "winners", "plan", "sharing", "round_to", "floor"),
)
MOVEMENT: Final = (
    *("number", "part", "at", "by", "source", "source_name", "target", "target_name", "cents", "reason", "because"),
    *("entrant", "series", "table", "reverses"),
)
AWARD: Final = (
    *("number", "prize_list", "place", "entrant", "cents", "good", "movement"),
    *("awarded_at", "handed_over_at", "handed_over_by", "off_at"),
)
BOX_COUNT: Final = (
    *("number", "box", "pieces", "found", "expected", "movement", "because", "witness", "to"),
    *("counted_at", "counted_by"),
)
CARD: Final = ("entrant", "at", "by")
DEFERRAL: Final = ("number", "entrant", "cents", "because", "at", "by")
CLOSING: Final = ("number", "last_movement", "second", "closed_at", "closed_by", "reopened_at", "reopened_because")


def money(tournament: Tournament) -> dict[str, Any]:
    """Return all of an event's money."""
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    movements = tournament.movements.select_related("by", "reverses")
    awards = tournament.awards.select_related("prize_list", "movement", "handed_over_by")
    counts = tournament.box_counts.select_related("movement", "to", "counted_by")
    return {
        "tariffs": [plain(row, TARIFF) for row in tournament.tariffs.all()],
        "terms": plain(terms, MONEY_TERMS) if terms else None,
        "prize_lists": [plain(row, PRIZE_LIST) for row in tournament.prize_lists.select_related("ranking")],
        "movements": [plain(row, MOVEMENT) for row in movements],
        "awards": [plain(row, AWARD) for row in awards],
        "cards_given_back": [plain(row, CARD) for row in tournament.card_returns.select_related("by")],
        "box_counts": [plain(row, BOX_COUNT) for row in counts],
        "deferrals": [plain(row, DEFERRAL) for row in tournament.deferrals.select_related("by")],
        "closings": [plain(row, CLOSING) for row in tournament.closings.select_related("closed_by")],
    }


TERMS: Final = (*("number", "kind", "name", "series", "best_of", "size", "scaled", "drawn_from", "made_at", "off_at"),)


def rankings(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all rankings that were ever switched on, with everything that is stored of them and their places."""
    return [_rankings_ranking(ranking) for ranking in rankings_of(tournament, with_off=True)]


def _rankings_ranking(ranking: Ranking) -> dict[str, Any]:
    shown = shown_ranking(ranking)
    return {column: getattr(ranking, column) for column in TERMS} | {
        "made_by": ranking.made_by.get_username(),
        "teams": [_team(team) for team in teams_of(ranking)],
        "lots": list(ranking.lots.order_by("number").values("competitor", "number", "drawn_at")),
        "is_official": shown.is_official,
        "over": [series.number for series in shown.series],
        "lines": [_line(line) for line in shown.lines],
    }


def _team(team: Team) -> dict[str, Any]:
    members = list(team.members.all())
    return {
        "number": team.number,
        "name": team.name,
        "members": [member.entrant.number for member in members if not member.substitute],
        "substitutes": [member.entrant.number for member in members if member.substitute],
        "substitutions": [
            {
                "series": substitution.series.number,
                "out": member.entrant.number,
                "substitute": substitution.substitute.entrant.number,
                "reported_at": substitution.reported_at,
            }
            for member in members
            for substitution in member.replaced_in.all()
        ],
    }


def _line(line: RankingLine) -> dict[str, Any]:
    """Return a place; fractions are written as such, so that nothing is rounded."""
    return {
        "rank": line.rank,
        "shared": line.shared,
        "by_lot": line.by_lot,
        "competitor": line.competitor,
        "by_series": [None if points is None else str(points) for points in line.by_series],
        "counted": line.counted,
        "total": str(line.performance),
        "won": str(line.won),
        "lost": str(line.lost),
        "scaled": line.scaled,
    }


FORMAT: Final = "skatturnier-record-2"
"""Said at the top; whoever reads it knows by it what to expect."""

CLASS: Final = ("number", "code", "name", "mark", "words", "headings", "youngest", "oldest", "position")
ENTRANT: Final = (
    *("number", "name", "club", "team", "classes", "paid", "present", *OPTIONAL),
    *("fixed_table", "source", "withdrawn_at", "waiting_since", "excluded_at", "fills_in", "registered_at"),
    *("shown_as", "chose_name", "pseudonym"),
)
SERIES: Final = (
    *("number", "seating", "status", "drawn_as", "drawn_at", "published_at", "started_at", "closed_at"),
    *("posted_at", "paused_at", "paused_for", "time_over_at", "begins_at", "draw"),
)
SERIES_AGREED: Final = ("profile", "own_rounds", "own_time_limit", "length_because", "gives_chairs")
"""What can be agreed on besides, here and below: told only where there is anything."""

LIST: Final = (
    *("kind", "rounds", "version", "seats_confirmed_at", "presence", "struck_after", "short_because"),
    *("signed_at", "signed_hash", "void_at", "signed_by"),
)
LIST_AGREED: Final = ("profile", "stake", "passed", "chairs")
ENTRY: Final = (
    *("number", "declarer", "game", "matadors", "hand", "schneider", "schneider_announced", "schwarz"),
    *("schwarz_announced", "ouvert", "won", "bid", "overbid", "overruled", "points"),
    *("entered_at", "voided_at", "voided_because"),
)
ENTRY_AGREED: Final = ("house",)
BY_WHOM: Final = ("entered_by", "voided_by")
TOTALS: Final = ("place", "game_points", "won", "lost", "entered_at", "voided_at", "correction", "replaced_by")
CONFIRMATION: Final = ("place", "name", "way", "heard_by", "drawing", "at")
RESULT: Final = ("game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty")
APPEAL: Final = (
    *("number", "deal", "text", "filed_at", "late", "verdict", "reasons", "decided_at"),
    *("series", "appellant", "filed_by", "decided_by", "ruling", "decision"),
)
MEASURE: Final = (
    *("number", "kind", "points", "from_deal", "substitute_name", "reason", "clause", "ordered_at"),
    *("lifted_at", "lifted_because", "series", "entrant", "substitute", "ordered_by", "lifted_by"),
)
CORRECTION: Final = (
    "number",
    "witnesses",
    "testified",
    "reason",
    "clause",
    "corrected_at",
    "lapsed_at",
    "corrected_by",
)
QUERY: Final = (
    *("number", "text", "raised_at", "late", "verdict", "reasons", "answered_at"),
    *("series", "entrant", "correction", "counts_from", "raised_by", "answered_by"),
)
DRAW: Final = ("number", "record", "drawn_at", "discarded_at", "discarded_because")
LINE: Final = ("number", "at", "action", "by_id", "data", "hash", "by")

CAME_LATER: Final = ("by_the_book", "is_pub_table", "is_spread", "point_stake")
"""Columns of an event that its record has only where they are not as they begin."""


def record(tournament: Tournament, *, made_at: datetime) -> dict[str, Any]:
    """Return everything that is stored of an event."""
    # What is as it always was says nothing of house rules and stakes: such a record is what it was before there were.
    out = {"id"} | {name for name in CAME_LATER if getattr(tournament, name) == _usual(name)}
    columns = [field.name for field in Tournament._meta.concrete_fields if field.name not in out]
    return {
        "format": FORMAT,
        "made_at": made_at,
        "tournament": plain(tournament, columns),
        "officials": _officials(tournament),
        "classes": [plain(player_class, CLASS) for player_class in classes_of(tournament)],
        "entrants": _entrants(tournament),
        "series": [_series(series) for series in tournament.series.order_by("number").select_related("draw")],
        "ranking": _ranking(tournament),
        "rankings": rankings(tournament),
        "appeals": [_at_table(appeal, APPEAL) for appeal in appeals.appeals_of(tournament).select_related("filed_by")],
        **disputes(tournament),
        "measures": [_at_table(measure, MEASURE) for measure in measures.measures_of(tournament)],
        "corrections": [_correction(correction) for correction in measures.corrections_of(tournament)],
        "queries": [plain(query, QUERY) for query in queries.queries_of(tournament)],
        "money": money(tournament),
        "draws": [plain(draw, DRAW) for draw in tournament.draws.order_by("number")],
        "journal": [plain(line, LINE) for line in _journal(tournament)],
    }


def as_json(data: dict[str, Any]) -> bytes:
    """Return a record as a file."""
    return json.dumps(data, ensure_ascii=False, indent=1, default=spelled).encode()


def _usual(name: str) -> object:
    return Tournament._meta.get_field(name).get_default()  # type: ignore[union-attr]


def _officials(tournament: Tournament) -> list[dict[str, Any]]:
    roles = Role.objects.filter(tournament=tournament).select_related("user", "plays_as").order_by("pk")
    return [{"user": word_of(role.user), "office": role.kind, "plays_as": word_of(role.plays_as)} for role in roles]


def _entrants(tournament: Tournament) -> list[dict[str, Any]]:
    lots = dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))
    return [
        plain(entrant, ENTRANT)
        # Told only of whoever has two numbers, or started with points.
        | ({"same_as": word_of(entrant.same_as)} if entrant.same_as else {})
        | ({"brought": entrant.brought} if entrant.brought else {})
        | {"lot": lots.get(entrant.pk), "apart_from": sorted(other.number for other in entrant.apart_from.all())}
        for entrant in tournament.entrants.order_by("number").select_related("same_as").prefetch_related("apart_from")
    ]


def _series(series: Series) -> dict[str, Any]:
    seats = Prefetch("seats", Seat.objects.select_related("entrant").order_by("place"))
    deals = Prefetch("deals", DealRow.objects.select_related("entered_by", "voided_by").order_by("entered_at", "pk"))
    lists = (
        GameListRow.objects.filter(table__series=series)
        .select_related("signed_by")
        .prefetch_related(
            deals, "totals__correction", "totals__replaced_by", "confirmations", "results__seat", "second_deals"
        )
    )
    by_table = {row.table_id: row for row in lists}
    tables = Table.objects.filter(series=series).order_by("number").prefetch_related(seats)
    return _kept(series, SERIES, SERIES_AGREED) | {
        "tables": [_table(table, by_table.get(table.pk)) for table in tables],
    }


def _table(table: Table, row: GameListRow | None) -> dict[str, Any]:
    return {
        "number": table.number,
        "size": table.size,
        "play_began_at": table.play_began_at,
        "seats": [{"place": seat.place, "entrant": seat.entrant.number} for seat in table.seats.all()],
        "list": _list(row) if row else None,
    }


def _list(row: GameListRow) -> dict[str, Any]:
    """Return a list with every entry that was ever made, those that were voided too."""
    return _kept(row, LIST, LIST_AGREED) | {
        "deals": [_kept(deal, (*ENTRY, *BY_WHOM), ENTRY_AGREED) for deal in row.deals.all()],
        "second_deals": [_kept(deal, ENTRY, ENTRY_AGREED) for deal in row.second_deals.all()],
        "totals": [plain(line, TOTALS) for line in row.totals.all()],
        "confirmations": [plain(confirmation, CONFIRMATION) for confirmation in row.confirmations.all()],
        "results": [
            {"place": result.seat.place, **plain(result, RESULT)}
            for result in sorted(row.results.all(), key=lambda result: result.seat.place)
        ],
    }


def _kept(row: Model, columns: tuple[str, ...], agreed: tuple[str, ...]) -> dict[str, Any]:
    """Return these columns of a row, and of what can be agreed on besides those in which there is anything."""
    is_there = {name: getattr(row, name) not in (None, "", []) and getattr(row, name) is not False for name in agreed}
    return plain(row, (*columns, *(name for name in agreed if is_there[name])))


def _ranking(tournament: Tournament) -> dict[str, Any]:
    standings = results_standings.standings(tournament, with_hidden=True)
    return {
        "series": [series.number for series in standings.series],
        "is_official": standings.is_official,
        "lines": [
            {
                "rank": line.rank,
                "shared": line.shared,
                "entrant": line.entrant.number,
                "by_series": line.by_series,
                "total": line.total,
                "won": line.won,
                "lost": line.lost,
                "opponents_lost": line.others_lost,
            }
            for line in standings.lines
        ],
        "excluded": [
            {"entrant": line.entrant.number, "by_series": line.by_series, "total": line.total}
            for line in standings.excluded
        ],
    }


def _at_table(row: Appeal | Measure, columns: Iterable[str]) -> dict[str, Any]:
    return plain(row, columns) | {"table": word_of(row.game_list)}


def _correction(correction: Correction) -> dict[str, Any]:
    table = correction.game_list.table
    return plain(correction, CORRECTION) | {
        "series": table.series.number,
        "table": table.number,
        "deal": word_of(correction.entry),
    }


def _journal(tournament: Tournament) -> Iterable[JournalEntry]:
    return tournament.journal.select_related("by").order_by("number")
