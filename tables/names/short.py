"""The shortest forms of names that tell people apart: at a table, and in a column."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, lru_cache

from tables.names.taking_apart import parts


def short_names(names: Sequence[str], *, numbers: Sequence[int] = ()) -> list[str]:
    """Return what players of one table call each other, no two alike.

    The first name; with as much of the family name as tells them apart; the whole name; that and the start number.
    ``numbers`` are the start numbers; without them players are numbered from 1 on.

    >>> short_names(["Erna Schulz", "Berg, Erna", "No. 7", "Hans Müller", "Hans Meier"])
    ['Erna S.', 'Erna B.', 'No. 7', 'Hans Mü.', 'Hans Me.']
    >>> short_names(["Uwe Kurz", "Kurz, Uwe"], numbers=[12, 40])
    ['Uwe Kurz (12)', 'Kurz, Uwe (40)']
    """
    return list(_short_names(tuple(names), tuple(numbers or range(1, len(names) + 1))))


# The same table asks with every deal.
@lru_cache(maxsize=4096)
def _short_names(names: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[str, ...]:
    ladders = [_Ladder(name, number) for name, number in zip(names, numbers, strict=True)]
    while any(
        [
            _raised(ladders, lambda ladder: ladder.form.casefold()),
            _raised(ladders, lambda ladder: ladder.words),
            _raised_where_it_fits_another(ladders),
        ]
    ):
        pass
    return tuple(ladder.form for ladder in ladders)


def told_apart(names: Sequence[str], *, numbers: Sequence[int | str]) -> list[str]:
    """Return the names of a column as they are, with the start number behind those that stand there more than once.

    >>> told_apart(["H. M.", "E. S.", "H. M."], numbers=[3, 4, 17])
    ['H. M. (3)', 'E. S.', 'H. M. (17)']
    """
    # Mostly no two are alike, and a thousand ladders would be built for nothing.
    if len({name.casefold() for name in names}) == len(names):
        return list(names)
    ladders = [_Ladder(name, number, steps=(name,)) for name, number in zip(names, numbers, strict=True)]
    while _raised(ladders, lambda ladder: ladder.form.casefold()):
        pass
    return [ladder.form for ladder in ladders]


class _Ladder:
    """The forms of a name, the shortest first; the last one has the start number and nobody else has it."""

    def __init__(self, name: str, number: int | str, *, steps: Iterable[str] = ()) -> None:
        plain = tuple(steps) or tuple(dict.fromkeys(_steps(name)))
        self.forms = (*plain, f"{name} ({number})".strip())
        self.at = 0
        self.name = name

    @cached_property
    def whole(self) -> str:
        """The name without what stands between the first and the family name."""
        return unicodedata.normalize("NFC", _whole(self.name)).casefold()

    @property
    def stem(self) -> str:
        """What is there of the name where it is cut."""
        return unicodedata.normalize("NFC", self.form[:-1]).casefold()

    @property
    def is_cut(self) -> bool:
        """Whether the form has a part of the family name."""
        return self.at > 0 and self.left > 1 and self.form.endswith(".")

    @property
    def form(self) -> str:
        return self.forms[self.at]

    @property
    def words(self) -> Hashable:
        """What two spellings of one name have in common, as "Uwe Kurz" and "Kurz, Uwe"; a number stands alone."""
        return (
            self.form
            if self.at == len(self.forms) - 1
            else tuple(sorted(self.form.casefold().replace(",", " ").split()))
        )

    @property
    def left(self) -> int:
        """How many forms are left before the one with the number, then that one."""
        return len(self.forms) - 1 - self.at


def _raised(ladders: Sequence[_Ladder], key: Callable[[_Ladder], Hashable]) -> bool:
    """Take a longer form of all that are alike; return whether there are any. Whole names give way last."""
    alike: dict[Hashable, list[_Ladder]] = defaultdict(list)
    for ladder in ladders:
        alike[key(ladder)].append(ladder)
    is_any = False
    for group in alike.values():
        ways = [each_ladder for each_ladder in group if each_ladder.left > 1] or [
            each_ladder for each_ladder in group if each_ladder.left
        ]
        if len(group) > 1 and ways:
            is_any = True
            for way in ways:
                way.at += 1
    return is_any


def _raised_where_it_fits_another(ladders: Sequence[_Ladder]) -> bool:
    """Take a longer form where what is cut begins another's name too: "Hans Ma." beside Hans Mai."""
    wrong = [
        ladder
        for ladder in ladders
        if ladder.is_cut and sum(other.whole.startswith(ladder.stem) for other in ladders) > 1
    ]
    for each_ladder in wrong:
        each_ladder.at += 1
    return bool(wrong)


def _whole(name: str) -> str:
    found_parts = parts(name)
    return f"{found_parts.given.split()[0]} {found_parts.family}" if found_parts.is_person else name


def _steps(name: str) -> Iterable[str]:
    found_parts = parts(name)
    given = found_parts.given.split()[0] if found_parts.is_person else ""
    if not given or found_parts.title or given.endswith("."):
        return [name]
    family = found_parts.family
    # A form that is no shorter than the whole helps nobody.
    cuts = [at for at in range(1, len(family)) if not _joins(family[at]) and (at == 1 or at < len(family) - 1)]
    return [
        given,
        *(f"{given} {family[:at]}." for at in cuts if family[at - 1] not in " -'’."),
        f"{given} {family}",
        name,
    ]


def _joins(character: str) -> bool:
    """Test whether a character belongs to the one before it."""
    return unicodedata.category(character)[0] == "M" or character in "\u200c\u200d"
