"""What can be chosen, in words: asked on the page of the switches, and in brief where a list says its rules."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.rules.profiles import bock
from scoring.rules.profiles.houses import EVERY_EVENT
from scoring.rules.profiles.switches import Setting

EVENTS: Final = "bock_events"
"""The switch whose setting is a sum of bits: an address may name each of them."""

LABEL: Final[dict[str, Promise]] = {
    "ramsch_skat": gettext_lazy("Ramsch: who gets the skat"),
    "ramsch_writes": gettext_lazy("Ramsch: who writes"),
    "ramsch_amount": gettext_lazy("Ramsch: what it costs"),
    "virgin_doubles": gettext_lazy("Who takes no trick doubles what the loser loses"),
    "durchmarsch": gettext_lazy("Durchmarsch: all tricks win the Ramsch"),
    "ramsch_tie": gettext_lazy("Two have most card points"),
    "bock_events": gettext_lazy("Bock: what makes the next three deals count double"),
    "bock_ramsch": gettext_lazy("Three compulsory Ramsch after every three deals of Bock"),
    "spitze": gettext_lazy("Spitze: the lowest trump makes the last trick"),
    "target": gettext_lazy("How much minus ends the list"),
    "dealer_bonus": gettext_lazy("At four: what the dealer gets for a game that others lose"),
    "contra_at_most": gettext_lazy("How far the stakes are raised"),
    "ramsch_tens": gettext_lazy("Ramsch: the tens"),
    "ramsch_fixed": gettext_lazy("Fixed amount: with nobody, one, two without a trick"),
    "klopfen": gettext_lazy("Klopfen: each who did not pass the skat on may knock"),
    "equal_costs": gettext_lazy("A Ramsch in which all three are equal costs something"),
    "tricks_win": gettext_lazy("All tricks win it alone"),
    "ramsch_reward": gettext_lazy("Ramsch: what fewest card points bring, alone and to each of several"),
    "ramsch_units": gettext_lazy("Ramsch: with nobody, one, two without a trick"),
    "schenken": gettext_lazy("Schenken: the opponents may give a game up"),
    "revolution": gettext_lazy("Revolution is played"),
    "exchange": gettext_lazy("Revolution: which cards are exchanged"),
    "skat_cards": gettext_lazy("Cards in the skat"),
    "dealer_pays": gettext_lazy("At four: the dealer pays like the others"),
    "goal": gettext_lazy("Game points that win the list; 0: it ends by its rounds"),
    "pinke": gettext_lazy("Pinke: a kitty for money"),
    "pinke_cents": gettext_lazy("Pinke: cents for a lost game"),
    "pinke_further_cents": gettext_lazy("Pinke: cents from somebody’s fourth lost game on; 0: the same"),
    "pinke_grand_hand": gettext_lazy("Pinke: how many times a lost Grand Hand pays"),
    "pinke_passed_cents": gettext_lazy("Pinke: cents of the dealer for a deal passed in"),
}

WORD: Final[dict[tuple[str, Setting], Promise]] = {
    ("ramsch_skat", "last-trick"): gettext_lazy("whoever takes the last trick"),
    ("ramsch_skat", "most-points"): gettext_lazy("whoever has most card points"),
    ("ramsch_skat", "left-out"): gettext_lazy("nobody"),
    ("ramsch_writes", "loser"): gettext_lazy("only the loser"),
    ("ramsch_writes", "everybody"): gettext_lazy("everybody their own"),
    ("ramsch_amount", "points"): gettext_lazy("the card points"),
    ("ramsch_amount", "fixed"): gettext_lazy("a fixed amount"),
    ("ramsch_tie", "all"): gettext_lazy("each of them loses"),
    ("ramsch_tie", "share"): gettext_lazy("they share it"),
    ("ramsch_tie", "last-trick"): gettext_lazy("the one with the last trick loses"),
    ("spitze", 0): gettext_lazy("not played"),
    ("spitze", 1): gettext_lazy("one level more"),
    ("spitze", 2): gettext_lazy("two levels more"),
    ("contra_at_most", 0): gettext_lazy("not at all"),
    ("contra_at_most", 1): gettext_lazy("Contra"),
    ("contra_at_most", 2): gettext_lazy("Contra, Re"),
    ("contra_at_most", 3): gettext_lazy("Contra, Re, Supra"),
    ("contra_at_most", 4): gettext_lazy("Contra, Re, Supra, Resupra"),
    ("ramsch_tens", "as-in-grand"): gettext_lazy("rank as in Grand"),
    ("ramsch_tens", "low"): gettext_lazy("rank above the nine and count ten"),
    ("ramsch_tens", "low-for-one"): gettext_lazy("rank above the nine and count one"),
    ("exchange", "any"): gettext_lazy("as many as they like"),
    ("exchange", "two"): gettext_lazy("two at most"),
    ("pinke", "none"): pgettext_lazy("no kitty", "none"),
    ("pinke", "grand-hand-takes"): gettext_lazy("the next Grand Hand won takes it"),
    ("pinke", "kept"): gettext_lazy("it is kept for all, for a meal or an outing"),
}

AMOUNTS: Final = frozenset({"ramsch_fixed", "ramsch_units", "ramsch_reward"})
"""Switches that are set to several amounts."""

EVENT: Final[dict[int, Promise]] = {
    bock.LOST_WITH_60: gettext_lazy("a game is lost with 60 card points"),
    bock.GRAND_HAND_WON: gettext_lazy("a Grand Hand is won"),
    bock.CONTRA_LOST: gettext_lazy("a game is lost to a Contra"),
    bock.RE: gettext_lazy("there was a Re"),
    bock.THREE_EQUAL_DIGITS: gettext_lazy("somebody’s column ends in three equal digits"),
    bock.FULL_HUNDRED: gettext_lazy("somebody’s column is a full hundred"),
    bock.WORTH_72: gettext_lazy("a game of 72 or more is won"),
    bock.WORTH_96: gettext_lazy("a game of 96 or more is won"),
}
"""What makes the next deals count double."""

BRIEF: Final[dict[str, Promise]] = {
    "ramsch_skat": gettext_lazy("skat of a Ramsch"),
    "ramsch_writes": gettext_lazy("a Ramsch is written by"),
    "ramsch_amount": gettext_lazy("a Ramsch costs"),
    "virgin_doubles": gettext_lazy("jungfrau doubles"),
    "durchmarsch": gettext_lazy("Durchmarsch"),
    "ramsch_tie": gettext_lazy("equal most card points"),
    "bock_events": gettext_lazy("Bock"),
    "bock_ramsch": gettext_lazy("compulsory Ramsch after Bock"),
    "spitze": gettext_lazy("Spitze"),
    "dealer_bonus": gettext_lazy("for the dealer"),
    "contra_at_most": gettext_lazy("stakes"),
    "ramsch_tens": gettext_lazy("tens in a Ramsch"),
    "ramsch_fixed": gettext_lazy("fixed amounts of a Ramsch"),
    "klopfen": gettext_lazy("Klopfen"),
    "equal_costs": gettext_lazy("a price for a Ramsch of equals"),
    "tricks_win": gettext_lazy("all tricks win"),
    "ramsch_reward": gettext_lazy("a Ramsch brings"),
    "ramsch_units": gettext_lazy("a Ramsch costs"),
    "schenken": gettext_lazy("Schenken"),
    "revolution": gettext_lazy("Revolution"),
    "exchange": gettext_lazy("exchanged in a Revolution"),
    "dealer_pays": gettext_lazy("the dealer pays"),
    "goal": gettext_lazy("game points that win"),
    "pinke": gettext_lazy("Pinke"),
    "pinke_cents": gettext_lazy("Pinke, cents"),
    "pinke_further_cents": gettext_lazy("Pinke, cents from the fourth on"),
    "pinke_grand_hand": gettext_lazy("Pinke, times for a lost Grand Hand"),
    "pinke_passed_cents": gettext_lazy("Pinke, cents for passing in"),
}
"""What a switch is called where a list says in a line by which rules it is kept, if its label is too long for that."""

EVENT_IN_BRIEF: Final[dict[int, Promise]] = {
    bock.LOST_WITH_60: gettext_lazy("60 card points"),
    bock.GRAND_HAND_WON: gettext_lazy("Grand Hand"),
    bock.CONTRA_LOST: gettext_lazy("Contra lost"),
    bock.RE: gettext_lazy("Re"),
    bock.THREE_EQUAL_DIGITS: gettext_lazy("three equal digits"),
    bock.FULL_HUNDRED: gettext_lazy("full hundreds"),
    bock.WORTH_72: gettext_lazy("72 or more"),
    bock.WORTH_96: gettext_lazy("96 or more"),
}
"""The same in a line."""


def label(name: str) -> str:
    """Return what a switch is about."""
    return str(LABEL[name])


def setting_word(name: str, setting: Setting) -> str:
    """Return how a switch is set."""
    if isinstance(setting, bool):
        return _("yes") if setting else _("no")
    if name in AMOUNTS:
        return str(setting).replace("-", " / ")
    return str(WORD.get((name, setting), setting))


def in_brief(name: str, setting: Setting) -> str:
    """Return how a switch is set, in a few words: "Durchmarsch", "stakes: Contra, Re", "Bock: Grand Hand, Re"."""
    called = BRIEF.get(name, LABEL[name])
    if isinstance(setting, bool):
        return str(called) if setting else _("without: %(switch)s") % {"switch": called}
    return f"{called}: {_events(setting) if name == EVENTS else setting_word(name, setting)}"


def _events(setting: Setting) -> str:
    if setting == EVERY_EVENT:
        return _("all events")
    return ", ".join(str(words) for bit, words in EVENT_IN_BRIEF.items() if bit & int(setting))
