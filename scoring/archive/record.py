"""Everything that is stored of an event, for programs: JSON that needs nothing of this site to be read.

The keys and the words that open a list are not in it, nor is any password.
"""

import json
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from django.db.models import Prefetch

from scoring import selectors
from scoring.archive.disputes import disputes
from scoring.archive.rankings import rankings
from scoring.models import Appeal, Correction, DealRow, GameListRow, Lot, Measure, ResultQuery, TotalsRow
from tables.models import JournalEntry, Role, Seat, Series, Table, Tournament, User

FORMAT: Final = "skatturnier-record-1"
"""Said at the top; whoever reads it knows by it what to expect."""

ENTRANT: Final = (
    *("number", "name", "club", "team", "lady", "junior", "senior", "paid", "present"),
    *("fixed_table", "source", "withdrawn_at", "excluded_at", "registered_at"),
    *("shown_as", "chose_name", "pseudonym"),
)
SERIES: Final = (
    *("number", "seating", "status", "drawn_as", "drawn_at", "published_at", "started_at", "closed_at"),
    *("posted_at", "paused_at", "paused_for", "time_over_at", "begins_at"),
)
LIST: Final = (
    *("kind", "rounds", "version", "seats_confirmed_at", "struck_after", "short_because", "signed_at", "signed_hash"),
    "void_at",
)
ENTRY: Final = (
    *("number", "declarer", "game", "matadors", "hand", "schneider", "schneider_announced", "schwarz"),
    *("schwarz_announced", "ouvert", "won", "bid", "overbid", "overruled", "points"),
    *("entered_at", "voided_at", "voided_because"),
)
TOTALS: Final = ("place", "game_points", "won", "lost", "entered_at", "voided_at")
CONFIRMATION: Final = ("place", "name", "way", "drawing", "at")
RESULT: Final = ("game_points", "won", "lost", "opponents_lost", "performance", "counts", "penalty")
APPEAL: Final = ("number", "deal", "text", "filed_at", "late", "verdict", "reasons", "decided_at")
MEASURE: Final = (
    *("number", "kind", "points", "from_deal", "substitute_name", "reason", "clause", "ordered_at"),
    *("lifted_at", "lifted_because"),
)
CORRECTION: Final = ("number", "witnesses", "testified", "reason", "clause", "corrected_at", "lapsed_at")
QUERY: Final = ("number", "text", "raised_at", "late", "verdict", "reasons", "answered_at")
DRAW: Final = ("number", "record", "drawn_at", "discarded_at", "discarded_because")
LINE: Final = ("number", "at", "action", "by_id", "data", "hash")


def record(tournament: Tournament, *, made_at: datetime) -> dict[str, Any]:
    """Return everything that is stored of an event."""
    columns = [field.name for field in Tournament._meta.concrete_fields if field.name != "id"]
    return {
        "format": FORMAT,
        "made_at": made_at,
        "tournament": _plain(tournament, columns),
        "officials": _officials(tournament),
        "entrants": _entrants(tournament),
        "series": [_series(series) for series in tournament.series.order_by("number").select_related("draw")],
        "ranking": _ranking(tournament),
        "rankings": rankings(tournament),
        "appeals": [_appeal(appeal) for appeal in selectors.appeals_of(tournament).select_related("filed_by")],
        **disputes(tournament),
        "measures": [_measure(one) for one in selectors.measures_of(tournament)],
        "corrections": [_correction(one) for one in selectors.corrections_of(tournament)],
        "queries": [_query(one) for one in selectors.queries_of(tournament)],
        "draws": [_plain(draw, DRAW) for draw in tournament.draws.order_by("number")],
        "journal": [_plain(line, LINE) | {"by": _user(line.by)} for line in _journal(tournament)],
    }


def as_json(data: dict[str, Any]) -> bytes:
    """Return a record as a file."""
    return json.dumps(data, ensure_ascii=False, indent=1, default=_spelled).encode()


def _spelled(value: object) -> str | float:
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, Decimal):
        return str(value)
    raise TypeError(type(value).__name__)


def _plain(row: Any, columns: Iterable[str]) -> dict[str, Any]:
    return {column: getattr(row, column) for column in columns}


def _user(user: User | None) -> str | None:
    return user.get_username() if user else None


