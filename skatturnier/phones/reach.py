"""By which addresses phones reach the site, and what is in their way."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from scoring.lists.listings.cards import reaches_only_this_machine
from skatturnier.addresses import EVERYWHERE


class Problem(enum.StrEnum):
    """What is in the way, or may be."""

    LOOPBACK = "loopback"
    """The site listens to the machine it runs on and to nobody else."""

    NO_NETWORK = "no-network"
    MOVED = "moved"
    """The machine has another address than at the start, and codes lead to the old one."""

    TWO_NETWORKS = "two-networks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How phones get here."""

    addresses: tuple[str, ...] = ()
    """What a phone can be sent to, the best first."""

    problems: tuple[Problem, ...] = ()
    then: str = ""
    """What the address would be if the site listened to the network."""


def reach(*, listens: str, site_url: str, opened_at: str, own: Sequence[str]) -> Reach:
    """Return how phones reach the site.

    ``listens`` is where it was told to listen, "" where that is not known; ``site_url`` what codes on paper lead to, ""
    for the address ``opened_at`` which somebody looks; ``own`` the addresses that this machine has now.
    """
    stated = "" if reaches_only_this_machine(site_url) else site_url
    listening = urlsplit(listens)
    if not listens or (stated and reaches_only_this_machine(listens) and listening.hostname not in EVERYWHERE):
        # Something else stands before the site, and has an address of its own.
        stated = stated or ("" if reaches_only_this_machine(opened_at) else opened_at)
        return Reach(addresses=(stated,)) if stated else Reach(problems=(Problem.LOOPBACK,))
    here = [f"{listening.scheme}://{one}:{listening.port}" for one in own]
    if listening.hostname not in EVERYWHERE:
        if reaches_only_this_machine(listens):
            return Reach(problems=(Problem.LOOPBACK,), then=here[0] if here else "")
        return Reach(addresses=(listens,))
    has_moved = _is_number(stated) and urlsplit(stated).hostname not in own
    found = {
        Problem.NO_NETWORK: not own,
        Problem.MOVED: bool(own) and has_moved,
        Problem.TWO_NETWORKS: len(own) > 1,
    }
    first = [stated] if stated and not has_moved else []
    return Reach(
        addresses=tuple(dict.fromkeys([*first, *here])),
        problems=tuple(problem for problem, is_so in found.items() if is_so),
    )


def _is_number(address: str) -> bool:
    """Test whether an address names a machine by its number, which the next network may change."""
    return (urlsplit(address).hostname or "").replace(".", "").isdigit()
