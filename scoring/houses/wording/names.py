"""What ways to play are about, and what has to be known beside their numbers; what they are called, all lists say."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.lists.wording import house, refusals
from scoring.lists.wording.house import chosen_as
from scoring.rules.profiles.codes import HouseProblem
from scoring.rules.profiles.games import AnyProblem
from scoring.rules.profiles.houses import House

ABOUT: Final[dict[str, Promise]] = {
    "isko-2002": gettext_lazy("The official game: bidding, and a rating of games won and lost."),
    "classic": gettext_lazy("The official game without the rating: as lists were kept before there was one."),
    "league-encyclopedia": gettext_lazy(
        "Games won and games lost by others count, one’s own lost games cost nothing more."
    ),
    "grand-20": gettext_lazy("As it was until 1932: a Grand is cheaper than a Null ouvert."),
    "hand-single": gettext_lazy("As it was until 1998: playing Hand is no great risk."),
    "ramsch": gettext_lazy("The official game, but when all pass everybody plays for themselves."),
    "schieberamsch": gettext_lazy("Ramsch in which the skat is passed on, each time for twice as much."),
    "gewinner-ramsch": gettext_lazy("When all pass, fewest card points win, and nobody loses anything."),
    "contra": gettext_lazy("The official game, with stakes that the other side can double."),
    "revolution": gettext_lazy("The official game and a Null that the opponents may exchange cards against."),
    "sechserskat": gettext_lazy("The official game with 36 cards."),
    "bierlachs": gettext_lazy("Only minus is written, and whoever has too much of it pays the round."),
    "raeuberskat": gettext_lazy("No bidding: everybody plays a suit, a Grand, a Null and a Ramsch."),
    "two-officers": gettext_lazy("For two, with half of the cards on the table face down."),
    "two-open": gettext_lazy("A list for any form of Skat for two."),
    "tournee": gettext_lazy("North American Skat: kinds of contract are bid instead of numbers."),
    "kneipe": gettext_lazy("Ramsch, Contra, Revolution, Bock: whatever the table wants, up to five at it."),
    "idiotenskat": gettext_lazy("The official game, with everybody’s cards facing the others."),
    "oma-skat": gettext_lazy("For two, the third hand is a pile."),
    "piloten-skat": gettext_lazy("For two, the third hand is opened."),
    "strohmann": gettext_lazy("For two, with nine cards and a straw man."),
    "skat-en-deux": gettext_lazy("For two, and good for learning."),
    "schmegegge": gettext_lazy("For two, against a half dummy, with Ramsch."),
}
"""What a way to play is about, in one sentence."""

CHOSEN_ABOUT: Final[dict[str, Promise]] = {
    "club-with-ramsch": gettext_lazy("The official game and its rating, but when all pass Ramsch is played."),
    "pub": gettext_lazy("Ramsch when all pass, Contra and Re; the number of game points decides."),
    "bock": gettext_lazy("Everything at once: Bock after eight events, compulsory Ramsch, Contra to Resupra."),
    "for-two": gettext_lazy("Nobody else there? The third hand is opened to the declarer."),
}

NOTES: Final[dict[str, Sequence[Promise]]] = {
    "sechserskat": (gettext_lazy("The sixes are the lowest cards and have no card points."),),
    "idiotenskat": (
        gettext_lazy("Everybody holds their cards with the faces to the others, and sees all but their own."),
    ),
    "two-officers": (
        gettext_lazy(
            "Each has 16 cards in two rows, eight face down and eight face up on them. Who plays an open card turns "
            "up the one below."
        ),
        gettext_lazy(
            "The declarer wins with more than half of the card points; matadors are counted at the end. There is no "
            "skat and no Hand."
        ),
    ),
    "two-open": (gettext_lazy("How the third hand is played, the table agrees on before."),),
    "oma-skat": (
        gettext_lazy("The third hand lies face down. Its top card is played to each trick, whatever suit was led."),
    ),
    "piloten-skat": (
        gettext_lazy(
            "Bidding is as with three. After the first card is led the third hand is opened and played by the opponent."
        ),
        gettext_lazy(
            "In its second form only two play: the third hand is dealt, but lies unused. Which form holds, the table "
            "agrees on before."
        ),
    ),
    "strohmann": (
        gettext_lazy(
            "Each has nine cards, the straw man too; a second skat of three cards is not played with, and goes to "
            "whoever has most card points at the end."
        ),
        gettext_lazy("After the first trick the straw man is opened and played by the opponent."),
    ),
    "skat-en-deux": (
        gettext_lazy("The spare hand is always to the dealer’s right. The dealer bids to the other one."),
        gettext_lazy("After the announcement the opponent opens the third hand to the declarer."),
    ),
    "schmegegge": (
        gettext_lazy("The opponent plays a half dummy that always shows five cards, a new one after each trick."),
        gettext_lazy(
            "If both pass, two of its cards are shown; if both pass again, each exchanges two cards unseen and "
            "Ramsch is played, with tricks of two cards."
        ),
    ),
    "tournee": (
        gettext_lazy(
            "Tournee: the declarer looks at one card of the skat and may show it as trumps, or turns the other one, "
            "which decides (Passt mir nicht). A jack lets them choose Grand."
        ),
        gettext_lazy(
            "Solo: the skat stays where it is. Guckser: the declarer takes it up and plays Grand. Null: no trick, "
            "without the skat."
        ),
    ),
}
"""How it is played, beside what counts."""

GROUPS: Final = (
    (gettext_lazy("As it was counted before"), ("classic", "league-encyclopedia", "grand-20", "hand-single")),
    (
        gettext_lazy("With more than the book has"),
        ("ramsch", "schieberamsch", "gewinner-ramsch", "contra", "revolution", "kneipe"),
    ),
    (gettext_lazy("Other games"), ("bierlachs", "raeuberskat", "tournee", "sechserskat", "idiotenskat")),
    (
        pgettext_lazy("games for two players", "For two"),
        ("two-officers", "oma-skat", "piloten-skat", "strohmann", "skat-en-deux", "schmegegge", "two-open"),
    ),
)
"""All ways to play but the official one, as they are shown."""


def about(house: House) -> str:
    """Return in one sentence what a way to play is about."""
    return str(CHOSEN_ABOUT.get(chosen_as(house) or "", ABOUT[house.profile.code]))


def sentence(found: AnyProblem) -> str:
    """Return a problem's sentence alone."""
    return house.sentence(found) if isinstance(found, HouseProblem) else refusals.sentence(found)


def clause(found: AnyProblem) -> str:
    """Return where the rule behind a problem stands."""
    return house.section(found) if isinstance(found, HouseProblem) else found.clause


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence."""

    text: str
    is_reading: bool = False
    """Whether no source says it: it is our reading, and the table may agree on something else."""

    is_example: bool = False


def rule(text: object) -> Said:
    """Return a rule that a source has, or that the table chose."""
    return Said(text=str(text))


def reading(text: object) -> Said:
    """Return a rule that no source has."""
    return Said(text=str(text), is_reading=True)


def example(what: object, figures: object) -> Said:
    """Return a deal and what it comes to."""
    return Said(text=f"{what}: {figures}", is_example=True)