def _officials(tournament: Tournament) -> list[dict[str, Any]]:
    roles = Role.objects.filter(tournament=tournament).select_related("user", "plays_as").order_by("pk")
    return [
        {"user": _user(role.user), "office": role.kind, "plays_as": role.plays_as.number if role.plays_as else None}
        for role in roles
    ]


def _entrants(tournament: Tournament) -> list[dict[str, Any]]:
    lots = dict(Lot.objects.filter(tournament=tournament).values_list("entrant_id", "number"))
    return [
        _plain(entrant, ENTRANT)
        | {"lot": lots.get(entrant.pk), "apart_from": sorted(other.number for other in entrant.apart_from.all())}
        for entrant in tournament.entrants.order_by("number").prefetch_related("apart_from")
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
    return _plain(series, SERIES) | {
        "draw": series.draw.number if series.draw else None,
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
    return _plain(row, LIST) | {
        "signed_by": _user(row.signed_by),
        "deals": [
            _plain(deal, ENTRY) | {"entered_by": _user(deal.entered_by), "voided_by": _user(deal.voided_by)}
            for deal in row.deals.all()
        ],
        "second_deals": [_plain(deal, ENTRY) for deal in row.second_deals.all()],
        "totals": [_total(line) for line in row.totals.all()],
        "confirmations": [_plain(one, CONFIRMATION) for one in row.confirmations.all()],
        "results": [
            {"place": result.seat.place, **_plain(result, RESULT)}
            for result in sorted(row.results.all(), key=lambda result: result.seat.place)
        ],
    }


def _total(line: TotalsRow) -> dict[str, Any]:
    return _plain(line, TOTALS) | {
        "correction": line.correction.number if line.correction else None,
        "replaced_by": line.replaced_by.number if line.replaced_by else None,
    }


def _ranking(tournament: Tournament) -> dict[str, Any]:
    standings = selectors.standings(tournament, with_hidden=True)
    return {
        "series": [series.number for series in standings.series],
        "is_official": standings.is_official,
        "lines": [
            {
                "rank": line.place.rank,
                "shared": line.place.shared,
                "entrant": line.entrant.number,
                "by_series": line.by_series,
                "total": line.total,
                "won": line.place.result.won,
                "lost": line.place.result.lost,
                "opponents_lost": line.opponents_lost,
            }
            for line in standings.lines
        ],
        "excluded": [
            {"entrant": line.entrant.number, "by_series": line.by_series, "total": line.result.performance}
            for line in standings.excluded
        ],
    }


def _appeal(appeal: Appeal) -> dict[str, Any]:
    return _plain(appeal, APPEAL) | {
        "series": appeal.series.number,
        "table": appeal.game_list.table.number if appeal.game_list else None,
        "appellant": appeal.appellant.number,
        "filed_by": _user(appeal.filed_by),
        "decided_by": _user(appeal.decided_by),
        "ruling": appeal.ruling.number if appeal.ruling else None,
        "decision": appeal.decision.number if appeal.decision else None,
    }


def _measure(measure: Measure) -> dict[str, Any]:
    return _plain(measure, MEASURE) | {
        "series": measure.series.number if measure.series else None,
        "table": measure.game_list.table.number if measure.game_list else None,
        "entrant": measure.entrant.number if measure.entrant else None,
        "substitute": measure.substitute.number if measure.substitute else None,
        "ordered_by": _user(measure.ordered_by),
        "lifted_by": _user(measure.lifted_by),
    }


def _correction(correction: Correction) -> dict[str, Any]:
    table = correction.game_list.table
    return _plain(correction, CORRECTION) | {
        "series": table.series.number,
        "table": table.number,
        "deal": correction.entry.number if correction.entry else None,
        "corrected_by": _user(correction.corrected_by),
    }


def _query(query: ResultQuery) -> dict[str, Any]:
    return _plain(query, QUERY) | {
        "series": query.series.number if query.series else None,
        "entrant": query.entrant.number,
        "correction": query.correction.number if query.correction else None,
        "counts_from": query.counts_from.number if query.counts_from else None,
        "raised_by": _user(query.raised_by),
        "answered_by": _user(query.answered_by),
    }


def _journal(tournament: Tournament) -> Iterable[JournalEntry]:
    return tournament.journal.select_related("by").order_by("number")
