"""Everything that is stored of an event, for programs: JSON that needs nothing of this site to be read.

The keys and the words that open a list are not in it, nor is any password.
"""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Prefetch, QuerySet

from scoring.disputes.models import Correction, Objection, Panel, Ruling
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.public.open_data.shapes import RankingLine, StandingsLine, marks, ranking_lines, standings_lines
from scoring.report.writing import SeatCounts, event_report, list_part
from scoring.results.models import Ranking, Team, TeamMember
from scoring.results.selectors.rankings import shown_ranking, teams_of
from scoring.results.selectors.standings import standings
from scoring.rules.codes import Code
from scoring.rules.game_list.findings import findings
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.declared import NotSealed, OfEvent, declared_of, told_columns
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.tournaments.models import Role, Series, Shown, Tournament

KNOWN_BY: Final[Mapping[type[Model], str]] = {
    Club: "name",
    GameListRow: "table.number",
    Person: "name",
    Season: "slug",
    TeamMember: "entrant.number",
    Tournament: "slug",
    User: "username",
}
"""By what another row is known to whoever reads the record, where that is not its number in the event."""


PLACES: Final[Mapping[type[Model], tuple[str, ...]]] = {
    Seat: ("place", "entrant"),
    Table: ("number", "size", "play_began_at"),
}
"""Columns of what says where somebody sat; the words of a table open its list."""


@cache
def columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a table that the record tells of each row: links to entries and seats lead to what stands
    around it.
    """
    return PLACES.get(model) or tuple(
        field.name
        for field in told_columns(model)
        if not isinstance(getattr(field.related_model, "sealed_in", None), NotSealed)
    )


def columns_of(row: Model, **more: Any) -> dict[str, Any]:
    """Return all columns of a row, and ``more`` that is not in them."""
    usual = {
        field.name
        for field in row._meta.concrete_fields
        if declared_of(field).came_later and getattr(row, field.attname) == field.get_default()
    }
    return plain(row, (name for name in columns(type(row)) if name not in usual)) | more


def plain(row: Model, names: Iterable[str]) -> dict[str, Any]:
    """Return these columns of a row, other rows by their words."""
    return {name: word_of(getattr(row, name)) for name in names}


def word_of(value: Any) -> Any:
    """Return by what a row is known, anything else as it is, or raise TypeError for a row that has no words here."""
    if not isinstance(value, Model):
        return value
    try:
        return attrgetter(KNOWN_BY.get(type(value), "number"))(value)
    except AttributeError as error:
        raise TypeError(f"The record has no words for a {type(value).__name__}.") from error


def spelled(value: object) -> str | float:
    """Return a value that JSON does not know as text or seconds, or raise TypeError if it has no form here."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal | UUID):
        return str(value)
    raise TypeError(f"The record has no form for a {type(value).__name__}.")


FORMAT: Final = "skatturnier-record-3"  # said at the top; whoever reads it knows by it what to expect
LINE: Final = ("number", "at", "action", "by_id", "data", "hash", "by")
ENTRIES: Final = ("second_deals", "confirmations")  # what belongs to a list and is in no report
BELONGING: Final[Mapping[type[Model], tuple[str, ...]]] = {
    GameListRow: ("deals", "totals", "results", *ENTRIES),
    Objection: ("statements",),
    Series: ("tables",),
    Table: ("seats", "game_list"),
}
ORDER: Final[Mapping[type[Model], tuple[str, ...]]] = {DealRow: ("entered_at", "pk"), SeatResult: ("seat__place",)}
ALSO_LINKED: Final[Mapping[type[Model], tuple[str, ...]]] = {
    Correction: ("game_list__table__series",),
    Entrant: ("lot",),
    SeatResult: ("seat__entrant",),
}


