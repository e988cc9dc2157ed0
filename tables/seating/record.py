"""The record of a draw: everything that went in and came out, to be recomputed by anyone."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tables.seating.field import Field, Tables, tally_of
from tables.seating.model import Entrant, History, Plan, Policy, Report, Series, Wish
from tables.seating.report import report_on
from tables.seating.sizes import CannotSeat, Refusal

ALGORITHM = "tables.seating"
VERSION = 1
"""Raised whenever the same arguments give another plan."""

INPUTS = ("algorithm", "version", "method", "entries", "options", "history", "ranking")
"""All that is known before the seed is."""

BY_LOT = "lot"
BY_STANDING = "standing"


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a value as JSON: keys sorted, no spaces, ASCII only."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def finished_plan(
    field: Field,
    plan: Sequence[Tables],
    *,
    entrants: Iterable[Entrant],
    seed: str,
    history: History,
    policy: Policy,
    ranking: Sequence[int] | None = None,
    ranks: Mapping[int, int] | None = None,
) -> Plan:
    """Return the plan by entrant numbers, with its report and record.

    :raises CannotSeat: if a hard wish of the policy was not met.
    """
    report = report_on(field, tally_of(field, history), plan, ranks=ranks)
    _refuse_unmet(report, policy, by_standing=ranking is not None, entrants=field.size)
    series = tuple(tuple(tuple(field.numbers[person] for person in table) for table in tables) for tables in plan)
    record = _record(entrants, series, report, seed=seed, history=history, policy=policy, ranking=ranking)
    return Plan(series=series, report=report, record=record)


def _refuse_unmet(report: Report, policy: Policy, *, by_standing: bool, entrants: int) -> None:
    clubs = policy.clubs_by_standing if by_standing else policy.clubs
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


def _record(
    entrants: Iterable[Entrant],
    series: tuple[Series, ...],
    report: Report,
    *,
    seed: str,
    history: History,
    policy: Policy,
    ranking: Sequence[int] | None,
) -> dict[str, Any]:
    parts: dict[str, Any] = {
        "algorithm": ALGORITHM,
        "version": VERSION,
        "method": BY_LOT if ranking is None else BY_STANDING,
        "entries": [_entry(entrant) for entrant in entrants],
        "options": {"series": len(series), "policy": _plain(asdict(policy))},
        "history": _plain(history),
        "ranking": _plain(ranking),
        "seed": seed,
        "plan": _plain(series),
        "report": _plain(asdict(report)),
    }
    hashes = {name: fingerprint(part) for name, part in parts.items()}
    hashes["inputs"] = fingerprint({name: parts[name] for name in INPUTS})
    return {**parts, "hashes": hashes}


def _entry(entrant: Entrant) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "club": entrant.club,
        "apart": sorted(entrant.apart),
        "table": entrant.table,
    }


def _plain(value: Any) -> Any:
    """Return the value as JSON would give it back."""
    if isinstance(value, Wish):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
