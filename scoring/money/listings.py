"""Lists: the journal of money, who owes and gets what, plans looked at ahead (practice)."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import django_tables2 as dt2
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.money.models import BY_HAND, MovementRow, PrizeListRow, TariffRow
from scoring.money.selectors.accounts import Owed
from scoring.money.selectors.lines import Names, Payout, Winner
from scoring.money.selectors.planning import ahead_of, prize_lists_of, won_now
from scoring.money.wording import PLACES, between, euros, why
from scoring.money.wording.plan import thing
from tables.acts.listings import NAME, NUMBER, WIDE_NUMBER, WIDE_TEXT, ActionColumn, CellColumn, MomentColumn
from tables.desk.listings import matching
from tables.people.models import Entrant
from tables.sheets import CellKind, Column, Sheet
from tables.tournaments.models import Tournament

TEXT = {"cell": {"class": "text"}}


class MoneyJournalListing(dt2.Table):  # type: ignore[misc]
    """Every movement; what was taken back says by which one."""

    number = dt2.Column(verbose_name=gettext_lazy("No."), attrs={"cell": {"class": "num place"}})
    at = MomentColumn(verbose_name=gettext_lazy("When"))
    source = dt2.Column(verbose_name=pgettext_lazy("of an amount moved", "From"), orderable=False)
    target = dt2.Column(verbose_name=pgettext_lazy("of an amount moved", "To"), orderable=False)
    cents = dt2.Column(verbose_name=gettext_lazy("Amount"), attrs=NUMBER)
    reason = dt2.Column(verbose_name=gettext_lazy("What for"), orderable=False, attrs=TEXT)
    by = dt2.Column(verbose_name=gettext_lazy("By"), default=gettext_lazy("follows by itself"), orderable=False)

    class Meta:
        attrs = {"class": "listing"}
        order_by = ("-number",)
        row_attrs = {"class": lambda record: "gone" if hasattr(record, "reversed_by") else ""}

    def __init__(self, *args: Any, names: Names, slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.slug = names, slug

    def render_source(self, record: MovementRow) -> str:
        """Return where it came from."""
        return between(record, self.names)[0]

    def render_target(self, record: MovementRow) -> str:
        """Return where it went."""
        return between(record, self.names)[1]

    def render_cents(self, value: int) -> str:
        """Return how much it was."""
        return euros(value)

    def render_reason(self, record: MovementRow) -> str:
        """Return why, and what takes it back."""
        if not hasattr(record, "reversed_by"):
            if record.reason not in BY_HAND or record.reverses_id is not None:
                return why(record)
            way = f"{reverse('scoring:money-account', kwargs={'slug': self.slug})}?back={record.number}"
            return format_html('{} <a class="small" href="{}">{}</a>', why(record), way, _("Take it back"))
        back = _("taken back by no. %(number)s") % {"number": record.reversed_by.number}
        return format_html('{} <span class="entrant-note">{}</span>', why(record), back)


def journal_sheet(rows: Iterable[MovementRow], names: Names) -> Sheet:
    """Return the journal of money as a table, the newest first."""
    columns = (
        Column(heading=_("No."), width=8, kind=CellKind.INTEGER),
        Column(heading=_("When"), width=18, kind=CellKind.DATE),
        Column(heading=pgettext("of an amount moved", "From"), width=32),
        Column(heading=pgettext("of an amount moved", "To"), width=32),
        Column(heading=_("Amount in euros"), kind=CellKind.DECIMAL),
        Column(heading=_("What for"), width=44),
        Column(heading=_("Takes back"), width=10, kind=CellKind.INTEGER),
        Column(heading=_("Taken back by"), width=10, kind=CellKind.INTEGER),
        Column(heading=_("By"), width=20),
    )
    lines = (
        (
            row.number,
            localtime(row.at),
            *between(row, names),
            Decimal(row.cents).scaleb(-PLACES),
            why(row),
            row.reverses.number if row.reverses else None,
            row.reversed_by.number if hasattr(row, "reversed_by") else None,
            row.by.get_username() if row.by else "",
        )
        for row in rows
    )
    return Sheet(title=_("Journal of money"), columns=columns, rows=lines)


NOTHING: Final = Owed()


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """An entrant and what is between them and the desk."""

    entrant: Entrant
    due: Owed
    winner: Winner | None = None  # what they won, or what is due to them

    @property
    def is_open(self) -> bool:
        """Whether something is to be taken from them, or given to them."""
        return self.due.owes != 0 or bool(self.winner and self.winner.is_open)


CUTS: Final[dict[str, tuple[Promise, Callable[[AccountRow], bool]]]] = {
    "": (gettext_lazy("All"), lambda row: True),
    "owes": (gettext_lazy("Owes something"), lambda row: row.due.owes > 0),
    "entering": (gettext_lazy("Entry fees open"), lambda row: row.due.entering > 0),
    "lists": (gettext_lazy("Loss fees open"), lambda row: row.due.lists > 0),
    "cuff": (gettext_lazy("Pays later"), lambda row: row.due.on_the_cuff),
    "due": (gettext_lazy("Gets something"), lambda row: bool(row.winner and row.winner.is_open)),
    "won": (gettext_lazy("Won something"), lambda row: bool(row.winner and row.winner.has_won)),
    "quit": (gettext_lazy("Settled"), lambda row: not row.is_open),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedAccounts:
    """What of the list is asked for. Nonsense in an address asks for everybody."""

    search: str = ""
    only: str = ""
    table: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "WantedAccounts":
        """Return what an address asks for."""
        only, table = query.get("only", ""), query.get("table", "")
        return cls(
            search=query.get("q", "").strip()[:100],
            only=only if only in CUTS else "",
            table=int(table) if table.isascii() and table.isdecimal() and len(table) < 5 else None,
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether it is about some of them: a club, a table."""
        return bool(self.search) or self.table is not None


