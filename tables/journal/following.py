"""What follows from acts: a room above says, when the site starts, what it writes whenever one of them is done.

So what has to follow cannot be forgotten by any page, however the act came about. It happens in the transaction and in
the turn of the act: both are done, or neither.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol

from tables.accounts.models import User

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament

Done = tuple[str, Mapping[str, Any]]
"""An act and its facts, as the journal has them."""


class Follower(Protocol):
    """Writes what follows from acts that were done together."""

    def __call__(self, tournament: "Tournament", done: Sequence[Done], *, by: User | None, at: datetime) -> None:
        """Write what follows; the caller has taken the turn."""


FOLLOWERS: dict[str, list[Follower]] = defaultdict(list)
"""By act, those who write something after it."""


def register_follower(actions: Iterable[str], follower: Follower) -> None:
    """Let somebody write after these acts."""
    for action in actions:
        if follower not in FOLLOWERS[action]:
            FOLLOWERS[action].append(follower)


def follow(tournament: "Tournament", done: Sequence[Done], *, by: User | None, at: datetime) -> None:
    """Let follow what follows from acts that were just done."""
    concerned: dict[Callable[..., None], list[Done]] = defaultdict(list)
    for action, facts in done:
        for follower in FOLLOWERS.get(action, ()):
            concerned[follower].append((action, facts))
    for follower, acts in concerned.items():
        follower(tournament, acts, by=by, at=at)
