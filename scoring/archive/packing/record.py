"""Everything that is stored of an event, for programs: JSON that needs nothing of this site to be read.

The keys and the words that open a list are not in it, nor is any password.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Prefetch

from scoring.disputes.models import Correction, Objection, Panel, Ruling
from scoring.lists import mapping
from scoring.lists.models import DealRow, GameListRow, SeatResult
from scoring.lists.selectors.sheets import sheets
from scoring.report.writing import SeatCounts, event_report, list_part, totals_part
from scoring.results.models import Ranking, Team, TeamMember
from scoring.results.selectors import standings as results_standings
from scoring.results.selectors.earned import lots_of
from scoring.results.selectors.rankings import RankingLine, shown_ranking, teams_of
from scoring.rules.codes import Code
from scoring.rules.game_list.findings import findings
from scoring.season.models import Season
from tables.accounts.models import User
from tables.clubs.models import Club, Person
from tables.declared import NotSealed, OfEvent, declared_of, told_columns
from tables.draw.models import Seat, Table
from tables.people.models import Entrant
from tables.people.selectors import entrants
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


@cache
def columns(model: type[Model]) -> tuple[str, ...]:
    """Return the columns of a table that the record tells of each row: links to entries and seats lead to what stands
    around it.
    """
    return tuple(
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
    """Return by what a row is known, None for none; anything else as it is.

    :raises TypeError: if it is a row of a kind that has no words here.
    """
    if not isinstance(value, Model):
        return value
    try:
        return attrgetter(KNOWN_BY.get(type(value), "number"))(value)
    except AttributeError as error:
        raise TypeError(f"The record has no words for a {type(value).__name__}.") from error


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


FORMAT: Final = "skatturnier-record-2"
"""Said at the top; whoever reads it knows by it what to expect."""


LINE: Final = ("number", "at", "action", "by_id", "data", "hash", "by")


def record(tournament: Tournament, *, made_at: datetime) -> dict[str, Any]:
    """Return everything that is stored of an event: all kinds of rows that its journal seals, and what they come to."""
    return {
        "format": FORMAT,
        "made_at": made_at,
        "tournament": columns_of(tournament),
        "officials": [
            {"user": word_of(role.user), "office": role.kind, "plays_as": word_of(role.plays_as)}
            for role in Role.objects.filter(tournament=tournament).select_related("user", "plays_as").order_by("pk")
        ],
        **_rows_of(tournament),
        "ranking": _ranking(tournament),
        "journal": [plain(line, LINE) for line in tournament.journal.select_related("by").order_by("number")],
    }


CALLED: Final = {"card_returns": "cards_given_back", "money_terms": "terms", "tribunal_members": "tribunal"}
"""What some parts of the record are called, unless by what the event calls such rows."""


def _rows_of(tournament: Tournament) -> dict[str, Any]:
    """Return all rows of each kind by what the event calls them, of money under that word."""
    parts: dict[str, Any] = {"money": {}}
    for link in Tournament._meta.related_objects:
        model: Any = link.related_model
        name = str(link.get_accessor_name())
        if model is Panel or (model is not Tournament and isinstance(getattr(model, "sealed_in", None), OfEvent)):
            into = parts["money"] if model.__module__.startswith("scoring.money.") else parts
            rows = [_whole(row) for row in _with_others(model, tournament)]
            into[CALLED.get(name, name)] = next(iter(rows), None) if link.one_to_one else rows
    return parts


def _with_others(model: Any, tournament: Tournament) -> Iterator[Any]:
    """Yield the rows of a kind, with what their links lead to."""
    links = [field.name for field in told_columns(model) if field.is_relation]
    links += ["game_list__table"] if hasattr(model, "game_list") else ["lot"] if model is Entrant else []
    rows = model._default_manager.filter(tournament=tournament).select_related(*links)
    for row in rows.prefetch_related(*(many.name for many in model._meta.local_many_to_many)):
        row.tournament = tournament
        yield row


def _whole(row: Any) -> dict[str, Any]:
    """Return what is told of a row of its own, with the rows that are told with it."""
    more = {
        many.name: sorted(other.number for other in getattr(row, many.name).all()) for many in row._meta.many_to_many
    }
    if hasattr(row, "game_list"):
        more["table"] = word_of(row.game_list)
    return columns_of(row, **more, **MORE.get(type(row), lambda _row: {})(row))


def as_json(data: dict[str, Any]) -> bytes:
    """Return a record as a file."""
    return json.dumps(data, ensure_ascii=False, indent=1, default=spelled).encode()


def _of_ranking(ranking: Ranking) -> dict[str, Any]:
    """Return who plays for the teams of a ranking, its lots, and its places."""
    shown = shown_ranking(ranking)
    return {
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


def _tables(series: Series) -> list[dict[str, Any]]:
    seats = Prefetch("seats", Seat.objects.select_related("entrant").order_by("place"))
    deals = Prefetch("deals", DealRow.objects.select_related("entered_by", "voided_by").order_by("entered_at", "pk"))
    lists = (
        GameListRow.objects.filter(table__series=series)
        .select_related("signed_by", "table")
        .prefetch_related(
            deals, "totals__correction", "totals__replaced_by", "totals__entered_by", "confirmations", "results__seat"
        )
        .prefetch_related("second_deals")
    )
    by_table = {row.table_id: row for row in lists}
    tables = Table.objects.filter(series=series).order_by("number").prefetch_related(seats)
    return [_table(table, by_table.get(table.pk)) for table in tables]


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
    return columns_of(
        row,
        deals=[columns_of(deal) for deal in row.deals.all()],
        second_deals=[columns_of(deal) for deal in row.second_deals.all()],
        totals=[columns_of(line) for line in row.totals.all()],
        confirmations=[columns_of(confirmation) for confirmation in row.confirmations.all()],
        results=[
            columns_of(result, place=result.seat.place)
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


def _of_correction(correction: Correction) -> dict[str, Any]:
    table = correction.game_list.table
    return {"series": table.series.number, "deal": word_of(correction.entry)}


MORE: Final[Mapping[type[Model], Callable[[Any], dict[str, Any]]]] = {
    Correction: _of_correction,
    Entrant: lambda entrant: {"lot": entrant.lot.number if hasattr(entrant, "lot") else None},
    Objection: lambda objection: {
        "statements": [columns_of(statement) for statement in objection.statements.order_by("number")]
    },
    Ranking: _of_ranking,
    Ruling: lambda ruling: {"corrects": ruling.entry is not None},
    Series: lambda series: {"tables": _tables(series)},
}
"""What is told of a row besides its own columns."""


def report_of(tournament: Tournament) -> dict[str, Any]:
    """Return the report of an event; whoever does not want to be named in full stands in it by number alone.

    What the direction decided stands beside what was played: its ranking is that of the standings over those series.
    """
    originals = entrants(tournament).filter(same_as=None)
    numbers = dict(originals.values_list("pk", "number"))
    closed = tournament.series.filter(status=Series.Status.CLOSED).order_by("number")
    return event_report(
        written_by="Skatturnier",
        event={
            "name": tournament.name,
            "date": tournament.starts_on.isoformat(),
            "series": max((series.number for series in closed), default=1),
            "rules": "isko-2002",
            "place": tournament.place,
        },
        entrants=[_entrant(entrant) for entrant in originals],
        lists=[part for series in closed for part in _lists(series)],
        lots={numbers[entrant]: lot for entrant, lot in lots_of(tournament).items() if entrant in numbers},
    )


def _entrant(entrant: Any) -> dict[str, Any]:
    named = {"name": entrant.name, "club": entrant.club} if entrant.shown_as == Shown.FULL else {}
    besides = {"excluded": bool(entrant.excluded_at), "fills_in": entrant.fills_in, "brought": entrant.brought}
    return {"number": entrant.number, **{name: value for name, value in (named | besides).items() if value}}


def _lists(series: Series) -> Iterator[dict[str, Any]]:
    stored = SeatResult.objects.filter(seat__series=series).values_list(
        "seat_id", "performance", "penalty", "won", "lost"
    )
    counts = {seat: SeatCounts(performance - penalty, won, lost) for seat, performance, penalty, won, lost in stored}
    for sheet in sheets(series):
        where: dict[str, Any] = {
            "series": series.number,
            "table": sheet.row.table.number,
            "numbers": sheet.sits,
            "counts": {seat.entrant.number: counts[seat.pk] for seat in sheet.seats if seat.pk in counts},
        }
        if sheet.is_totals_only:
            typed = sheet.row.totals.filter(voided_at=None)
            yield totals_part(mapping.to_totals_list(sheet.row, typed), **where)
        else:
            ends = findings(sheet.game_list, final=True)
            is_short = any(finding.problem.code == Code.INCOMPLETE for finding in ends)
            yield list_part(sheet.game_list, is_short=is_short, **where)


def archive_made_at(tournament: Tournament, sha256: str) -> datetime | None:
    """Return when an archive with this hash was made, or None if none was."""
    lines = tournament.journal.filter(action="archive.made", data__sha256=sha256)
    return lines.order_by("number").values_list("at", flat=True).first()
