"""What each process counts for ``/metrics/``; while nobody may see the figures, nothing is even imported."""

import logging
from functools import cache
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.db import DatabaseError

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Up to which a duration is told from a longer one."""


class Counters:
    """Requests and errors of one process."""

    def __init__(self, registry: "CollectorRegistry") -> None:
        from prometheus_client import Counter, Histogram

        self.registry = registry
        # Refused entries are among them: 409 and 422 by route.
        self.requests: Counter = Counter(
            "skatturnier_requests", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self.seconds: Histogram = Histogram(
            "skatturnier_request_seconds", "Seconds an answer took.", ("route",), buckets=SECONDS, registry=registry
        )
        self.errors: Counter = Counter("skatturnier_errors", "Errors written to the log.", registry=registry)
        self.database_errors: Counter = Counter(
            "skatturnier_database_errors", "Errors of the database written to the log.", registry=registry
        )


@cache
def counters() -> Counters:
    """Return what this process counts."""
    from prometheus_client import CollectorRegistry

    return Counters(CollectorRegistry())


def count(*, method: str, route: str, status: int, seconds: float) -> None:
    """Count a request."""
    if settings.METRICS_TOKEN:
        counters().requests.labels(method, route, str(status)).inc()
        counters().seconds.labels(route).observe(seconds)


class ErrorCounter(logging.Handler):
    """Counts the errors that are written down."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if settings.METRICS_TOKEN and record.levelno >= logging.ERROR:
            counters().errors.inc()
            if isinstance(error, DatabaseError):
                counters().database_errors.inc()
