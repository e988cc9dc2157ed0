"""The checker: recompute a draw from its record, and say what differs. No database needed."""

import enum
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tables.seating.drawing.by_hand import plan_by_hand
from tables.seating.drawing.by_lot import draw
from tables.seating.drawing.by_standing import draw_by_standing
from tables.seating.model import Plan
from tables.seating.records.inputs import CannotOpen, Fault, Unreadable, inputs_of, plan_in, record_at, replan_inputs_of
from tables.seating.records.record import ALGORITHM, BY_HAND, BY_LOT, KEPT, REPEATABLE, TAKEN_OUT, Inputs, part_hash
from tables.seating.records.seals import SEALS, Lots, Swap, check_seals, seats_after, with_record_hash
from tables.seating.replanning.kept_plan import kept_plan
from tables.seating.sizes import CannotSeat


def gettext_noop(text: str) -> str:
    """Mark a text for the translators; this package does not translate it."""
    return text


IN_ORDER = gettext_noop("The draw recomputes: seats, report and every hash follow from what the record states.")
IN_ORDER_BY_HAND = gettext_noop(
    "The seats were given, not drawn: they keep the rules, and the report and every hash follow from them."
)

LOTS = gettext_noop("Compare the commitment with the one published before entries closed: %(commitment)s")


class Doubt(enum.StrEnum):
    """Everything that can be wrong with a record; worded for people elsewhere."""

    MALFORMED = "malformed"
    TOO_LARGE = "too-large"
    OTHER_ALGORITHM = "other-algorithm"
    OTHER_VERSION = "other-version"
    UNKNOWN_PART = "unknown-part"
    MISSING_PART = "missing-part"
    CANNOT_SEAT = "cannot-seat"
    PART_DIFFERS = "part-differs"
    HASH_DIFFERS = "hash-differs"
    COMMITMENT_DIFFERS = "commitment-differs"
    SEED_DIFFERS = "seed-differs"
    IMPOSSIBLE_CHANGE = "impossible-change"


SENTENCE = {
    Doubt.MALFORMED: gettext_noop("“%(part)s” does not have the form it should have."),
    Doubt.TOO_LARGE: gettext_noop("“%(part)s” does not have the form it should have."),
    Doubt.OTHER_ALGORITHM: gettext_noop("This is not a record of a draw made by this program."),
    Doubt.OTHER_VERSION: gettext_noop("The draw was made by another version of the program; check it with that one."),
    Doubt.UNKNOWN_PART: gettext_noop("“%(part)s” was added: a record has no such part."),
    Doubt.MISSING_PART: gettext_noop("“%(part)s” is missing."),
    Doubt.CANNOT_SEAT: gettext_noop("The seats break the rules of seating (SkWO 7.1.1)."),
    Doubt.PART_DIFFERS: gettext_noop("“%(part)s” is not what the draw gives."),
    Doubt.HASH_DIFFERS: gettext_noop("The hash of “%(part)s” does not fit: one of the two was changed."),
    Doubt.COMMITMENT_DIFFERS: gettext_noop("The secret is not the one that the commitment was made of."),
    Doubt.SEED_DIFFERS: gettext_noop("The seed does not follow from the inputs, the secret and the number diced."),
    Doubt.IMPOSSIBLE_CHANGE: gettext_noop("The seats break the rules of seating (SkWO 7.1.1)."),
}

FAULT = {
    Fault.NOT_READABLE: gettext_noop("The file cannot be read."),
    Fault.TOO_LARGE: gettext_noop("The file is larger than any record of a draw."),
    Fault.NOT_UTF_8: gettext_noop("The file cannot be read as JSON."),
    Fault.NOT_JSON: gettext_noop("The file cannot be read as JSON."),
    Fault.TOO_DEEP: gettext_noop("The file cannot be read as JSON."),
    Fault.NAME_TWICE: gettext_noop("The file cannot be read as JSON."),
}

WHOLE = gettext_noop("This is not a record of a draw made by this program.")
"""Instead of ``MALFORMED`` when no part can be named."""

LONGEST = 60
"""Characters shown of a name out of a file that anyone may have written."""

MANY = 20
MORE = gettext_noop("and %(count)s more")


def record_said(name: str, translate: Callable[[str], str] = str) -> tuple[bool, list[str]]:
    """Return whether the record in the file of this name is in order, and sentences that say so or what is wrong."""
    try:
        record = record_at(name)
    except CannotOpen as error:
        return False, [translate(FAULT[error.code])]
    return findings_said(record, verify(record), translate)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is wrong, and in which part of the record."""

    code: Doubt
    part: str = ""


def findings_said(
    record: Any, findings: Sequence[Finding], translate: Callable[[str], str] = str
) -> tuple[bool, list[str]]:
    """Return what ``record_said`` does about a record of which ``verify`` found this."""
    if not findings:
        sentences = [translate(IN_ORDER_BY_HAND if record["method"] == BY_HAND else IN_ORDER)]
        if "lots" in record:
            sentences.append(translate(LOTS) % {"commitment": record["lots"]["commitment"]})
        return True, sentences
    sentences = [_sentence(finding, translate) for finding in findings[:MANY]]
    if len(findings) > MANY:
        sentences.append(translate(MORE) % {"count": len(findings) - MANY})
    return False, sentences


def _sentence(finding: Finding, translate: Callable[[str], str]) -> str:
    if finding.code is Doubt.MALFORMED and not finding.part:
        return translate(WHOLE)
    return translate(SENTENCE[finding.code]) % {"part": shown(finding.part)}


def shown(text: str) -> str:
    """Return a text out of a file as it may be printed: harmless, and not too long."""
    return printable(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")


def printable(text: str) -> str:
    """Return a text on one line, without what a terminal could take for a command."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def verify(record: object) -> tuple[Finding, ...]:
    """Return what differs from the record of a draw when it is drawn again. Never raises, whatever it is given."""
    return tuple(_findings(record))


