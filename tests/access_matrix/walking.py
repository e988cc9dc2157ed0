"""Walking through the cells of the matrix: everybody asks for every address, and says where he got something else."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from skatturnier.middleware import unchanged
from tables.clubs.models import Person
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.access_matrix import addresses
from tests.access_matrix.addresses import Address
from tests.access_matrix.checks import CHECKS, Kept, told
from tests.access_matrix.hall import NOWHERE, OTHER, OWN
from tests.access_matrix.rows import (
    ACCOUNT,
    EVERYBODY,
    HOLDS,
    LETS_IN,
    NOTHING,
    OFFICIALS,
    ROWS,
    TREASURES,
    Answer,
    Door,
    Hidden,
)
from tests.support.remembered_worlds import _rows as rows

Cell = tuple[Address, str]

KINDS: Final = ("table", "player", "judge", "director")
"""One of each kind of those who come with something: they show a key, or an account."""

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

KEEPING: Final = frozenset({"keeper", "neighbour", "season-helper", "season-releaser"})
"""Who keeps a book or helps with a season: of an event they see nothing that is not everybody's."""

LIKE: Final = {"judge": "director", "playing-judge": "judge", "playing-director": "director", "owner": "director"}
"""Who is in charge as somebody else is."""

BESIDE: Final = frozenset({"playing-judge", "playing-director", "owner"})
"""Who is something else beside that."""


def cells_asked(
    roles: Sequence[str], among: Iterable[Address], answer: Callable[[Address, str], Answer], *, is_own: bool
) -> set[Cell]:
    """Return what is asked; of all others something that is asked says the same.

    Where everybody gets the same, a visitor asks and one of another kind, or somebody where nobody gets anything; at
    another event nobody asks again whether an address takes what is sent. Whoever is refused although he holds more
    asks for those who hold less, and of those who keep books and seasons, at another event of all, another one at each
    address for those who are refused there with him. Where they get in, a visitor asks in every state, and whoever
    others do not answer for; everybody else in one, each in another; who plays or owns the site as well as being in
    charge, at another third of the addresses each.
    """
    found = set()
    for at, (_name, group) in enumerate(groupby(among, key=lambda one: one.name)):
        states = sorted(group, key=lambda one: one.about != "open")
        told = {role: [answer(one, role) for one in states] for role in roles}
        is_all_the_same = len({*map(tuple, told.values())}) == 1
        gets_in = {role for role, answers in told.items() if Answer.OPEN in answers}
        kinds = [one for one in KINDS if one in told and is_own and gets_in] or ["director"]
        same = {"visitor", kinds[at % len(kinds)]}
        if not is_own and {*told["visitor"]} == {Answer.NO_METHOD}:
            continue
        for turn, (role, answers) in enumerate(told.items(), start=at):
            if is_own:
                is_left = role not in gets_in and (
                    MORE.get(role) in {*roles} - gets_in or (role in KEEPING and turn % 4)
                )
            else:
                is_left = not is_all_the_same and role not in gets_in and turn % 2
            like = LIKE.get(role, "") if is_own else "stranger"
            is_like_another = is_all_the_same or (role != like and answers == told.get(like))
            is_left = is_left or (is_like_another and role in BESIDE and turn % 3 and role in gets_in)
            for kind in set() if is_left or (is_all_the_same and role not in same) else set(answers):
                among_these = [one for one, got in zip(states, answers, strict=True) if got is kind]
                if kind is not Answer.OPEN or (role != "visitor" and is_like_another):
                    among_these = [among_these[turn % len(among_these)]]
                found |= {(one, role) for one in among_these}
    return found


ELSEWHERE: Final = {"stranger": {"director", "keeper"}, "table-elsewhere": {"table"}, "owner": {"owner"}}
"""What a role counts for at the other event and in the other club."""

