"""Amounts, and why they were moved."""

from django import template
from django.utils.translation import gettext as _

from scoring.money.selectors.lines import AccountLine
from scoring.money.wording import amounts, movements, prizes

register = template.Library()

register.filter("euros", amounts.euros)
register.filter("box", movements.called)
register.filter("account_lines", amounts.account_lines)
register.filter("pot_lines", amounts.pot_lines)
register.filter("amounts", prizes.amounts)
register.filter("prize_details", prizes.details)


@register.filter
def minus(cents: int) -> int:
    """Return what somebody gets who owes less than nothing."""
    return -cents


@register.filter
def what_for(line: AccountLine) -> str:
    """Return what a line of an account is about: "Fee for lost games: 3 lost games, series 1, table 4"."""
    said = amounts.reason(line.reason)
    if line.of_list:
        series, table = line.of_list
        said = _("%(said)s, series %(series)s, table %(table)s") % {"said": said, "series": series, "table": table}
    about = f"{line.tariff}: {said}" if line.tariff else said
    return f"{about}: {line.because}" if line.because else about
