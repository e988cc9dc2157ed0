"""Reading the inputs of a draw back from its record, trusting nothing in it."""

import enum
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import fields
from pathlib import Path
from typing import Any

from tables.seating.model import MAX_SERIES, MAX_STEPS, Entrant, Policy, Wish
from tables.seating.records.record import BY_STANDING, INPUTS, KEPT, Inputs, ReplanInputs

MAX_BYTES = 16 * 2**20
"""Larger than any record: 4000 entrants over 10 series make half a megabyte."""


class Fault(enum.StrEnum):
    """Why a file holds no record; worded for people elsewhere."""

    NOT_READABLE = "not-readable"
    TOO_LARGE = "too-large"
    NOT_UTF_8 = "not-utf-8"
    NOT_JSON = "not-json"
    TOO_DEEP = "too-deep"
    NAME_TWICE = "name-twice"


class CannotOpen(ValueError):
    """The file holds no record. ``code`` names the reason."""

    def __init__(self, code: Fault) -> None:
        super().__init__(str(code))
        self.code = code


def record_at(name: str) -> Any:
    """Return the strict UTF-8 JSON of a file, or of standard input for ``-``. Raise CannotOpen if it is none."""
    try:
        with nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise CannotOpen(Fault.NOT_READABLE) from error
    if len(content) > MAX_BYTES:
        raise CannotOpen(Fault.TOO_LARGE)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CannotOpen(Fault.NOT_UTF_8) from error
    try:
        value = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
        # Half a character, written as one half of a pair, is no text either.
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError as error:
        raise CannotOpen(Fault.TOO_DEEP) from error
    except CannotOpen:
        raise
    except UnicodeEncodeError as error:
        raise CannotOpen(Fault.NOT_UTF_8) from error
    except ValueError as error:
        raise CannotOpen(Fault.NOT_JSON) from error
    return value


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of a name that is there twice readers take the first, the last or both: nobody checks the same record.
    values = dict(pairs)
    if len(values) < len(pairs):
        raise CannotOpen(Fault.NAME_TWICE)
    return values


def _no_number(_name: str) -> None:
    raise CannotOpen(Fault.NOT_JSON)


MAX_ENTRANTS = 10_000
MAX_HISTORY = 200_000
MAX_SEATS = 700_000
MAX_GROUPS = 50_000
MAX_NUMBER = 2**53
"""Beyond this, readers of JSON in other languages round."""


class Unreadable(ValueError):
    """A part of the record is not what it should be, or more than a checker takes on."""

    def __init__(self, part: str, *, too_large: bool = False) -> None:
        super().__init__(part)
        self.part = part
        self.too_large = too_large


def inputs_of(record: dict[str, Any]) -> Inputs:
    """Return the inputs a record names. Raise Unreadable if one is malformed or too large."""
    method = record.get("method")
    if type(method) is not str or method not in INPUTS:
        raise Unreadable("method")
    options = as_dict(record.get("options"), "options", ("series", "policy"))
    ranking = record.get("ranking")
    if (ranking is None) is (method == BY_STANDING):
        raise Unreadable("ranking")
    return Inputs(
        method=method,
        entrants=_entrants(record.get("entries")),
        series=as_number(options["series"], "options", most=MAX_SERIES),
        policy=_policy(options["policy"]),
        history=_series(record.get("history"), "history"),
        ranking=None if ranking is None else as_numbers(ranking, "ranking", most=MAX_ENTRANTS),
        seed=as_text(record.get("seed"), "seed"),
        version=as_number(record.get("version"), "version"),
    )


def plan_in(record: dict[str, Any]) -> list[list[list[int]]]:
    """Return the plan a record states, unchecked. Raise Unreadable if it is malformed or too large."""
    return _series(record.get("plan"), "plan", most=MAX_SEATS)


def replan_inputs_of(record: dict[str, Any]) -> ReplanInputs:
    """Return what a kept plan was made from. Raise Unreadable if part of its record is malformed or too large."""
    inputs = inputs_of(record)
    base = as_dict(record.get("base"), "base", ("record", "series"))
    plan = plan_in(record)
    differences = as_list(record.get("before"), "before", most=MAX_SERIES)
    if len(differences) != len(plan):
        raise Unreadable("before")
    return ReplanInputs(
        method=KEPT,
        series=len(plan),
        seed=inputs.seed,
        version=inputs.version,
        entrants=sorted(inputs.entrants, key=lambda entrant: entrant.number),
        history=inputs.history,
        before=_before(plan, [_tables_before(tables) for tables in differences]),
        absent=as_numbers(record.get("absent"), "absent", most=MAX_ENTRANTS),
        late=as_numbers(record.get("late"), "late", most=MAX_ENTRANTS),
        policy=inputs.policy,
        base=as_text(base["record"], "base"),
    )


