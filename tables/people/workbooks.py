"""Tables of the hall for other programs (XLSX, CSV)."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tables.intake.classes import Classes
from tables.intake.optional import OPTIONAL, Holds
from tables.people.models import Entrant
from tables.sheets import CellKind, Column, Sheet

KIND = {Holds.TEXT: CellKind.TEXT, Holds.YEAR: CellKind.INTEGER, Holds.EMAIL: CellKind.TEXT}


def entrants_sheet(entrants: Iterable[Entrant], classes: Classes) -> Sheet:
    """Return everybody registered; as a file it can be read in again as a list. Columns say who waits, who fills in."""
    everybody = list(entrants)
    waiting = [_("Waiting")] if any(entrant.waiting_since for entrant in everybody) else []
    filling = [_("Fills in")] if any(entrant.fills_in for entrant in everybody) else []
    texts = (_("Paid"), _("Present"), _("Withdrawn"), *waiting, *filling)
    marks = (*(player_class.name for player_class in classes), *texts)
    columns = (
        Column(heading=_("Start number"), kind=CellKind.INTEGER),
        Column(heading=_("Name"), width=28),
        Column(heading=_("Club"), width=28),
        Column(heading=_("Team"), width=20),
        *(Column(heading=mark, kind=CellKind.MARK, width=10) for mark in marks),
        *(
            Column(heading=_(optional_field.words), kind=KIND[optional_field.holds], width=16)
            for optional_field in OPTIONAL.values()
        ),
    )
    rows = (
        (
            entrant.number,
            entrant.name,
            entrant.club,
            entrant.team,
            *(player_class.code in entrant.classes for player_class in classes),
            entrant.paid,
            entrant.present,
            entrant.is_gone,
            *([entrant.waiting_since is not None] if waiting else []),
            *([entrant.fills_in] if filling else []),
            *(getattr(entrant, name) for name in OPTIONAL),
        )
        for entrant in everybody
    )
    return Sheet(title=_("Entrants"), columns=columns, rows=rows)