def _findings(record: object) -> Iterator[Finding]:
    if type(record) is not dict or any(type(name) is not str for name in record):
        yield Finding(code=Doubt.MALFORMED)
        return
    if not _same(record.get("algorithm"), ALGORITHM):
        yield Finding(code=Doubt.OTHER_ALGORITHM, part="algorithm")
        return
    if not any(_same(record.get("version"), version) for version in REPEATABLE):
        yield Finding(code=Doubt.OTHER_VERSION, part="version")
        return
    yield from _findings_inside(record)


def _findings_inside(record: dict[str, Any]) -> Iterator[Finding]:
    try:
        swaps = check_seals(record)
        plan = _drawn_again(record, inputs_of(record))
    except Unreadable as unreadable:
        code = Doubt.TOO_LARGE if unreadable.too_large else Doubt.MALFORMED
        yield Finding(code=code, part=unreadable.part)
    except CannotSeat as impossible:
        yield Finding(code=Doubt.CANNOT_SEAT, part=impossible.code)
    else:
        yield from _lots_in_doubt(record, plan.record)
        try:
            expected = _expected(record, plan.record, swaps)
        except CannotSeat as impossible:
            yield Finding(code=Doubt.IMPOSSIBLE_CHANGE, part=impossible.code)
        else:
            yield from _differences(record, expected)


def _drawn_again(record: dict[str, Any], inputs: Inputs) -> Plan:
    if inputs.method == KEPT:
        return kept_plan(replan_inputs_of(record))
    same: Any = {"history": inputs.history, "policy": inputs.policy, "version": inputs.version}
    if inputs.method == BY_HAND:
        return plan_by_hand(inputs.entrants, series=plan_in(record), **same)
    if inputs.method == BY_LOT:
        return draw(inputs.entrants, series=inputs.series, seed=inputs.seed, **same)
    return draw_by_standing(inputs.entrants, ranking=inputs.ranking or [], seed=inputs.seed, **same)


def _lots_in_doubt(given: dict[str, Any], drawn: dict[str, Any]) -> Iterator[Finding]:
    if "lots" not in given:
        return
    lots = Lots(secret=given["lots"]["secret"], public=given["lots"]["public"])
    if given["lots"] != lots.part():
        yield Finding(code=Doubt.COMMITMENT_DIFFERS, part="lots")
    if drawn["seed"] != lots.seed(drawn["hashes"]["inputs"]):
        yield Finding(code=Doubt.SEED_DIFFERS, part="seed")


def _expected(given: dict[str, Any], drawn: dict[str, Any], swaps: list[Swap]) -> dict[str, Any]:
    """Return the record as it should be: what was drawn, the seals as given, the seats after all changes."""
    added = {name: given[name] for name in (*SEALS, TAKEN_OUT) if name in given and name != "seats"}
    if not added:
        return drawn
    if "changes" in added:
        added["seats"] = seats_after(drawn["plan"], swaps)
    sealed = {name: part_hash(added, name) for name in added if name != TAKEN_OUT}
    hashes = {**drawn["hashes"], **sealed}
    return with_record_hash({**drawn, **added, "hashes": hashes})


def _differences(given: dict[str, Any], expected: dict[str, Any]) -> Iterator[Finding]:
    for name in sorted(given.keys() - expected.keys()):
        yield Finding(code=Doubt.UNKNOWN_PART, part=name)
    for name in expected:
        if name not in given:
            yield Finding(code=Doubt.MISSING_PART, part=name)
        elif name == "hashes":
            yield from _hash_differences(given[name], expected[name])
        elif not _same(given[name], expected[name]):
            yield Finding(code=Doubt.PART_DIFFERS, part=name)


def _hash_differences(given: object, expected: dict[str, str]) -> Iterator[Finding]:
    if type(given) is not dict or any(type(name) is not str for name in given):
        yield Finding(code=Doubt.MALFORMED, part="hashes")
        return
    for name in sorted(given.keys() | expected.keys()):
        if not _same(given.get(name), expected.get(name)):
            yield Finding(code=Doubt.HASH_DIFFERS, part=name)


def _same(given: object, expected: object) -> bool:
    """Test for equality as JSON sees it: 1, 1.0 and true are three different things."""
    if type(given) is not type(expected):
        return False
    if isinstance(given, dict) and isinstance(expected, dict):
        return len(given) == len(expected) and all(
            name in given and _same(given[name], part) for name, part in expected.items()
        )
    if isinstance(given, list) and isinstance(expected, list):
        return len(given) == len(expected) and all(map(_same, given, expected))
    return given == expected
