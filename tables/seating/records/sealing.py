"""Complete the record of a draw: lots, who and when, redraws, swaps, and one hash over all."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.seating.model import Plan
from tables.seating.records.commitment import Lots
from tables.seating.records.inputs import inputs_of, plan_in
from tables.seating.records.record import fingerprint, plain, with_hashes
from tables.seating.records.seals import Swap, check_seals
from tables.seating.reports.inspection import report_of
from tables.seating.sizes import CannotSeat, Refusal


def sealed(
    record: Mapping[str, Any],
    *,
    lots: Lots | None = None,
    previous: str | None = None,
    drawn: Mapping[str, Any] | None = None,
    redraws: Sequence[Mapping[str, Any]] | None = None,
    changes: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return the record with these parts added or replaced, the seats after all changes, and new hashes.

    What is None stays as it is. ``previous`` is the ``record_hash`` of the draw before; ``drawn``
    has ``at`` (ISO time), ``by`` and, if wished, ``reason``; each of ``redraws`` has ``at``, ``by``,
    ``reason`` and ``record``, the ``record_hash`` of the draw discarded; each of ``changes`` has ``at``,
    ``by``, ``reason``, ``series`` (from 1) and ``swap``, two numbers. Changes follow one another.

    :raises Unreadable: if something added has another form.
    :raises CannotSeat: if a change names a series or someone that is not in the plan.
    """
    given = {
        "lots": lots.part() if lots else None,
        "previous": previous,
        "drawn": drawn,
        "redraws": redraws,
        "changes": changes,
    }
    parts = {"previous": None, **record}
    parts.update({name: plain(part) for name, part in given.items() if part is not None})
    swaps = check_seals(parts)
    if "changes" in parts:
        parts["seats"] = seats_after(parts["plan"], swaps)
    return with_record_hash(with_hashes(parts))


def with_record_hash(record: dict[str, Any]) -> dict[str, Any]:
    """Return the record with the hash that ``record_hash`` gives, made from the hashes of its parts."""
    hashes = {name: text for name, text in record["hashes"].items() if name in record}
    return {**record, "hashes": {**record["hashes"], "record": fingerprint(hashes)}}


def seats_after(plan: Sequence[Sequence[Sequence[int]]], swaps: Sequence[Swap]) -> list[list[list[int]] | None]:
    """Return the series after all swaps, one after the other; None for those without any.

    :raises CannotSeat: if there is no such series, or one of the two does not sit in it.
    """
    after: list[list[list[int]] | None] = [None] * len(plan)
    places: dict[int, dict[int, tuple[int, int]]] = {}
    for swap in swaps:
        if not 1 <= swap.series <= len(plan):
            raise CannotSeat(Refusal.SERIES_OUT_OF_RANGE)
        at = swap.series - 1
        tables = after[at] or [list(table) for table in plan[at]]
        after[at] = tables
        seats = places.setdefault(
            at, {who: (number, seat) for number, table in enumerate(tables) for seat, who in enumerate(table)}
        )
        if missing := sorted({swap.first, swap.second} - seats.keys()):
            raise CannotSeat(Refusal.NOT_IN_PLAN, numbers=missing)
        seats[swap.first], seats[swap.second] = seats[swap.second], seats[swap.first]
        for who in (swap.first, swap.second):
            number, seat = seats[who]
            tables[number][seat] = who
    return after


def plan_of(record: dict[str, Any]) -> Plan:
    """Return the plan that a stored record stands for, after all changes made by hand.

    The report is that of the seats as they are now. Nothing is recomputed: see ``verify``.

    :raises Unreadable: if the record is malformed.
    :raises CannotSeat: if its plan or its changes make no sense.
    """
    inputs = inputs_of(record)
    planned = plan_in(record)
    after = seats_after(planned, check_seals(record))
    series = tuple(tuple(map(tuple, changed or tables)) for tables, changed in zip(planned, after, strict=True))
    report = report_of(inputs.entrants, series=series, history=inputs.history)
    return Plan(series=series, report=report, record=record)
