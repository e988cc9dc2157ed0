"""Points and remarks of a season in templates."""

from fractions import Fraction

from django import template

from scoring.season import wording
from scoring.season.rules.standings import Account

register = template.Library()


@register.filter
def points(value: int | Fraction) -> str:
    """Return points as they are printed."""
    return wording.value(value)


@register.filter
def remarks_on(account: Account) -> str:
    """Return what is to be said beside a row."""
    return wording.remarks(account)
