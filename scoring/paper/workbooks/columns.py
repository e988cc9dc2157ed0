"""Columns that several tables have."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.intake.classes import Classes
from tables.people.models import Entrant
from tables.sheets import Column, Kind

NAME: Final = 28
"""Width of a name or a club, in characters."""


def figures(heading: str, width: int = 12) -> Column:
    """Return a column of whole numbers."""
    return Column(heading=heading, width=width, kind=Kind.INTEGER)


def mark(heading: str, width: int = 9) -> Column:
    """Return a column of crosses."""
    return Column(heading=heading, width=width, kind=Kind.MARK)


def where() -> tuple[Column, ...]:
    """Return the columns that say which list of the event a row is about."""
    return figures(pgettext("one of them", "Series"), 8), figures(_("Table"), 8)


def who() -> tuple[Column, ...]:
    """Return the columns that say who somebody is."""
    return (
        figures(_("Start number"), 8),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        Column(heading=_("Team"), width=20),
    )


def class_columns(classes: Classes) -> tuple[Column, ...]:
    """Return a column to tick for each class."""
    return tuple(mark(player_class.name) for player_class in classes)


def is_in(entrant: Entrant, classes: Classes) -> tuple[bool, ...]:
    """Return for each class whether somebody is in it."""
    return tuple(player_class.code in entrant.classes for player_class in classes)
