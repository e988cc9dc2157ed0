"""The table of a year as HTML, its rows joined by hand: forty evenings of forty players are many cells; and sheets."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.rules.results.ranking import shown_points
from scoring.season.rules.standings import Reason
from scoring.season.selectors.played import Evening
from scoring.season.selectors.tables import Cell, YearRow, YearTable
from scoring.season.wording import REASONS, remarks, value
from tables.sheets import CellKind, Column, Sheet, Value

MOST_TOLD = 10  # so many of a table are told in a chat


@dataclass(frozen=True, slots=True)
class YearListing:
    """The table of a competition as its page shows it, the latest evening first."""

    table: YearTable

    @property
    def evenings(self) -> list[Evening]:
        """The columns of evenings."""
        return [*reversed(self.table.evenings)]

    @property
    def heads(self) -> list[tuple[str, str, str]]:
        """Return day, name and address of each evening; no address where the public does not see the event."""
        return [
            (
                f"{evening.starts_on:%d.%m.}",
                f"{evening.name}, {date_format(evening.starts_on, 'SHORT_DATE_FORMAT')}",
                reverse("scoring:standings", args=[evening.slug]) if evening.is_shown else "",
            )
            for evening in self.evenings
        ]

    @property
    def body(self) -> SafeString:
        """Return the rows; all that is not made here is escaped."""
        cell, numbers = cells_of(), [evening.number for evening in self.evenings]
        address = reverse("scoring:season-player", args=[self.table.competition.season.slug, 0])
        stem = address.removesuffix("0/")
        chosen = f"?competition={self.table.competition.number}"
        rows = [_row(row, numbers, cell, stem, chosen) for row in self.table.rows]
        return mark_safe("".join(rows))  # noqa: S308  # joined of what is escaped or made of numbers


def year_text(listing: YearListing, *, address: str) -> str:
    """Return the first of a table as a text for a group chat."""
    table = listing.table
    head = f"{table.competition.season.name}: {table.competition.name}"
    lines = [f"{row.place or '–'}. {row.player.name}: {value(row.value)}" for row in table.rows[:MOST_TOLD]]
    return "\n".join([head, "", *lines, "", _("All: %(address)s") % {"address": address}])


def next_text(evening: Evening, *, address: str) -> str:
    """Return when and where the next evening is, as a text for a group chat."""
    day = date_format(evening.starts_on, "SHORT_DATE_FORMAT")
    return "\n".join([f"{evening.name}, {day}", evening.place, "", _("More: %(address)s") % {"address": address}])


def cells_of() -> Callable[[Sequence[Cell]], str]:
    """Return what makes the cell of an evening: what does not count is struck through, and says why."""
    opened = {reason: f'<s title="{escape(str(why))}">' for reason, why in REASONS.items()}
    not_counted = escape(_("does not count"))
    hidden = f'<span class="visually-hidden"> {not_counted}</span></s>'

    def points(this_cell: Cell) -> str:
        figure = str(this_cell.points) if this_cell.points >= 0 else f"−{-this_cell.points}"
        return figure if this_cell.dropped is None else f"{opened[this_cell.dropped]}{figure}{hidden}"

    def cell(cells: Sequence[Cell]) -> str:
        return f'<td class="num">{"<br>".join(map(points, cells))}</td>' if cells else '<td class="num quiet">–</td>'

    return cell


def _row(row: YearRow, numbers: Sequence[int], cell: Callable[[Sequence[Cell]], str], stem: str, chosen: str) -> str:
    account, player = row.account, row.player
    place = "–" if row.place is None else str(row.place)
    text = escape(remarks(account))
    guest = escape(_("guest"))
    guest = "" if player.is_member else f' <span class="quiet">{guest}</span>'
    note = f'<br><span class="small quiet">{text}</span>' if text else ""
    evenings = "".join(cell(row.cells.get(number, ())) for number in numbers)
    # A team or club has a number below nought, and no page.
    shown = escape(player.name)
    shown = shown if player.number < 0 else f'<a href="{stem}{player.number}/{chosen}">{shown}</a>'
    name = f"{shown}{guest}{note}"
    figures = "".join(f'<td class="num">{figure}</td>' for figure in (account.lists, account.won, account.lost))
    return (
        f'<tr><td class="num place">{place}</td><th scope="row" class="name key">{name}</th>'
        f'<td class="num total">{value(row.value)}</td>{evenings}{figures}</tr>'
    )


def dropped_in(table: YearTable) -> list[str]:
    """Return why results of a table do not count, each reason once."""
    reasons = {out.reason for row in table.rows for out in row.account.dropped}
    return [str(REASONS[reason]) for reason in Reason if reason in reasons]


def shown_cells(cells: Sequence[Cell]) -> SafeString:
    """Return what a competition makes of an evening, with the reason where something does not count."""
    parts = []
    for cell in cells:
        figure = value(cell.points)
        if cell.dropped is None:
            parts.append(format_html("{}", figure))
        else:
            parts.append(
                format_html('<s>{}</s> <span class="small quiet">({})</span>', figure, str(REASONS[cell.dropped]))
            )
    return SafeString("<br>".join(parts)) if parts else SafeString("–")


NAME = 28
REMARKS = 44


def year_sheet(table: YearTable) -> Sheet:
    """Return the table of a competition: a row for each player, a column for each evening with what counts of it."""
    columns = (
        Column(heading=_("Rank"), width=8, kind=CellKind.INTEGER),
        Column(heading=_("Name"), width=NAME),
        Column(heading=_("Club"), width=NAME),
        Column(heading=_("Total"), kind=CellKind.POINTS),
        Column(heading=_("Lists"), width=8, kind=CellKind.INTEGER),
        Column(heading=_("Won"), width=8, kind=CellKind.INTEGER),
        Column(heading=_("Lost"), width=8, kind=CellKind.INTEGER),
        *(
            Column(heading=f"{evening.starts_on:%d.%m.%Y} {evening.name}", kind=CellKind.INTEGER)
            for evening in table.evenings
        ),
        Column(heading=_("Does not count"), width=REMARKS),
        Column(heading=_("Remarks"), width=REMARKS),
    )
    return Sheet(title=table.competition.name, columns=columns, rows=_sheet_rows(table))


def _sheet_rows(table: YearTable) -> Iterator[tuple[Value, ...]]:
    days = {evening.number: f"{evening.starts_on:%d.%m.%Y}" for evening in table.evenings}
    for row in table.rows:
        yield (
            row.place,
            row.player.name,
            row.player.club,
            shown_points(Fraction(row.value)),
            row.account.lists,
            row.account.won,
            row.account.lost,
            *(_counts(row, evening.number) for evening in table.evenings),
            "; ".join(
                f"{days[out.season_list.evening]}: {out.season_list.performance} ({REASONS[out.reason]})"
                for out in row.account.dropped
            ),
            remarks(row.account),
        )


def _counts(row: YearRow, evening: int) -> int | None:
    counted = [season_list.performance for season_list in row.account.counted if season_list.evening == evening]
    return sum(counted) if counted else None