def record(tournament: Tournament, *, made_at: datetime) -> dict[str, Any]:
    """Return everything stored of an event: the rows that its journal seals, what they come to, and its report."""
    rows = {link: _rows_of(tournament, link.related_model) for link in _links()}
    by_model = {link.related_model: link_rows for link, link_rows in rows.items()}
    ranking = standings(tournament, with_hidden=True)
    return {
        "format": FORMAT,
        "made_at": made_at,
        "report": _report(tournament, by_model[Entrant], by_model[Series]),
        "tournament": columns_of(tournament),
        "officials": [
            {"user": word_of(role.user), "office": role.kind, "plays_as": word_of(role.plays_as)}
            for role in Role.objects.filter(tournament=tournament).select_related("user", "plays_as").order_by("pk")
        ],
        **_told(rows),
        "ranking": {
            "series": [series.number for series in ranking.series],
            "is_official": ranking.is_official,
            "lines": _unnamed(StandingsLine, standings_lines(ranking, ranking.lines)),
            "excluded": _unnamed(StandingsLine, standings_lines(ranking, ranking.excluded)),
        },
        "journal": [plain(line, LINE) for line in tournament.journal.select_related("by").order_by("number")],
    }


CALLED: Final = {"card_returns": "cards_given_back", "money_terms": "terms", "tribunal_members": "tribunal"}


def _links() -> Iterator[Any]:
    for link in Tournament._meta.related_objects:
        model = link.related_model
        if model is Panel or (model is not Tournament and isinstance(getattr(model, "sealed_in", None), OfEvent)):
            yield link


def _rows_of(tournament: Tournament, model: Any, *, without: Container[str] = ()) -> Sequence[Any]:
    query = _with_others(model._default_manager.filter(tournament=tournament), without=without)
    rows = list(query.select_related("game_list__table") if hasattr(model, "game_list") else query)
    for row in rows:
        row.tournament = tournament
    return rows


def _with_others(rows: QuerySet[Any], *, without: Container[str] = ()) -> QuerySet[Any]:
    model: Any = rows.model
    links = [field.name for field in told_columns(model) if field.is_relation]
    many = [name for field in model._meta.local_many_to_many if (name := field.name) not in without]
    belonging = [
        Prefetch(name, _with_others(model._meta.get_field(name).related_model._default_manager.all(), without=without))
        for name in BELONGING.get(model, ())
        if name not in without
    ]
    whole = rows.select_related(*links, *ALSO_LINKED.get(model, ())).prefetch_related(*many, *belonging)
    return whole.order_by(*ORDER[model]) if model in ORDER else whole


def _told(rows: Mapping[Any, Sequence[Any]]) -> dict[str, Any]:
    parts: dict[str, Any] = {"money": {}}
    for link, link_rows in rows.items():
        name = str(link.get_accessor_name())
        into = parts["money"] if link.related_model.__module__.startswith("scoring.money.") else parts
        values = [
            _whole(row) | ({"table": word_of(row.game_list)} if hasattr(row, "game_list") else {}) for row in link_rows
        ]
        into[CALLED.get(name, name)] = next(iter(values), None) if link.one_to_one else values
    return parts


def _whole(row: Any) -> dict[str, Any]:
    more = {
        many.name: sorted(other.number for other in getattr(row, many.name).all()) for many in row._meta.many_to_many
    }
    for name in BELONGING.get(type(row), ()):
        if name != "game_list":
            more[name] = [_whole(other) for other in getattr(row, name).all()]
    return columns_of(row, **more, **MORE.get(type(row), lambda _row: {})(row))


def as_json(data: dict[str, Any]) -> bytes:
    """Return a record as a file."""
    return json.dumps(data, ensure_ascii=False, indent=1, default=spelled).encode()


def _unnamed(shape: Any, lines: Iterable[Any]) -> list[dict[str, Any]]:
    names = {"name": True, "club": True, "classes": True, "members": {"__all__": {"name"}}}
    return [shape.from_orm(line).dict(exclude=names) for line in lines]


def _of_ranking(ranking: Ranking) -> dict[str, Any]:
    shown = shown_ranking(ranking)
    return {
        "teams": [_team(team) for team in teams_of(ranking)],
        "lots": list(ranking.lots.order_by("number").values("competitor", "number", "drawn_at")),
        "is_official": shown.is_official,
        "over": [series.number for series in shown.series],
        "lines": [
            shape
            | {
                "competitor": line.competitor,
                "by_series": marks(line, shown.series, spell=str),
                "total": str(line.performance),
                "won": str(line.won),
                "lost": str(line.lost),
            }
            for line, shape in zip(shown.lines, _unnamed(RankingLine, ranking_lines(shown)), strict=True)
        ],
    }


