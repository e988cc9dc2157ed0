"""How a ranking of teams lies on the paper: its columns, its rows, the lines between them."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from scoring.paper.typesetting.drawing import Drawing, Label, path
from scoring.paper.typesetting.fitting import width
from scoring.paper.typesetting.orientation import UPRIGHT, Turned

CHARACTER: Final = 1.8
"""Width of a figure."""

TOP: Final = 23.0
LINE: Final = 5.2
FOOT: Final = 24.0
"""Height of the direction's lines, and of the notes below, at the foot of every page."""

LEAD: Final = 6
"""Figures of a rank."""

POINTS: Final = 8
SCALED: Final = 11
"""Figures of points, and of those that may have hundredths."""

GAMES: Final = 7
LEAST_NAME: Final = 55.0
SHORTEST_NAME: Final = 40.0
"""Room for names that paper is turned for, and without which columns are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Turned):
    """How the columns lie on the paper."""

    series: tuple[int, ...]
    """The numbers of the series that have a column."""

    has_hundredths: bool

    @property
    def points(self) -> int:
        """Figures of points."""
        return SCALED if self.has_hundredths else POINTS

    @property
    def games(self) -> int:
        """Figures of games won or lost."""
        return GAMES + 1 if self.has_hundredths else GAMES

    @property
    def is_wide(self) -> bool:
        """Whether it takes landscape paper."""
        return UPRIGHT - self.figures - LEAD * CHARACTER < LEAST_NAME

    @property
    def rows(self) -> int:
        """Rows on a page."""
        return int((self.height - FOOT - TOP) / LINE)

    @property
    def figures(self) -> float:
        """Width of all columns of figures."""
        return sum(figures for _word, figures in self.columns) * CHARACTER

    @property
    def name(self) -> float:
        """Width of the column of names."""
        return self.width - self.figures - LEAD * CHARACTER - 1

    @property
    def columns(self) -> tuple[tuple[str, int], ...]:
        """The columns of figures: heading and width in figures."""
        return (
            *((_("Series %(number)s") % {"number": number}, self.points) for number in self.series),
            (_("Total"), self.points + 1),
            (_("Won"), self.games),
            (_("Lost"), self.games),
        )


def fitting(series: tuple[int, ...], *, has_hundredths: bool) -> Layout:
    """Return how the columns lie; where there are too many series to leave room for names, only the total has one."""
    layout = Layout(series=series, has_hundredths=has_hundredths)
    return layout if layout.name >= SHORTEST_NAME else Layout(series=(), has_hundredths=has_hundredths)


def draw(layout: Layout, rows: int) -> Drawing:
    """Return the lines and headings of a page with so many rows."""
    bottom = TOP + LINE * rows
    thin = [(0.0, TOP + LINE * row, layout.width, TOP + LINE * row) for row in range(1, rows + 1)]
    labels = [
        Label(text=_("Rank"), x=(LEAD - 2) * CHARACTER, y=TOP - 1.4, size=2.4, anchor="end"),
        Label(text=_("Name"), x=LEAD * CHARACTER + 1, y=TOP - 1.4, size=2.4),
    ]
    right = layout.width - layout.figures
    for word, figures in layout.columns:
        right += figures * CHARACTER
        size = min(2.4, (figures * CHARACTER - 1) / width(word))
        labels.append(
            Label(
                text=word,
                x=round(right, 2),
                y=TOP - 1.4,
                size=round(size, 2),
                anchor="end",
                is_bold=word == _("Total"),
            )
        )
    heavy = [(0.0, TOP, layout.width, TOP), (0.0, bottom, layout.width, bottom)]
    return Drawing(
        width=layout.width,
        height=layout.height,
        thin=path(thin, across=layout.width),
        heavy=path(heavy, across=layout.width),
        labels=tuple(labels) if rows else (),
    )
