"""The standings, a thousand lines in one go: as the public sees them, or as the office looks back at them (SkWO 5).

Their rows are joined by hand, unlike those of every other list: a thousand take 7 ms so, and 600 ms by django-tables2
(``python -m benchmarks standings`` compares the two).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.results.listings import standings_cells
from scoring.results.selectors.progress import Open
from scoring.results.selectors.standings import Standings, StandingsLine
from scoring.results.wording import direction_refusals
from tables.names import sort_key
from tables.tournaments.models import Series
from tables.tournaments.selectors.tournaments import classes_of

NOTHING_OPEN = Open()
NOTHING_KEPT: Mapping[str, object] = {}
NOBODY_GOES_ON: Mapping[int, str] = {}

Key = Callable[[StandingsLine], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SortColumn:
    """A column that can be sorted by."""

    name: str
    heading: str
    key: Key
    css: str = ""
    falls: bool = False  # whether the largest comes first when it is sorted by


def _name_key(line: StandingsLine) -> Any:
    return sort_key(line.entrant.public_name.removesuffix(f" ({line.entrant.number})"))


COLUMNS: tuple[tuple[str, str, Key, str, bool], ...] = (
    ("rank", gettext_noop("Rank"), lambda line: line.rank, "", False),
    ("name", gettext_noop("Name"), _name_key, "", False),
    ("total", gettext_noop("Points"), lambda line: line.total, "", True),
    ("moved", gettext_noop("Moved"), lambda line: (line.moved is not None, line.moved or 0), "moved", True),
    ("number", gettext_noop("No."), lambda line: line.entrant.number, "", False),
    ("won", gettext_noop("Won"), lambda line: line.won, "", True),
    ("lost", gettext_noop("Lost"), lambda line: line.lost, "", False),
    ("others_lost", gettext_noop("Others’ lost"), lambda line: line.others_lost, "long", True),
    ("average", gettext_noop("Average"), lambda line: line.average, "", True),
)
"""What everybody looks for stands first: the stylesheet knows the columns by their place."""


def matching(lines: Sequence[StandingsLine], query: str) -> tuple[StandingsLine, ...]:
    """Return the lines of those whose shown name, shown club or start number is looked for."""
    words = query.casefold().split()
    if not words:
        return tuple(lines)
    return tuple(line for line in lines if all(_fits(line, word) for word in words))


def _fits(line: StandingsLine, word: str) -> bool:
    entrant = line.entrant
    names = (entrant.public_name.casefold(), entrant.public_club.casefold())
    return word == str(entrant.number) or any(word in name for name in names)


class StandingsListing:
    """One line per entrant, best first, joined by hand: a template would take a quarter of a second for a thousand."""

    def __init__(
        self,
        standings: Standings,
        *,
        per_series: bool,
        beside: Open = NOTHING_OPEN,
        player: str = "",
        sort: str = "",
        query: str = "",
        kept: Mapping[str, object] = NOTHING_KEPT,
        stages: Mapping[int, str] = NOBODY_GOES_ON,
    ) -> None:
        self.standings = standings
        self.beside = beside
        self.per_series = per_series
        self.kept = {"q": query, **kept}
        self.columns = {column.name: column for column in self._columns()}
        name = sort.removeprefix("-")
        self.sorted_by = self.columns.get(name, self.columns["rank"])
        self.is_falling = sort.startswith("-") and name in self.columns
        self.lines = matching(standings.lines, query)
        self.excluded = matching(standings.excluded, query)
        self.player = player
        self.stages = stages

    def _columns(self) -> list[SortColumn]:
        shown = {
            name: SortColumn(name=name, heading=_(text), key=key, css=css, falls=falls)
            for name, text, key, css, falls in COLUMNS
        }
        total = shown["total"]
        if self.per_series:
            shown["total"] = SortColumn(name="total", heading=_("Total"), key=total.key, css=total.css, falls=True)
        else:
            del shown["average"]
        if not self.has_moves:
            del shown["moved"]
        names = list(shown)
        at = names.index("number") + 1
        series = (
            [_series_column(this_series.number, at) for at, this_series in enumerate(self.standings.series)]
            if self.per_series
            else []
        )
        brought = [SortColumn(name="brought", heading=_("Brought along"), key=lambda line: line.brought, falls=True)]
        deals = [SortColumn(name="deals", heading=_("Deals"), key=self._deals, falls=True)]
        return [
            *(shown[name] for name in names[:at]),
            *(brought if self.has_brought else []),
            *series,
            *(shown[name] for name in names[at:]),
            *(deals if self.beside.players else []),
        ]

    @property
    def found(self) -> int:
        """How many lines are shown."""
        return len(self.lines) + len(self.excluded)

    @property
    def all(self) -> int:
        """How many lines there are."""
        return len(self.standings.lines) + len(self.standings.excluded)

    @property
    def last(self) -> Series:
        """The last of the series."""
        return self.standings.series[-1]

    @property
    def has_deals(self) -> bool:
        """Whether the deals played so far are shown."""
        return bool(self.beside.players)

    @property
    def has_brought(self) -> bool:
        """Whether the points are shown with which somebody started."""
        return self.standings.has_brought

    @property
    def has_moves(self) -> bool:
        """Whether places are compared with those before the last series."""
        return self.per_series and self.standings.has_moves

    def _deals(self, line: StandingsLine) -> tuple[int, bool]:
        played = self.beside.players.get(line.entrant.pk)
        return (played.deals, played.signed) if played else (-1, False)

    @property
    def css(self) -> str:
        """The classes of the table."""
        return "standings ranks has-moves" if self.has_moves else "standings ranks"

    @property
    def ties(self) -> bool:
        """Whether some share a place that only a lot can settle."""
        return any(line.shared for line in self.standings.lines)

    @property
    def lots(self) -> bool:
        """Whether a lot settled somebody's place."""
        return any(line.by_lot for line in self.standings.lines)

    @property
    def head(self) -> SafeString:
        """The cells of the head as HTML; a heading sorts by its column, a second time the other way round."""
        text = "".join(f"&amp;{urlencode({name: value})}" for name, value in self.kept.items() if value)
        icon = render_to_string(f"components/icons/sort-{'down' if self.is_falling else 'up'}.svg").strip()
        return SafeString("".join(self._heading(column, text, icon) for column in self.columns.values()))

    def _heading(self, column: SortColumn, text: str, icon: str) -> str:
        is_sorted = column is self.sorted_by
        falls = not self.is_falling if is_sorted else column.falls
        spoken = f' aria-sort="{"descending" if self.is_falling else "ascending"}"' if is_sorted else ""
        shown = f"{escape(column.heading)}{icon if is_sorted else ''}"
        link = f'<a href="?sort={"-" if falls else ""}{column.name}{text}">{shown}</a>'
        css = f' class="{column.css}"' if column.css else ""
        return f'<th scope="col"{css}{spoken}>{link}</th>'

    @property
    def body(self) -> SafeString:
        """The lines as HTML. Whatever a person typed passes through escape()."""
        lines = self.lines
        if self.sorted_by.name != "rank" or self.is_falling:
            lines = tuple(sorted(lines, key=self.sorted_by.key, reverse=self.is_falling))
        row = self._row()
        return SafeString("".join([row(line) for line in lines] + [row(line) for line in self.excluded]))

    def _row(self) -> Callable[[StandingsLine], str]:
        """Cells and rows end where the next begins, as HTML has it: of a thousand rows a third would be their ends."""
        podium = standings_cells.PODIUM if standings_cells.somebody_leads(self.standings.lines) else 0
        moved, average = standings_cells.moves(), standings_cells.averages()
        is_marked = any(line.entrant.classes for line in (*self.lines, *self.excluded))
        marks_of = standings_cells.marks(classes_of(self.last.tournament) if is_marked else ())
        stated, points, deals = self._stated(), standings_cells.points, standings_cells.deals
        is_moving, per_series, players = self.has_moves, self.per_series, self.beside.players
        has_brought = self.has_brought
        begins, _zero, ends = self.player.rpartition("0")

        def row(line: StandingsLine) -> str:
            rank, entrant = line.rank, line.entrant
            css = f' class="place-{rank}"' if rank <= podium else ""
            place = f"{rank}{'=' if line.shared else ''}"
            if not rank:
                css, place = ' class="excluded"', "–"
            name = escape(entrant.public_name)
            if begins:
                name = f'<a href="{begins}{entrant.number}{ends}">{name}</a>'
            series = (
                "".join([f"<td>{'–' if p is None else p if p >= 0 else points(p)}" for p in line.by_series])
                if per_series
                else ""
            )
            brought = f"<td>{points(line.brought)}" if has_brought else ""
            about = f"{marks_of(entrant.classes)}{escape(entrant.public_club)}"
            about = about and f"<small>{about}</small>"
            return (
                f'<tr id="no-{entrant.number}"{css}><td>{place}<td><div>{name}{stated(line)}{about}</div>'
                f"<td>{points(line.total)}{moved(line) if is_moving else ''}<td>{entrant.number}{brought}{series}"
                f"<td>{line.won}<td>{line.lost}<td>{line.others_lost}"
                f"{average(line) if per_series else ''}{deals(players.get(entrant.pk)) if players else ''}"
            )

        return row

    def _stated(self) -> Callable[[StandingsLine], str]:
        in_dispute, by_lot = _("appeal or objection open"), _("by lot")
        playing_now = standings_cells.playing_now()
        players, disputed, series = self.beside.players, self.beside.disputed, self.standings.series
        stages = standings_cells.stages(self.stages, border=self.sorted_by.name == "rank" and not self.is_falling)

        def stated(line: StandingsLine) -> str:
            pairs = [] if line.rank else [("out", line.entrant.unranked_as)]
            if stages:
                pairs += stages.get(line.entrant.number, ())
            if line.entrant.pk in disputed:
                pairs.append(("dispute", in_dispute))
            if line.penalty or any(line.counts):
                pairs += [("told", remark) for remark in direction_refusals.line_remarks(line, series)]
            if players:
                pairs += playing_now(players.get(line.entrant.pk))
            if line.by_lot:
                pairs.append(("lot", by_lot))
            if not pairs:
                return ""
            words = escape(" · ".join([text for _css, text in pairs]))
            return f'<details class="{pairs[0][0]}"><summary>{words}</summary></details>'

        return stated


def _series_column(number: int, at: int) -> SortColumn:
    def key(line: StandingsLine) -> tuple[bool, int]:
        points = line.by_series[at]
        return points is not None, points or 0

    return SortColumn(name=f"series_{at}", heading=_("Series %(number)s") % {"number": number}, key=key, falls=True)
