"""Lines of rankings in templates."""

from fractions import Fraction

from django import template

from scoring.results.selectors.rankings import RankingLine
from scoring.results.wording.competitors import competitor_name, exact_points

register = template.Library()


@register.filter
def called(line: RankingLine) -> str:
    """Return who stands in a line, as the public sees it."""
    return competitor_name(line)


@register.filter
def exact(points: Fraction) -> str:
    """Return points as they are printed."""
    return exact_points(points)
