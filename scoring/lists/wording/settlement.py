"""Money in words: what a point is worth, who pays whom (ISkO 5.5.4, 5.5.5)."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.lists.selectors.settlement import Settlement
from scoring.rules.profiles import kitty
from scoring.rules.profiles.kitty import Pot
from scoring.rules.results.settlement import Payment, stake_of


def money(cents: int) -> str:
    """Return an amount in euros that no line parts, with its sign only where it is negative: "4.82 €"."""
    shown = number_format(Decimal(abs(cents)) / 100, decimal_pos=2)
    said = _("%(amount)s €") % {"amount": f"−{shown}" if cents < 0 else shown}
    return said.replace(" ", "\N{NO-BREAK SPACE}")


def balance(cents: int) -> str:
    """Return what somebody gets or pays, always with its sign."""
    return f"+{money(cents)}" if cents > 0 else money(cents)


def stake_in_words(stake: str | Fraction) -> str:
    """Return what a point is worth: "½ cent a point"; that of nothing says so."""
    found = stake_of(stake) if isinstance(stake, str) else stake
    if not found:
        return _("no stake")
    if found == 1:
        return _("1 cent a point")
    return _("%(stake)s cents a point") % {"stake": found}


def payment(paid: Payment, names: Sequence[str]) -> str:
    """Return who pays whom how much; ``names`` are those of all seats."""
    return _("%(payer)s pays %(payee)s %(amount)s") % {
        "payer": names[paid.payer - 1],
        "payee": names[paid.payee - 1],
        "amount": money(paid.amount),
    }


def kitty_payment(paid: kitty.Payment, names: Sequence[str]) -> str:
    """Return what a deal put into the kitty, or who took it; ``names`` are those of all seats."""
    said = (
        _("Deal %(deal)s: %(name)s takes %(amount)s")
        if paid.cents < 0
        else _("Deal %(deal)s: %(name)s pays %(amount)s")
    )
    return said % {"deal": paid.deal, "name": names[paid.seat - 1], "amount": money(abs(paid.cents))}


def kitty_in_brief(pot: Pot, names: Sequence[str]) -> str:
    """Return what the kitty gave and took, in a line."""
    shares = ", ".join(f"{name} {balance(amount)}" for name, amount in zip(names, pot.balances, strict=True))
    return _("Pinke: %(shares)s; in the kitty: %(left)s") % {"shares": shares, "left": money(pot.left)}


def in_brief(settled: Settlement, names: Sequence[str]) -> str:
    """Return what everybody gets or pays, in a line."""
    shares = ", ".join(f"{name} {balance(amount)}" for name, amount in zip(names, settled.balances, strict=True))
    return _("At %(stake)s: %(shares)s") % {"stake": stake_in_words(settled.stake), "shares": shares}


def in_full(settled: Settlement, names: Sequence[str]) -> str:
    """Return the same with who pays whom."""
    paid = "; ".join(payment(one, names) for one in settled.payments)
    brief = in_brief(settled, names)
    return f"{brief}. {paid}" if paid else brief
