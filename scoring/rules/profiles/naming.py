"""How a list says which profile it is kept by: ways to play that have a name, and switches that are not as usual."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import Profile
from scoring.rules.profiles.switches import SWITCHES, Setting, Switch, UnknownSetting, UnknownSwitch, switched

EVERY_EVENT: Final = 255


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A profile, and what was chosen within it."""

    profile: Profile
    settings: Mapping[str, Setting] = field(default_factory=dict)
    """What is not as usual, by its switch; in the order of ``SWITCHES``."""

    @property
    def is_official(self) -> bool:
        """Whether a tournament may play it (SkWO 9.4)."""
        return self.profile == OFFICIAL

    def setting(self, name: str) -> Setting:
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

BY_THE_BOOK: Final = ""
"""The name of the official profile: what says nothing is kept by the book, as everything always was."""

_TRUTH: Final = {"true": True, "false": False}


class UnknownProfile(ValueError):
    """Nothing is kept by a profile of this name."""


def name_of(code: str, settings: Mapping[str, Setting] | None = None) -> str:
    """Return the one name of a profile with its switches set; the official one has the empty name.

    >>> name_of("kneipe", {"spitze": 1, "bock_ramsch": False, "bock_events": 6})
    'kneipe bock_events=6 spitze=1'

    :raises UnknownProfile: if there is no such code.
    :raises UnknownSwitch: if the profile does not have one of the switches.
    :raises UnknownSetting: if one cannot be set so.
    """
    if code not in PROFILES:
        raise UnknownProfile(code)
    settings = settings or {}
    for name, setting in settings.items():
        switched(PROFILES[code], name, setting)
    if code == OFFICIAL.code:
        return BY_THE_BOOK
    chosen = {name: setting for name, setting in settings.items() if setting != SWITCHES[name].usual}
    return " ".join((code, *(f"{name}={_written(chosen[name])}" for name in sorted(chosen))))


@lru_cache(maxsize=256)
def named(name: str) -> Profile:
    """Return the profile of a name.

    >>> named("bierlachs target=301").course
    Target(points=301)

    :raises UnknownProfile: if nothing has this name, or it is written otherwise than ``name_of`` writes it.
    """
    return house(*settings_of(name)).profile


@lru_cache(maxsize=256)
def _settings(name: str) -> tuple[str, tuple[tuple[str, Setting], ...]]:
    if name == BY_THE_BOOK:
        return OFFICIAL.code, ()
    code, *parts = name.split(" ")
    settings: dict[str, Setting] = {}
    for part in parts:
        switch, _equals, word = part.partition("=")
        if switch not in SWITCHES:
            raise UnknownProfile(name)
        settings[switch] = _read(word, SWITCHES[switch].usual)
    try:
        is_its_name = name_of(code, settings) == name
    except (UnknownSwitch, UnknownSetting):
        is_its_name = False
    if not is_its_name:
        raise UnknownProfile(name)
    return code, tuple(settings.items())


def settings_of(name: str) -> tuple[str, dict[str, Setting]]:
    """Return the code of a named profile, and the switches not as usual. Raise UnknownProfile as ``named`` does."""
    code, settings = _settings(name)
    return code, dict(settings)


def _written(setting: Setting) -> str:
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


def _read(word: str, usual: Setting) -> Setting:
    """Return what is set; whatever cannot be read is set to nothing there is, and refused as such."""
    if isinstance(usual, bool):
        return _TRUTH.get(word, word)
    if isinstance(usual, int):
        return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word
    return word
