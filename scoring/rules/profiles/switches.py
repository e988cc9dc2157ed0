"""What a table can choose within a profile: switches, each only where it changes something."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from scoring.rules.profiles.profile import (
    Profile,
    RamschAmount,
    RamschSkat,
    RamschTie,
    RamschWrites,
    Target,
)
from scoring.rules.values import Values

Setting = str | int | bool

RAMSCH: Final = ("ramsch", "schieberamsch", "raeuberskat", "kneipe")
"""Profiles whose Ramsch has choices."""


class UnknownSwitch(ValueError):
    """The profile has no switch of this name."""


class UnknownSetting(ValueError):
    """The switch cannot be set so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Something a table can choose."""

    settings: Sequence[Setting]
    """What it can be set to."""

    usual: Setting
    profiles: tuple[str, ...]
    """Codes of the profiles it belongs to."""

    change: Callable[[Profile, Any], Profile]

    def allows(self, setting: object) -> bool:
        """Test whether it can be set so; true is not the number one."""
        return type(setting) is type(self.usual) and setting in self.settings


def _ramsch(name: str, read: Callable[[Any], Any] = lambda setting: setting) -> Callable[[Profile, Any], Profile]:
    def change(profile: Profile, setting: Any) -> Profile:
        rule = profile.ramsch
        return profile if rule is None else replace(profile, ramsch=replace(rule, **{name: read(setting)}))

    return change


def _bock(name: str) -> Callable[[Profile, Any], Profile]:
    def change(profile: Profile, setting: Any) -> Profile:
        rule = profile.bock
        return profile if rule is None else replace(profile, bock=replace(rule, **{name: setting}))

    return change


def _spitze(profile: Profile, levels: int) -> Profile:
    return replace(profile, spitze=_with_levels(profile.values, levels) if levels else None)


@cache
def _with_levels(values: Values, levels: int) -> Values:
    return replace(values, further=levels)


def _dealer_bonus(profile: Profile, points: int) -> Profile:
    return replace(profile, rating=replace(profile.rating, sitting_out=points))


def _words(kind: type[RamschSkat | RamschWrites | RamschAmount | RamschTie]) -> tuple[str, ...]:
    return tuple(one.value for one in kind)


SWITCHES: Final[Mapping[str, Switch]] = {
    "ramsch_skat": Switch(
        settings=_words(RamschSkat), usual="last-trick", profiles=RAMSCH, change=_ramsch("skat", RamschSkat)
    ),
    "ramsch_writes": Switch(
        settings=_words(RamschWrites), usual="loser", profiles=RAMSCH, change=_ramsch("writes", RamschWrites)
    ),
    "ramsch_amount": Switch(
        settings=_words(RamschAmount), usual="points", profiles=RAMSCH, change=_ramsch("amount", RamschAmount)
    ),
    "virgin_doubles": Switch(settings=(True, False), usual=True, profiles=RAMSCH, change=_ramsch("virgin_doubles")),
    "durchmarsch": Switch(settings=(False, True), usual=False, profiles=RAMSCH, change=_ramsch("durchmarsch")),
    "ramsch_tie": Switch(settings=_words(RamschTie), usual="all", profiles=RAMSCH, change=_ramsch("tie", RamschTie)),
    "bock_events": Switch(settings=range(256), usual=0, profiles=("kneipe",), change=_bock("events")),
    "bock_ramsch": Switch(settings=(False, True), usual=False, profiles=("kneipe",), change=_bock("ramsch")),
    "spitze": Switch(settings=(0, 1, 2), usual=0, profiles=("kneipe",), change=_spitze),
    "target": Switch(
        settings=range(1, 10**9),
        usual=501,
        profiles=("bierlachs",),
        change=lambda profile, points: replace(profile, course=Target(points=points)),
    ),
    "dealer_bonus": Switch(settings=(0, 30, 40), usual=0, profiles=("league-encyclopedia",), change=_dealer_bonus),
    "contra_at_most": Switch(
        settings=range(5),
        usual=4,
        profiles=("contra", "kneipe"),
        change=lambda profile, stakes: replace(profile, stakes=stakes),
    ),
}
"""Every switch by its name."""


def switched(profile: Profile, name: str, setting: object) -> Profile:
    """Return a profile with one switch set.

    :raises UnknownSwitch: if the profile does not have it.
    :raises UnknownSetting: if it cannot be set so.

    >>> from scoring.rules.profiles.presets import PROFILES
    >>> switched(PROFILES["bierlachs"], "target", 301).course
    Target(points=301)
    """
    switch = SWITCHES.get(name)
    if switch is None or profile.code not in switch.profiles:
        raise UnknownSwitch(name)
    if not switch.allows(setting):
        raise UnknownSetting(name)
    return switch.change(profile, setting)
