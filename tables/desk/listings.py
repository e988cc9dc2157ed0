"""The list at the desk: everybody registered, searched, filtered and counted in one pass (SkWO 4.1)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.draw.wording.seats import tables_for
from tables.intake.classes import Classes
from tables.intake.optional import OPTIONAL
from tables.people.listings.entrants import fitting
from tables.people.models import Entrant
from tables.people.wording.entrants import besides
from tables.tournaments.selectors.classes import names_of

ROWS_A_PAGE = 100


def _is_out(entrant: Entrant) -> bool:
    return bool(entrant.withdrawn_at or entrant.excluded_at)


FILTERS: dict[str, tuple[Promise, Callable[[Entrant], bool]]] = {
    "absent": (gettext_lazy("Absent"), lambda entrant: not entrant.present and not _is_out(entrant)),
    "unpaid": (gettext_lazy("Not paid"), lambda entrant: not entrant.paid and not entrant.withdrawn_at),
    "nameless": (gettext_lazy("Without name"), lambda entrant: not entrant.name),
    "withdrawn": (gettext_lazy("Withdrawn"), lambda entrant: entrant.withdrawn_at is not None),
    "excluded": (gettext_lazy("Excluded"), lambda entrant: entrant.excluded_at is not None),
}
"""What the list can be cut down to; doubles come on top."""

ORDERS: dict[str, Callable[[Entrant], tuple[Any, ...]]] = {
    "-number": lambda entrant: (-entrant.number,),
    "number": lambda entrant: (entrant.number,),
    "name": lambda entrant: entrant.order,
    "club": lambda entrant: (not entrant.club, entrant.club_order, entrant.number),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What of the list is asked for. Nonsense in an address asks for everything."""

    search: str = ""
    only: str = ""
    order: str = "-number"
    page: str = "1"

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "Wanted":
        """Return what an address asks for."""
        only, order = query.get("only", ""), query.get("order", "")
        return cls(
            search=query.get("q", "").strip()[:100],
            only=only if only in FILTERS or only == "doubles" else "",
            order=order if order in ORDERS else "-number",
            page=query.get("page", "1"),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The figures above the list."""

    registered: int
    present: int
    paid: int
    tables: str
    """The tables that those present make, or nothing."""

    obstacle: str
    """Why those present make no tables, or nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the ways to cut the list down."""

    key: str
    label: str
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The heading of a column; ``next`` is the order that a click on it asks for."""

    label: str
    css: str
    next: str = ""
    direction: str = ""
    """How the list stands by it: "ascending", "descending" or not at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the list."""

    entrant: Entrant
    same_as: str
    """The start numbers of others that seem to be the same person, or nothing."""

    classes: list[str]
    """What their classes are called."""

    @property
    def besides(self) -> list[str]:
        """Return what the optional fields say."""
        return besides({name: getattr(self.entrant, name) for name in OPTIONAL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The desk's list as a page shows it."""

    counts: Counts
    choices: tuple[Choice, ...]
    page: Page[Entrant]
    wanted: Wanted
    known: Classes
    others: Mapping[int, tuple[int, ...]]
    """For each start number the others that seem to be the same person."""

    @property
    def headings(self) -> list[Heading]:
        """Return the headings of the columns that say who somebody is."""
        order = self.wanted.order
        return [
            Heading(
                label=_("No."),
                css="num place",
                next="number" if order == "-number" else "-number",
                direction={"number": "ascending", "-number": "descending"}.get(order, ""),
            ),
            Heading(label=_("Name"), css="name", next="name", direction="ascending" if order == "name" else ""),
            Heading(label=_("Club"), css="wide-only", next="club", direction="ascending" if order == "club" else ""),
            Heading(label=_("Team"), css="wide-only"),
        ]

    @property
    def rows(self) -> list[Row]:
        """Return the lines of this page."""
        return [self.row_of(entrant) for entrant in self.page]

    def row_of(self, entrant: Entrant) -> Row:
        """Return the line of one entrant."""
        same_as = ", ".join(map(str, self.others.get(entrant.number, ())))
        return Row(entrant=entrant, same_as=same_as, classes=names_of(entrant.classes, self.known))


def desk(entrants: Sequence[Entrant], doubles: Sequence[tuple[int, ...]], wanted: Wanted, classes: Classes) -> Desk:
    """Return the list as asked for."""
    others = {number: tuple(n for n in group if n != number) for group in doubles for number in group}
    tests = {key: test for key, (_label, test) in FILTERS.items()}
    tests["doubles"] = lambda entrant: entrant.number in others
    shown = [entrant for entrant in entrants if not wanted.only or tests[wanted.only](entrant)]
    found = matching(shown, wanted.search)
    found.sort(key=ORDERS[wanted.order])
    labels = {**{key: label for key, (label, _test) in FILTERS.items()}, "doubles": _("Perhaps twice")}
    counted = {key: sum(map(test, entrants)) for key, test in tests.items()}
    return Desk(
        counts=count(entrants),
        choices=(
            Choice(key="", label=_("All"), count=len(entrants)),
            *(Choice(key=key, label=str(labels[key]), count=n) for key, n in counted.items() if n),
        ),
        page=Paginator(found, ROWS_A_PAGE).get_page(wanted.page),
        wanted=wanted,
        known=classes,
        others=others,
    )


def count(entrants: Sequence[Entrant]) -> Counts:
    """Return the figures of a list; whoever withdrew is not counted."""
    here = [entrant for entrant in entrants if not entrant.withdrawn_at]
    present = sum(entrant.present for entrant in here)
    tables, obstacle = tables_for(present)
    paid = sum(entrant.paid for entrant in here)
    return Counts(registered=len(here), present=present, paid=paid, tables=tables, obstacle=obstacle)


def matching(entrants: Sequence[Entrant], search: str) -> list[Entrant]:
    """Return those of whom every word typed is part of the name, club or team, or is the start number."""
    return fitting(entrants, search, lambda entrant: f"{entrant.name} {entrant.club} {entrant.team}")
