"""Which cells of the matrix are asked: those that no other one answers as well; with --thorough all of them."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final

from tests.access_matrix.addresses import Address
from tests.access_matrix.rows import Answer

Cell = tuple[Address, str]

KINDS: Final = frozenset({"visitor", "table", "player", "judge", "director"})
"""One of each kind of those who come: they show nothing, a key, or an account."""

ANYBODY: Final = frozenset({"visitor", "director"})
"""Nobody, and somebody elsewhere."""

MORE: Final = {
    "table-renewed": "table",
    "other-table": "table",
    "table-elsewhere": "table",
    "player-renewed": "player",
    "other-player": "player",
    "playing-judge": "judge",
    "playing-director": "director",
}
"""Who holds the same that somebody else holds, and less of it. At another event nobody holds more than anybody."""

LIKE: Final = {"playing-judge": "judge", "playing-director": "director", "owner": "director"}
"""Who is in charge as somebody else is."""


def asked(
    roles: Sequence[str], among: Iterable[Address], answer: Callable[[Address, str], Answer], *, is_own: bool
) -> set[Cell]:
    """Return what is asked; of all others something that is asked says the same.

    Where everybody gets the same, one of each kind asks, at another event or where nobody gets anything somebody and
    nobody, and only a visitor in every state. Whoever is refused although he holds more asks for those who hold less.
    Everybody else asks in every state where he gets in, unless another in charge does, then while the list is open and
    in one more; where he is refused, in one, another for each.
    """
    found = set()
    for at, (_name, group) in enumerate(groupby(among, key=lambda one: one.name)):
        states = sorted(group, key=lambda one: one.about != "open")
        told = {role: [answer(one, role) for one in states] for role in roles}
        is_all_the_same = len({*map(tuple, told.values())}) == 1
        gets_in = any(Answer.OPEN in answers for answers in told.values())
        same = (KINDS if is_own and gets_in else ANYBODY) if is_all_the_same else {*roles}
        for turn, (role, answers) in enumerate(told.items(), start=at):
            more = told.get(MORE[role]) if is_own and role in MORE else None
            if role not in same or (more and Answer.OPEN not in {*more, *answers}):
                continue
            for kind in set(answers):
                first, *rest = [one for one, got in zip(states, answers, strict=True) if got is kind]
                if kind is not Answer.OPEN:
                    first, rest = [first, *rest][turn % (1 + len(rest))], []
                elif rest and (answers == told.get(LIKE.get(role, "")) or (is_all_the_same and role != "visitor")):
                    rest = [rest[turn % len(rest)]]
                found |= {(one, role) for one in (first, *rest)}
    return found
