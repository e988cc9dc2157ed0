"""What was disputed and decided in an event, for the record: objections, decisions, the tribunal (SkWO 7.3)."""

from collections.abc import Iterable
from typing import Any, Final

from scoring import selectors
from scoring.models import GameListRow, Objection, Panel, Ruling, Statement, TribunalMember
from tables.models import Tournament, User

OBJECTION: Final = ("number", "deal", "kind", "place", "text", "raised_at", "taken_at", "outcome", "ended_at")
STATEMENT: Final = ("number", "kind", "deal", "place", "facts", "claim", "answer", "stated_at")
RULING: Final = (
    *("number", "stage", "deal", "sentence", "facts", "reasons", "clauses", "overruling", "dealt_again_from"),
    "decided_at",
)
MEMBER: Final = ("number", "name", "club", "team", "named_at", "left_at")
PANEL: Final = ("number", "named_at")


def disputes(tournament: Tournament) -> dict[str, Any]:
    """Return the objections, the decisions and the tribunal of an event."""
    members = tournament.tribunal_members.select_related("user", "plays_as", "named_by", "left_by").order_by("number")
    panels = tournament.panels.select_related("appeal", "named_by").prefetch_related("members").order_by("number")
    return {
        "objections": [_objection(one) for one in selectors.objections_of(tournament)],
        "rulings": [_ruling(one) for one in selectors.rulings_of(tournament)],
        "tribunal": [_member(one) for one in members],
        "panels": [_panel(one) for one in panels],
    }


def _objection(objection: Objection) -> dict[str, Any]:
    return _plain(objection, OBJECTION) | {
        "series": objection.series.number,
        "table": _table(objection.game_list),
        "raised_by": _user(objection.raised_by),
        "taken_by": _user(objection.taken_by),
        "ended_by": _user(objection.ended_by),
        "statements": [_statement(one) for one in objection.statements.all()],
    }


def _statement(statement: Statement) -> dict[str, Any]:
    return _plain(statement, STATEMENT) | {"stated_by": _user(statement.stated_by)}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return _plain(ruling, RULING) | {
        "series": ruling.series.number,
        "table": _table(ruling.game_list),
        "objection": ruling.objection.number if ruling.objection else None,
        "corrects": ruling.entry is not None,
        "decided_by": _user(ruling.decided_by),
    }


def _member(member: TribunalMember) -> dict[str, Any]:
    return _plain(member, MEMBER) | {
        "user": _user(member.user),
        "plays_as": member.plays_as.number if member.plays_as else None,
        "named_by": _user(member.named_by),
        "left_by": _user(member.left_by),
    }


def _panel(panel: Panel) -> dict[str, Any]:
    return _plain(panel, PANEL) | {
        "appeal": panel.appeal.number,
        "members": sorted(member.number for member in panel.members.all()),
        "named_by": _user(panel.named_by),
    }


def _plain(row: Any, columns: Iterable[str]) -> dict[str, Any]:
    return {column: getattr(row, column) for column in columns}


def _table(row: GameListRow | None) -> int | None:
    return row.table.number if row else None


def _user(user: User | None) -> str | None:
    return user.get_username() if user else None
