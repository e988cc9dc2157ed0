"""Who still owes what, and to whom something is due: the list below the desk (SkWO 4.1)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import django_tables2 as dt2
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.money.selectors.accounts import Owed
from scoring.money.selectors.lines import Due
from scoring.money.selectors.payout import Payout, Winner
from scoring.money.wording.amounts import euros
from tables.acts.listings import NAME, NUMBER, WIDE_NUMBER, WIDE_TEXT, ActionColumn, CellColumn
from tables.desk.listings import matching
from tables.people.models import Entrant

NOTHING: Final = Due(owed=Owed(), on_the_cuff=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """An entrant and what is between them and the desk."""

    entrant: Entrant
    due: Due
    winner: Winner | None = None
    """What they won, or what is due to them."""

    @property
    def is_open(self) -> bool:
        """Whether something is to be taken from them, or given to them."""
        return self.due.owes != 0 or bool(self.winner and self.winner.is_open)


CUTS: Final[dict[str, tuple[Promise, Callable[[Row], bool]]]] = {
    "": (_("All"), lambda row: True),
    "owes": (_("Owes something"), lambda row: row.due.owes > 0),
    "entering": (_("Entry fees open"), lambda row: row.due.owed.entering > 0),
    "lists": (_("Loss fees open"), lambda row: row.due.owed.lists > 0),
    "cuff": (_("Pays later"), lambda row: row.due.on_the_cuff),
    "due": (_("Gets something"), lambda row: bool(row.winner and row.winner.is_open)),
    "won": (_("Won something"), lambda row: row.winner is not None),
    "quit": (_("Settled"), lambda row: not row.is_open),
}
"""What the list can be cut down to, by the name an address has for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What of the list is asked for. Nonsense in an address asks for everybody."""

    search: str = ""
    only: str = ""
    table: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "Wanted":
        """Return what an address asks for."""
        only, table = query.get("only", ""), query.get("table", "")
        return cls(
            search=query.get("q", "").strip()[:100],
            only=only if only in CUTS else "",
            table=int(table) if table.isascii() and table.isdecimal() and len(table) < 5 else None,
        )

    @property
    def of_who_owes(self) -> "Wanted":
        """The same, of those who owe something."""
        return replace(self, only="owes")

    @property
    def is_narrowed(self) -> bool:
        """Whether it is about some of them: a club, a table."""
        return bool(self.search) or self.table is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of the ways to cut the list down."""

    key: str
    label: Promise
    count: int


class OwingListing(dt2.Table):  # type: ignore[misc]
    """Who owes what, with a box to take money for several at once."""

    tick = ActionColumn("scoring/money/desk/_tick.html", verbose_name=_("For several at once"))
    number = dt2.Column(accessor="entrant__number", verbose_name=_("No."), attrs={"cell": {"class": "num place"}})
    name = CellColumn("scoring/money/desk/_name.html", order_by="entrant__order", verbose_name=_("Name"), attrs=NAME)
    club = dt2.Column(
        accessor="entrant__club", order_by="entrant__club_order", verbose_name=_("Club"), default="", attrs=WIDE_TEXT
    )
    entering = dt2.Column(accessor="due__owed__entering", verbose_name=_("Entry fee"), attrs=WIDE_NUMBER)
    lists = dt2.Column(accessor="due__owed__lists", verbose_name=_("Loss fees"), attrs=WIDE_NUMBER)
    paid = dt2.Column(accessor="due__owed__paid", verbose_name=_("Paid"), attrs=WIDE_NUMBER)
    won = CellColumn("scoring/money/desk/_won.html", verbose_name=_("Prizes"), attrs=WIDE_TEXT)
    owes = dt2.Column(accessor="due__owes", verbose_name=_("Owes"), attrs=NUMBER)

    class Meta:
        attrs = {"class": "listing"}
        order_by = ("number",)

    def render_lists(self, value: int) -> str:
        """Return an amount; nothing where it is none."""
        return euros(value) if value else ""

    render_entering = render_paid = render_lists

    def render_owes(self, value: int) -> str:
        """Return what they owe; with a minus, what they get."""
        return euros(value)


def choices(rows: Sequence[Row]) -> tuple[Choice, ...]:
    """Return the ways to cut a list down to which anybody fits."""
    counted = [(key, label, sum(test(row) for row in rows)) for key, (label, test) in CUTS.items()]
    return tuple(Choice(key=key, label=label, count=count) for key, label, count in counted if count or not key)


def rows_of(entrants: Sequence[Entrant], dues: Mapping[int, Due], payout: Payout | None = None) -> tuple[Row, ...]:
    """Return everybody with what they owe and won, in the order given."""
    won = {one.entrant.number: one for one in payout.winners} if payout else {}
    return tuple(Row(entrant=one, due=dues.get(one.number, NOTHING), winner=won.get(one.number)) for one in entrants)


def cut(rows: Sequence[Row], wanted: Wanted, *, at_table: Collection[int] = ()) -> tuple[Row, ...]:
    """Return the rows asked for; ``at_table`` are the start numbers at the table asked for."""
    test = CUTS[wanted.only][1]
    there = {entrant.number for entrant in matching([row.entrant for row in rows], wanted.search)}
    return tuple(
        row
        for row in rows
        if test(row) and row.entrant.number in there and (wanted.table is None or row.entrant.number in at_table)
    )
