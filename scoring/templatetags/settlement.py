"""Money in templates."""

from collections.abc import Sequence

from django import template

from scoring.lists.wording import games
from scoring.lists.wording.games import names_at
from scoring.rules.profiles import kitty
from scoring.rules.results.settlement import Payment
from tables.draw.models import Seat

register = template.Library()

register.filter("money", games.money)
register.filter("balance", games.balance)
register.filter("stake_in_words", games.stake_in_words)


@register.filter
def paid(payment: Payment, seats: Sequence[Seat]) -> str:
    """Return who pays whom how much, by their names."""
    return games.payment(payment, names_at(seats))


@register.filter
def kitty_paid(payment: kitty.Payment, seats: Sequence[Seat]) -> str:
    """Return what a deal put into the kitty, or who took it."""
    return games.kitty_payment(payment, names_at(seats))