def _team(team: Team) -> dict[str, Any]:
    members = list(team.members.all())
    return {
        "number": team.number,
        "name": team.name,
        "members": [member.entrant.number for member in members if not member.substitute],
        "substitutes": [member.entrant.number for member in members if member.substitute],
        "substitutions": [
            plain(substitution, ("series", "out", "substitute", "reported_at"))
            for member in members
            for substitution in member.replaced_in.all()
        ],
    }


MORE: Final[Mapping[type[Model], Callable[[Any], dict[str, Any]]]] = {
    Correction: lambda correction: {
        "series": correction.game_list.table.series.number,
        "deal": word_of(correction.entry),
    },
    Entrant: lambda entrant: {"lot": entrant.lot.number if hasattr(entrant, "lot") else None},
    Ranking: _of_ranking,
    Ruling: lambda ruling: {"corrects": ruling.entry is not None},
    SeatResult: lambda result: {"place": result.seat.place},
    Table: lambda table: {"list": _whole(table.game_list) if hasattr(table, "game_list") else None},
}


def report_of(tournament: Tournament) -> dict[str, Any]:
    """Return the report of an event; whoever does not want to be named in full stands in it by number alone."""
    without = {*ENTRIES, "apart_from"}
    return _report(
        tournament, _rows_of(tournament, Entrant, without=without), _rows_of(tournament, Series, without=without)
    )


def _report(tournament: Tournament, entrants: Iterable[Entrant], series: Iterable[Series]) -> dict[str, Any]:
    originals = [entrant for entrant in entrants if entrant.same_as_id is None]
    closed = [each_series for each_series in series if each_series.status == Series.Status.CLOSED]
    return event_report(
        written_by="Skatturnier",
        event={
            "name": tournament.name,
            "date": tournament.starts_on.isoformat(),
            "series": max((each_series.number for each_series in closed), default=1),
            "rules": "isko-2002",
            "place": tournament.place,
        },
        entrants=[_entrant(entrant) for entrant in originals],
        lists=[
            _reported(table, series=each_series.number)
            for each_series in closed
            for table in each_series.tables.all()
            if hasattr(table, "game_list")
        ],
        lots={entrant.number: entrant.lot.number for entrant in originals if hasattr(entrant, "lot")},
    )


def _entrant(entrant: Entrant) -> dict[str, Any]:
    named = {"name": entrant.name, "club": entrant.club} if entrant.shown_as == Shown.FULL else {}
    besides = {"excluded": bool(entrant.excluded_at), "fills_in": entrant.fills_in, "brought": entrant.brought}
    return {"number": entrant.number, **{name: value for name, value in (named | besides).items() if value}}


def _reported(table: Table, *, series: int) -> dict[str, Any]:
    row: Any = table.game_list
    made = partial(
        list_part,
        series=series,
        table=table.number,
        numbers=[seat.entrant.number for seat in table.seats.all()],
        counts={
            result.seat.entrant.number: SeatCounts(result.performance - result.penalty, result.won, result.lost)
            for result in row.results.all()
        },
    )
    if row.kind == GameListRow.Kind.TOTALS:
        return made(mapping.to_totals_list(row, [line for line in row.totals.all() if not line.voided_at]))
    game_list = mapping.to_game_list(row, [deal for deal in row.deals.all() if not deal.voided_at])
    is_short = any(finding.problem.code == Code.INCOMPLETE for finding in findings(game_list, final=True))
    return made(game_list, is_short=is_short)


def archive_made_at(tournament: Tournament, sha256: str) -> datetime | None:
    """Return when an archive with this hash was made, or None if none was."""
    lines = tournament.journal.filter(action="archive.made", data__sha256=sha256)
    return lines.order_by("number").values_list("at", flat=True).first()
