"""What is wrong with a list of entrants, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.intake import LONGEST, MOST_BYTES, IntakeRefused, Problem
from tables.services.registration import MOST_ENTRANTS

PROBLEM = {
    "name-too-long": gettext_lazy("The name has %(detail)s characters; %(longest)s are possible."),
    "club-too-long": gettext_lazy("The name of the club has %(detail)s characters; %(longest)s are possible."),
    "team-too-long": gettext_lazy("The name of the team has %(detail)s characters; %(longest)s are possible."),
    "name-without-letters": gettext_lazy("“%(detail)s” is no name: there is no letter in it."),
    "junior-and-senior": gettext_lazy("Nobody is junior and senior at once."),
    "no-name": gettext_lazy("The name is missing."),
    "unknown-mark": gettext_lazy("“%(detail)s” is not known as a mark. Known are lady, junior, senior, paid, present."),
    "commas": gettext_lazy("There are several commas in the name. Put semicolons between name, club, team and marks."),
    "extra-cells": gettext_lazy("The row has more cells than there are columns, so something may have moved."),
    "above-headings": gettext_lazy("The row stands above the headings, so nobody can say what it means."),
    "formula-error": gettext_lazy("“%(detail)s” is an error of a formula, no text."),
}
"""A sentence for everything that can be wrong with one line."""

REFUSED = {
    "empty": gettext_lazy("There is nobody in this list."),
    "too-many-lines": gettext_lazy(
        "The list has more than %(most)s lines, and a tournament has room for %(most)s entrants. Nothing was taken."
    ),
    "too-big": gettext_lazy("This is too big for a list of entrants. Files may have up to %(megabytes)s MB."),
    "bomb": gettext_lazy(
        "This workbook holds far more than a list of entrants and was not opened. Copy the list into a new workbook."
    ),
    "broken": gettext_lazy("This file is damaged. Open it in its program and save it again."),
    "encrypted": gettext_lazy("This file is protected by a password. Save it without one and send it again."),
    "old-excel": gettext_lazy("This is a workbook in the old Excel format (.xls). Save it as .xlsx or as .csv."),
    "is-pdf": gettext_lazy("This is a PDF; nobody can read a table out of it safely. Send an .xlsx or .csv file."),
    "wrong-type": gettext_lazy("This is neither an Excel workbook (.xlsx) nor a text with a table (.csv)."),
    "not-a-table": gettext_lazy("No table of entrants was found in this file: there is no column of names."),
    "no-name-column": gettext_lazy(
        "The table has headings, but none for the names. Call that column “Name”, or two “First name” and “Last name”."
    ),
}
"""A sentence for everything that makes a list unreadable as a whole."""


def intake_problem(problem: Problem) -> str:
    """Return what is wrong with a line, as a sentence."""
    return str(PROBLEM.get(problem.code, _("This line cannot be read."))) % {
        "detail": problem.detail,
        "longest": LONGEST,
    }


def intake_refused(error: IntakeRefused) -> str:
    """Return why a list cannot be read at all, as a sentence."""
    facts = {"most": MOST_ENTRANTS, "megabytes": MOST_BYTES // 1_000_000}
    return str(REFUSED.get(error.code, _("This list cannot be read."))) % facts