NOT_ELSEWHERE: Final = frozenset({"tables:book-person", "scoring:book-data", "scoring:book-data-json"})
"""There it is asked for by the number of somebody in the first club's book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    """Which event it is about, and how far that is."""

    event: str = OWN
    is_hidden: bool = False
    is_absent: bool = False
    """Whether it is about something that the event has not got."""


def expected(address: Address, role: str, *, posts: bool, when: When) -> Answer:
    """Return what somebody gets at an address."""
    row = ROWS[address.name]
    may = row.acts if posts else row.reads
    if may is None:
        return Answer.NO_METHOD
    if when.event == NOWHERE:
        return Answer.MISSING
    is_there = not when.is_absent and (not address.about or address.about in row.states)
    if row.door is Door.KEY and not is_there:
        return Answer.MISSING
    counts_as = {role} if when.event == OWN else ELSEWHERE.get(role, set())
    if when.is_hidden and not _still_see(row.hidden, counts_as):
        return Answer.GONE
    if may != EVERYBODY and not may & counts_as:
        asks = row.door is Door.FIRST or (row.door is Door.OFFICE and role not in ACCOUNT)
        return Answer.SIGN_IN if asks else Answer.CLOSED
    is_empty = address.name in (NOTHING | NOT_ELSEWHERE if when.event == OTHER else NOTHING)
    is_empty |= bool(address.about) and address.about not in HOLDS.get(address.name, row.states)
    return Answer.MISSING if is_empty or not is_there else Answer.OPEN


def _still_see(hidden: Hidden, roles: set[str]) -> bool:
    return hidden is Hidden.EVERYBODY or (
        hidden is Hidden.OFFICIALS and bool(roles & (OFFICIALS | TREASURES | LETS_IN))
    )


GIVES_A_KEY = (
    "login",
    "logout",
    "language",
    "scoring:list-key",
    "scoring:own-key",
    "scoring:season-key",
    "scoring:captain-key",
)
"""Whoever has been there is somebody else afterwards: they are walked apart."""

FILLED_IN = {"scoring:case objection": {"action": "withdraw"}}
"""Where a form without anything in it is none; that something is missing in this one is said."""

REFUSED = {404: Answer.MISSING, 403: Answer.CLOSED, 405: Answer.NO_METHOD, 410: Answer.GONE}


class Walk:
    """The cells of some roles in one state of the event, all of them or those that no other one answers."""

    def __init__(self, when: When, *, is_whole: bool = False) -> None:
        self.when, self.is_whole, self.asked, self.wrong = when, is_whole, 0, list[str]()
        self.did = set[str]()
        """Where an empty form did something all the same, and the journal told of it."""
        self.can_be_kept = list[tuple[Address, str, str, dict[str, str]]]()
        """What a browser may keep: who got it where, the mark it is asked for by, and what it said of itself."""

        people = Entrant.objects.values_list("name", flat=True), Person.objects.values_list("name", flat=True)
        self.names = frozenset(name for names in people for name in names if name)
        self.secrets: Callable[[str], frozenset[str]] = lambda _role: frozenset()
        """What a role must not read anywhere."""

    def look(self, browsers: dict[str, Client], among: Iterable[Address]) -> None:
        """Let everybody read everything."""
        for role, wanted in self._cells(browsers, among, posts=False):
            for address in wanted:
                self._ask(role, browsers[role], address, posts=False)

    def look_again(self, browsers: dict[str, Client]) -> None:
        """Let everybody ask whether what he got still holds: the answer says of itself what the first one said.

        From the middle on the site has forgotten what it said, as another process or one that was started anew. Unless
        the walk is whole, whoever got something first at an address asks for all others.
        """
        firsts = {one[0].name: one for one in reversed(self.can_be_kept)}
        among = self.can_be_kept if self.is_whole else [*firsts.values()]
        for turn, (address, role, mark, said) in enumerate(among):
            if turn == len(among) // 2:
                unchanged.remembered.clear()
            answer = browsers[role].get(address.path, headers={"if-none-match": mark})
            self.asked += 1
            if answer.status_code != 304 or told(answer) != said:
                differing = {key for key in told(answer).keys() | said if told(answer).get(key) != said.get(key)}
                self._say(address, role, "unchanged", f"{answer.status_code} {sorted(differing)}")

    def act(self, browsers: dict[str, Client], among: Iterable[Address]) -> None:
        """Let everybody send an empty form everywhere; whoever may not has changed nothing, the others are undone."""
        before = rows()
        for role, wanted in self._cells(browsers, among, posts=True):
            refused = [one for one in wanted if self._expected(one, role, posts=True) is not Answer.OPEN]
            for address in refused:
                self._ask(role, browsers[role], address, posts=True)
            if rows() != before:
                self.wrong.append(f"{role} may not, and changed something")
            with transaction.atomic():
                told = JournalEntry.objects.count()
                for address in (one for one in wanted if one not in refused):
                    self._ask(role, browsers[role], address, posts=True)
                    before_it, told = told, JournalEntry.objects.count()
                    self.did |= {address.name} if told > before_it else set()
                transaction.set_rollback(True)

    def _cells(
        self, browsers: dict[str, Client], among: Iterable[Address], *, posts: bool
    ) -> Iterator[tuple[str, list[Address]]]:
        """Yield for each role where it asks."""
        everything, roles = list(among), list(browsers)
        answer = partial(self._expected, posts=posts)
        asked = cells_asked(roles, everything, answer, is_own=self.when.event == OWN)
        for role in roles:
            yield role, [one for one in everything if self.is_whole or (one, role) in asked]

    def _expected(self, address: Address, role: str, *, posts: bool) -> Answer:
        return expected(address, role, posts=posts, when=self.when)

    def _ask(self, role: str, browser: Client, address: Address, *, posts: bool) -> None:
        self.asked += 1
        answer = browser.post(address.path, FILLED_IN.get(address.name, {})) if posts else browser.get(address.path)
        wanted, got = self._expected(address, role, posts=posts), answered(answer)
        if got is not wanted:
            self._say(address, role, "rights", f"{'POST' if posts else 'GET'}: {got} instead of {wanted}")
        if not posts:
            self._check(Kept(address, role, answer, self._is_shut(address), self.secrets(role), self.names))

    def _check(self, kept: Kept) -> None:
        for check, faults in CHECKS.items():
            for fault in faults(kept):
                self._say(kept.address, kept.role, check, fault)
        if kept.response.status_code == 200 and "ETag" in kept.response.headers:
            mark = kept.response.headers["ETag"]
            self.can_be_kept.append((kept.address, kept.role, mark, told(kept.response)))

    def _is_shut(self, address: Address) -> bool:
        return self._expected(address, "visitor", posts=False) in {Answer.SIGN_IN, Answer.CLOSED}

    def _say(self, address: Address, role: str, check: str, fault: str) -> None:
        self.wrong.append(f"{address.path} ({address.name}), {role}, {address.about or 'any state'}: {check}: {fault}")


def answered(response: HttpResponseBase) -> Answer:
    """Return what an answer comes down to."""
    if response.headers.get("Location", "").startswith("/sign-in/"):
        return Answer.SIGN_IN
    return Answer.BROKEN if response.status_code >= 500 else REFUSED.get(response.status_code, Answer.OPEN)


def all_addresses(*, slug: str = "cup", is_absent: bool = False, gives_a_key: bool = False) -> Iterator[Address]:
    """Yield every address that is about an event, a club or a series there; of the own event, those of the site too."""
    for name in sorted(name for name in ROWS if (name in GIVES_A_KEY) is gives_a_key):
        wanted = addresses.parts(name)
        numbered = wanted & {"series", "table", "number"}
        if (slug == "cup" or wanted & {"slug", "club"}) and (not is_absent or numbered):
            yield from addresses.of(name, slug=slug, is_absent=is_absent)
