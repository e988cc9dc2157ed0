"""What no tariff, pot, prize or movement can be, and where in it the fault lies."""

from enum import StrEnum


class Fault(StrEnum):
    """Why something is refused; its value says it in a few plain words."""

    NEGATIVE = "an amount or a count cannot be negative"
    NOT_FROM_ONE = "this counts from 1"
    TIERS_FALL = "each tier reaches further than the one before, and only the last one is open"
    AMOUNTS_OF_SIZE = "a table needs exactly as many amounts as it has seats"
    CODE_TWICE = "two tariffs have this code"
    NUMBER_TWICE = "this number stands here twice"
    NO_TOTAL = "the place at a table needs everybody's total"
    SHARE_OR_CENTS = "either a share or a sum, once or of each charge"
    ABOVE_ALL = "shares are at most 100 per cent together"
    UNKNOWN_TARIFF = "there is no such tariff"
    UNKNOWN_POT = "nothing goes to such a pot"
    MORE_PLAYED = "more series played than planned"
    ROUNDS_MISSING = "rounds are not told of each planned series"
    NO_SUCH_PIECE = "there is no such note or coin"
    NO_AMOUNT = "nothing is moved"
    SAME_ACCOUNT = "from an account to itself nothing is moved"
    KEY_TAKEN = "this key stands for another movement"
    NOT_MOVED = "there is no such movement to reverse"
    REVERSED_BEFORE = "this movement is reversed already"
    IS_REVERSAL = "a movement that reverses another stays"
    NO_TIME_ZONE = "a moment needs a time zone"


class Impossible(ValueError):
    """Something that cannot be so: ``fault`` says why, ``at`` leads to the part of it, indices counted from 0."""

    def __init__(self, fault: Fault, *at: str | int) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.at = at


def refuse_negative(amount: int, *at: str | int) -> None:
    """Refuse an amount in cents, or a count, below nothing.

    :raises Impossible: if it is.
    """
    if amount < 0:
        raise Impossible(Fault.NEGATIVE, *at)
