"""By which addresses phones reach the site, and what is in their way."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass, replace
from ipaddress import ip_address
from urllib.parse import urlsplit

from scoring.lists.listings import reaches_only_this_machine
from skatturnier.addresses import EVERYWHERE


class Problem(enum.StrEnum):
    """What is in the way, or may be."""

    LOOPBACK = "loopback"
    """The site listens to the machine it runs on and to nobody else."""

    NO_NETWORK = "no-network"
    MOVED = "moved"
    """The machine has another address than at the start; the site does not answer there, and codes lead elsewhere."""

    TWO_NETWORKS = "two-networks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How phones get here."""

    addresses: tuple[str, ...] = ()
    """What a phone can be sent to, the best first."""

    problems: tuple[Problem, ...] = ()
    name: str = ""
    """An address with a name that newer phones know, without the codes; "" where there is none."""

    then: str = ""
    """What the address will be once the site is started as it should be."""


def reach(
    *, listens: str, site_url: str, opened_at: str, own: Sequence[str], answers: Sequence[str], announced: str = ""
) -> Reach:
    """Return how phones reach the site.

    ``listens`` is where it was told to listen, "" where that is not known; ``site_url`` what codes on paper lead to, ""
    for the address ``opened_at`` which somebody looks; ``own`` the addresses that this machine has now, and ``answers``
    those at which the site answers: it knows them from its start. ``announced`` is the name it is announced by, or "".
    """
    stated = "" if reaches_only_this_machine(site_url) else site_url
    listening = urlsplit(listens)
    if not listens or (stated and reaches_only_this_machine(listens) and listening.hostname not in EVERYWHERE):
        # Something else stands before the site, and has an address of its own.
        stated = stated or ("" if reaches_only_this_machine(opened_at) else opened_at)
        return Reach(addresses=(stated,)) if stated else Reach(problems=(Problem.LOOPBACK,))
    if listening.hostname in EVERYWHERE:
        found = _in_networks(listens, site_url=site_url, own=own, answers=answers)
        return replace(found, name=_at(listens, announced)) if announced and found.addresses else found
    if reaches_only_this_machine(listens):
        return Reach(problems=(Problem.LOOPBACK,), then=_at(listens, own[0]) if own else "")
    return Reach(addresses=(listens,))


def _in_networks(listens: str, *, site_url: str, own: Sequence[str], answers: Sequence[str]) -> Reach:
    """Return how phones reach a site that listens to every network its machine is in."""
    has_moved = bool(own) and bool(site_url) and not _leads_here(site_url, own)
    found = {Problem.NO_NETWORK: not own, Problem.MOVED: has_moved, Problem.TWO_NETWORKS: len(own) > 1}
    first = [site_url] if site_url and own and not has_moved else []
    here = [_at(listens, one) for one in own if one in answers or "*" in answers]
    return Reach(
        addresses=tuple(dict.fromkeys([*first, *here])),
        problems=tuple(problem for problem, is_so in found.items() if is_so),
        then=_at(listens, own[0]) if has_moved else "",
    )


def _at(listens: str, address: str) -> str:
    listening = urlsplit(listens)
    return f"{listening.scheme}://{address}:{listening.port}"


def _leads_here(site_url: str, own: Sequence[str]) -> bool:
    """Test whether codes may lead to this machine: a name may, and an address that a router of the internet has."""
    if reaches_only_this_machine(site_url):
        return False
    host = urlsplit(site_url).hostname or ""
    try:
        return host in own or not ip_address(host).is_private
    except ValueError:
        return True
