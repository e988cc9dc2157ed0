"""What each choice comes to: one deal for each switch, counted by the rules with the switch set so."""

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.houses.wording.lines import figures, line_words
from scoring.rules.contract import Game
from scoring.rules.profiles import examples
from scoring.rules.profiles.houses import House, house
from scoring.rules.profiles.lines import DeclarerLine, Line
from scoring.rules.profiles.profile import Profile
from scoring.rules.profiles.switches import SWITCHES, Setting

Deals = Callable[[Profile, Setting], Line]


def _ordinary(profile: Profile, _setting: Setting) -> Line:
    return examples.ramsch(profile, (20, 35, 65), (2, 3, 5))


def _all_tricks(profile: Profile, _setting: Setting) -> Line:
    return examples.ramsch(profile, (0, 0, 120), (0, 0, 10))


def _knocked(profile: Profile, is_played: Setting) -> Line:
    return examples.ramsch(profile, (20, 35, 65), (2, 3, 5), knocks=int(is_played))


def _equal(profile: Profile, _setting: Setting) -> Line:
    return examples.ramsch(profile, (0, 60, 60) if _two(profile) else (40, 40, 40), (3, 3, 4))


def _virgin(profile: Profile, _setting: Setting) -> Line:
    if _two(profile):
        return examples.ramsch(profile, (0, 0, 75), (0, 0, 10))
    return examples.ramsch(profile, (0, 45, 75), (0, 4, 6))


def _tied(profile: Profile, _setting: Setting) -> Line:
    return examples.ramsch(profile, (20, 50, 50), (2, 3, 5), last_trick=examples.seats_of(profile))


def _two_lowest(profile: Profile, _setting: Setting) -> Line:
    return examples.ramsch(profile, (30, 30, 60), (3, 3, 4))


def _with_spitze(profile: Profile, levels: Setting) -> Line:
    return examples.game(profile, Game.HEARTS, 2, won=True, spitze=bool(levels))


def _with_stakes(profile: Profile, most: Setting) -> Line:
    return examples.game(profile, Game.HEARTS, 2, won=True, stakes=int(most))


def _given_up(profile: Profile, is_played: Setting) -> Line:
    return examples.game(profile, Game.HEARTS, 2, won=True, schneider=True, schenken=2 if is_played else 0)


def _revolution(profile: Profile, is_played: Setting) -> Line:
    return examples.game(profile, Game.NULL, won=True, hand=True, ouvert=True, revolution=bool(is_played))


SAMPLE: Final[dict[str, Deals]] = {
    "ramsch_writes": _ordinary,
    "ramsch_amount": _ordinary,
    "virgin_doubles": _virgin,
    "durchmarsch": _all_tricks,
    "tricks_win": _all_tricks,
    "ramsch_tie": _tied,
    "equal_costs": _equal,
    "klopfen": _knocked,
    "ramsch_units": _ordinary,
    "ramsch_reward": _two_lowest,
    "spitze": _with_spitze,
    "contra_at_most": _with_stakes,
    "schenken": _given_up,
    "revolution": _revolution,
}
"""The deal that shows what a switch does, as far as one can."""

IN_BOCK: Final = gettext_lazy("%(game)s, won: %(before)s; in Bock: %(after)s")


def sample_words(house_now: House, name: str) -> str:
    """Return the deal a switch is shown by; nothing where no deal can."""
    if name not in SAMPLE:
        return ""
    settings = SWITCHES[name].settings
    line = SAMPLE[name](house_now.profile, True if isinstance(settings[0], bool) else settings[0])
    return _("%(game)s, won") % {"game": line_words(line)} if isinstance(line, DeclarerLine) else line_words(line)


def sample(house_now: House, name: str, setting: Setting) -> str:
    """Return what the deal comes to with a switch set so and all others as they are; nothing where no deal shows it."""
    if name not in SAMPLE:
        return ""
    profile = house(house_now.profile.code, {**house_now.settings, name: setting}).profile
    scored = examples.counted([SAMPLE[name](profile, setting)], profile)
    return "" if scored.notes else figures(scored.deals[0], profile)


def bock_sample(profile: Profile) -> str:
    """Return what Bock does to a game."""
    line = examples.game(profile, Game.HEARTS, 2, won=True)
    once, twice = (examples.counted([line], profile, queue=queue) for queue in (None, examples.IN_BOCK))
    return str(IN_BOCK) % {
        "game": line_words(line),
        "before": figures(once.deals[0], profile),
        "after": figures(twice.deals[0], profile),
    }


def _two(profile: Profile) -> bool:
    return examples.seats_of(profile) == min(profile.seats) == 2
