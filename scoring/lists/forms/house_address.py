"""A way to play, as an address says it: its profile, and its switches."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from django.http import QueryDict
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring.lists.wording import house_switches as switches
from scoring.lists.wording.house_switches import EVENTS
from scoring.rules.profiles.houses import House, house, switches_of
from scoring.rules.profiles.naming import name_of
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.switches import Setting, Switch, UnknownSetting, UnknownSwitch, switched

PROFILE: Final = "profile"
"""What the profile is called in an address."""

TRUTH: Final = {"true": True, "false": False}
MOST_DIGITS: Final = 9


class CannotPlay(ValueError):
    """An address says no way to play; ``errors`` has a sentence for each parameter."""

    def __init__(self, errors: Mapping[str, str], *, profile: str | None = None) -> None:
        super().__init__(", ".join(errors))
        self.errors = errors
        self.profile = profile
        """Code of the profile, where there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What of an address is the way to play."""

    house: House
    query: str
    """The same as short as it can be said."""


def read_house(address: QueryDict, *, beside: Collection[str] = ()) -> Asked:
    """Return the way to play of an address, the official one if it names none; ``beside`` is what else may stand there.

    :raises CannotPlay: if there is no such profile, or it has no such switch, or one cannot be set so.
    """
    code = address.get(PROFILE, OFFICIAL.code)
    if code not in PROFILES:
        raise CannotPlay({PROFILE: _("There are no such rules: “%(code)s”.") % {"code": code[:40]}})
    errors, settings = {}, {}
    known = dict(switches_of(code))
    for name in address:
        if name == PROFILE or name in beside:
            continue
        if name not in known:
            errors[name] = no_choice(name)
            continue
        setting = _setting(name, known[name], address.getlist(name))
        try:
            if setting is None:
                raise UnknownSetting(name)
            switched(PROFILES[code], name, setting)
        except (UnknownSetting, UnknownSwitch):
            errors[name] = _("%(label)s: it cannot be set so.") % {"label": switches.label(name)}
            continue
        settings[name] = setting
    if errors:
        raise CannotPlay(errors, profile=code)
    found = house(code, settings)
    return Asked(house=found, query=query_of(found))


def no_choice(name: str) -> str:
    """Say that rules know nothing of what an address names."""
    return _("These rules have no “%(name)s” to choose.") % {"name": name[:40]}


def query_of(found: House) -> str:
    """Return the address of a way to play, without its question mark."""
    said = {name: str(value).lower() if isinstance(value, bool) else value for name, value in found.settings.items()}
    return urlencode({PROFILE: found.profile.code, **said})


def _setting(name: str, switch: Switch, stated: list[str]) -> Setting | None:
    """Return what an address states for a switch; None for what is nothing it could be."""
    if isinstance(switch.usual, bool):
        return TRUTH.get(stated[-1])
    if isinstance(switch.usual, str):
        return stated[-1]
    numbers = list(_numbers(stated if name == EVENTS else stated[-1:]))
    return reduce(or_, numbers) if numbers and len(numbers) == len(stated if name == EVENTS else stated[-1:]) else None


def _numbers(stated: list[str]) -> Iterator[int]:
    return (int(one) for one in stated if one.isascii() and one.isdecimal() and len(one) <= MOST_DIGITS)


def rules_of_address(address: QueryDict) -> str | None:
    """Return the name of the rules that an address names, None if it names none.

    :raises CannotPlay: as ``read_house`` does.
    """
    if PROFILE not in address:
        return None
    found = read_house(address).house
    return name_of(found.profile.code, found.settings)
