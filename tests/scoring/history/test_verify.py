"""`manage.py verify`: whatever was changed behind the services' back is found and named, money and every column too."""

import copy
from collections import Counter
from contextlib import ExitStack

import pytest
from django.apps import apps
from django.db import transaction

from scoring.history.selectors import replay
from scoring.history.selectors.problems import Doubt, against_seals
from scoring.history.selectors.verification import of_money, verified
from scoring.history.wording import SENTENCE
from tables import seating
from tables.declared import OfClub, way_to_event, why_unsealed
from tables.draw.models import Table
from tables.journal import sealing
from tables.journal.models import JournalEntry
from tests.scoring.history import bent as bending
from tests.scoring.history.bent import NONSENSE, bent, left_unseen, others, stopping
from tests.scoring.money import desk
from tests.scoring.walks import SeatingWalk
from tests.support import factories
from tests.support import world_with_every_kind_of_row as sealed_hall
from tests.support.remembered_worlds import remembered_step
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def test_every_doubt_has_words_and_an_unknown_tournament_is_said():
    assert set(SENTENCE) == set(Doubt)
    assert bending.verify("nowhere")[0] == 2


@pytest.mark.parametrize("seed", [0, *thorough(*range(1, 60))])
def test_seats_published_taken_back_and_changed_in_any_order_leave_nothing_to_find(seed):
    walk = SeatingWalk(seed, players=11, series=3)
    done = Counter(walk.steps(60 if seed else 30))

    assert verified(walk.made).discrepancies == (), done
    assert done["unpublish"]


class TestDraws:
    def test_a_protocol_and_seats_that_are_not_what_was_drawn_are_found(self):
        series = factories.running_series(factories.tournament(entrants=8))
        was = series.draw.record
        turned = copy.deepcopy(was)
        turned["plan"][0][0][:2] = reversed(turned["plan"][0][0][:2])
        for bent_so, doubt in (
            (turned, Doubt.DRAW_DIFFERS),
            # One of another version that cannot be read.
            (was | {"version": 1, "plan": "gone"}, Doubt.DRAW_DIFFERS),
            # One that recomputes but is another, by the journal.
            (seating.sealed(was, drawn={"at": "2026-05-16", "by": "somebody else"}), Doubt.RECORD_UNKNOWN),
        ):
            series.draw.record = bent_so
            series.draw.save()

            found = verified(series.tournament).discrepancies

            assert (doubt, 1) in [(one.doubt, one.draw) for one in found]
            assert doubt == Doubt.DRAW_DIFFERS or len(found) == 1
        # The record as it was, and other seats than it says.
        series.draw.record = was
        series.draw.save()
        series.seats.filter(table__number=1, place=4).delete()
        series.seats.filter(table__number=1, place=1).update(place=4)

        found = [one for one in verified(series.tournament).discrepancies if one.doubt == Doubt.SEATS_DIFFER]

        assert [(one.series, one.draw) for one in found] == [(1, 1)]

    def test_one_of_another_version_is_named_and_its_seats_are_compared(self):
        series = factories.running_series(factories.tournament(entrants=8))
        series.draw.record["version"] = 1
        series.draw.save()
        seats = series.seats.order_by("table__number", "place")
        assert Doubt.SEATS_DIFFER not in [one.doubt for one in verified(series.tournament).discrepancies]
        seats.filter(place=4).delete()

        looked = verified(series.tournament)

        assert looked.unrepeatable == (1,)
        assert (Doubt.SEATS_DIFFER, 1) in [(one.doubt, one.draw) for one in looked.discrepancies]
        assert "made by another version of the draw, only their seats compared: draw 1" in bending.verify()[1]


@pytest.fixture
@remembered_step
def made():
    """An event in which everything was done with money."""
    series = factories.close_series(factories.running_list(series=2).table.series)
    desk.everything(series.tournament)
    return series.tournament


def doubts(made):
    return {found.doubt for found in of_money(made)}


