"""What is written down while the site runs: enough to find a fault, and nothing about a person.

A line names a page by its route, never by its address: addresses hold keys. What an error says is left out where it may
quote what somebody typed; where in the program it happened is there.
"""

import json
import logging
import re
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured

PLAIN, JSON = "plain", "json"

ANSWERS: Final = "skatturnier.answers"
NOTHING_NEW: Final = "nothing-new"
SOMETHING_NEW: Final = "something-new"
"""What open pages are told every other second, five hundred times a second in a large hall."""

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The number of the request that is being answered, to be found again in every line about it."""

SPOKEN: Final = frozenset({"OperationalError", "InterfaceError", "IntegrityError", "ImproperlyConfigured"})
"""Errors whose first line quotes nothing that was typed: what follows (``DETAIL: Key (name)=…``) does."""

REFUSED: Final = {
    "django.security.DisallowedHost": "the site was asked for under a name that is not in SKATTURNIER_HOSTS"
}

ADDRESSES: Final = re.compile(
    r"(?P<kind>/(?:t|l|p|clubs|verify|api)/)[^\s'\"]*"  # of pages
    r"|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[0-9a-fA-F]{1,4}(?::[0-9a-fA-F]{0,4}){3,7}"  # of machines
)


def settings(form: str) -> dict[str, Any]:
    """Return Django's ``LOGGING``, ``plain`` or ``json`` with requests. Raise ImproperlyConfigured for other forms."""
    if form not in (PLAIN, JSON):
        raise ImproperlyConfigured(f"SKATTURNIER_LOG is “{form}”; it can be plain or json.")
    formatter = "skatturnier.watching.logs.AsJson" if form == JSON else "skatturnier.watching.logs.AsLine"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"discreet": {"()": formatter}},
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": "discreet"},
            "counted": {"class": "skatturnier.watching.counters.ErrorCounter"},
        },
        "root": {"handlers": ["console", "counted"], "level": "WARNING"},
        "loggers": {
            # Django's own would mail to somebody, with everything that was typed.
            "django": {"handlers": [], "propagate": True},
            # Refused entries and missing pages are everyday answers; the pages say them.
            "django.request": {"level": "ERROR"},
            ANSWERS: {"level": "INFO" if form == JSON else "WARNING"},
        },
    }


class AsLine(logging.Formatter):
    """A line for a person."""

    def format(self, record: logging.LogRecord) -> str:
        request = f" ({number})" if (number := REQUEST.get()) else ""
        at = datetime.fromtimestamp(record.created).astimezone()
        line = f"{at:%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {said_by(record)}{request}"
        return "\n".join([line, *trace_of(record)])


class AsJson(logging.Formatter):
    """A line for a program: one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        values: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": said_by(record),
        }
        if number := REQUEST.get():
            values["request"] = number
        values |= getattr(record, "fields", {})
        if trace := trace_of(record):
            values["trace"] = "\n".join(trace)
        return json.dumps(values, ensure_ascii=False)


def said_by(record: logging.LogRecord) -> str:
    """Return what a line says, without anything a visitor brought."""
    if _is_refusal(record):
        # Its words are those of the request that was refused.
        return REFUSED.get(record.name, "a request was refused")
    if (request := getattr(record, "request", None)) is not None and isinstance(record.args, tuple):
        arguments = tuple(route_of(request) if part == getattr(request, "path", None) else part for part in record.args)
        return without_addresses(str(record.msg) % arguments if arguments else str(record.msg))
    return without_addresses(record.getMessage())


def _is_refusal(record: logging.LogRecord) -> bool:
    """Whether Django refused a request for its form; what was wrong with it is the name of the logger."""
    return record.name.startswith("django.security") and record.name != "django.security.csrf"


def route_of(request: Any) -> str:
    """Return the name of the page that was asked for, ``unknown`` where there is none."""
    value = getattr(request, "resolver_match", None)
    return value.view_name if value and value.view_name else "unknown"


def without_addresses(text: str) -> str:
    """Return a text in which no page of an event, no key and no machine is named."""
    return ADDRESSES.sub(lambda match: f"{match['kind'] or ''}…", text)


def trace_of(record: logging.LogRecord) -> list[str]:
    """Return where in the program it happened: no values, and no words that may quote them."""
    error = record.exc_info[1] if record.exc_info and not _is_refusal(record) else None
    return [line for cause in _chain(error) for line in _lines(cause)]


def _lines(error: BaseException) -> Iterator[str]:
    yield "Traceback (most recent call last):"
    for line in traceback.format_tb(error.__traceback__):
        yield line.rstrip()
    kind = f"{type(error).__module__}.{type(error).__qualname__}"
    yield f"{kind}: {words}" if (words := _words(error)) else kind


def _words(error: BaseException) -> str:
    if isinstance(error, OSError):
        # Not the name of the file.
        return error.strerror or ""
    if SPOKEN.isdisjoint(kind.__name__ for kind in type(error).__mro__):
        return ""
    return without_addresses(str(error).split("\n", 1)[0])


def _chain(error: BaseException | None) -> list[BaseException]:
    causes: list[BaseException] = []
    while error is not None and error not in causes:
        causes.append(error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return causes[::-1]


def of_server(form: str) -> dict[str, Any]:
    """Return how the web server writes down what happens to its processes: as the site, with nothing of visitors."""
    ours = settings(form)
    return {
        **ours,
        "handlers": {"console": ours["handlers"]["console"]},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {},
    }
