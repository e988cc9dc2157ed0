"""The words of a list's cells, in the language of the moment to be offered, in all languages to be read."""

import enum
from collections.abc import Mapping
from functools import cache
from typing import Final, TypeVar

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from scoring.lists.wording.games import GAME
from scoring.rules.contract import CONTRACTS, Contract, Game
from tables.intake.names import plain

T = TypeVar("T")
Word = str | Promise


class Cell(enum.StrEnum):
    """What a column of a list holds."""

    DEAL = "deal"
    DEALER = "dealer"
    DECLARER = "declarer"
    GAME = "game"
    MATADORS = "matadors"
    ANNOUNCED = "announced"
    RESULT = "result"
    LEVEL = "level"
    BID = "bid"


HEADINGS: Final[Mapping[Cell, Word]] = {
    Cell.DEAL: _("Deal no."),
    Cell.DEALER: _("Dealer"),
    Cell.DECLARER: _("Declarer"),
    Cell.GAME: _("Game"),
    Cell.MATADORS: _("Matadors +/−"),
    Cell.ANNOUNCED: _("Announced"),
    Cell.RESULT: _("Result"),
    Cell.LEVEL: _("Level"),
    Cell.BID: _("Overbid: bid"),
}

PASSED: Final = "passed"
GAMES: Final[Mapping[Game | str, Word]] = {**{game: GAME[game] for game in Game}, PASSED: _("passed in")}

NOTHING: Final = "–"
"""What may stand in a cell that says nothing."""

ANNOUNCED: Final = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
Flags = tuple[bool, bool, bool, bool]

IN_TRUMPS: Final[Mapping[Flags, Word]] = {
    (False, False, False, False): NOTHING,
    (True, False, False, False): _("Hand"),
    (True, True, False, False): _("Hand, Schneider announced"),
    (True, True, True, False): _("Hand, Schwarz announced"),
    (True, True, True, True): _("ouvert"),
}
IN_NULL: Final[Mapping[Flags, Word]] = {
    (False, False, False, False): NOTHING,
    (True, False, False, False): _("Hand"),
    (False, False, False, True): _("ouvert"),
    (True, False, False, True): _("Hand ouvert"),
}

RESULTS: Final[Mapping[bool, Word]] = {True: _("won"), False: _("lost")}

LEVELS: Final[Mapping[str, Word]] = {"": NOTHING, "schneider": _("Schneider"), "schwarz": _("Schwarz")}


def flags_of(contract: Contract) -> Flags:
    """Return what was announced."""
    return contract.hand, contract.schneider_announced, contract.schwarz_announced, contract.ouvert


def announcements(game: Game) -> dict[Flags, Word]:
    """Return what can be announced in a game, from the cheapest on."""
    words = IN_NULL if game is Game.NULL else IN_TRUMPS
    return {flags_of(contract): words[flags_of(contract)] for contract in CONTRACTS if contract.game is game}


@cache
def _keys(words: tuple[tuple[T, Word], ...]) -> dict[str, T]:
    found: dict[str, T] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            for value, word in words:
                found.setdefault(key_of(str(word)), value)
    return found


def read(text: str, words: Mapping[T, Word]) -> T | None:
    """Return what a word of any of the site's languages means among some, or None."""
    return _keys(tuple(words.items())).get(key_of(text))


def key_of(text: str) -> str:
    """Return a word without what people type differently."""
    return plain(text).replace(" ", "")