def one_more(rows):
    """Let one of these rows be of another amount; return it as it was."""
    row = rows.first()
    type(row).objects.filter(pk=row.pk).update(cents=row.cents + 1)
    return row


def test_money_that_is_not_what_was_charged_and_won_is_found(made):
    assert doubts(made) == set()
    differs = {Doubt.CHARGE_DIFFERS}
    for bend, doubt in (
        (lambda: made.movements.filter(source="tariff", reversed_by=None, award=None).last().delete(), differs),
        (lambda: one_more(made.awards.exclude(movement=None)), {Doubt.AWARD_DIFFERS}),
        (lambda: made.tariffs.filter(code="loss").update(amounts="much"), {Doubt.UNREADABLE}),
    ):
        with transaction.atomic():
            bend()
            assert doubts(made) == doubt
            transaction.set_rollback(True)
    with transaction.atomic():
        one_more(made.movements.filter(reverses__isnull=False))
        assert doubts(made) >= {Doubt.MOVEMENT_UNFIT, Doubt.BALANCE_DIFFERS}
        transaction.set_rollback(True)
    with transaction.atomic():
        row = one_more(made.movements.filter(source="tariff"))
        assert [(one.doubt, one.entrant, one.stored, one.computed) for one in of_money(made)] == [
            (Doubt.CHARGE_DIFFERS, row.entrant, "1001", "1000 for “entry”")
        ]
        transaction.set_rollback(True)

    made.tariffs.filter(code="entry").update(amounts=900)
    assert doubts(made) == differs
    code, printed = bending.verify(made.slug)
    assert (code, "1000 cents are stored, they come to 900 for “entry”" in printed) == (1, True)


OF_AN_EVENT = [
    model
    for model in apps.get_models()
    if way_to_event(model) and model is not JournalEntry and not isinstance(model.sealed_in, OfClub)
]
"""The journal itself is bent byte by byte in test_tampering."""

LINKS = [many.remote_field.through for model in OF_AN_EVENT for many in model._meta.local_many_to_many]
"""Tables that say which rows of an event belong to which, and nothing else."""

THE_PHONE = "the phone that may take it back by a tap; that it did is told"

DECIDES_NOTHING = {
    "tables.Series": {"secret": "half of what a draw is made of: the draw's record has it, and is made again"},
    "scoring.DealRow": {"device": THE_PHONE},
    "scoring.SecondDealRow": {"device": THE_PHONE},
    "scoring.Phone": dict.fromkeys(
        ("game_list", "device", "keeps", "unsent", "seen_at"),
        "what a phone last said of itself; lists are told by acts",
    ),
    "scoring.Proposal": dict.fromkeys(
        [
            "game_list",
            "entry_key",
            "number",
            "line",
            "because",
            "device",
            "received_at",
            "settled_at",
            "settled_by",
            "accepted",
        ],
        "counts for nothing until somebody accepts it, who sees it; then it is an entry",
    ),
    "scoring.Call": {
        **dict.fromkeys(("text", "called_at"), "what a bell in the hall says, and when; what becomes of it has a line"),
        **dict.fromkeys(("entry_key", "device", "second"), THE_PHONE),
        **dict.fromkeys(("settled_at", "settled_by"), "told by the line; the bell of an objection ends with that"),
    },
    "scoring.Lot": {"drawn_at": "told by the line that drew it"},
}
"""Columns that verifying need not find bent, besides those that no seal covers; each with the reason."""


def bent_columns(model):
    """Return the columns of a model that have to be found, with those of its links."""
    label = model._meta.label
    # What no seal covers because it is told otherwise has to be found all the same.
    out = {field.name for field in model._meta.concrete_fields if why_unsealed(field)}
    out -= {"struck_after", "record"} | ({"series"} if model is Table else {"kind"})
    out |= DECIDES_NOTHING.get(label, {}).keys()
    return [field for field in model._meta.concrete_fields if not field.primary_key and field.name not in out]


