"""What is added to the record of a draw: lots, who and when, redraws, changes by hand, and one hash over all."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import STANDARD, Entrant, History, Plan, Policy
from tables.seating.records.inputs import Unreadable, as_dict, as_list, as_number, as_text, inputs_of, plan_in
from tables.seating.records.record import (
    BY_LOT,
    BY_STANDING,
    TAKEN_OUT,
    Inputs,
    fingerprint,
    inputs_hash,
    plain,
    with_hashes,
)
from tables.seating.replanning.kept_plan import kept_plan
from tables.seating.replanning.replan import inputs_of_replan
from tables.seating.report import report_of
from tables.seating.sizes import CannotSeat, Refusal

WITH_WORDS = ("drawn", "redraws", "changes")
"""The parts that say who did something, and why."""

WORDS = ("by", "reason")

INSTEAD = "–"
"""What stands where words were: a part without its own hash may say nothing else there."""


def without_words(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record without names and reasons, and with the same ``record_hash``; done twice it changes nothing."""
    taken = dict(record.get(TAKEN_OUT, {}))
    left: dict[str, Any] = dict(record)
    for name in WITH_WORDS:
        if name in record and name not in taken:
            taken[name] = fingerprint(record[name])
            left[name] = _without(record[name])
    return {**left, TAKEN_OUT: taken} if taken else left


def has_words(part: Any) -> bool:
    """Test whether a part still says who or why."""
    acts = part if isinstance(part, list) else [part]
    return any(act.get(name) not in (None, "", INSTEAD) for act in acts for name in WORDS)


def _without(part: Any) -> Any:
    if isinstance(part, list):
        return [_without(value) for value in part]
    return {name: INSTEAD if name in WORDS and value else value for name, value in part.items()}


COMMITMENT = "tables.seating commitment:"
"""Stands before the secret, so that a commitment is the hash of nothing else."""

SEED = "tables.seating seed"
"""Stands first in the list whose hash is the seed."""


def commitment_of(secret: str) -> str:
    """Return the SHA-256 of ``COMMITMENT`` and a secret, which is published beforehand."""
    return hashlib.sha256((COMMITMENT + secret).encode("utf-8", "surrogatepass")).hexdigest()


def seed_from(inputs: str, secret: str, public: str) -> str:
    """Return the seed that follows from the hash of the inputs, the secret and the public part.

    It is the SHA-256 of the JSON list of ``SEED`` and these three, without spaces and in ASCII;
    as each text stands in quotes, no part of one can pass for a part of the next.
    """
    return fingerprint([SEED, inputs, secret, public])


@dataclass(frozen=True, slots=True, kw_only=True)
class Lots:
    """The direction's secret, 32 random hexadecimal digits or more, and what was added in the hall."""

    secret: str
    public: str

    def seed(self, inputs: str) -> str:
        """Return the seed for inputs with this hash."""
        return seed_from(inputs, self.secret, self.public)

    def part(self) -> dict[str, Any]:
        """Return the part of the record that shows the lots."""
        return {"commitment": commitment_of(self.secret), "secret": self.secret, "public": self.public}


SEALS = ("lots", "previous", "drawn", "redraws", "changes", "seats")
MAX_ACTS = 10_000
HASH_DIGITS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Two who changed seats in a series of the plan, counted from 1."""

    series: int
    first: int
    second: int


def check_seals(record: dict[str, Any]) -> list[Swap]:
    """Return the swaps a record names. Raise Unreadable if anything added is malformed or too large."""
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
    """Return the series that swaps changed, None for all others. Raise CannotSeat if a swap cannot be made."""
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


def inputs_of_draw(
    entrants: Iterable[Entrant],
    *,
    series: int = 1,
    ranking: Sequence[int] | None = None,
    history: History = (),
    policy: Policy = STANDARD,
) -> str:
    """Return the hash of all inputs of a draw but its seed, to be published before the dice are thrown."""
    method = BY_LOT if ranking is None else BY_STANDING
    everyone = sorted(entrants, key=lambda entrant: entrant.number)
    inputs = Inputs(method=method, entrants=everyone, series=series, history=history, policy=policy, ranking=ranking)
    return inputs_hash(inputs.parts())


def draw_with_lots(
    entrants: Iterable[Entrant], *, series: int, lots: Lots, history: History = (), policy: Policy = STANDARD
) -> Plan:
    """Draw with the seed that follows from inputs, secret and public part. Raise CannotSeat as ``draw`` does."""
    everyone = list(entrants)
    seed = lots.seed(inputs_of_draw(everyone, series=series, history=history, policy=policy))
    return _with_lots(draw(everyone, series=series, seed=seed, history=history, policy=policy), lots)


def draw_by_standing_with_lots(
    entrants: Iterable[Entrant], *, ranking: Sequence[int], lots: Lots, history: History = (), policy: Policy = STANDARD
) -> Plan:
    """Seat by standing with the seed that follows from the lots. Raise CannotSeat as ``draw_by_standing`` does."""
    everyone = list(entrants)
    seed = lots.seed(inputs_of_draw(everyone, ranking=ranking, history=history, policy=policy))
    plan = draw_by_standing(everyone, ranking=ranking, seed=seed, history=history, policy=policy)
    return _with_lots(plan, lots)


def replan_with_lots(
    plan: Plan,
    *,
    played: int | History,
    absent: Iterable[int | Entrant] = (),
    late: Iterable[int | Entrant] = (),
    lots: Lots,
    policy: Policy | None = None,
) -> Plan:
    """Keep a plan with the seed that follows from the lots. Raise CannotSeat as ``replan`` does."""
    inputs = inputs_of_replan(plan, played=played, absent=absent, late=late, policy=policy)
    return _with_lots(kept_plan(replace(inputs, seed=lots.seed(inputs_hash(inputs.parts())))), lots)


def _with_lots(plan: Plan, lots: Lots) -> Plan:
    return replace(plan, record=sealed(plan.record, lots=lots))
