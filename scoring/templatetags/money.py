"""Amounts, and why they were moved."""

from collections.abc import Collection, Mapping

from django import template
from django.utils.translation import gettext as _

from scoring.money.selectors.accounts import Owed
from scoring.money.selectors.lines import AccountLine
from scoring.money.wording import amounts, plan

register = template.Library()

register.filter("euros", amounts.euros)
register.filter("box", amounts.called)
register.filter("account_lines", amounts.account_lines)
register.filter("pot_lines", amounts.pot_lines)
register.filter("amounts", plan.amounts)
register.filter("prize_details", plan.details)


@register.filter
def minus(cents: int) -> int:
    """Return what somebody gets who owes less than nothing."""
    return -cents


@register.filter
def of_table(owed: Mapping[int, Owed], numbers: Collection[int]) -> tuple[int, int]:
    """Return what those at a table owe for lists, and altogether, in cents."""
    there = [owed[number] for number in numbers if number in owed and owed[number].owes > 0]
    return sum(one.lists for one in there), sum(one.owes for one in there)


@register.filter
def what_for(line: AccountLine) -> str:
    """Return what a line of an account is about: "Fee for lost games: 3 lost games, series 1, table 4"."""
    said = amounts.reason(line.reason)
    if line.of_list:
        series, table = line.of_list
        said = _("%(said)s, series %(series)s, table %(table)s") % {"said": said, "series": series, "table": table}
    about = f"{line.tariff}: {said}" if line.tariff else said
    return f"{about}: {line.because}" if line.because else about