def _before(series: Sequence[list[list[int]]], differences: Sequence[dict[int, list[int]]]) -> list[list[list[int]]]:
    """Return the plan before from the plan and its ``differences``, by table number."""
    before = []
    for tables, others in zip(series, differences, strict=True):
        count = max(len(tables), *others) if others else len(tables)
        old = [others.get(at + 1, tables[at] if at < len(tables) else []) for at in range(count)]
        while old and not old[-1] and len(old) in others:
            old.pop()
        before.append(old)
    return before


def _tables_before(tables: object) -> dict[int, list[int]]:
    before = {}
    for pair in as_list(tables, "before", most=MAX_ENTRANTS):
        if len(as_list(pair, "before", most=2)) != 2:
            raise Unreadable("before")
        number = as_number(pair[0], "before", most=MAX_ENTRANTS)
        if number < 1:
            raise Unreadable("before")
        before[number] = as_numbers(pair[1], "before", most=4)
    return before


def _entrants(entries: object) -> list[Entrant]:
    entrants = []
    groups = 0
    for entry in as_list(entries, "entries", most=MAX_ENTRANTS):
        parts = as_dict(entry, "entries", ("number", "club", "apart", "table"))
        apart = as_list(parts["apart"], "entries", most=MAX_GROUPS - groups)
        groups += len(apart)
        club, table = parts["club"], parts["table"]
        entrants.append(
            Entrant(
                number=as_number(parts["number"], "entries"),
                club=None if club is None else as_text(club, "entries"),
                apart=frozenset(as_text(group, "entries") for group in apart),
                table=None if table is None else as_number(table, "entries"),
            )
        )
    return entrants


def _policy(options: object) -> Policy:
    """Return the policy of a record; what an older record could not know stands at its default."""
    names = tuple(field.name for field in fields(Policy))
    values: dict[str, Any] = {}
    stated = names if type(options) is not dict else [name for name in names if name in options]
    for name, value in as_dict(options, "options", stated).items():
        kind = type(getattr(Policy(), name))
        if kind is Wish:
            if value not in list(Wish):
                raise Unreadable("options")
            values[name] = Wish(value)
        elif type(value) is not kind:
            raise Unreadable("options")
        else:
            values[name] = value
    if not 0 <= values.get("steps", 0) <= MAX_STEPS:
        raise Unreadable("options", too_large=True)
    try:
        return Policy(**values)
    except ValueError:
        raise Unreadable("options") from None


def _series(value: object, part: str, *, most: int = MAX_HISTORY) -> list[list[list[int]]]:
    seats = 0
    plan = []
    for series in as_list(value, part, most=MAX_SERIES):
        tables = []
        for table in as_list(series, part, most=most):
            tables.append(as_numbers(table, part, most=4))
            seats += 1 + len(tables[-1])
            if seats > most:
                raise Unreadable(part, too_large=True)
        plan.append(tables)
    return plan


def as_dict(value: object, part: str, names: Sequence[str]) -> dict[str, Any]:
    """Return a dictionary with exactly these names. Raise Unreadable if it is none."""
    if type(value) is not dict or any(type(name) is not str for name in value):
        raise Unreadable(part)
    if value.keys() != set(names):
        raise Unreadable(part)
    return value


def as_list(value: object, part: str, *, most: int) -> list[Any]:
    """Return a list of at most ``most`` parts. Raise Unreadable if it is none."""
    if type(value) is not list:
        raise Unreadable(part)
    if len(value) > most:
        raise Unreadable(part, too_large=True)
    return value


def as_numbers(value: object, part: str, *, most: int) -> list[int]:
    """Return a list of at most ``most`` whole numbers. Raise Unreadable if it is none."""
    return [as_number(number, part) for number in as_list(value, part, most=most)]


def as_number(value: object, part: str, *, most: int = MAX_NUMBER) -> int:
    """Return a whole number, not true or 1.0. Raise Unreadable if it is none."""
    if type(value) is not int:
        raise Unreadable(part)
    if not -MAX_NUMBER <= value <= most:
        raise Unreadable(part, too_large=True)
    return value


def as_text(value: object, part: str) -> str:
    """Return a text. Raise Unreadable if it is none."""
    if type(value) is not str:
        raise Unreadable(part)
    return value
