"""`manage.py verify`: whatever was changed behind the services' back is found and named, money and every column too."""

import json
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DataError, IntegrityError, connection, models, transaction

from scoring.history.selectors.money import of_money
from scoring.history.selectors.problems import Doubt
from scoring.history.selectors.sealed import against_seals
from scoring.history.selectors.verification import verified
from scoring.lists.models import DealRow, SeatResult
from scoring.lists.services import entry
from scoring.management.commands.verify import SEALED, SENTENCE
from scoring.privacy.selectors.register import REGISTER
from tables import seating
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tests.scoring.money import desk
from tests.support import factories
from tests.support import world_with_every_kind_of_row as sealed_hall

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


@pytest.fixture
def row():
    made = factories.running_list(seats=4)
    factories.fill(made, seat=2)
    factories.confirm_and_sign(made)
    return made


def verify(capsys, *args):
    """Return the exit code and what is printed."""
    try:
        call_command("verify", *args)
    except CommandError as error:
        return error.returncode, capsys.readouterr().out
    return 0, capsys.readouterr().out


def test_an_honest_tournament_is_all_right(row, capsys):
    assert verify(capsys, "cup") == (
        0,
        "cup: all right (lists 1, deals 4, journal 12); not covered by the journal: 4 entrants\n",
    )


def test_totals_typed_from_paper_are_computed_too(capsys):
    made = factories.running_list(seats=3)
    entry.enter_totals(
        list_id=made.pk,
        totals=factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0)),
        by=factories.user(),
        now=factories.EVENING,
    )
    assert verify(capsys)[0] == 0

    SeatResult.objects.filter(seat__place=1).update(performance=99)

    code, printed = verify(capsys)
    assert code == 1
    assert "cup, series 1, table 1, seat 1: the result stored is (48, 1, 0, 1, 99)" in printed
    assert "give (48, 1, 0, 1, 138)" in printed


def test_a_result_changed_by_hand_is_found(row, capsys):
    SeatResult.objects.filter(seat__place=2).update(won=1)

    code, printed = verify(capsys)

    assert code == 1
    assert "series 1, table 1, seat 2: the result stored is" in printed


def test_a_result_taken_away_is_found(row, capsys):
    SeatResult.objects.filter(seat__place=3).delete()

    assert "seat 3: no result is stored" in verify(capsys)[1]


def test_a_result_without_entries_is_found(capsys):
    empty = factories.running_list(seats=4)
    seat = empty.table.seats.get(place=1)
    SeatResult.objects.create(game_list=empty, seat=seat, performance=500)

    assert "seat 1: a result is stored" in verify(capsys)[1]


def test_points_changed_by_hand_are_found(row, capsys):
    DealRow.objects.filter(number=1).update(points=264)

    assert "series 1, table 1, deal 1: 264 points are stored, the rules give 72" in verify(capsys)[1]


def test_a_deal_taken_out_of_a_signed_list_is_found(row, capsys):
    DealRow.objects.filter(number=4).delete()

    code, printed = verify(capsys)

    assert code == 1
    assert "the list is signed, but the rules refuse it: incomplete" in printed


def test_an_entry_that_contradicts_itself_is_found(row, capsys):
    DealRow.objects.filter(number=2).update(schwarz_announced=True)

    assert "series 1, table 1: its entries cannot be read: schwarz-announced-without" in verify(capsys)[1]


def test_every_doubt_has_words():
    assert set(SENTENCE) == set(Doubt)


@pytest.mark.parametrize("field", ["at", "action", "data", "hash"])
def test_a_journal_line_changed_by_hand_is_found(row, capsys, field):
    line = JournalEntry.objects.get(number=5)
    other = JournalEntry.objects.get(number=1)
    setattr(line, field, getattr(other, field) if field != "at" else line.at.replace(year=2000))
    line.save()

    assert "journal line 5: does not fit the chain" in verify(capsys)[1]


