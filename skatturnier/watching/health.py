"""Two pages for programs that watch the site, answered before hosts, sessions and languages are looked at."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.urls import resolve
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatturnier import backups, versions

RUNS: Final = "/health/"
PAGES: Final = frozenset({RUNS, "/ready/", "/metrics/"})

ROOM: Final = 100 * 1024 * 1024
"""Bytes that must be free: a large event takes a tenth of it, and a printed hall of 250 tables another."""

OK: Final = "ok"


def answer_first(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer what programs ask before anything about visitors is looked at."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path_info not in PAGES:
            return get_response(request)
        match = request.resolver_match = resolve(request.path_info)
        answered: HttpResponseBase = match.func(request)
        return answered

    return answer


@require_safe
@never_cache
def health(_request: HttpRequest) -> JsonResponse:
    """Say that the site runs. It asks nothing: a database that is away is no reason to start the site anew."""
    return JsonResponse({"status": OK})


@require_safe
@never_cache
def ready(_request: HttpRequest) -> JsonResponse:
    """Say whether the site can take entries, 503 if not; a backup that is missing or old turns nobody away."""
    database, up_to_date = _database()
    needed = {"database": database, "migrations": up_to_date, "disk": _disk()}
    is_ready = all(word == OK for word in needed.values())
    values = {"status": OK if is_ready else "not ready", **needed, "backup": _backup()}
    return JsonResponse(values, status=200 if is_ready else 503)


def migrations() -> str:
    """Return whether the database has exactly the migrations of this program. Raise DatabaseError."""
    applied = MigrationRecorder(connection).applied_migrations().keys()
    if applied - versions.own_migrations():
        return "of a later version: start that one"
    return OK if versions.newest() <= applied else "not all applied: manage.py migrate"


def _database() -> tuple[str, str]:
    try:
        up_to_date = migrations()
    except DatabaseError:
        return "does not answer", "unknown"
    try:
        _try_to_write()
    except DatabaseError:
        return "cannot be written to", up_to_date
    return OK, up_to_date


def _try_to_write() -> None:
    """Write into a row and take it back: a file, a disk or a server may be read-only. Raise DatabaseError then."""
    with transaction.atomic():
        # Another value than stands there: the same one would touch no page.
        rows = MigrationRecorder.Migration.objects.order_by("-pk")
        rows.filter(pk__in=rows.values("pk")[:1]).update(name="")
        transaction.set_rollback(True)


def _disk() -> str:
    try:
        free = shutil.disk_usage(Path(settings.DATA_DIR)).free
    except OSError:
        return "no data folder"
    return OK if free >= ROOM else "nearly full"


def _backup() -> str:
    state = backups.state()
    at = f"last checked one {state.last:%Y-%m-%dT%H:%M:%S%z}" if state.last else "none yet"
    if state.problems or state.findings:
        return f"{at}; something went wrong since"
    return f"{at}; overdue" if state.is_overdue(now=timezone.now()) else at
