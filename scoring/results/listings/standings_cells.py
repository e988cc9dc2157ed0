"""The cells of the standings: each maker has its words in hand, so that a thousand lines are joined quickly."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from scoring.lists.wording import games
from scoring.results.selectors.progress import Playing
from scoring.results.selectors.rankings import RankingLine
from scoring.results.selectors.standings import StandingsLine
from tables.tournaments.models import PlayerClass

PODIUM = 3  # the places that stand out
MOST_ON_PODIUM = 6  # if more share the first places than this, nobody stands out yet


def somebody_leads(lines: Sequence[StandingsLine] | Sequence[RankingLine]) -> bool:
    """Tell whether the first places stand out: while too many share them, nobody does yet."""
    leading = sum(line.rank <= PODIUM for line in lines[: MOST_ON_PODIUM + 1])
    # While all are equal nothing has been played.
    return leading <= MOST_ON_PODIUM and bool(lines) and (len(lines) == 1 or lines[-1].rank > 1)


def moves() -> Callable[[StandingsLine], str]:
    """Return what makes the cell of the places won or lost."""
    new = escape(_("new"))

    def moved(line: StandingsLine) -> str:
        if line.moved is None:
            return f"<td>{new if line.rank else ''}"
        if not line.moved:
            return "<td>="
        return f'<td class="up">+{line.moved}' if line.moved > 0 else f'<td class="down">−{-line.moved}'

    return moved


def marks(classes: Iterable[PlayerClass]) -> Callable[[Sequence[str]], str]:
    """Return what makes the marks of those who are in classes, by their codes."""
    marked = {player_class.code: _mark(player_class.shown_mark, player_class.called) for player_class in classes}
    worn: dict[tuple[str, ...], str] = {}

    def marks_of(codes: Sequence[str]) -> str:
        key = tuple(codes)
        if key not in worn:
            worn[key] = "".join(mark for code, mark in marked.items() if code in key)
        return worn[key]

    return marks_of


def _mark(letter: str, word: str) -> str:
    return f'<abbr title="{escape(word)}">{escape(letter)}</abbr>'


def averages() -> Callable[[StandingsLine], str]:
    """Return what makes the cell of the points a series, to a tenth."""
    comma = get_format("DECIMAL_SEPARATOR")

    def average(line: StandingsLine) -> str:
        seated = line.seated
        if not seated:
            return "<td>–"
        # A half is rounded away from zero, as on the page of statistics.
        played = line.total - line.brought
        tenths = (20 * abs(played) + seated) // (2 * seated)
        whole, tenth = divmod(tenths, 10)
        return f"<td>{'−' if played < 0 < tenths else ''}{whole}{comma}{tenth}"

    return average


def playing_now() -> Callable[[Playing | None], list[tuple[str, str]]]:
    """Return what says how far a list is that nobody has signed yet, and of which kind that is."""
    playing, endless = _("plays, %(deals)s of %(length)s"), _("plays, %(deals)s so far")
    unsigned = ("unsigned", _("list not signed yet"))

    def said(now: Playing | None) -> list[tuple[str, str]]:
        if now is None or now.signed:
            return []
        if now.length is None:
            return [("plays", endless % {"deals": now.deals})]
        if now.deals < now.length:
            return [("plays", playing % {"deals": now.deals, "length": now.length})]
        return [unsigned]

    return said


def stages(states: Mapping[int, str], *, border: bool) -> dict[int, list[tuple[str, str]]]:
    """Return what says who goes on, by start number, best first; the ``border`` is below the last who does."""
    words = {
        "in": _("goes on"),
        "next": _("next to move up"),
        "declined": _("declined"),
        "round": _("in the consolation round"),
        "out": _("does not go on"),
    }
    last = max((at for at, state in enumerate(states.values()) if state == "in"), default=-1)
    # Where districts or classes have places of their own, those who go on stand among others.
    is_border = border and {*[*states.values()][: last + 1]} <= {"in", "declined"}
    return {
        number: [(f"goes-{state}{' goes-last' if at == last and is_border else ''}", words[state])]
        for at, (number, state) in enumerate(states.items())
    }


def deals(playing: Playing | None) -> str:
    """Return the cell of the deals played."""
    if playing is None:
        return "<td>–"
    of = "" if playing.length is None else f"/{playing.length}"
    return f"<td>{playing.deals}{of}{' ✓' if playing.signed else ''}"


def points(earned: int) -> str:
    """Return points in a cell; those below zero stand out."""
    return str(earned) if earned >= 0 else f'<span class="negative">{games.points(earned)}</span>'