class OwingListing(dt2.Table):  # type: ignore[misc]
    """Who owes what, with a box to take money for several at once."""

    tick = ActionColumn("scoring/money/desk/_tick.html", verbose_name=gettext_lazy("For several at once"))
    number = dt2.Column(
        accessor="entrant__number", verbose_name=gettext_lazy("No."), attrs={"cell": {"class": "num place"}}
    )
    name = CellColumn(
        "scoring/money/desk/_name.html", order_by="entrant__order", verbose_name=gettext_lazy("Name"), attrs=NAME
    )
    club = dt2.Column(
        accessor="entrant__club",
        order_by="entrant__club_order",
        verbose_name=gettext_lazy("Club"),
        default="",
        attrs=WIDE_TEXT,
    )
    entering = dt2.Column(accessor="due__entering", verbose_name=gettext_lazy("Entry fee"), attrs=WIDE_NUMBER)
    lists = dt2.Column(accessor="due__lists", verbose_name=gettext_lazy("Loss fees"), attrs=WIDE_NUMBER)
    paid = dt2.Column(accessor="due__paid", verbose_name=gettext_lazy("Paid"), attrs=WIDE_NUMBER)
    won = CellColumn("scoring/money/desk/_won.html", verbose_name=gettext_lazy("Prizes"), attrs=WIDE_TEXT)
    owes = dt2.Column(accessor="due__owes", verbose_name=gettext_lazy("Owes"), attrs=NUMBER)

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


def choices(rows: Sequence[AccountRow]) -> list[dict[str, Any]]:
    """Return the ways to cut a list down to which anybody fits, and how many fit."""
    counted = [(key, label, sum(test(row) for row in rows)) for key, (label, test) in CUTS.items()]
    return [{"key": key, "label": label, "count": count} for key, label, count in counted if count or not key]


def rows_of(
    entrants: Sequence[Entrant], dues: Mapping[int, Owed], payout: Payout | None = None
) -> tuple[AccountRow, ...]:
    """Return everybody with what they owe and won, in the order given."""
    won = {winner.entrant.number: winner for winner in payout.winners} if payout else {}
    return tuple(
        AccountRow(entrant=entrant, due=dues.get(entrant.number, NOTHING), winner=won.get(entrant.number))
        for entrant in entrants
    )


def cut(
    rows: Sequence[AccountRow], wanted: WantedAccounts, *, at_table: Collection[int] = ()
) -> tuple[AccountRow, ...]:
    """Return the rows asked for; ``at_table`` are the start numbers at the table asked for."""
    test = CUTS[wanted.only][1]
    numbers = {entrant.number for entrant in matching([row.entrant for row in rows], wanted.search)}
    return tuple(
        row
        for row in rows
        if test(row) and row.entrant.number in numbers and (wanted.table is None or row.entrant.number in at_table)
    )


USUAL: Final = (23,)  # numbers of entrants that are looked at where nobody types others
MOST: Final = 6
LARGEST: Final = 5_000


def ahead(
    tournament: Tournament,
    typed: str,
    *,
    tariffs: Sequence[Mapping[str, Any]] | None = None,
    lists: Sequence[Mapping[str, Any]] | None = None,
) -> list[dict[str, Any]]:
    """Return pots and prizes of money with so many entrants as are typed, and with those there are."""
    rows = prize_lists_of(tournament)
    if lists is not None:
        rows = [PrizeListRow(**{**columns, "ranking": None}) for columns in lists]
    found_ahead = ahead_of(tournament, None if tariffs is None else [TariffRow(**columns) for columns in tariffs])
    now = found_ahead.size.entrants
    asked = [int(word) for word in re.findall(r"\d{1,4}", typed) if 1 <= int(word) <= LARGEST][:MOST]
    previews = []
    for entrants in sorted({*asked, *([now] if now else [])}) or USUAL:
        preview = found_ahead.with_entrants(rows, entrants)
        over = {pot: preview.over.get(pot, -holds) for pot, holds in preview.pots.items()}
        of_money = [pair for pair in zip(rows, preview.prizes, strict=True) if pair[0].plan["kind"] != "goods"]
        previews.append(
            {
                "entrants": entrants,
                "is_now": entrants == now,
                "income": sum(preview.by_tariff.values()),
                "amounts": [(row.name, prizes) for row, prizes in of_money],
                "pots": [
                    {"name": pot, "holds": holds, "over": over[pot], "left": -over[pot]}
                    for pot, holds in preview.pots.items()
                    if holds or preview.over.get(pot)
                ],
            }
        )
    return previews


def won_if_over(tournament: Tournament, rows: Sequence[PrizeListRow]) -> list[dict[str, Any]]:
    """Return who would win which prize if it ended now."""
    if not rows or not tournament.series.filter(started_at__isnull=False).exists():
        return []
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    return [
        {
            "prizes": rows[award.prize.of_list].name,
            "place": award.prize.place,
            "entrant": entrants[award.number],
            "what": thing(award.prize.good) if award.prize.good else euros(award.prize.cents),
        }
        for award in won_now(tournament, rows)
    ]
