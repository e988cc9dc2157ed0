"""What a checker says about the record of a draw, in plain English; translated by ``tables.draw.wording``."""

from collections.abc import Callable, Sequence
from typing import Any

from tables.seating.records.files import CannotOpen, Fault, record_at
from tables.seating.records.record import BY_HAND
from tables.seating.sizes import Refusal
from tables.seating.verification.checks import Doubt, Finding, verify


def gettext_noop(text: str) -> str:
    """Mark a text for the translators; this package does not translate it."""
    return text


IN_ORDER = gettext_noop("The draw recomputes: seats, report and every hash follow from what the record states.")
IN_ORDER_BY_HAND = gettext_noop(
    "The seats were given, not drawn: they keep the rules, and the report and every hash follow from them."
)
LOTS = gettext_noop("Compare the commitment with the one published before entries closed: %(commitment)s")

SENTENCE = {
    Doubt.MALFORMED: gettext_noop("“%(part)s” does not have the form it should have."),
    Doubt.TOO_LARGE: gettext_noop("“%(part)s” is larger than any tournament needs; it was not looked at."),
    Doubt.OTHER_ALGORITHM: gettext_noop("This is not a record of a draw made by this program."),
    Doubt.OTHER_VERSION: gettext_noop("The draw was made by another version of the program; check it with that one."),
    Doubt.UNKNOWN_PART: gettext_noop("“%(part)s” was added: a record has no such part."),
    Doubt.MISSING_PART: gettext_noop("“%(part)s” is missing."),
    Doubt.CANNOT_SEAT: gettext_noop("Nobody can be seated like this: %(part)s."),
    Doubt.PART_DIFFERS: gettext_noop("“%(part)s” is not what the draw gives."),
    Doubt.HASH_DIFFERS: gettext_noop("The hash of “%(part)s” does not fit: one of the two was changed."),
    Doubt.COMMITMENT_DIFFERS: gettext_noop("The secret is not the one that the commitment was made of."),
    Doubt.SEED_DIFFERS: gettext_noop("The seed does not follow from the inputs, the secret and the number diced."),
    Doubt.IMPOSSIBLE_CHANGE: gettext_noop("A change by hand is impossible: %(part)s."),
}
"""A sentence for everything that can be wrong with a record."""

REASON: dict[str, str] = {
    Refusal.TOO_FEW_ENTRANTS: gettext_noop("there are too few, or five"),
    Refusal.NUMBER_TWICE: gettext_noop("a number is there twice"),
    Refusal.SERIES_OUT_OF_RANGE: gettext_noop("there is no such series"),
    Refusal.NO_SUCH_TABLE: gettext_noop("a fixed table does not exist"),
    Refusal.FIXED_TABLE_FULL: gettext_noop("a fixed table has too few seats"),
    Refusal.IMPOSSIBLE_HISTORY: gettext_noop("more than four share a table"),
    Refusal.IMPOSSIBLE_PLAN: gettext_noop("the plan breaks the rules of seating (SkWO 7.1.1)"),
    Refusal.NOT_IN_PLAN: gettext_noop("a number is not in the plan"),
    Refusal.RANKED_TWICE: gettext_noop("a number is ranked twice"),
    Refusal.APART_GROUPS_MEET: gettext_noop("some meet who had to be kept apart"),
    Refusal.PAIRS_REPEAT: gettext_noop("some meet again, which was ruled out"),
    Refusal.CLUB_MATES_MEET: gettext_noop("club mates meet, which was ruled out"),
    Refusal.UNFAIR_AT_THREE: gettext_noop("some sit at three too often, which was ruled out"),
}
"""In a few words why a seating is impossible."""

FAULT = {
    Fault.NOT_READABLE: gettext_noop("The file cannot be read."),
    Fault.TOO_LARGE: gettext_noop("The file is larger than any record of a draw."),
    Fault.NOT_UTF_8: gettext_noop("The file is not text in UTF-8."),
    Fault.NOT_JSON: gettext_noop("The file is not JSON."),
    Fault.TOO_DEEP: gettext_noop("The file is nested deeper than any record of a draw."),
    Fault.NAME_TWICE: gettext_noop("A name stands in it twice, so that not everybody would read the same."),
}
"""A sentence for every reason why a file holds no record."""

WHOLE = gettext_noop("The record does not have the form it should have.")
"""Instead of ``MALFORMED`` when no part can be named."""

LONGEST = 60
"""Characters shown of a name out of a file that anyone may have written."""


MANY = 20
"""Findings told one by one."""

MORE = gettext_noop("And %(count)s more findings of the kind.")


def record_said(name: str, translate: Callable[[str], str] = str) -> tuple[bool, list[str]]:
    """Return whether the record in the file of this name is in order, and sentences that say so or what is wrong."""
    try:
        record = record_at(name)
    except CannotOpen as error:
        return False, [translate(FAULT[error.code])]
    return findings_said(record, verify(record), translate)


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
    reason = REASON.get(finding.part) if finding.code in (Doubt.CANNOT_SEAT, Doubt.IMPOSSIBLE_CHANGE) else None
    return translate(SENTENCE[finding.code]) % {"part": translate(reason) if reason else shown(finding.part)}


def shown(text: str) -> str:
    """Return a text out of a file as it may be printed: harmless, and not too long."""
    return printable(text[:LONGEST]) + ("…" if len(text) > LONGEST else "")


def printable(text: str) -> str:
    """Return a text on one line, without what a terminal could take for a command."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
