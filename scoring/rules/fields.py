"""JSON that anyone may have written, read field by field and strictly, and a program that answers it in JSON."""

import datetime
import json
import re
import sys
from collections.abc import Callable, Collection, Iterator
from gzip import GzipFile
from typing import Any, BinaryIO, Final

MOST: Final = 10**12
"""Beyond any number of a season or a report."""

MOST_BYTES: Final = 16 * 2**20
"""Larger than any list, event or season."""

READ, NOT_READ = 0, 2
"""How a program ends."""

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")
"""How one half of a character is written that has two (a surrogate); a half without its other is none."""

_UNREAD: Final[tuple[tuple[type[Exception], str], ...]] = (
    (OSError, "The input cannot be read."),
    (RecursionError, "The input is nested too deep."),
    (UnicodeDecodeError, "The input is not text in UTF-8."),
    (UnicodeEncodeError, "A text in it has half a character, which no file can hold."),
    (json.JSONDecodeError, "The input is not JSON: {}."),
    (ValueError, "A number has too many digits."),
)
"""Why nothing can be read of an input, the most exact reason first."""

_NUMBER = re.compile(r"[1-9]\d{0,11}", re.ASCII)


class CannotRead(ValueError):
    """The input is not what it should be; ``at`` is the path of the field, items of lists counted from 0."""

    def __init__(self, sentence: str, *, at: str = "") -> None:
        super().__init__(sentence)
        self.at = at


class Part:
    """A value in a document, and the path that leads to it: ``evenings.0.lists.2.total``."""

    __slots__ = ("_most", "at", "value")

    def __init__(self, value: Any, at: str = "", *, most: int | None = MOST) -> None:
        self.value = value
        self.at = at
        self._most = most

    def refused(self, sentence: str, *further: str | int) -> CannotRead:
        """Return the refusal of this value, or of one in it."""
        return CannotRead(sentence, at=".".join(map(str, (self.at, *further) if self.at else further)))

    def fields(
        self, *, needed: Collection[str] = (), optional: Collection[str] = (), unused: Collection[str] = ()
    ) -> "Fields":
        """Return the stated fields of an object, null as good as left out. Raise CannotRead if they are others."""
        fields = Fields()
        for name, part in self.named():
            if name not in needed and name not in optional and (part.value is not None or name not in unused):
                raise part.refused("There is no such field.")
            if part.value is not None:
                fields[name] = part
        for name in needed:
            if name not in fields:
                raise self.refused("This field is missing.", name)
        return fields

    def named(self) -> Iterator[tuple[str, "Part"]]:
        """Yield the fields of an object that may have any. Raise CannotRead if it is none."""
        if isinstance(self.value, _Twice):
            raise self.refused("This field is there twice.", self.value.name)
        if type(self.value) is not dict:
            raise self.refused("This must be an object.")
        return ((name, self._part(value, name)) for name, value in self.value.items())

    def by_number(self) -> dict[int, "Part"]:
        """Return the fields of an object whose names are numbers from 1 on. Raise CannotRead if it is none."""
        parts = {}
        for name, part in self.named():
            if not _NUMBER.fullmatch(name):
                raise part.refused("The name of this field must be a number from 1 on.")
            parts[int(name)] = part
        return parts

    def items(self) -> Iterator["Part"]:
        """Yield the parts of a list. Raise CannotRead if it is none."""
        if type(self.value) is not list:
            raise self.refused("This must be a list.")
        return (self._part(value, at) for at, value in enumerate(self.value))

    def pair(self) -> tuple["Part", "Part"]:
        """Return the parts of a list of two. Raise CannotRead if it is none."""
        both = list(self.items())
        if len(both) != 2:
            raise self.refused("This must be a list of two.")
        return both[0], both[1]

    def integer(self, *, least: int | None = None) -> int:
        """Return an integer. Raise CannotRead if it is none, too small or too large."""
        value = self.value
        if type(value) is not int:
            raise self.refused("This must be an integer.")
        if least is not None and value < least:
            raise self.refused(f"This must be at least {least}.")
        if self._most is not None and abs(value) > self._most:
            raise self.refused("This number is too large.")
        return value

    def text(self) -> str:
        """Return a text. Raise CannotRead if it is none."""
        if type(self.value) is not str:
            raise self.refused("This must be a text.")
        return self.value

    def truth(self) -> bool:
        """Return true or false. Raise CannotRead if it is neither."""
        if type(self.value) is not bool:
            raise self.refused("This must be true or false.")
        return self.value

    def day(self) -> datetime.date:
        """Return a date, written as 2026-01-14. Raise CannotRead if it is none."""
        if type(self.value) is str and _DAY.fullmatch(self.value):
            try:
                return datetime.date.fromisoformat(self.value)
            except ValueError:
                pass
        raise self.refused("This must be a date such as 2026-01-14.")

    def one_of(self, names: Collection[str]) -> str:
        """Return a text that is one of those. Raise CannotRead if it is none of them."""
        if type(self.value) is not str or self.value not in names:
            raise self.refused(f"This must be one of: {', '.join(names)}.")
        return self.value

    def numbers(self) -> list[int]:
        """Return a list of numbers from 1 on, none of them twice. Raise CannotRead if it is none."""
        values: dict[int, None] = {}
        for part in self.items():
            number = part.integer(least=1)
            if number in values:
                raise part.refused("This number is there twice.")
            values[number] = None
        return list(values)

    def _part(self, value: Any, name: str | int) -> "Part":
        return Part(value, f"{self.at}.{name}" if self.at else str(name), most=self._most)


