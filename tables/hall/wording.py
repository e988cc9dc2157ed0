"""What was done in the hall, where a table stands, and what is wrong with a plan of it, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.hall.plan import MOST_COLUMNS, MOST_ROWS, PlanCode, PlanProblem, Whereabouts
from tables.journal.wording import moment

PLAIN = {
    "announcement.made": gettext_lazy("Announcement %(announcement)s: %(because)s"),
    "announcement.taken-down": gettext_lazy("Announcement %(announcement)s taken down"),
}
"""The acts whose facts fill their sentence as they are."""


def _begin(data: Mapping[str, Any]) -> str:
    if not data["begins_at"]:
        return _("Series %(series)s: no begin announced any more") % data
    return _("Begin of series %(series)s announced: %(moment)s") % {**data, "moment": moment(data["begins_at"])}


def _plan(data: Mapping[str, Any]) -> str:
    return _("Plan of the hall changed") if data["tables"] else _("Plan of the hall taken away")


def _mail(data: Mapping[str, Any]) -> str:
    seats, announcement = _("Mail with the seats of series %(series)s"), _("Mail with announcement %(announcement)s")
    people = ngettext("to %(people)s person", "to %(people)s people", data["people"])
    return f"{seats if 'series' in data else announcement} {people}" % data


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "hall.plan-changed": _plan,
    "mail.sent": _mail,
    "series.begin-announced": _begin,
}
"""The acts whose sentence depends on their facts."""

PROBLEM = {
    PlanCode.TABLE_TWICE: gettext_lazy("Line %(line)s: table %(detail)s is in the plan twice."),
    PlanCode.NO_SUCH_TABLE: gettext_lazy("Line %(line)s: there is no table %(detail)s."),
    PlanCode.TOO_MANY_ROWS: gettext_lazy("From line %(line)s on it is too long: a plan has %(rows)s lines at most."),
    PlanCode.TOO_WIDE: gettext_lazy("Line %(line)s is too long: %(columns)s places at most."),
}


def hall_plan_problem(problem: PlanProblem) -> str:
    """Return what is wrong with a plan, as a sentence."""
    facts = {"line": problem.line, "detail": problem.about, "rows": MOST_ROWS, "columns": MOST_COLUMNS}
    return str(PROBLEM[problem.code]) % facts


def where_it_stands(where: Whereabouts) -> str:
    """Return where a table stands: "third row from “Stage”, second from the left"."""
    row = _row(where)
    if where.from_left + where.from_right == 2:
        return row
    return f"{row}, {_place(where)}"


def _row(where: Whereabouts) -> str:
    if where.at_the_end and not where.in_front:
        return _from(where.rows - where.row + 1, where.at_the_end)
    return _from(where.row, where.in_front)


def _from(number: int, words: str) -> str:
    row = _("row %(number)s") % {"number": number}
    return _("%(row)s from “%(words)s”") % {"row": row, "words": words} if words else row


def _place(where: Whereabouts) -> str:
    """Count from the side that is nearer."""
    if where.from_right < where.from_left:
        return _("no. %(number)s from the right") % {"number": where.from_right}
    return _("no. %(number)s from the left") % {"number": where.from_left}
