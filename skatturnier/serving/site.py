"""The site, behind the check of its database."""

import gc
import logging
from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.urls import get_resolver

from skatturnier import checks
from skatturnier.watching.health import RUNS
from tables.acts.addresses import read_all

log = logging.getLogger("skatturnier")


class Checked:
    """A site that answers once its database was found to keep what it acknowledges.

    A database that is down says nothing of its settings: the site then answers that it cannot read its data, and
    looks again with every request until it could look once. So a worker that is started anew while the database is
    away does not take the site with it.
    """

    def __init__(self, site: Callable[..., Iterable[bytes]]) -> None:
        self.site = site
        # All pages are read beside the start, and in one thread: modules that several import at once may be half there.
        self.reading = Thread(target=_read_all, daemon=True)
        self.reading.start()
        self.is_sound = self._is_sound()
        if not self.is_sound:
            log.error("The database does not answer. The site waits for it.")

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != RUNS:
            self.reading.join()
        self.is_sound = self.is_sound or self._is_sound()
        return self.site(environ, start_response)

    @staticmethod
    def _is_sound() -> bool:
        serious = [
            check_message
            for check_message in run_checks(tags=[Tags.database], databases=["default"])
            if check_message.is_serious()
        ]
        if any(check_message.id != checks.UNREACHABLE for check_message in serious):
            raise ImproperlyConfigured("\n".join(map(str, serious)))
        return not serious


def _read_all() -> None:
    read_all(get_resolver().url_patterns)
    # What was read stays: nobody waits again and again while the collector of garbage goes through all of it.
    gc.freeze()
