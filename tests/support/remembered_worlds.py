"""Worlds that many tests begin with: made once by what the site does, then put back row by row."""

import copy
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from tables.accounts.models import User
from tables.tournaments.models import PlayerClass, Tournament

P = ParamSpec("P")
M = TypeVar("M", bound=Model)
Rows = dict[str, tuple[Sequence[str], list[tuple[Any, ...]]]]

MADE: dict[Any, tuple[Rows, Model]] = {}


def remembered(build: Callable[P, M]) -> Callable[P, M]:
    """Let a factory of a whole world play it through once a process; where nothing is there yet, its rows are put back.

    What comes out is the same, its keys and secrets too. A world beside another one is played through as ever.
    """

    @wraps(build)
    def made(*args: P.args, **kwargs: P.kwargs) -> M:
        there = tuple(User.objects.order_by("pk").values_list("pk", "username"))
        if Tournament.objects.exists():
            return build(*args, **kwargs)
        world = (build.__module__, build.__qualname__, repr(args), repr(sorted(kwargs.items())), there)
        if world not in MADE:
            found = build(*args, **kwargs)
            MADE[world] = (_rows(), copy.deepcopy(found))
            return found
        rows, found = MADE[world]
        _put_back(rows)
        return copy.deepcopy(found)

    return made


def _rows() -> Rows:
    """Return everything that is stored of halls and lists."""
    kept: Rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            if model._meta.app_label in {"tables", "scoring"}:
                name = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(f"SELECT * FROM {name}")
                if found := cursor.fetchall():
                    kept[name] = ([connection.ops.quote_name(column[0]) for column in cursor.description], found)
    return kept


def _put_back(kept: Rows) -> None:
    # In one transaction: who is named by a row may stand in a table that comes later.
    with transaction.atomic(), connection.cursor() as cursor:
        # What events begin with is among the rows: another row must not have the number of one.
        PlayerClass.objects.all().delete()
        for name, (columns, rows) in kept.items():
            marks = ", ".join(["%s"] * len(columns))
            # The users that a test signed in beforehand are there already.
            cursor.executemany(
                f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT DO NOTHING", rows
            )
