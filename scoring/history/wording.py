"""What recounting found, in words (SkWO 7.2)."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.history.selectors.problems import Discrepancy, Doubt
from tables.journal import sealing

SENTENCE: Final = {
    Doubt.RESULT_DIFFERS: gettext_lazy(
        "the result stored is {stored}, its entries give {computed} "
        "(game points, won, lost, lost by the others, performance)"
    ),
    Doubt.RESULT_MISSING: gettext_lazy("no result is stored"),
    Doubt.RESULT_OF_NOTHING: gettext_lazy("a result is stored, {stored}, but the list is empty"),
    Doubt.POINTS_DIFFER: gettext_lazy("{stored} points are stored, the rules give {computed}"),
    Doubt.SUMS_DIFFER: gettext_lazy("the control sum is {stored} and should be {computed}"),
    Doubt.SIGNED_UNFIT: gettext_lazy("the list is signed, but the rules refuse it: {stored}"),
    Doubt.HASH_DIFFERS: gettext_lazy(
        "it was signed with the fingerprint {stored}, what stands there now has {computed}"
    ),
    Doubt.HASH_UNKNOWN: gettext_lazy("its fingerprint is {stored}, the journal has {computed}"),
    Doubt.UNREADABLE: gettext_lazy("cannot be looked at to the end: {stored}"),
    Doubt.STOPPED: gettext_lazy("cannot be looked at to the end: {stored}"),
    Doubt.DRAW_DIFFERS: gettext_lazy("its protocol does not recompute: {stored}"),
    Doubt.SEATS_DIFFER: gettext_lazy("the seats are not those of its draw"),
    Doubt.ENTRY_UNTOLD: gettext_lazy("stands there, but no line of the journal tells of it"),
    Doubt.ENTRY_MISSING: gettext_lazy("is gone, but line {line} of the journal sealed it"),
    Doubt.ENTRY_DIFFERS: gettext_lazy("an entry says {stored}, line {line} of the journal {computed}"),
    Doubt.LIST_DIFFERS: gettext_lazy(
        "signed, last deal not struck, accepted short: {stored}; by the journal {computed}"
    ),
    Doubt.CONFIRMATION_DIFFERS: gettext_lazy(
        "the signature of this seat, or that there is none, is not what the journal tells"
    ),
    Doubt.COURSE_DIFFERS: gettext_lazy(
        "how the list is kept and when play began is {stored}; by the journal (results only, begun) {computed}"
    ),
    Doubt.CALL_DIFFERS: gettext_lazy("stands at “{stored}”, by the journal at “{computed}”"),
    Doubt.ROUNDS_DIFFER: gettext_lazy("the list has {stored} rounds, by the plan of the tournament {computed}"),
    Doubt.SERIES_DIFFERS: gettext_lazy("stands at “{stored}”, by the journal at “{computed}”"),
    Doubt.SEAT_DISPLACED: gettext_lazy("its seats are not numbered from 1 on, or one is of another series"),
    Doubt.LOT_DIFFERS: gettext_lazy("stands at “{stored}”, by the journal at “{computed}”"),
    Doubt.ORDER_DIFFERS: gettext_lazy("stands at “{stored}”, by the journal at “{computed}”"),
    Doubt.RECORD_UNKNOWN: gettext_lazy("its fingerprint is {stored}, the journal has {computed}"),
    Doubt.SEEDING_DIFFERS: gettext_lazy("is seated by place {stored}, the results give {computed}"),
    Doubt.SEAL_DIFFERS: gettext_lazy("was changed since line {line} of the journal sealed it"),
    Doubt.SEALED_MISSING: gettext_lazy("is gone, but line {line} of the journal sealed it"),
    Doubt.SEALED_UNREADABLE: gettext_lazy("cannot be looked at to the end: {stored}"),
    Doubt.UNSEALED: gettext_lazy("stands there, but no line of the journal tells of it"),
    Doubt.SALT_MISSING: gettext_lazy(
        "cannot be checked: what belongs to its seal in line {line} of the journal was taken out"
    ),
    Doubt.HEAD_CUT_OFF: gettext_lazy("is printed as {stored}, but the journal is shorter now: its end was cut off"),
    Doubt.HEAD_DIFFERS: gettext_lazy("is printed as {stored}: it, or one before it, is another one now"),
    Doubt.CHARGE_DIFFERS: gettext_lazy("{stored} cents are stored, they come to {computed}"),
    Doubt.MOVEMENT_UNFIT: gettext_lazy("cannot be: {stored}"),
    Doubt.BALANCE_DIFFERS: gettext_lazy("{stored} cents are stored, they come to {computed}"),
    Doubt.AWARD_DIFFERS: gettext_lazy("{stored} cents are stored, they come to {computed}"),
    Doubt.JOURNAL_BROKEN: gettext_lazy("does not fit the chain: it, or one before it, was changed, added or taken out"),
}


def sentence(discrepancy: Discrepancy) -> str:
    """Return where something does not fit, and what."""
    what = str(SENTENCE[discrepancy.doubt]).format(
        stored=discrepancy.stored, computed=discrepancy.computed, line=discrepancy.line
    )
    return f"{_where(discrepancy)}: {what}"


def _where(discrepancy: Discrepancy) -> str:
    if discrepancy.what:
        return _sealed(discrepancy.what)
    parts = (
        (_("series {}"), discrepancy.series),
        (_("draw {}"), discrepancy.draw),
        (_("table {}"), discrepancy.table),
        (_("seat {}"), discrepancy.place),
        (_("deal {}"), discrepancy.deal),
        (_("no. {}"), discrepancy.entrant),
    )
    if named := [words.format(number) for words, number in parts if number is not None]:
        return ", ".join(named)
    return _("tournament") if discrepancy.line is None else _("journal line {}").format(discrepancy.line)


def _sealed(what: str) -> str:
    name, *numbers = what.split()
    kind = sealing.kind_of(name)
    if not kind.words:
        # Rows outside events go by their number in the database.
        called = str(kind.model._meta.verbose_name)
        return f"{called} {numbers[0]}" if numbers else _("{} (any of them)").format(called)
    # Of all of a kind, where one cannot be read.
    if numbers or not kind.key:
        return str(kind.words).format(*numbers)
    return _("{} (any of them)").format(name)
