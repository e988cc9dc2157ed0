"""What becomes of teams, how incomplete teams play, and how good a plan is, in words."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.league.models import MatchTeam
from scoring.season.rules.league.divisions import Fate
from scoring.season.rules.league.fixtures import Fixtures
from scoring.season.rules.league.incomplete import Case, StepIn, Verdict

FATES = {
    Fate.PROMOTED: pgettext_lazy("a team after the season", "promoted"),
    Fate.RELEGATED: pgettext_lazy("a team after the season", "relegated"),
    Fate.OPEN: pgettext_lazy("a team after the season", "open: equal across the line"),
    Fate.STAYS: "",
}
"""What becomes of a team."""

STEP_IN = {
    StepIn.ANY_ROUND: gettext_lazy("A missing player may step in at any round."),
    StepIn.NEXT_SERIES: gettext_lazy("A missing player may step in at the next series."),
}
ENTERS = {
    StepIn.ANY_ROUND: gettext_lazy("The absent team may enter with three players or four, at any round."),
    StepIn.NEXT_SERIES: gettext_lazy("The absent team may enter with three players or four, at the next series."),
}


def case_sentences(case: Case, sides: list[MatchTeam]) -> list[str]:
    """Return how a match is played of which not everybody is there (DSkV league, annex 10)."""
    called = {one.position: one.team.name for one in sides}
    if case.verdict is Verdict.UNDECIDED:
        return [_("The federation’s cases do not say how this is played: whoever leads the league decides.")]
    if case.verdict is Verdict.NOT_PLAYED:
        return [_("Too few are there: the match is not played.")]
    said = [_("Tables of %(sizes)s.") % {"sizes": ", ".join(map(str, case.tables))}]
    if case.short:
        said.append(_("With three: %(teams)s.") % {"teams": ", ".join(called[one] for one in case.short)})
    if case.absent:
        said.append(
            _("Absent, without points, beaten by all who play: %(teams)s.")
            % {"teams": ", ".join(called[one] for one in case.absent)}
        )
    if case.players_step_in:
        said.append(str(STEP_IN[case.players_step_in]))
    if case.team_enters:
        said.append(str(ENTERS[case.team_enters]))
    said.append(_("Points stay as in a full match."))
    return said


def plan_sentence(plan: Fixtures) -> str:
    """Return how near a plan of fixtures comes to the best there can be."""
    if not plan.repeats and not plan.strangers:
        return _("Each pair of teams meets exactly once.")
    said = ngettext(
        "Two teams meet again once; no plan can have fewer than %(bound)s.",
        "Two teams meet again %(n)s times; no plan can have fewer than %(bound)s.",
        plan.repeats,
    ) % {"n": plan.repeats, "bound": plan.bound}
    if plan.strangers:
        never = ngettext("%(n)s pair never meets.", "%(n)s pairs never meet.", len(plan.strangers))
        said = f"{said} {never % {'n': len(plan.strangers)}}"
    return said


def points(value: Fraction | None) -> str:
    """Return points as they are printed: halves with a half sign, a dash where there are none yet."""
    if value is None:
        return "–"
    whole, half = divmod(2 * value.numerator // value.denominator, 2)
    return f"{whole or '' if half else whole}{'½' if half else ''}"
