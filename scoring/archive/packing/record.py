"""Everything that is stored of an event, for programs: JSON that needs nothing of this site to be read.

The keys and the words that open a list are not in it, nor is any password.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Prefetch

from scoring.disputes.models import Appeal, Correction, Measure, Objection, Ruling, Statement, TribunalMember
from scoring.disputes.selectors import complaints, rulings
from scoring.lists.models import Call, DealRow, GameListRow, SeatResult, SecondDealRow, TotalsRow
from scoring.money.models import MoneyTerms, MovementRow, PrizeListRow
from scoring.results.models import Lot, Ranking, Team, TeamMember
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.rankings import RankingLine, rankings_of, shown_ranking, teams_of
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.draw.models import Draw, Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Role, Series, Tournament
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


UNTOLD: Final = frozenset(
    {
        *("id", "tournament", "game_list", "key", "secret", "device"),
        *("entry_key", "decision_key", "lift_key", "answer_key"),
    }
)
"""Columns that are told of no row: keys that open something or know a form again, and what its place says."""

BESIDES: Final[Mapping[type[Model], frozenset[str]]] = {
    Correction: frozenset({"entry", "replaced"}),
    Entrant: frozenset({"person", "same_as", "brought"}),
    GameListRow: frozenset({"table"}),
    Objection: frozenset({"call"}),
    PlayerClass: frozenset({"is_translated"}),
    Ruling: frozenset({"entry", "voided"}),
    SeatResult: frozenset({"seat"}),
    SecondDealRow: frozenset({"entered_by", "voided_by"}),
    Statement: frozenset({"objection"}),
    TotalsRow: frozenset({"entered_by"}),
}
"""Columns of these that are told in another way, or by what stands around them."""

AGREED: Final[Mapping[type[Model], frozenset[str]]] = {
    Series: frozenset({"profile", "own_rounds", "own_time_limit", "length_because", "gives_chairs"}),
    GameListRow: frozenset({"profile", "stake", "passed", "chairs"}),
    DealRow: frozenset({"house"}),
    SecondDealRow: frozenset({"house"}),
}
"""What can be agreed on besides: told only where there is anything; records without stay what they were."""


@cache
def columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a table that the record tells of each row."""
    kept_out = UNTOLD | BESIDES.get(model, frozenset())
    return tuple(field.name for field in model._meta.concrete_fields if field.name not in kept_out)


def told(row: Model, **more: Any) -> dict[str, Any]:
    """Return all columns of a row, and ``more`` that is not in them."""
    values, agreed = plain(row, columns(type(row))), AGREED.get(type(row), frozenset())
    there = {name for name in agreed if values[name] not in (None, "", []) and values[name] is not False}
    return {name: value for name, value in values.items() if name not in agreed or name in there} | more


