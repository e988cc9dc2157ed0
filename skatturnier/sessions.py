"""Sessions that end after a night or a week; the keys of phones stand in ``tables.accounts.held_keys``."""

import time
from typing import Any, Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as Stored

from tables.accounts.selectors import SEEN, SINCE

LONGEST_PAUSE: Final = 12 * 60 * 60
"""Seconds without any request after which an account is signed out: longer than a day of play has pauses."""

LONGEST: Final = 7 * 24 * 60 * 60
"""Seconds after which an account is signed out whatever it does: longer than an event lasts."""

NOTED_EVERY: Final = 60 * 60
"""Seconds between two notes that an account is still used: each is a row written."""

SIGNED_IN: Final = (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, SINCE, SEEN)


class SessionStore(Stored):
    """A session in the database whose account is signed out in time, before anything asks who it is."""

    def load(self) -> dict[str, Any]:
        """Return what is stored, without the account if its time is over."""
        data: dict[str, Any] = super().load()
        if SESSION_KEY not in data:
            return data
        now = int(time.time())
        if is_over(data, now=now):
            for name in SIGNED_IN:
                data.pop(name, None)
            self.modified = True
        elif now - data[SEEN] >= NOTED_EVERY:
            data[SEEN] = now
            self.modified = True
        return data

    def save(self, must_create: bool = False) -> None:
        """Store it, and since when its account is signed in."""
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        if SESSION_KEY in data and SINCE not in data:
            data[SINCE] = data[SEEN] = int(time.time())
        super().save(must_create=must_create)


def is_over(data: dict[str, Any], *, now: int) -> bool:
    """Test whether the account in a session has been signed in for too long, or paused for too long."""
    since, seen = data.get(SINCE), data.get(SEEN)
    if not isinstance(since, int) or not isinstance(seen, int):
        return True
    return now - since >= LONGEST or now - seen >= LONGEST_PAUSE
