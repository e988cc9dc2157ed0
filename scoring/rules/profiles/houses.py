"""Ways to play that have a name: a profile with its switches set, and which switches a profile has."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Profile
from scoring.rules.profiles.switches import SWITCHES, Setting, Switch, switched

EVERY_EVENT: Final = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A profile, and what was chosen within it."""

    profile: Profile
    """As it is with everything that was chosen."""

    settings: Mapping[str, Setting] = field(default_factory=dict)
    """What is not as usual, by its switch; in the order of ``SWITCHES``."""

    @property
    def is_official(self) -> bool:
        """Whether a tournament may play it (SkWO 9.4)."""
        return self.profile == OFFICIAL

    def setting(self, name: str) -> Setting:
        """Return how a switch is set."""
        return self.settings.get(name, SWITCHES[name].usual)


def house(code: str, settings: Mapping[str, Setting] | None = None) -> House:
    """Return a profile by its code with switches set; those that are set as usual need not be named.

    :raises KeyError: if there is no such profile.
    :raises UnknownSwitch: if it has no such switch.
    :raises UnknownSetting: if one cannot be set so.

    >>> house("bierlachs", {"dealer_pays": True, "target": 301}).settings
    {'target': 301}
    """
    profile, chosen = PROFILES[code], settings or {}
    # In one order, whoever names them: what a switch changes may need what an earlier one has made.
    for name in sorted(chosen, key=_place):
        profile = switched(profile, name, chosen[name])
    others = {name: chosen[name] for name in SWITCHES if name in chosen and chosen[name] != SWITCHES[name].usual}
    return House(profile=profile, settings=others)


def switches_of(code: str) -> Iterator[tuple[str, Switch]]:
    """Yield what lists of a profile may have chosen, by its name."""
    return ((name, switch) for name, switch in SWITCHES.items() if code in switch.profiles)


def offered_of(code: str) -> Iterator[tuple[str, Switch]]:
    """Yield what is offered to be chosen within a profile: the switches that change something of it."""
    return ((name, switch) for name, switch in switches_of(code) if switch.touches(PROFILES[code]))


def _place(name: str) -> int:
    return list(SWITCHES).index(name) if name in SWITCHES else len(SWITCHES)


NAMED: Final[Mapping[str, House]] = {
    "tournament": house("isko-2002"),
    "pub": house("kneipe", {"durchmarsch": True, "contra_at_most": 2, "revolution": False}),
    "club-with-ramsch": house("ramsch", {"durchmarsch": True}),
    "bierlachs-501": house("bierlachs"),
    "robbers": house("raeuberskat"),
    "for-two": house("skat-en-deux"),
    "tournee": house("tournee"),
    "bock": house("kneipe", {"durchmarsch": True, "klopfen": True, "bock_events": EVERY_EVENT, "bock_ramsch": True}),
}
"""What tables mostly choose, by a name of its own; everything else has that of its profile."""
