"""What a table can choose within a profile: switches, each only where it changes something."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.rules.profiles.kitty import Kitty
from scoring.rules.profiles.presets import OFFICIAL, PROFILES
from scoring.rules.profiles.profile import (
    Declaring,
    Exchange,
    Goal,
    Profile,
    Programme,
    ProgrammePart,
    RamschAmount,
    RamschSkat,
    RamschTens,
    RamschTie,
    RamschWrites,
    Rounds,
    Target,
    WhenAllPass,
)
from scoring.rules.values import ISKO, with_levels

Setting = str | int | bool

RAMSCH: Final = ("ramsch", "schieberamsch", "raeuberskat", "kneipe")
"""Profiles whose Ramsch has choices that lists of any origin know."""

ALSO_RAMSCH: Final = (*RAMSCH, "schmegegge")
NOT_OFFICIAL: Final = tuple(code for code in PROFILES if code != OFFICIAL.code)

FIXED: Final[Mapping[str, tuple[int, int, int]]] = {"15-15-20": (15, 15, 20), "10-15-20": (10, 15, 20)}
"""Fixed amounts of a Ramsch, by how many took no trick."""

BY_VIRGINS: Final[Mapping[str, tuple[int, int, int]]] = {"20-30-50": (20, 30, 50), "30-30-50": (30, 30, 50)}
"""The same of North American Skat, where only the last two are known."""

REWARDS: Final[Mapping[str, tuple[int, int]]] = {"23-23": (23, 23), "23-37": (23, 37), "20-10": (20, 10)}
"""What fewest card points bring as clubs have it: to one alone, and to each of several."""

KITTIES: Final = ("none", "grand-hand-takes", "kept")
CHEAP_GAMES: Final = 3
"""Lost games that cost what the first one does; each further one can cost more."""

MOST_CENTS: Final = 100_00
_TIERS: Final = ((CHEAP_GAMES, 50), (None, 50))


class UnknownSwitch(ValueError):
    """The profile has no switch of this name."""


class UnknownSetting(ValueError):
    """The switch cannot be set so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """Something a table can choose."""

    settings: Sequence[Setting]
    usual: Setting
    profiles: tuple[str, ...]
    change: Callable[[Profile, Any], Profile]
    counts: bool = True
    """Whether it changes what a list comes to; else only how it is played."""

    touches: Callable[[Profile], bool] = lambda _profile: True
    """Whether a profile has anything that it changes; where not, it is read, but not offered."""

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
    return replace(profile, spitze=with_levels(profile.values, levels) if levels else None)


def _dealer_bonus(profile: Profile, points: int) -> Profile:
    return replace(profile, rating=replace(profile.rating, sitting_out=points))


def _kitty(profile: Profile, how: str) -> Profile:
    return replace(profile, kitty=None if how == "none" else Kitty(tiers=_TIERS, is_taken=how == "grand-hand-takes"))


def _first_cents(profile: Profile, cents: int) -> Profile:
    return _with_tiers(profile, ((CHEAP_GAMES, cents), (None, cents)))


def _further_cents(profile: Profile, cents: int) -> Profile:
    if profile.kitty is None or not cents:
        return profile
    return _with_tiers(profile, (profile.kitty.tiers[0], (None, cents)))


def _can_lose_more(profile: Profile) -> bool:
    """Test whether somebody can lose a game after the cheap ones: in a programme all have so many and no more."""
    course = profile.course
    return not isinstance(course, Programme) or len({*course.parts} - {ProgrammePart.RAMSCH}) > CHEAP_GAMES


def _with_tiers(profile: Profile, tiers: tuple[tuple[int | None, int], ...]) -> Profile:
    return profile if profile.kitty is None else replace(profile, kitty=replace(profile.kitty, tiers=tiers))


def _grand_hand_lost(profile: Profile, times: int) -> Profile:
    kitty = profile.kitty
    return profile if kitty is None else replace(profile, kitty=replace(kitty, grand_hand_lost=times))


def _passed_in(profile: Profile, cents: int) -> Profile:
    kitty = profile.kitty
    return profile if kitty is None else replace(profile, kitty=replace(kitty, passed_in=cents))


def _goal(profile: Profile, points: int) -> Profile:
    return replace(profile, course=Goal(points=points) if points else Rounds())


def _without_revolution(profile: Profile, is_played: bool) -> Profile:
    if is_played:
        return profile
    spitze = None if profile.spitze is None else with_levels(ISKO, profile.spitze.further)
    return replace(profile, revolution=None, values=ISKO, spitze=spitze)