def test_a_journal_line_taken_out_is_found(row, capsys):
    JournalEntry.objects.filter(number=3).delete()

    assert "journal line 3: does not fit the chain" in verify(capsys)[1]


def test_an_unknown_tournament_is_said(capsys):
    assert verify(capsys, "nowhere")[0] == 2


class TestDraws:
    def test_a_bent_protocol_is_found(self):
        series = factories.running_series(factories.tournament(entrants=8))
        series.draw.record["plan"][0][0][:2] = reversed(series.draw.record["plan"][0][0][:2])
        series.draw.save()

        found = verified(series.tournament).discrepancies

        assert (Doubt.DRAW_DIFFERS, 1) in [(one.doubt, one.draw) for one in found]

    def test_a_protocol_that_recomputes_but_is_another_one_is_found_by_the_journal(self):
        series = factories.running_series(factories.tournament(entrants=8))
        series.draw.record = seating.sealed(series.draw.record, drawn={"at": "2026-05-16", "by": "somebody else"})
        series.draw.save()

        found = verified(series.tournament).discrepancies

        assert [(one.doubt, one.draw) for one in found] == [(Doubt.RECORD_UNKNOWN, 1)]

    def test_seats_that_are_not_those_drawn_are_found(self):
        series = factories.running_series(factories.tournament(entrants=8))
        seat = series.seats.order_by("table__number", "place").first()
        seat.place = 4
        series.seats.filter(table=seat.table, place=4).delete()
        seat.save()

        found = verified(series.tournament).discrepancies

        assert [(one.doubt, one.series, one.draw) for one in found if one.doubt == Doubt.SEATS_DIFFER] == [
            (Doubt.SEATS_DIFFER, 1, 1)
        ]


@pytest.fixture
def made():
    """An event in which everything was done with money."""
    series = factories.close_series(factories.running_list(series=2).table.series)
    desk.everything(series.tournament)
    return series.tournament


def doubts(made):
    return {found.doubt for found in of_money(made)}


def test_an_honest_account_is_in_order(made):
    assert doubts(made) == set()


def test_another_amount_of_a_charge_is_found(made):
    row = made.movements.filter(source="tariff").first()
    made.movements.filter(pk=row.pk).update(cents=row.cents + 1)

    assert [(one.doubt, one.entrant, one.stored, one.computed) for one in of_money(made)] == [
        (Doubt.CHARGE_DIFFERS, row.entrant, "1001", "1000 for “entry”")
    ]


def test_a_charge_left_out_is_found(made):
    row = made.movements.filter(source="tariff", reversed_by=None, award=None).last()
    row.delete()

    assert doubts(made) == {Doubt.CHARGE_DIFFERS}


def test_another_tariff_is_found(made):
    made.tariffs.filter(code="entry").update(amounts=900)

    assert doubts(made) == {Doubt.CHARGE_DIFFERS}


def test_a_counter_movement_of_another_amount_is_found(made):
    row = made.movements.filter(reverses__isnull=False).first()
    made.movements.filter(pk=row.pk).update(cents=row.cents + 1)

    assert {Doubt.MOVEMENT_UNFIT, Doubt.BALANCE_DIFFERS} <= doubts(made)


def test_a_prize_of_another_amount_is_found(made):
    award = made.awards.exclude(movement=None).first()
    made.awards.filter(pk=award.pk).update(cents=award.cents + 1)

    assert doubts(made) == {Doubt.AWARD_DIFFERS}


def test_a_tariff_that_cannot_be_read_is_said(made):
    made.tariffs.filter(code="loss").update(amounts="much")

    assert doubts(made) == {Doubt.UNREADABLE}


def test_the_command_says_what_is_wrong(made, capsys):
    made.tariffs.filter(code="entry").update(amounts=900)

    with pytest.raises(CommandError):
        call_command("verify", made.slug)

    assert "1000 cents are charged, lists and tariffs come to 900 for “entry”" in capsys.readouterr().out


def test_whatever_is_sealed_has_a_name_in_what_it_says():
    assert set(SEALED) == set(sealing.KINDS)


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
