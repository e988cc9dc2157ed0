"""The control sums of a list in one line (SkWO 5, 7.2)."""

from django.utils.translation import gettext as _

from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from scoring.rules.game_list.sums import ControlSums
from scoring.rules.game_list.totals import Totals, TotalsList, totals_control_sums
from scoring.rules.results.performance import performance

BLANK = "_____"


def control_line(sheet: Sheet) -> str:
    """Return the control sums of what is entered."""
    control_sums = sheet.sums or _of_totals(sheet)
    facts = {
        "won": control_sums.won,
        "lost": control_sums.lost,
        "passed": control_sums.passed,
        "deals": control_sums.deals,
        "totals": games.points(control_sums.totals),
        "points": games.points(control_sums.game_points),
    }
    line = _line(sheet.row.table.size, facts) if not sheet.game_list.presence else _changing_line(control_sums, facts)
    return line if control_sums.agree else _("%(line)s: DOES NOT AGREE") % {"line": line}


def blank_control_line(seats: int) -> str:
    """Return the same line to be filled in by hand."""
    return _line(seats, dict.fromkeys(("won", "lost", "passed", "deals", "totals", "points"), BLANK))


def _line(seats: int, facts: dict[str, object]) -> str:
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=seats)
    bonus = performance(game_points=0, won=0, lost=0, opponents_lost=1, seats=seats)
    return _(
        "Control: %(won)s won + %(lost)s lost + %(passed)s passed in = %(deals)s deals; totals %(totals)s = "
        "game points %(points)s + %(own)s × (%(won)s − %(lost)s) + %(bonus)s × %(lost)s"
    ) % {**facts, "own": own, "bonus": bonus * (seats - 1)}


def _changing_line(sums: ControlSums, facts: dict[str, object]) -> str:
    """Return the same line where players left or came: how much a lost game brings the others changed with them."""
    own = performance(game_points=0, won=1, lost=0, opponents_lost=0, seats=3)
    bonus = sums.expected - sums.game_points - own * (sums.won - sums.lost)
    return _(
        "Control: %(won)s won + %(lost)s lost + %(passed)s passed in = %(deals)s deals; totals %(totals)s = "
        "game points %(points)s + %(own)s × (%(won)s − %(lost)s) + bonus %(bonus)s"
    ) % {**facts, "own": own, "bonus": bonus}


def _of_totals(sheet: Sheet) -> ControlSums:
    return totals_control_sums(
        TotalsList(
            seats=sheet.row.table.size,
            rounds=sheet.row.rounds,
            totals=tuple(
                Totals(game_points=score.tally.game_points, won=score.tally.won, lost=score.tally.lost)
                for score in sheet.scores
            ),
            passed=sheet.row.passed,
        )
    )
