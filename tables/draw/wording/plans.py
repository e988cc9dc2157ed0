"""What is wrong with seats that were not computed, and what a swap of two seats changes, in words (SkWO 7.1)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.acts.wording.intake import intake_refused
from tables.intake.outcome import IntakeRefused
from tables.intake.plans import PlanProblem
from tables.seating import Breach, Change, Disturbance, Problem

Who = Callable[[int], str]
"""Gives a start number a name."""

NAMES_SHOWN = 40
"""Names in one sentence."""

UNREADABLE = {
    "no-number": gettext_lazy("Line %(line)s: “%(detail)s” is not a start number."),
    "table-twice": gettext_lazy("Line %(line)s: table %(detail)s is there a second time in this series."),
    "no-such-table": gettext_lazy("Line %(line)s: there is no table %(detail)s."),
    "seat-twice": gettext_lazy("Line %(line)s: this seat (table/seat %(detail)s) is given a second time."),
    "seats-with-a-gap": gettext_lazy(
        "Line %(line)s: the seats of table %(detail)s are not numbered 1, 2, 3 and, at four, 4."
    ),
    "other-series": gettext_lazy(
        "Line %(line)s: series %(detail)s is not the one that comes here. The plan has to begin with series %(first)s"
        " and go on without a gap."
    ),
}
"""A sentence for everything that makes a line of a plan unreadable."""

CELL_MISSING = gettext_lazy("Line %(line)s: a number is missing.")

REFUSED = {
    "empty": gettext_lazy("There is no table in this plan."),
    "too-many-lines": gettext_lazy("The plan has far more lines than any event has seats."),
    "too-big": gettext_lazy("This is too big for a plan of seats. Files may have up to 5 MB."),
    "bomb": gettext_lazy(
        "This workbook holds far more than a plan of seats and was not opened. Copy the plan into a new workbook."
    ),
    "is-pdf": gettext_lazy("This is a PDF; nobody can read a plan out of it safely. Send an .xlsx, .ods or .csv file."),
    "not-a-table": gettext_lazy("No plan of seats was found in this file."),
}
"""A sentence for what makes a plan unreadable as a whole, where a list of entrants has another one."""


def plan_refused(error: IntakeRefused) -> str:
    """Return why a plan cannot be read at all, as a sentence."""
    return str(REFUSED.get(error.code) or intake_refused(error))


def plan_problem(problem: PlanProblem, *, first: int) -> str:
    """Return what is wrong with a line of a plan that begins with series ``first``, as a sentence."""
    said = UNREADABLE[problem.code] if problem.detail else CELL_MISSING
    return str(said) % {"line": problem.line, "detail": problem.detail, "first": first}


def breach(problem: Problem, who: Who, *, first: int = 1, known: Callable[[int], bool] = bool) -> str:
    """Return in which way seats break the law, as a sentence.

    ``first`` is the number of the first series of the plan; ``known`` tells who is registered at all.
    """
    facts = {
        "series": first + problem.series - 1,
        "table": problem.tables[0] if problem.tables else 0,
        "tables": ", ".join(map(str, problem.tables)),
        "names": names(problem.numbers, who),
        "count": len(problem.numbers),
    }
    if problem.code is Breach.UNKNOWN_NUMBER and known(problem.numbers[0]):
        return _("Series %(series)s, table %(tables)s: %(names)s is not marked as present.") % facts
    return str(BREACH[problem.code]) % facts


BREACH = {
    Breach.NOT_SEATED: gettext_lazy("Series %(series)s: without a seat are %(names)s."),
    Breach.SEATED_TWICE: gettext_lazy("Series %(series)s: %(names)s sits more than once, at tables %(tables)s."),
    Breach.UNKNOWN_NUMBER: gettext_lazy("Series %(series)s, table %(tables)s: nobody is registered as %(names)s."),
    Breach.TABLE_OF_WRONG_SIZE: gettext_lazy(
        "Series %(series)s: table %(table)s has %(count)s players; three or four sit at a table."
    ),
    Breach.EMPTY_TABLE: gettext_lazy("Series %(series)s: table %(table)s is empty, though tables follow it."),
    Breach.TOO_MANY_THREES: gettext_lazy(
        "Series %(series)s has more than three tables of three (SkWO 7.1.1): %(tables)s."
    ),
}
"""A sentence for every way in which seats can break the law."""


def names(numbers: Sequence[int], who: Who) -> str:
    """Return names in a row, of very many only the first."""
    said = ", ".join(map(who, numbers[:NAMES_SHOWN]))
    more = len(numbers) - NAMES_SHOWN
    if more <= 0:
        return said
    return ngettext("%(names)s and %(count)s more", "%(names)s and %(count)s more", more) % {
        "names": said,
        "count": more,
    }


def disturbances_said(changes: Iterable[Disturbance], who: Who) -> Iterator[str]:
    """Yield for everybody for whom something changes what it is, those who move first."""
    for disturbance in sorted(changes, key=lambda one: one.change is Change.COMPANY):
        facts = {"name": who(disturbance.number), "table": disturbance.table, "seat": disturbance.seat}
        if disturbance.change is Change.COMPANY:
            facts |= {"lost": names(disturbance.company_lost, who), "gained": names(disturbance.company_gained, who)}
            yield _("%(name)s keeps the seat and plays with %(gained)s instead of %(lost)s.") % facts
        else:
            facts |= {"before": disturbance.table_before, "seat_before": disturbance.seat_before}
            yield (
                _("%(name)s moves from table %(before)s, seat %(seat_before)s to table %(table)s, seat %(seat)s.")
                % facts
            )
