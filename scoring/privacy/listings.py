"""What is stored about a person, for them to read: what they are here, what they wrote, how much there is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.clubs.models import Person
from tables.intake.optional import OPTIONAL
from tables.people.models import Entrant

KINDS: Final[Mapping[str, Any]] = {
    "tables.Seat": gettext_lazy("seats"),
    "tables.Seeding": gettext_lazy("places after a series"),
    "tables.Role": gettext_lazy("offices"),
    "scoring.DealRow": gettext_lazy("deals as declarer"),
    "scoring.SecondDealRow": gettext_lazy("deals as declarer in a second list"),
    "scoring.TotalsRow": gettext_lazy("results typed from paper"),
    "scoring.SeatResult": gettext_lazy("results of lists"),
    "scoring.Confirmation": gettext_lazy("signatures under lists"),
    "scoring.Call": gettext_lazy("calls from the table"),
    "scoring.Objection": gettext_lazy("objections"),
    "scoring.Statement": gettext_lazy("what a judge found about them"),
    "scoring.Ruling": gettext_lazy("decisions about the lists"),
    "scoring.Correction": gettext_lazy("corrections in your lists"),
    "scoring.Appeal": gettext_lazy("appeals"),
    "scoring.ResultQuery": gettext_lazy("queries about results"),
    "scoring.Measure": gettext_lazy("orders of the direction"),
    "scoring.Lot": gettext_lazy("lots"),
    "scoring.TeamMember": gettext_lazy("teams"),
    "scoring.Substitution": gettext_lazy("substitutions"),
    "scoring.TribunalMember": gettext_lazy("seats in the tribunal"),
    "tables.Draw": gettext_lazy("draws"),
    "tables.JournalEntry": gettext_lazy("lines of the journal about the person and the tables"),
}

FACTS: Final = (*("number", "name", "club", "team", *OPTIONAL, "classes", "paid", "present", "fixed_table"),)
IN_BOOK: Final = ("name", "plays_for", "team", "classes", "contact")

WORDS: Final = ("text", "facts", "claim", "answer", "sentence", "reason", "reasons", "lifted_because")
"""What somebody wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What is stored about a person in one event, or in the book of a club."""

    title: str
    facts: tuple[tuple[str, str], ...]
    counts: tuple[tuple[str, int], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    """What was written by them or about them, and what that is."""


def parts(told: Mapping[str, Any]) -> list[Part]:
    """Return a record of one person as their page shows it."""
    found = [_of_book(told)] if "book" in told else []
    return [*found, *(_of_event(one) for one in told.get("events") or ([told] if "event" in told else []))]


def _of_book(told: Mapping[str, Any]) -> Part:
    return Part(title=told["book"], facts=tuple(_facts(Person, told["tables.Person"][0], IN_BOOK)))


def _of_event(told: Mapping[str, Any]) -> Part:
    kinds = [(label, told[label]) for label in KINDS if told.get(label)]
    return Part(
        title=told["event"]["name"],
        facts=tuple(_facts(Entrant, told["tables.Entrant"][0], FACTS)),
        counts=tuple((str(KINDS[label]), len(rows)) for label, rows in kinds),
        words=tuple(
            (str(KINDS[label]), row[name]) for label, rows in kinds for row in rows for name in WORDS if row.get(name)
        ),
    )


def _facts(model: Any, row: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        value = row.get(name)
        if value not in (None, "", False):
            yield capfirst(str(model._meta.get_field(name).verbose_name)), _("yes") if value is True else str(value)
