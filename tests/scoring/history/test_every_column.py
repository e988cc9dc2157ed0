"""Whoever bends a column of an event behind the journal is found: each column there is, one at a time, by SQL."""

import json
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import DataError, IntegrityError, connection, models, transaction

from scoring.history.selectors.sealed import against_seals
from scoring.history.selectors.verification import verified
from scoring.privacy.selectors.register import REGISTER
from tables.journal import sealing
from tests import factories
from tests.scoring.history import sealed_hall

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OF_AN_EVENT = [apps.get_model(label) for label, held in REGISTER.items() if held.of and label != "tables.JournalEntry"]
"""The journal itself is bent byte by byte in test_tampering."""

THE_PHONE = "the phone that may take it back by a tap; that it did is told"

DECIDES_NOTHING = {
    "tables.Series": {"secret": "half of what a draw is made of: the draw's record has it, and is made again"},
    "tables.Table": {
        "key": "opens the table's list",
        "words": "open the table's list",
        "play_began_at": "when is nobody's matter; that it began is held against the first entry",
    },
    "scoring.DealRow": {"entry_key": sealing.A_KEY, "device": THE_PHONE},
    "scoring.SecondDealRow": {"entry_key": sealing.A_KEY, "device": THE_PHONE},
    "scoring.Phone": dict.fromkeys(
        ("game_list", "device", "keeps", "unsent", "seen_at"),
        "what a phone last said of itself; lists are told by acts",
    ),
    "scoring.Proposal": dict.fromkeys(
        (
            *("game_list", "entry_key", "number", "line", "because", "device"),
            *("received_at", "settled_at", "settled_by", "accepted"),
        ),
        "counts for nothing until somebody accepts it, who sees it; then it is an entry",
    ),
    "scoring.Call": dict.fromkeys(
        (
            *("game_list", "kind", "entry_key", "place", "text", "device", "second"),
            *("called_at", "settled_at", "settled_by", "granted"),
        ),
        "a bell in the hall; what is decided is the objection that it rings for",
    ),
    "scoring.SeasonEvent": dict.fromkeys(
        ("season", "tournament", "kind", "added_at"),
        "in whose year an event counts is the club's matter: nothing in the event is counted by it",
    ),
    "scoring.Lot": {"drawn_at": "told by the line that drew it"},
}
"""Columns that verifying need not find bent, besides those that no seal covers; each with the reason."""


def bent_columns(model):
    """Return the columns of a model that have to be found, with those of its links."""
    label = model._meta.label
    # What no seal covers because it is told otherwise has to be found all the same.
    unsealed = {name for name in sealing.LEFT_OUT.get(label, {}) if name not in {"struck_after", "kind", "record"}}
    out = unsealed | DECIDES_NOTHING.get(label, {}).keys()
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name not in out]


PLAIN = {
    models.DurationField: lambda _value: "1 second" if connection.vendor == "postgresql" else 1,
    models.DateTimeField: lambda value: (
        "2001-01-01 00:00:00" if not value or value.year != 2001 else "2002-01-01 00:00"
    ),
    models.DateField: lambda _value: "2001-01-01",
    models.DecimalField: lambda value: (value or 0) + 1,
    models.BooleanField: lambda value: not value,
    models.IntegerField: lambda value: (value or 0) + 1,
    models.JSONField: lambda value: json.dumps(
        [*value, 1] if isinstance(value, list) else {**(value or {}), "bent": 1}
    ),
    models.UUIDField: lambda _value: "0" * 32,
    models.CharField: lambda value: "x" if value != "x" else "y",
    models.TextField: lambda value: "x" if value != "x" else "y",
}


def others(field, value):
    """Return other values that a column may hold: another row of its kind, or one that is not there at all."""
    if field.is_relation:
        related = field.target_field.model._base_manager.exclude(pk=value or 0).order_by("pk")
        return [*related.values_list("pk", flat=True)[:1], 999_999]
    if field.choices:
        return [next(key for key, _word in field.flatchoices if key != value)]
    bend = next(PLAIN[kind] for kind in type(field).__mro__ if kind in PLAIN)
    # The first may be somebody else's number.
    return [bend(value), *([value + 1000] if isinstance(value, int) and not isinstance(value, bool) else [])]


@contextmanager
def bent(model, pk, field, values):
    """Change one column of one row by SQL to the first value that the database takes, and put it back.

    Yield whether it took any: what it refuses itself nobody can bend.
    """
    table, column = connection.ops.quote_name(model._meta.db_table), connection.ops.quote_name(field.column)
    with transaction.atomic(), connection.cursor() as cursor:
        point = transaction.savepoint()
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        try:
            yield any(is_taken(cursor, f"UPDATE {table} SET {column} = %s WHERE id = %s", [one, pk]) for one in values)
        finally:
            transaction.savepoint_rollback(point)
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = OFF")


def is_taken(cursor, statement, params):
    try:
        with transaction.atomic():
            cursor.execute(statement, params)
    except (IntegrityError, DataError):
        return False
    return True


@pytest.fixture
def hall():
    return sealed_hall.event()


def test_an_honest_hall_is_covered_whole(hall):
    looked = verified(hall)

    assert looked.discrepancies == ()
    assert not looked.uncovered
    assert [model.__name__ for model in OF_AN_EVENT if not model._base_manager.exists()] == [
        "Proposal",
        "Phone",
        "DoneAct",
    ]


def test_a_column_of_each_kind_of_row_that_is_bent_is_found(hall):
    factories.tournament(slug="other", entrants=1)

    unseen = [one for model in OF_AN_EVENT for one in left_unseen(hall, model, bent_columns(model)[-1:])]

    assert not unseen, "; ".join(unseen)


@pytest.mark.thorough
@pytest.mark.parametrize("model", OF_AN_EVENT, ids=lambda model: model.__name__)
def test_whatever_column_is_bent_is_found(hall, model):
    factories.tournament(slug="other", entrants=1)

    unseen = left_unseen(hall, model, bent_columns(model))

    assert not unseen, "; ".join(unseen)


def left_unseen(hall, model, fields):
    """Bend some columns of a row of this kind, one at a time; return those that nobody finds."""
    unseen = []
    rows = model._base_manager.filter(**{REGISTER[model._meta.label].of: hall.pk}).order_by("pk")
    for field in fields:
        # A row that has something there, else the last one.
        row = rows.exclude(**{f"{field.name}__isnull": True}).last() or rows.last()
        if row is None:
            continue
        with bent(model, row.pk, field, others(field, getattr(row, field.attname))) as is_bent:
            # What the seals find need not be looked for in every list.
            found = not is_bent or against_seals(hall).discrepancies or verified(hall).discrepancies
        if not found:
            unseen.append(f"{field.name} of {row}")
    return unseen


def test_every_column_that_need_not_be_found_is_there_and_has_its_reason():
    for label, columns in {**sealing.LEFT_OUT, **DECIDES_NOTHING}.items():
        names = {field.name for field in apps.get_model(label)._meta.concrete_fields}
        assert columns.keys() <= names, label
        assert all(len(reason.split()) > 2 for reason in columns.values()), label