def plain(row: Model, names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, other rows by their words."""
    return {name: word_of(getattr(row, name)) for name in names}


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


def disputes(tournament: Tournament) -> dict[str, Any]:
    """Return the objections, the decisions and the tribunal of an event."""
    members = tournament.tribunal_members.select_related("user", "plays_as", "named_by", "left_by").order_by("number")
    panels = tournament.panels.select_related("appeal", "named_by").prefetch_related("members").order_by("number")
    return {
        "objections": [
            _at_table(objection, statements=[told(statement) for statement in objection.statements.all()])
            for objection in complaints.objections_of(tournament)
        ],
        "rulings": [_at_table(ruling, corrects=ruling.entry is not None) for ruling in rulings.rulings_of(tournament)],
        "tribunal": [told(member) for member in members],
        "panels": [told(panel, members=sorted(member.number for member in panel.members.all())) for panel in panels],
    }


def money(tournament: Tournament) -> dict[str, Any]:
    """Return all of an event's money."""
    terms = MoneyTerms.objects.filter(tournament=tournament).first()
    rows: dict[str, Iterable[Model]] = {
        "tariffs": tournament.tariffs.all(),
        "prize_lists": tournament.prize_lists.select_related("ranking"),
        "movements": tournament.movements.select_related("by", "reverses"),
        "awards": tournament.awards.select_related("prize_list", "movement", "handed_over_by"),
        "cards_given_back": tournament.card_returns.select_related("by"),
        "box_counts": tournament.box_counts.select_related("movement", "to", "counted_by"),
        "deferrals": tournament.deferrals.select_related("by"),
        "closings": tournament.closings.select_related("closed_by"),
    }
    return {"terms": told(terms) if terms else None} | {
        name: [told(row) for row in kind] for name, kind in rows.items()
    }


def rankings(tournament: Tournament) -> list[dict[str, Any]]:
    """Return all rankings that were ever switched on, with everything that is stored of them and their places."""
    return [
        told(
            ranking,
            teams=[_team(team) for team in teams_of(ranking)],
            lots=list(ranking.lots.order_by("number").values("competitor", "number", "drawn_at")),
            is_official=shown.is_official,
            over=[series.number for series in shown.series],
            lines=[_line(line) for line in shown.lines],
        )
        for ranking in rankings_of(tournament, with_off=True)
        for shown in [shown_ranking(ranking)]
    ]


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


LINE: Final = ("number", "at", "action", "by_id", "data", "hash", "by")

CAME_LATER: Final = ("by_the_book", "is_pub_table", "is_spread", "point_stake")
"""Columns of an event that its record has only where they are not as they begin."""


def record(tournament: Tournament, *, made_at: datetime) -> dict[str, Any]:
    """Return everything that is stored of an event."""
    # What is as it always was says nothing of house rules and stakes: such a record is what it was before there were.
    usual = {name: Tournament._meta.get_field(name).get_default() for name in CAME_LATER}  # type: ignore[union-attr]
    out = {"id"} | {name for name, value in usual.items() if getattr(tournament, name) == value}
    columns = [field.name for field in Tournament._meta.concrete_fields if field.name not in out]
    return {
        "format": FORMAT,
        "made_at": made_at,
        "tournament": plain(tournament, columns),
        "officials": [
            {"user": word_of(role.user), "office": role.kind, "plays_as": word_of(role.plays_as)}
            for role in Role.objects.filter(tournament=tournament).select_related("user", "plays_as").order_by("pk")
        ],
        "classes": [told(player_class) for player_class in classes_of(tournament)],
        "entrants": _entrants(tournament),
        "series": [_series(series) for series in tournament.series.order_by("number").select_related("draw")],
        "ranking": _ranking(tournament),
        "rankings": rankings(tournament),
        "appeals": [_at_table(appeal) for appeal in complaints.appeals_of(tournament).select_related("filed_by")],
        **disputes(tournament),
        "measures": [_at_table(measure) for measure in rulings.measures_of(tournament)],
        "corrections": [_correction(correction) for correction in rulings.corrections_of(tournament)],
        "queries": [told(query) for query in complaints.queries_of(tournament)],
        "money": money(tournament),
        "draws": [told(draw) for draw in tournament.draws.order_by("number")],
        "journal": [plain(line, LINE) for line in tournament.journal.select_related("by").order_by("number")],
    }


def as_json(data: dict[str, Any]) -> bytes:
    """Return a record as a file."""
    return json.dumps(data, ensure_ascii=False, indent=1, default=spelled).encode()


def _entrants(tournament: Tournament) -> list[dict[str, Any]]:
    lots = dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))
    return [
        told(entrant)
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
    return told(series, tables=[_table(table, by_table.get(table.pk)) for table in tables])


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
    return told(
        row,
        deals=[told(deal) for deal in row.deals.all()],
        second_deals=[told(deal) for deal in row.second_deals.all()],
        totals=[told(line) for line in row.totals.all()],
        confirmations=[told(confirmation) for confirmation in row.confirmations.all()],
        results=[
            told(result, place=result.seat.place)
            for result in sorted(row.results.all(), key=lambda result: result.seat.place)
        ],
    )


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


def _at_table(row: Appeal | Measure | Objection | Ruling, **more: Any) -> dict[str, Any]:
    return told(row, table=word_of(row.game_list), **more)


def _correction(correction: Correction) -> dict[str, Any]:
    table = correction.game_list.table
    return told(correction, series=table.series.number, table=table.number, deal=word_of(correction.entry))
