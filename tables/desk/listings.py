"""The list at the desk: everybody registered, searched, filtered and counted in one pass (SkWO 4.1)."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import django_tables2 as dt2
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.acts.listings import NAME, CellColumn
from tables.draw.wording import tables_for
from tables.intake.classes import Classes
from tables.intake.optional import OPTIONAL
from tables.people.listings import fitting
from tables.people.models import Entrant
from tables.people.selectors import Namesakes
from tables.people.wording import besides
from tables.tournaments.selectors.tournaments import names_of

TOGGLE = {"cell": {"class": "toggle-cell"}}
WIDE_CLUB = {"cell": {"class": "club wide-only"}}

FILTERS: dict[str, tuple[Promise, Callable[[Entrant], bool]]] = {
    "absent": (
        gettext_lazy("Absent"),
        lambda entrant: not entrant.present and not (bool(entrant.withdrawn_at or entrant.excluded_at)),
    ),
    "unpaid": (
        gettext_lazy("Not paid"),
        lambda entrant: not (entrant.paid or entrant.withdrawn_at or entrant.fills_in),
    ),
    "nameless": (gettext_lazy("Without name"), lambda entrant: not entrant.name),
    "waiting": (gettext_lazy("Waiting"), lambda entrant: entrant.waiting_since is not None),
    "withdrawn": (gettext_lazy("Withdrawn"), lambda entrant: entrant.is_gone),
    "filling": (gettext_lazy("Filling in"), lambda entrant: entrant.fills_in),
    "excluded": (gettext_lazy("Excluded"), lambda entrant: entrant.excluded_at is not None),
}
"""What the list can be cut down to by what is known of one entrant."""

BESIDES: Final[dict[str, Promise]] = {
    "doubles": gettext_lazy("Perhaps twice"),
    "missing": gettext_lazy("To settle before the draw"),
    "alone": gettext_lazy("Registered alone, no seat"),
}
"""What it can be cut down to besides: by the others, by what is missing when the draw begins, by who has no seat."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedEntrants:
    """What of the list is asked for. Nonsense in an address asks for everything."""

    search: str = ""
    only: str = ""

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "WantedEntrants":
        only = query.get("only", "")
        return cls(search=query.get("q", "").strip()[:100], only=only if only in {*FILTERS, *BESIDES} else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The figures above the list."""

    registered: int
    """Without those who fill in: they take no place."""

    filling: int
    waiting: int
    places: int | None
    """How many there are in all; None where as many take part as come."""

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
class Row:
    """One line of the list."""

    entrant: Entrant
    same_as: str
    """The start numbers of others of the same name, with their clubs, or nothing."""

    is_told_apart: bool
    classes: list[str]

    @property
    def besides(self) -> list[str]:
        return besides({name: getattr(self.entrant, name) for name in OPTIONAL})


class DeskListing(dt2.Table):  # type: ignore[misc]
    """Everybody registered, with a button for each mark; htmx puts a line in the place of the one it was."""

    tick = CellColumn("tables/desk/_tick.html", verbose_name=gettext_lazy("Withdraw"))
    number = dt2.Column(
        accessor="entrant__number", verbose_name=gettext_lazy("No."), attrs={"cell": {"class": "num place"}}
    )
    name = CellColumn(
        "tables/desk/_name.html", order_by="entrant__order", verbose_name=gettext_lazy("Name"), attrs=NAME
    )
    club = dt2.Column(
        accessor="entrant__club",
        order_by="entrant__club_order",
        verbose_name=gettext_lazy("Club"),
        default="",
        attrs=WIDE_CLUB,
    )
    team = dt2.Column(accessor="entrant__team", verbose_name=gettext_lazy("Team"), default="", attrs=WIDE_CLUB)
    paid = CellColumn(
        "tables/desk/_paid.html", order_by="entrant__paid", verbose_name=gettext_lazy("Paid"), attrs=TOGGLE
    )
    present = CellColumn(
        "tables/desk/_present.html", order_by="entrant__present", verbose_name=gettext_lazy("Present"), attrs=TOGGLE
    )

    class Meta:
        attrs = {"class": "listing desk-list"}
        order_by = ("-number",)
        row_attrs = {"id": lambda record: f"entrant-{record.entrant.number}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The desk's list as a page shows it."""

    counts: Counts
    choices: tuple[Choice, ...]
    rows: tuple[Row, ...]
    wanted: WantedEntrants


def desk(
    entrants: Sequence[Entrant],
    namesakes: Sequence[Namesakes],
    wanted: WantedEntrants,
    classes: Classes,
    *,
    alone: Collection[int] = (),
) -> Desk:
    """Return the list as asked for; ``alone`` are the numbers of those who registered themselves and sit nowhere."""
    unsettled = {number for group in namesakes if not group.are_told_apart for number in group.numbers}
    tests = {key: test for key, (_label, test) in FILTERS.items()}
    tests["doubles"] = lambda entrant: entrant.number in unsettled
    takes_money = any(entrant.paid or entrant.tournament.entry_fee for entrant in entrants)
    settled = ("absent", "doubles", *(("unpaid",) if takes_money else ()))
    tests["missing"] = lambda entrant: any(tests[name](entrant) for name in settled)
    tests["alone"] = lambda entrant: entrant.number in alone
    shown = [entrant for entrant in entrants if not wanted.only or tests[wanted.only](entrant)]
    labels = {key: label for key, (label, _test) in FILTERS.items()} | BESIDES
    counted = {key: sum(map(test, entrants)) for key, test in tests.items()}
    return Desk(
        counts=count(entrants),
        choices=(
            Choice(key="", label=_("All"), count=len(entrants)),
            *(Choice(key=key, label=str(labels[key]), count=n) for key, n in counted.items() if n),
        ),
        rows=rows(matching(shown, wanted.search), namesakes, classes),
        wanted=wanted,
    )


def rows(entrants: Iterable[Entrant], namesakes: Sequence[Namesakes], classes: Classes) -> tuple[Row, ...]:
    """Return the lines of entrants."""
    groups = {number: group for group in namesakes for number in group.numbers}
    return tuple(
        Row(
            entrant=entrant,
            same_as=_others(groups.get(entrant.number), entrant.number),
            is_told_apart=entrant.number in groups and groups[entrant.number].are_told_apart,
            classes=names_of(entrant.classes, classes),
        )
        for entrant in entrants
    )


def _others(group: Namesakes | None, number: int) -> str:
    others = zip(group.numbers, group.clubs, strict=True) if group else ()
    return ", ".join(f"{other} ({club})" if club else str(other) for other, club in others if other != number)


def count(entrants: Sequence[Entrant]) -> Counts:
    """Return the figures of a list; whoever withdrew is not counted."""
    here = [entrant for entrant in entrants if not entrant.withdrawn_at]
    present = sum(entrant.present for entrant in here)
    tables, obstacle = tables_for(present)
    filling = sum(entrant.fills_in for entrant in here)
    paid = sum(entrant.paid and not entrant.fills_in for entrant in here)
    waiting = sum(entrant.waiting_since is not None for entrant in entrants)
    places = entrants[0].tournament.most_entrants if entrants else None
    return Counts(
        registered=len(here) - filling,
        filling=filling,
        waiting=waiting,
        places=places,
        present=present,
        paid=paid,
        tables=tables,
        obstacle=obstacle,
    )


def matching(entrants: Sequence[Entrant], search: str) -> list[Entrant]:
    """Return those of whom every word typed is part of the name, club or team, or is the start number."""
    return fitting(entrants, search, lambda entrant: f"{entrant.name} {entrant.club} {entrant.team}")


def meant(entrants: Sequence[Entrant], form: Any) -> list[Entrant]:
    """Return whom a valid form may mean; a number given up for another of the same person means that one."""
    if form.number is not None or form.key:
        meant = (entrant for entrant in entrants if form.number == entrant.number or form.key == entrant.key)
        return [entrant.same_as or entrant for entrant in meant]
    return matching(entrants, form.cleaned_data["who"])
