"""Sentences that are said before the site runs: in the language of the site, from the same catalogue."""

import gettext
from functools import cache
from pathlib import Path
from typing import Final

from skatturnier.machine import screen

LOCALE: Final = Path(__file__).resolve().parents[1] / "locale"

LANGUAGE: Final = "de"
"""As ``LANGUAGE_CODE`` of the settings, which are not read yet."""

TITLE: Final = "Skatturnier"


def _(text: str) -> str:
    return _catalogue().gettext(text)


def say(text: str) -> None:
    """Write a sentence into the window in which the program runs."""
    print(f"\n{text}", flush=True)  # noqa: T201  (it is what this window is for)


def refuse(text: str) -> int:
    """Say why the program does not start, in a window besides, and return what it ends with."""
    say(text)
    screen.warn(TITLE, text)
    return 1


@cache
def _catalogue() -> gettext.NullTranslations:
    return gettext.translation("django", LOCALE, languages=[LANGUAGE], fallback=True)
