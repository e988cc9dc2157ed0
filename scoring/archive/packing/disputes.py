"""What was disputed and decided in an event, for the record: objections, decisions, the tribunal (SkWO 7.3)."""

from typing import Any, Final

from scoring.archive.packing.words import plain, word_of
from scoring.disputes.models import Objection, Panel, Ruling
from scoring.disputes.selectors import objections, rulings
from tables.tournaments.models import Tournament

OBJECTION: Final = (
    *("number", "deal", "kind", "place", "text", "raised_at", "taken_at", "outcome", "ended_at"),
    *("series", "raised_by", "taken_by", "ended_by"),
)
STATEMENT: Final = ("number", "kind", "deal", "place", "facts", "claim", "answer", "stated_at", "stated_by")
RULING: Final = (
    *("number", "stage", "deal", "sentence", "facts", "reasons", "clauses", "overruling", "dealt_again_from"),
    *("decided_at", "series", "objection", "decided_by"),
)
MEMBER: Final = ("number", "name", "club", "team", "named_at", "left_at", "user", "plays_as", "named_by", "left_by")
PANEL: Final = ("number", "named_at", "appeal", "named_by")


def disputes(tournament: Tournament) -> dict[str, Any]:
    """Return the objections, the decisions and the tribunal of an event."""
    members = tournament.tribunal_members.select_related("user", "plays_as", "named_by", "left_by").order_by("number")
    panels = tournament.panels.select_related("appeal", "named_by").prefetch_related("members").order_by("number")
    return {
        "objections": [_objection(objection) for objection in objections.objections_of(tournament)],
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
