"""Walking through the cells of the matrix: everybody asks for every address, and says where he got something else."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client

from skatturnier.middleware import unchanged
from tables.clubs.models import Person
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tests.access_matrix import addresses, cells
from tests.access_matrix.addresses import Address
from tests.access_matrix.checks import CHECKS, Kept, told
from tests.access_matrix.expected import When, expected
from tests.access_matrix.hall import OWN
from tests.access_matrix.rows import ROWS, Answer
from tests.support.remembered_worlds import _rows as rows

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
        firsts = {(one[0].name, one[0].about): one for one in reversed(self.can_be_kept)}
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
        for role, wanted in self._cells(browsers, among, posts=True):
            refused = [one for one in wanted if self._expected(one, role, posts=True) is not Answer.OPEN]
            before = rows()
            for address in refused:
                self._ask(role, browsers[role], address, posts=True)
            if rows() != before:
                self.wrong.append(f"{role} may not, and changed something")
            with transaction.atomic():
                for address in wanted:
                    if address not in refused:
                        told = JournalEntry.objects.count()
                        self._ask(role, browsers[role], address, posts=True)
                        self.did |= {address.name} if JournalEntry.objects.count() > told else set()
                transaction.set_rollback(True)

    def _cells(
        self, browsers: dict[str, Client], among: Iterable[Address], *, posts: bool
    ) -> Iterator[tuple[str, list[Address]]]:
        """Yield for each role where it asks."""
        everything, roles = list(among), list(browsers)
        answer = partial(self._expected, posts=posts)
        asked = cells.asked(roles, everything, answer, is_own=self.when.event == OWN)
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