def _words(kind: type[RamschSkat | RamschWrites | RamschAmount | RamschTie | RamschTens | Exchange]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


SWITCHES: Final[Mapping[str, Switch]] = {
    "ramsch_skat": Switch(
        settings=_words(RamschSkat), usual="last-trick", profiles=RAMSCH, change=_ramsch("skat", RamschSkat)
    ),
    "ramsch_writes": Switch(
        settings=_words(RamschWrites), usual="loser", profiles=ALSO_RAMSCH, change=_ramsch("writes", RamschWrites)
    ),
    "ramsch_amount": Switch(
        settings=_words(RamschAmount), usual="points", profiles=ALSO_RAMSCH, change=_ramsch("amount", RamschAmount)
    ),
    "virgin_doubles": Switch(
        settings=(True, False), usual=True, profiles=ALSO_RAMSCH, change=_ramsch("virgin_doubles")
    ),
    "durchmarsch": Switch(settings=(False, True), usual=False, profiles=ALSO_RAMSCH, change=_ramsch("durchmarsch")),
    "ramsch_tie": Switch(
        settings=_words(RamschTie), usual="all", profiles=ALSO_RAMSCH, change=_ramsch("tie", RamschTie)
    ),
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
    "ramsch_tens": Switch(
        settings=_words(RamschTens), usual="as-in-grand", profiles=ALSO_RAMSCH, change=_ramsch("tens", RamschTens)
    ),
    "ramsch_fixed": Switch(
        settings=tuple(FIXED), usual="15-15-20", profiles=ALSO_RAMSCH, change=_ramsch("fixed", FIXED.__getitem__)
    ),
    "klopfen": Switch(settings=(False, True), usual=False, profiles=ALSO_RAMSCH, change=_ramsch("klopfen")),
    "equal_costs": Switch(settings=(True, False), usual=True, profiles=ALSO_RAMSCH, change=_ramsch("equal_costs")),
    "tricks_win": Switch(
        settings=(False, True), usual=False, profiles=("gewinner-ramsch",), change=_ramsch("durchmarsch")
    ),
    "ramsch_reward": Switch(
        settings=tuple(REWARDS),
        usual="23-23",
        profiles=("gewinner-ramsch",),
        change=_ramsch("reward", REWARDS.__getitem__),
    ),
    "ramsch_units": Switch(
        settings=tuple(BY_VIRGINS),
        usual="20-30-50",
        profiles=("tournee",),
        change=_ramsch("by_virgins", BY_VIRGINS.__getitem__),
    ),
    "schenken": Switch(
        settings=(False, True),
        usual=False,
        profiles=("contra", "kneipe"),
        change=lambda profile, is_played: replace(profile, schenken=is_played),
    ),
    "revolution": Switch(settings=(True, False), usual=True, profiles=("kneipe",), change=_without_revolution),
    "exchange": Switch(
        settings=_words(Exchange),
        usual="any",
        profiles=("revolution", "kneipe"),
        counts=False,
        change=lambda profile, which: replace(profile, exchange=Exchange(which)),
    ),
    "skat_cards": Switch(
        settings=(3, 6),
        usual=3,
        profiles=("sechserskat",),
        counts=False,
        change=lambda profile, cards: replace(profile, tricks=(profile.pack - cards) // 3),
    ),
    "dealer_pays": Switch(
        settings=(True, False),
        usual=True,
        profiles=("bierlachs",),
        change=lambda profile, pays: replace(profile, idle_pay=pays),
    ),
    "goal": Switch(settings=range(10**6), usual=0, profiles=("two-officers",), change=_goal),
    "pinke": Switch(settings=KITTIES, usual="none", profiles=NOT_OFFICIAL, change=_kitty),
    "pinke_cents": Switch(settings=range(MOST_CENTS + 1), usual=50, profiles=NOT_OFFICIAL, change=_first_cents),
    "pinke_further_cents": Switch(
        settings=range(MOST_CENTS + 1), usual=0, profiles=NOT_OFFICIAL, touches=_can_lose_more, change=_further_cents
    ),
    "pinke_grand_hand": Switch(
        settings=(1, 2),
        usual=1,
        profiles=NOT_OFFICIAL,
        touches=lambda profile: profile.declaring is Declaring.AUCTION,
        change=_grand_hand_lost,
    ),
    "pinke_passed_cents": Switch(
        settings=range(MOST_CENTS + 1),
        usual=0,
        profiles=NOT_OFFICIAL,
        touches=lambda profile: profile.when_all_pass is not WhenAllPass.NOBODY_MAY,
        change=_passed_in,
    ),
}


def switched(profile: Profile, name: str, setting: object) -> Profile:
    """Return a profile with one switch set.

    :raises UnknownSwitch: if the profile does not have it.
    :raises UnknownSetting: if it cannot be set so.

    >>> switched(PROFILES["bierlachs"], "target", 301).course
    Target(points=301)
    """
    switch = SWITCHES.get(name)
    if switch is None or profile.code not in switch.profiles:
        raise UnknownSwitch(name)
    if not switch.allows(setting):
        raise UnknownSetting(name)
    return switch.change(profile, setting)
