"""Clauses as a decision cites them: read from what was typed, and found again by word (ISkO 4.5.10, SkWO 7.3.2)."""

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Final

from scoring.rules.clauses import MOVED, REPLACED, Citation, Edition, cite
from scoring.rules.register import CLAUSES
from scoring.rules.register.clause import CLAIMS, Clause

BY_NUMBER: Final = {clause.number: clause for clause in CLAUSES}

SINCE: Final = {clause.number: clause for clause in CLAIMS}
"""Clauses that say something else since 2018, by the number they have had since."""

OLD: Final = {new: old for old, new in REPLACED.items()}
"""The numbers of 2002 of what those took the place of."""

TYPED: Final = re.compile(r"(isko|skwo)\s*(\d+(?:\.\d+)*)\.?\s*(?:\((2002|2018/2022)\))?", re.IGNORECASE)
ORDERS: Final = {"isko": "ISkO", "skwo": "SkWO"}


class UnknownClause(ValueError):
    """The rule text has no such clause in this edition. ``clause`` is what was typed."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


def citation(typed: str) -> Citation:
    """Return the clause that was typed, with its edition: 2002 if none is named.

    A newer number is read only where it is known, as ``cite`` writes it.

    :raises UnknownClause: if the rule text of that edition has no such clause, as far as it is known here.

    >>> str(citation("isko 4.2.3"))
    'ISkO 4.2.3 (2002)'
    >>> str(citation("SkWO 6.2.5 (2018/2022)"))
    'SkWO 6.2.5 (2018/2022)'
    """
    read = TYPED.fullmatch(typed.strip())
    if read is None:
        raise UnknownClause(typed)
    edition = Edition(read[3] or Edition.NOVEMBER_2002)
    number = f"{ORDERS[read[1].lower()]} {read[2]}"
    numbers = BY_NUMBER if edition is Edition.NOVEMBER_2002 else {*MOVED.values(), *SINCE}
    if number not in numbers:
        raise UnknownClause(typed)
    return Citation(edition=edition, clause=number)


def meant_by(cited: Citation) -> tuple[Clause, ...]:
    """Return what a citation stands for in the register: one clause, or several that were joined since 2002."""
    if cited.edition is Edition.NOVEMBER_2002:
        return (BY_NUMBER[cited.clause],)
    if cited.clause in SINCE:
        return (SINCE[cited.clause],)
    return tuple(BY_NUMBER[old] for old, new in MOVED.items() if new == cited.clause and old in BY_NUMBER)


def clauses_about(
    words: str, *, edition: Edition = Edition.NOVEMBER_2002, text_of: Callable[[Clause], str] = attrgetter("says")
) -> tuple[tuple[Citation, Clause], ...]:
    """Return the clauses in which all the words occur, in a number or in what they say, as an edition cites them.

    Either number finds a clause, that of 2002 and the one it has now; what says something else since 2018 stands beside
    what it took the place of, each under its own. ``text_of`` returns a clause's text in the words' language.

    >>> [str(cited) for cited, _ in clauses_about("revoke claimed")]
    ['ISkO 4.2.5 (2002)']
    """
    wanted = words.casefold().split()
    return tuple(
        (cited, clause)
        for cited, clause in _cited(edition)
        if _has_all(f"{_numbers(clause)} {text_of(clause)}", wanted)
    )


def replaced_by(cited: Citation) -> Clause | None:
    """Return what took the place of a clause of 2002 with another content, if that happened."""
    return SINCE.get(REPLACED.get(cited.clause, "")) if cited.edition is Edition.NOVEMBER_2002 else None


def _cited(edition: Edition) -> Iterator[tuple[Citation, Clause]]:
    """Yield every clause as an edition cites it, and after it what took its place."""
    for clause in CLAUSES:
        cited = cite(clause.number, edition=edition)
        yield cited, clause
        if newer := replaced_by(cited):
            yield Citation(edition=newer.edition, clause=newer.number), newer


def _numbers(clause: Clause) -> str:
    if clause.edition is Edition.SINCE_2018:
        return f"{clause.number} {OLD[clause.number]}"
    newer = MOVED.get(clause.number) or REPLACED.get(clause.number, "")
    return f"{clause.number} {newer}"


def _has_all(text: str, wanted: Iterable[str]) -> bool:
    return all(word in text.casefold() for word in wanted)