@pytest.fixture
def hall():
    return sealed_hall.event()


def test_a_hall_is_covered_whole(hall):
    """Honest it is in order; what is bent or taken out is found, and stops nobody.

    A column of each kind of row, another value for each; all columns and values where it is thorough.
    """
    looked = verified(hall)

    assert (looked.discrepancies, [*looked.uncovered]) == ((), [])
    empty = [model.__name__ for model in OF_AN_EVENT if not model._base_manager.exists()]
    assert empty == ["Phone", "DoneAct", "Proposal", "Mailing"]
    factories.tournament(slug="other", entrants=1)
    unseen = []
    for model in unnamed(hall):
        last = bent_columns(model)[-1:]
        unseen += left_unseen(model, rows_of(hall, model), last, lambda: verified(hall).discrepancies)
    for links in LINKS:
        assert links.objects.exists(), links
        with transaction.atomic():
            links.objects.order_by("pk").last().delete()
            if not against_seals(hall).discrepancies:
                unseen.append(links.__name__)
            transaction.set_rollback(True)
    assert not unseen, "; ".join(unseen)
    columns = {model: list(model._meta.concrete_fields)[1:] for model in OF_AN_EVENT}
    cases = [
        (model, row, columns[model][at % len(columns[model])], NONSENSE[at % len(NONSENSE)])
        for at, model in enumerate(OF_AN_EVENT)
        if (row := rows_of(hall, model).last())
    ]
    stopped = bending.stopping_together(cases)
    assert not stopped, "; ".join(stopped)


def test_a_table_bent_to_a_million_seats_costs_no_more_than_it_can_have(hall):
    table = Table.objects.filter(game_list__totals__isnull=False).first()
    lines = list(hall.journal.order_by("number"))

    then = replay.list_then(lines, series=table.series.number, table=table.number, size=10**6)

    assert list(then.totals) == [1, 2, 3, 4, 5]


@pytest.mark.thorough
@pytest.mark.parametrize("model", OF_AN_EVENT, ids=lambda model: model.__name__)
def test_whatever_column_is_bent_is_found(hall, model):
    factories.tournament(slug="other", entrants=1)

    def is_found():
        # What the seals find need not be looked for in every list.
        return against_seals(hall).discrepancies or verified(hall).discrepancies

    unseen = left_unseen(model, rows_of(hall, model), bent_columns(model), is_found)

    assert not unseen, "; ".join(unseen)


@pytest.mark.thorough
@pytest.mark.parametrize("model", OF_AN_EVENT, ids=lambda model: model.__name__)
def test_nothing_that_is_bent_in_any_column_stops_verifying(hall, model):
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    stopped = stopping(model, rows_of(hall, model).last(), fields, NONSENSE)
    assert not stopped, "; ".join(stopped)


def rows_of(hall, model):
    return model._base_manager.filter(**{way_to_event(model): hall.pk}).order_by("pk")


def unnamed(hall):
    """Bend the last column of a row of each kind, all at once; return the kinds of which no seal tells."""
    with ExitStack() as all_of_them:
        for model in OF_AN_EVENT:
            for field in bent_columns(model)[-1:]:
                if row := bending.with_something(rows_of(hall, model), field):
                    values = others(field, getattr(row, field.attname))
                    all_of_them.enter_context(bent(model, row.pk, field, values))
        named = {one.what.partition(" ")[0] for one in against_seals(hall).discrepancies}
    sealed = {about.model for name, about in sealing.kinds_of_event().items() if name in named}
    return [model for model in OF_AN_EVENT if model not in sealed]


def test_every_column_that_need_not_be_found_is_there_and_has_its_reason():
    for label, columns in DECIDES_NOTHING.items():
        names = {field.name for field in apps.get_model(label)._meta.concrete_fields}
        assert columns.keys() <= names, label
        assert all(len(reason.split()) > 2 for reason in columns.values()), label
