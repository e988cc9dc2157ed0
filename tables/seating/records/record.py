"""The record of a draw: everything that went in and came out, to be recomputed by anyone."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import zip_longest
from typing import Any

from tables.seating.field import SeatingField, Tables, tally_of
from tables.seating.model import Entrant, History, Plan, Policy, Report, Series, Wish
from tables.seating.report import report_on
from tables.seating.sizes import CannotSeat, Refusal

ALGORITHM = "tables.seating"
VERSION = 3
"""Raised whenever the same arguments give another plan."""

REPEATABLE = (2, VERSION)
"""The versions whose plans this program still draws: 2 had no written events."""

BY_LOT = "lot"
BY_STANDING = "standing"
KEPT = "replan"
"""The plan keeps most of another one."""
BY_HAND = "hand"
"""The plan was not computed: drawn by hand at the door, or uploaded."""

TAKEN_OUT = "taken_out"
"""In a record that lost names and reasons: the hashes those parts had."""

BESIDE = frozenset({"hashes", TAKEN_OUT})
"""What stands beside the parts that hashes are taken of."""

ALWAYS = ("algorithm", "version", "method", "entries", "options", "history", "ranking")

INPUTS = {BY_LOT: ALWAYS, BY_STANDING: ALWAYS, KEPT: (*ALWAYS, "base", "absent", "late"), BY_HAND: (*ALWAYS, "plan")}
"""For each method all that is known before the seed is."""


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a value as JSON: keys sorted, no spaces, ASCII only."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """What a draw is made from."""

    method: str
    entrants: Sequence[Entrant]
    series: int = 1
    policy: Policy
    history: History
    ranking: Sequence[int] | None = None
    seed: str = ""
    version: int = VERSION

    def parts(self) -> dict[str, Any]:
        return {
            "algorithm": ALGORITHM,
            "version": self.version,
            "method": self.method,
            "entries": [_entry(entrant) for entrant in self.entrants],
            "options": {"series": self.series, "policy": plain(asdict(self.policy))},
            "history": plain(self.history),
            "ranking": plain(self.ranking),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplanInputs(Inputs):
    """What a plan is made from that keeps most of another; its entrants are all who play on, newcomers included."""

    before: Sequence[Sequence[Sequence[int]]]
    """The series still to be played as they were planned, in the form of ``Plan.series``."""

    absent: list[int]
    late: list[int]
    base: str

    def parts(self) -> dict[str, Any]:
        # Written out: a class with slots is not the one that ``super()`` remembers.
        return {
            **Inputs.parts(self),
            "base": {"record": self.base, "series": fingerprint(self.before)},
            "absent": self.absent,
            "late": self.late,
        }


def finished_plan(
    field: SeatingField, plan: Sequence[Tables], inputs: Inputs, *, ranks: Mapping[int, int] | None = None
) -> Plan:
    """Return the plan by entrant numbers. Raise CannotSeat if a hard wish of the policy was not met."""
    report = report_on(field, tally_of(field, inputs.history), plan, ranks=ranks)
    _refuse_unmet(report, inputs, entrants=field.size)
    series = tuple(tuple(tuple(field.numbers[person] for person in table) for table in tables) for tables in plan)
    return recorded_plan(series, report, inputs)


def recorded_plan(series: tuple[Series, ...], report: Report, inputs: Inputs) -> Plan:
    """Return a plan with its report and the record of it."""
    parts = {**inputs.parts(), "seed": inputs.seed, "plan": plain(series), "report": plain(asdict(report))}
    if isinstance(inputs, ReplanInputs):
        parts["before"] = differences(series, inputs.before)
    return Plan(series=series, report=report, record=with_hashes(parts))


def differences(series: Sequence[Series], before: Sequence[Sequence[Sequence[int]]]) -> list[list[list[Any]]]:
    """Return the numbers and companies of the tables of the plan before that have changed."""
    return [
        [
            [number, list(old)]
            for number, (new, old) in enumerate(zip_longest(tables, tables_before, fillvalue=()), start=1)
            if list(new) != list(old)
        ]
        for tables, tables_before in zip(series, before, strict=True)
    ]


def _refuse_unmet(report: Report, inputs: Inputs, *, entrants: int) -> None:
    """Refuse a plan that breaks a hard wish, naming the pairs or people it is about."""
    policy = inputs.policy
    clubs = policy.clubs_by_standing if inputs.method == BY_STANDING else policy.clubs
    for wish, pairs, code in (
        (policy.apart, report.apart_pairs, Refusal.APART_GROUPS_MEET),
        (policy.repeats, report.repeats, Refusal.PAIRS_REPEAT),
        (clubs, report.club_pairs, Refusal.CLUB_MATES_MEET),
    ):
        if wish is Wish.HARD and pairs:
            named = [(pair.first, pair.second) for pair in pairs]
            raise CannotSeat(code, entrants=entrants, pairs=named)
    if policy.threes is Wish.HARD and report.unfair_at_three:
        raise CannotSeat(Refusal.UNFAIR_AT_THREE, entrants=entrants, numbers=report.unfair_at_three)


def with_hashes(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of these parts with the hash of each, and that of all inputs."""
    hashes = {name: fingerprint(part) for name, part in parts.items() if name != "hashes"}
    return {**parts, "hashes": {**hashes, "inputs": inputs_hash(parts)}}


def inputs_hash(parts: Mapping[str, Any]) -> str:
    """Return the hash of all that is known before the seed is; a seed by lots is made from it."""
    return fingerprint({name: parts[name] for name in INPUTS[parts["method"]]})


def record_hash(record: Mapping[str, Any]) -> str:
    """Return the hash of a whole record: of the hashes of its parts by their names."""
    return fingerprint({name: part_hash(record, name) for name in record if name not in BESIDE})


def part_hash(record: Mapping[str, Any], name: str) -> str:
    """Return the hash of one part; of a part that lost words the one it had with them."""
    taken = record.get(TAKEN_OUT)
    if isinstance(taken, Mapping) and isinstance(taken.get(name), str):
        return str(taken[name])
    return fingerprint(record[name])


def _entry(entrant: Entrant) -> dict[str, Any]:
    return {"number": entrant.number, "club": entrant.club, "apart": sorted(entrant.apart), "table": entrant.table}


def plain(value: Any) -> Any:
    """Return a value as JSON would give it back."""
    if isinstance(value, Wish):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(part) for part in value]
    return value
