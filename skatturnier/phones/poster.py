"""The poster: how a phone gets into the Wi-Fi of a hall, to the event and to the list of its table, on one page."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.paper.documents.kind import Links
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import Face, Fitted, fitted, in_two
from tables.qr_codes import qr_code, wifi_code
from tables.tournaments.models import Tournament
from tables.tournaments.wording import when_and_where

ACROSS: Final = 178.0
"""Millimetres between the margins; the style sheet has the same, and the sizes below."""

BESIDE: Final = 112.0
"""Room beside a code."""

NAMES: Final = (14.0, 11.0, 8.6, 6.8, 5.2, 4.0)
TYPED: Final = (9.0, 7.0, 5.6, 4.6, 3.6, 2.8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wifi:
    """A Wi-Fi, as its router has it: letter by letter."""

    name: str
    password: str = ""
    """Empty where it asks for none."""


def poster(tournament: Tournament, *, links: Links, wifi: Wifi | None, ask: str, name: str = "") -> Document:
    """Return the poster of an event to whose site phones get; without ``wifi`` it has lines to write on.

    ``ask`` is who helps, ``name`` the address with the name that newer phones know.
    """
    page = links.event_page(tournament) or ""
    return Document(
        template="phones/poster.html",
        title=_("With your phone"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "poster"))),
        context={
            "tournament": tournament,
            "event": in_two(tournament.name, room=ACROSS, sizes=NAMES, smallest=1, face=Face.BOLD),
            "when": fitted(when_and_where(tournament), room=ACROSS, sizes=TYPED, largest=3),
            "wifi": wifi
            and {
                "name": _typed(wifi.name),
                "password": _typed(wifi.password) if wifi.password else None,
                "code": wifi_code(name=wifi.name, password=wifi.password),
            },
            "page": _typed(page.removeprefix("https://")),
            "page_code": qr_code(page),
            "name": _typed(name.removeprefix("http://")) if name else None,
            "words_at": _typed(links.typed_at),
            "words_code": qr_code(links.words_page),
            "ask": fitted(ask, room=ACROSS, sizes=TYPED, largest=1, face=Face.BOLD) if ask else None,
        },
    )


def _typed(text: str) -> Fitted:
    return fitted(text, room=BESIDE, sizes=TYPED, face=Face.BOLD)
