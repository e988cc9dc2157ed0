"""Open the file of a record that anyone may have written."""

import enum
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

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
    """Return what the file of this name holds as JSON, or standard input where the name is ``-``.

    It must be UTF-8, without a name twice in one object, its numbers as JSON knows them.

    :raises CannotOpen: if it holds nothing of the kind.
    """
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
        found = json.loads(text, object_pairs_hook=_without_twins, parse_constant=_no_number)
        # Half a character, written as one half of a pair, is no text either.
        json.dumps(found, ensure_ascii=False).encode()
    except RecursionError as error:
        raise CannotOpen(Fault.TOO_DEEP) from error
    except CannotOpen:
        raise
    except UnicodeEncodeError as error:
        raise CannotOpen(Fault.NOT_UTF_8) from error
    except ValueError as error:
        raise CannotOpen(Fault.NOT_JSON) from error
    return found


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # Of a name that is there twice readers take the first, the last or both: nobody checks the same record.
    found = dict(pairs)
    if len(found) < len(pairs):
        raise CannotOpen(Fault.NAME_TWICE)
    return found


def _no_number(_name: str) -> None:
    raise CannotOpen(Fault.NOT_JSON)
