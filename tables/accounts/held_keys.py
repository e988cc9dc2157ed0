"""The keys that a browser was shown, in a cookie of their own: they outlive sessions, which no backup has.

The cookie is signed with the site's secret, which is in every backup: where the site is restored, a phone opens its
list and its player's pages as before. What a key opens is asked anew each time, so one that was renewed opens nothing.
"""

import re
import secrets
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

COOKIE: Final = "keys"

MOST_KEYS: Final = 80
"""A phone holds a few, a director's laptop some more; a cookie has room for four kilobytes."""


class KeyKind(StrEnum):
    """What a key opens, in as many letters as a cookie has room for."""

    TABLE = "t"
    CARD = "p"
    SEASON = "s"
    CAPTAIN = "c"


IN_SESSIONS: Final = {
    "table_keys": KeyKind.TABLE,
    "own_keys": KeyKind.CARD,
    "season_keys": KeyKind.SEASON,
    "captain_keys": KeyKind.CAPTAIN,
}
"""Where sessions of before keep them; the name of the phone stands beside them as ``device``."""

KEY: Final = re.compile(r"([tpsc])(\d{1,12})\.([-\w]{1,64})", re.ASCII)
DEVICE: Final = re.compile(r"[0-9a-f]{32}")


class HeldKeys:
    """The keys of one browser, and what the site calls it."""

    def __init__(self) -> None:
        self.device = ""
        """Drawn at random with the first key: only this browser and the site know it."""
        self.is_changed = False
        self._keys: dict[tuple[KeyKind, int], str] = {}

    def __bool__(self) -> bool:
        return bool(self._keys)

    def key_of(self, kind: KeyKind, pk: int) -> str:
        """Return the key of something; "" if it was never shown."""
        return self._keys.get((kind, pk), "")

    def has_any(self, kind: KeyKind) -> bool:
        return any(key_kind == kind for key_kind, _pk in self._keys)

    def take(self, kind: KeyKind, pk: int, key: str) -> None:
        """Keep a key that was shown; of too many the oldest goes."""
        self._keys.pop((kind, pk), None)
        self._keys[kind, pk] = key
        self._keys = dict(list(self._keys.items())[-MOST_KEYS:])
        self.device = self.device or secrets.token_hex(16)
        self.is_changed = True

    def packed(self) -> str:
        """Return them as the cookie has them, in letters that no cookie has to quote."""
        return "!".join([self.device, *(f"{kind}{pk}.{key}" for (kind, pk), key in self._keys.items())])

    def unpack(self, text: str) -> None:
        device, *keys = text.split("!")
        self.device = device if DEVICE.fullmatch(device) else ""
        for match in filter(None, map(KEY.fullmatch, keys)):
            self._keys[KeyKind(match[1]), int(match[2])] = match[3]


def held_keys(request: HttpRequest) -> HeldKeys:
    """Return the keys that a request holds, read when they are first asked for."""
    held: HeldKeys | None = asked_for(request)
    if held is None:
        held = vars(request)["held_keys"] = HeldKeys()
        if text := request.get_signed_cookie(COOKIE, default="", salt=COOKIE, max_age=settings.SESSION_COOKIE_AGE):
            held.unpack(text)
        elif settings.SESSION_COOKIE_NAME in request.COOKIES:
            _move(request, held)
    return held


def asked_for(request: HttpRequest) -> HeldKeys | None:
    """Return the keys of a request if anything asked for them."""
    return vars(request).get("held_keys")


def keep(response: HttpResponseBase, held: HeldKeys) -> None:
    """Let a browser keep its keys, for as long as a session lasted after it was shown one."""
    response.set_signed_cookie(
        COOKIE,
        held.packed(),
        salt=COOKIE,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _move(request: HttpRequest, held: HeldKeys) -> None:
    """Take over what a session of before has; it stands there until the session ends, in case the answer gets lost."""
    session = request.session
    for name, kind in IN_SESSIONS.items():
        for pk, key in session.get(name, {}).items():
            held.take(kind, int(pk), str(key))
    if held:
        held.device = str(session.get("device", "")) or held.device
