"""Who is ranked in a ranking beside the individual one, by which terms, with how many points, in words."""

from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.lists.wording.games import MINUS
from scoring.results.models import Ranking
from scoring.results.selectors.rankings import RankingLine
from scoring.rules.results.ranking import shown_points
from tables.intake.classes import Classes
from tables.people.models import Entrant

Kind = Ranking.Kind

ABOUT = {
    Kind.TEAM: gettext_lazy("Several players, mostly four; their points are added. Substitutes are possible."),
    Kind.TANDEM: gettext_lazy("Two players at different tables; their points are added."),
    Kind.MIXED: gettext_lazy("A lady and a man; their points are added."),
    Kind.CLUB: gettext_lazy("The best of every club, as many as you choose. Nobody needs to be assigned."),
    Kind.INDIVIDUAL: gettext_lazy("Everybody, but over chosen series, or over the best of them."),
}
"""What each kind of ranking is, in the order in which they are offered; the classes of the event come behind."""

WEAK = {
    "too-few": gettext_lazy("too few players"),
    "too-many": gettext_lazy("too many players"),
    "not-mixed": gettext_lazy("not a lady and a man"),
}


def about_kind(kind: str) -> str:
    """Return what a kind of ranking is, in a sentence or two."""
    return str(ABOUT[Kind(kind)]) if kind in Kind else _("All who are in this class.")


def kind_name(kind: str, classes: Classes) -> str:
    """Return what is ranked in a word: the kind, or the name of the class."""
    return (
        str(Kind(kind).label)
        if kind in Kind
        else next((player_class.name for player_class in classes if player_class.code == kind), kind)
    )


def weak_spot(code: str) -> str:
    """Return what is odd about a team."""
    return str(WEAK.get(code, code))


def terms_in_words(ranking: Ranking) -> list[str]:
    """Return how a ranking is counted, each term in a few words."""
    series = ", ".join(map(str, sorted(ranking.series)))
    texts = [_("Series %(number)s") % {"number": series} if series else _("all series")]
    if ranking.best_of:
        texts.append(
            ngettext("the best %(count)s series counts", "the best %(count)s series count", ranking.best_of)
            % {"count": ranking.best_of}
        )
    if ranking.kind == Kind.TEAM:
        texts.append(_("teams of %(size)s") % {"size": ranking.size})
    if ranking.kind == Kind.CLUB:
        texts.append(
            ngettext("the best %(size)s of a club counts", "the best %(size)s of a club count", ranking.size)
            % {"size": ranking.size}
        )
    if ranking.scaled:
        texts.append(_("scaled up where somebody is missing"))
    return texts


def exact_points(points: Fraction | int) -> str:
    """Return points as they are printed: whole, or with two decimals and a true minus sign."""
    shown = shown_points(Fraction(points))
    # By the exponent, not by the value: what was rounded to a whole is shown as rounded.
    decimals = -int(shown.as_tuple().exponent)
    text = number_format(abs(shown), decimal_pos=decimals or None)
    return f"{MINUS}{text}" if shown < 0 else text


def competitor_name(line: RankingLine) -> str:
    """Return who stands in a line of a ranking, as the public sees it."""
    if line.team is not None:
        return line.team.name
    if line.competitor.startswith("club:"):
        return line.club or _("a club that is not named")
    return line.members[0].entrant.public_name if line.members else ""


def numbered(entrant: Entrant) -> str:
    """Return an entrant as the office chooses one from a list."""
    return f"{entrant.number} {entrant.name}".strip()
