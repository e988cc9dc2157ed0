"""The words of the page at the table, which speaks for itself while there is no network."""

from functools import cache

from django.utils.translation import gettext as _

from scoring.lists.wording.games import GAME, LEVEL, PHRASE
from scoring.lists.wording.problems import code
from scoring.rules.codes import Code
from scoring.rules.notation.line_table import line_table


def phrases() -> dict[str, str]:
    """Return every phrase that ``table/words.js`` fills, in the language of the request."""
    return {
        **{name: str(words) for name, words in PHRASE.items()},
        "hand": _("Hand"),
        "ouvert": _("ouvert"),
        "schneider": _("Schneider"),
        "schwarz": _("Schwarz"),
        **{f"game.{game}": str(words) for game, words in GAME.items()},
        **{f"step.{kind}": str(words) for kind, words in LEVEL.items()},
        **{f"code.{one}": code(one) for one in _codes()},
    }


@cache
def _codes() -> tuple[Code, ...]:
    """Return everything that can be wrong with, or odd about, a line that a page can tick."""
    return tuple(Code(one) for one in line_table()["codes"])
