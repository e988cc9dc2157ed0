"""Amounts and why they were moved, prizes and what they wait for, who pays whom, in words."""

from collections.abc import Collection, Mapping, Sequence

from django import template
from django.utils.translation import gettext as _

from scoring.lists.wording import games
from scoring.money import wording
from scoring.money.selectors.accounts import Owed
from scoring.money.selectors.lines import AccountLine
from scoring.money.wording import plan
from scoring.rules.profiles import kitty
from scoring.rules.results.settlement import Payment
from tables.draw.models import Seat

register = template.Library()

register.filter("euros", wording.euros)
register.filter("box", wording.called)
register.filter("account_lines", wording.account_lines)
register.filter("pot_lines", wording.pot_lines)
register.filter("amounts", plan.amounts)
register.filter("prize_details", plan.details)
register.filter("prize", plan.won)
register.filter("all_won", plan.all_won)
register.filter("why_not", wording.waits_for)
register.filter("lack", wording.lack)
register.filter("money", games.money)
register.filter("balance", games.balance)
register.filter("stake_in_words", games.stake_in_words)


@register.filter
def minus(cents: int) -> int:
    """Return what somebody gets who owes less than nothing."""
    return -cents


@register.filter
def of_table(owed: Mapping[int, Owed], numbers: Collection[int]) -> tuple[int, int]:
    """Return what those at a table owe for lists, and altogether, in cents."""
    owing = [owed[number] for number in numbers if number in owed and owed[number].owes > 0]
    return sum(debt.lists for debt in owing), sum(debt.owes for debt in owing)


@register.filter
def what_for(line: AccountLine) -> str:
    """Return what a line of an account is about: "Fee for lost games: 3 lost games, series 1, table 4"."""
    text = wording.reason(line.reason)
    if line.of_list:
        series, table = line.of_list
        text = _("%(said)s, series %(series)s, table %(table)s") % {"said": text, "series": series, "table": table}
    about = f"{line.tariff}: {text}" if line.tariff else text
    return f"{about}: {line.because}" if line.because else about


@register.filter
def paid(payment: Payment, seats: Sequence[Seat]) -> str:
    """Return who pays whom how much, by their names."""
    return games.payment(payment, games.names_at(seats))


@register.filter
def kitty_paid(payment: kitty.Payment, seats: Sequence[Seat]) -> str:
    """Return what a deal put into the kitty, or who took it."""
    return games.kitty_payment(payment, games.names_at(seats))
