"""Which games there were, as bars and in figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.lists.wording import games
from scoring.statistics.listings.bar_charts import BarChart, bar_chart
from scoring.statistics.listings.charts import Figures
from scoring.statistics.selectors.played import KindPlayed, Mix


@dataclass(frozen=True, slots=True, kw_only=True)
class Stat:
    """A large figure with what it counts."""

    number: str
    label: str


def percent(part: int, whole: int) -> str:
    """Return a share in whole percent; a dash where there is nothing to share."""
    if not whole:
        return "–"
    return _("%(percent)s%%") % {"percent": (200 * part + whole) // (2 * whole)}


def average(points: int, count: int) -> str:
    """Return points a game or a series with one decimal; a dash where there was none."""
    if not count:
        return "–"
    tenths = (20 * abs(points) + count) // (2 * count)
    words = str(formats.number_format(tenths / 10, decimal_pos=1))
    return f"{games.points(-1)[:-1]}{words}" if points < 0 and tenths else words


def kinds_chart(mix: Mix, *, key: str, title: str) -> BarChart | None:
    """Return the kinds of games of one player, won and lost; nothing where they played none."""
    played = _by_frequency(mix.kinds)
    if not played:
        return None
    said = [
        _("%(game)s: %(won)s won, %(lost)s lost")
        % {"game": games.game_name(kind.game), "won": kind.won, "lost": kind.lost}
        for kind in played
    ]
    return bar_chart(
        key=key,
        title=title,
        says="; ".join(said),
        rows=[
            (games.game_name(kind.game), {"won": kind.won, "lost": kind.lost}, f"{kind.won} : {kind.lost}")
            for kind in played
        ],
        legend=[("won", _("won")), ("lost", _("lost"))],
        figures=_figures(played),
    )


def mix_chart(mix: Mix, *, key: str, title: str) -> BarChart | None:
    """Return the mix of all games with the deals that were passed in; nothing where no deal was entered."""
    if not mix.deals:
        return None
    played = _by_frequency(mix.kinds)
    rows = [
        (games.game_name(kind.game), {"won": kind.won, "lost": kind.lost}, percent(kind.played, mix.deals))
        for kind in played
    ]
    passed = _("passed in")
    nobodys = [(passed, mix.passed), *([(_("Ramsch"), mix.ramsch)] if mix.ramsch else [])]
    said = [
        _("%(game)s: %(count)s, that is %(share)s; %(lost)s of them lost")
        % {"game": name, "count": parts["won"] + parts["lost"], "share": share, "lost": parts["lost"]}
        for name, parts, share in rows
    ]
    said += [
        _("%(game)s: %(count)s, that is %(share)s") % {"game": name, "count": count, "share": percent(count, mix.deals)}
        for name, count in nobodys
    ]
    figures = _figures(played)
    empty = ("",) * (len(figures.head) - 2)
    return bar_chart(
        key=key,
        title=title,
        says="; ".join(said),
        rows=[*rows, *((name, {"passed": count}, percent(count, mix.deals)) for name, count in nobodys)],
        legend=[("won", _("won")), ("lost", _("lost")), ("passed", passed)],
        figures=Figures(
            head=figures.head, rows=(*figures.rows, *((name, str(count), *empty) for name, count in nobodys))
        ),
    )


def _by_frequency(kinds: Sequence[KindPlayed]) -> list[KindPlayed]:
    return sorted((kind for kind in kinds if kind.played), key=lambda kind: -kind.played)


def _figures(kinds: Sequence[KindPlayed]) -> Figures:
    return Figures(
        head=(_("Game"), _("Played"), _("Won"), _("Lost"), _("Hand"), _("Points per game")),
        rows=tuple(
            (
                games.game_name(kind.game),
                str(kind.played),
                str(kind.won),
                str(kind.lost),
                str(kind.hand),
                average(kind.points, kind.played),
            )
            for kind in kinds
        ),
    )
