"""What is wrong with a list of entrants, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.intake.classes import Classes
from tables.intake.headings import Field
from tables.intake.optional import OPTIONAL
from tables.intake.outcome import MOST_ENTRANTS, ColumnDoubt, IntakeRefused, Kind
from tables.intake.registration import LONGEST, RowProblem
from tables.intake.sources.files import MOST_BYTES

PROBLEM = {
    **dict.fromkeys(
        ("name-too-long", "club-too-long", "team-too-long"),
        gettext_lazy("At most %(longest)s characters; these are %(detail)s."),
    ),
    "name-without-letters": gettext_lazy("“%(detail)s” is not a name: it contains no letter."),
    "two-ages": gettext_lazy("Nobody is of two ages at once: %(detail)s."),
    "no-name": gettext_lazy("The name is missing."),
    "unknown-mark": gettext_lazy(
        "“%(detail)s” is not known as a mark. Known are the classes of the event, paid, present."
    ),
    "doubtful": gettext_lazy("This line can be read in more than one way. Please look whether it is right like this."),
    "extra-cells": gettext_lazy("The row has more cells than there are columns, so something may have moved."),
    "no-number": gettext_lazy("“%(detail)s” is not a start number. Possible are 1 to %(most)s."),
    "number-twice": gettext_lazy("Start number %(detail)s stands in the list more than once."),
    "number-given": gettext_lazy("Start number %(detail)s is given already."),
    "not-possible": gettext_lazy("“%(detail)s” does not fit “%(field)s”."),
    "several-people": gettext_lazy("This seems to be %(detail)s people. Everybody needs a chair of their own."),
    "remark": gettext_lazy(
        "“%(detail)s” stands beside the name and is left out. Please look whether the name is right."
    ),
    "perhaps": gettext_lazy("It is not sure that this person comes."),
    "not-the-fee": gettext_lazy(
        "“%(detail)s” is more than the entry fee. Enter the fee at most, and book the rest at the cash desk."
    ),
    "names-shortened": gettext_lazy("The name is shortened in this list: please write it out."),
    "hidden": gettext_lazy("This row is hidden or struck through in the list."),
    "struck-through": gettext_lazy("This row is hidden or struck through in the list."),
    "formula-error": gettext_lazy("“%(detail)s” is an error of a formula, no text."),
}
"""A sentence for everything that can be wrong with one line."""

REFUSED = {
    "empty": gettext_lazy("There is nobody in this list."),
    "too-many-lines": gettext_lazy(
        "The list has more than %(most)s lines, and a tournament has room for %(most)s entrants. Nothing was taken."
    ),
    "too-big": gettext_lazy("This file is too big. Files may have up to %(megabytes)s MB."),
    "bomb": gettext_lazy("This holds far more than a list and was not opened. Copy the list into a new workbook."),
    "broken": gettext_lazy("This file is damaged. Open it in its program and save it again."),
    "encrypted": gettext_lazy("This file is protected by a password. Save it without one and send it again."),
    "old-excel": gettext_lazy("This is a workbook of Excel 4 or before. Save it as .xlsx, .ods or .csv."),
    "is-pdf": gettext_lazy("A PDF cannot be read safely. Send an .xlsx, .ods or .csv file."),
    "wrong-type": gettext_lazy(
        "This is neither a workbook of Excel (.xlsx, .xls) or LibreOffice (.ods) nor a text with a table (.csv)."
    ),
    "our-deals": gettext_lazy("This file holds no list of people. Take the file “Entrants” of that event."),
    "our-money": gettext_lazy("This file holds no list of people. Take the file “Entrants” of that event."),
    "our-lists": gettext_lazy("This file holds no list of people. Take the file “Entrants” of that event."),
    "not-a-table": gettext_lazy(
        "The table has headings, but none for the names. Call that column “Name”, or two “First name” and “Last name”."
    ),
    "no-name-column": gettext_lazy(
        "The table has headings, but none for the names. Call that column “Name”, or two “First name” and “Last name”."
    ),
}
"""A sentence for everything that makes a list unreadable as a whole."""


def intake_problem(problem: RowProblem) -> str:
    """Return what is wrong with a line, as a sentence."""
    return str(PROBLEM.get(problem.code, _("This line cannot be read."))) % {
        "detail": problem.detail,
        "field": FIELD[Field(problem.field)] if problem.field else "",
        "longest": LONGEST,
        "most": MOST_ENTRANTS,
    }


KIND = {
    Kind.TITLE: gettext_lazy("does not look like a person"),
    Kind.HEAD: gettext_lazy("headings of the columns"),
    Kind.TOTAL: gettext_lazy("a sum"),
    Kind.BLANK: gettext_lazy("a number without a name"),
    Kind.CANCELLED: gettext_lazy("has cancelled"),
    Kind.AGAIN: gettext_lazy("stands above already"),
    Kind.LEFT_OUT: gettext_lazy("left out by you"),
}
"""Why a line is taken for nobody."""

DOUBT = {
    ColumnDoubt.FIRST_OR_LAST: gettext_lazy("First name or last name? Please check."),
    ColumnDoubt.TICKS: gettext_lazy("There is no heading here. What do these ticks mean?"),
    ColumnDoubt.NAMES: gettext_lazy("This heading is not known. Are these the names?"),
    ColumnDoubt.EARLIER: gettext_lazy(
        "This is how it was when the file was written, so it is left out. Choose a field if it is still true."
    ),
    ColumnDoubt.START_NUMBERS: gettext_lazy("If these are the start numbers, choose “Start number”."),
}
"""What is asked about a column."""

FIELD = {
    Field.NAME: gettext_lazy("Name"),
    Field.FIRST: gettext_lazy("First name"),
    Field.LAST: gettext_lazy("Last name"),
    Field.CLUB: gettext_lazy("Club"),
    Field.TEAM: gettext_lazy("Team"),
    Field.NUMBER: gettext_lazy("Start number"),
    Field.PAID: gettext_lazy("Paid"),
    Field.PRESENT: gettext_lazy("Present"),
    Field.GENDER: gettext_lazy("Gender"),
    Field.MARKS: gettext_lazy("Marks"),
    Field.COUNT: gettext_lazy("Line number"),
    Field.CONTACT: gettext_lazy("Contact"),
    Field.WITH: gettext_lazy("Another person"),
    Field.PEOPLE: gettext_lazy("How many people"),
    Field.COMING: gettext_lazy("Coming or not"),
    Field.WITHDRAWN: gettext_lazy("Withdrawn"),
    **{Field(name): gettext_lazy(optional_field.words) for name, optional_field in OPTIONAL.items()},
}
"""What a column can hold, besides whether somebody is in a class."""


def held_by_column(text: str, classes: Classes) -> str:
    """Return what a column holds, or a mark says: a field, or a class by its code."""
    return next((known_class.name for known_class in classes if known_class.code == text), "") or str(
        FIELD[Field(text)]
    )


def intake_refused(error: IntakeRefused) -> str:
    """Return why a list cannot be read at all, as a sentence."""
    facts = {"most": MOST_ENTRANTS, "megabytes": MOST_BYTES // 1_000_000}
    return str(REFUSED.get(error.code, _("The file cannot be read."))) % facts