class Fields(dict[str, Part]):
    """The fields of an object that are stated; of those that are not, what they come to."""

    def integer(self, name: str, usual: int = 0, *, least: int | None = None) -> int:
        """Return the integer of a field. Raise CannotRead if there is something else."""
        return self[name].integer(least=least) if name in self else usual

    def truth(self, name: str) -> bool:
        """Return whether a field is true. Raise CannotRead if it is neither true nor false."""
        return name in self and self[name].truth()

    def parts(self, name: str) -> Iterator[Part]:
        """Yield the parts of the list in a field. Raise CannotRead if there is none."""
        return self[name].items() if name in self else iter(())


def answered(file: BinaryIO, answer: Callable[[Any], dict[str, Any]]) -> tuple[dict[str, Any], int]:
    """Return what is answered to the document of a file, and how the program ends."""
    try:
        return answer(document(file)), READ
    except CannotRead as error:
        return {"error": str(error), "at": error.at}, NOT_READ


def run(answer: Callable[[Any], dict[str, Any]]) -> int:
    """Answer the document on standard input; return 0, or 2 if it cannot be read."""
    values, code = answered(sys.stdin.buffer, answer)
    # Plain ASCII: a console may know no more.
    sys.stdout.write(json.dumps(values) + "\n")
    return code


def document(file: BinaryIO | GzipFile, *, most: int = MOST_BYTES) -> Any:
    """Return what a file of ``most`` bytes says in JSON and UTF-8, each field once. Raise CannotRead for others."""
    try:
        content = file.read(most + 1)
        if len(content) > most:
            raise CannotRead("The input is too large.")
        value = json.loads(content.decode("utf-8-sig"), object_pairs_hook=_once)
        if _HALF.search(content):
            json.dumps(value, ensure_ascii=False, default=str).encode()
    except CannotRead:
        raise
    except (OSError, RecursionError, ValueError) as error:
        raise CannotRead(next(text for kind, text in _UNREAD if isinstance(error, kind)).format(error)) from None
    return value


class _Twice:
    """What stands in place of an object that has a field twice, since only who reads it knows its path."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Twice:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            return _Twice(name)
        values[name] = value
    return values
