"""Django's SQLite, where whoever begins or ends a transaction looks every moment whether it can.

SQLite itself looks again after pauses that grow to a tenth of a second: of many who write, whoever comes at the right
moment is served first, and the others wait for seconds although nobody writes half of the time.
"""

import sqlite3
import time
from collections.abc import Callable
from typing import Final

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

LOOKS: Final = 0.002
"""Seconds between two looks."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to a file that others write, too."""

    def _start_transaction_under_autocommit(self) -> None:
        self._in_turn(super()._start_transaction_under_autocommit)  # type: ignore[misc]

    def _commit(self) -> None:
        self._in_turn(super()._commit)  # type: ignore[misc]

    def _in_turn(self, act: Callable[[], None]) -> None:
        """Do what has to wait until nobody else writes, or reads. Raise OperationalError if that takes too long."""
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 5))
        until = time.monotonic() + patience
        self._let_wait(0)
        try:
            while True:
                try:
                    return act()
                except OperationalError as error:
                    if not _is_taken(error) or time.monotonic() > until:
                        raise
                time.sleep(LOOKS)
        finally:
            self._let_wait(patience)

    def _let_wait(self, seconds: float) -> None:
        """Let SQLite itself wait so long, as it does for what is read, and for what is too large for its memory."""
        if self.connection is not None:
            self.connection.execute(f"PRAGMA busy_timeout={seconds * 1000:.0f}")


def _is_taken(error: OperationalError) -> bool:
    # The lowest byte is the kind of error, the others say more of it.
    return getattr(error.__cause__, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
