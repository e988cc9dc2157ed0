"""What is added to the record of a draw: lots, who and when, redraws, and what was changed by hand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.seating.records.inputs import Unreadable, as_dict, as_list, as_number, as_text
from tables.seating.records.record import TAKEN_OUT
from tables.seating.records.redaction import WITH_WORDS, has_words

SEALS = ("lots", "previous", "drawn", "redraws", "changes", "seats")
"""The parts a record may have beside those of the draw itself."""

MAX_ACTS = 10_000
"""Redraws or changes in one record."""

HASH_DIGITS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Two who changed seats in a series of the plan, counted from 1."""

    series: int
    first: int
    second: int


def check_seals(record: dict[str, Any]) -> list[Swap]:
    """Return the swaps a record names, after a look at the form of everything that was added.

    :raises Unreadable: if one of the parts is malformed or too large.
    """
    swaps = _checked(record)
    if TAKEN_OUT in record:
        taken = record[TAKEN_OUT]
        lost = [name for name in WITH_WORDS if name in record and type(taken) is dict and name in taken]
        for text in as_dict(taken, TAKEN_OUT, lost).values():
            _hash(text, TAKEN_OUT)
        if any(has_words(record[name]) for name in lost):
            raise Unreadable(TAKEN_OUT)
    return swaps


def _checked(record: dict[str, Any]) -> list[Swap]:
    if "lots" in record:
        lots = as_dict(record["lots"], "lots", ("commitment", "secret", "public"))
        for text in lots.values():
            as_text(text, "lots")
    if record.get("previous") is not None:
        _hash(record["previous"], "previous")
    if "drawn" in record:
        _act(record["drawn"], "drawn", optional=("reason",))
    for redraw in as_list(record.get("redraws", []), "redraws", most=MAX_ACTS):
        _hash(_act(redraw, "redraws", ("reason", "record"))["record"], "redraws")
    return [_swap(change) for change in as_list(record.get("changes", []), "changes", most=MAX_ACTS)]


def _swap(change: object) -> Swap:
    act = _act(change, "changes", ("reason", "series", "swap"))
    swap = as_list(act["swap"], "changes", most=MAX_ACTS)
    if len(swap) != 2:
        raise Unreadable("changes")
    first, second = (as_number(number, "changes") for number in swap)
    return Swap(series=as_number(act["series"], "changes"), first=first, second=second)


def _act(value: object, part: str, names: Sequence[str] = (), *, optional: Sequence[str] = ()) -> dict[str, Any]:
    """Return what was done: ``at`` an ISO time, ``by`` whom, and the other parts named."""
    more = [name for name in optional if type(value) is dict and name in value]
    act = as_dict(value, part, ("at", "by", *names, *more))
    as_text(act["by"], part)
    as_text(act.get("reason", ""), part)
    try:
        datetime.fromisoformat(as_text(act["at"], part))
    except ValueError as error:
        raise Unreadable(part) from error
    return act


def _hash(value: object, part: str) -> str:
    text = as_text(value, part)
    if len(text) != HASH_DIGITS or not set(text) <= set("0123456789abcdef"):
        raise Unreadable(part)
    return text
