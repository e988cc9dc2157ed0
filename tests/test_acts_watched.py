"""The guard over all tests sees what it is there for, and every act and every refusal is named by a test."""

import re
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.disputes.forms import AppealForm, OfficeAppealForm
from scoring.disputes.views.inbox import PostForm
from scoring.history.views import HeadForm
from scoring.lists.forms.fields import ClockForm, Numbers, StakeField
from scoring.office.views.seat_plan import ReseatForm
from skatturnier.phones import PosterForm
from tables.acts.services import Refused
from tables.desk.views.registration import WithdrawManyForm
from tables.draw.forms import LookForm
from tables.journal import chain as journal
from tests.support import acts_and_their_lines as acts_watched
from tests.support import every_act_and_refusal_provoked as provoked
from tests.support import every_form_refusal_provoked as provoked_forms
from tests.support import factories
from tests.support.acts_and_their_lines import FOUND
from tests.support.every_form_refusal_provoked import PLACES, SAID, places, sentences, unprovoked
from tests.support.factories import EVENING

HERE = Path(__file__).parent


def service(act):
    """Return what acts as a service of the site would."""
    act.__module__ = "tables.planted"
    return transaction.atomic(act)


def seen() -> list[str]:
    """Return what the guard found, which this test wanted."""
    found, FOUND[:] = [*FOUND], []
    return found


@pytest.mark.django_db
class TestTheGuard:
    @pytest.fixture
    def entrant(self):
        acts_watched.HELD.clear()
        return factories.tournament(entrants=1).entrants.get()

    def tell(self, whom, **facts):
        journal.record("entrant.changed", tournament=whom.tournament, by=None, at=EVENING, changed=[], **facts)

    def test_sees_a_row_changed_without_a_line_that_seals_it_afterwards(self, entrant):
        @service
        def change(before, after):
            if before is not None:
                self.tell(entrant, **before)
            type(entrant).objects.filter(pk=entrant.pk).update(paid=True)
            if after is not None:
                self.tell(entrant, **after)

        for before, after, fault in (
            (None, None, "tables.Entrant without a line in the journal"),
            (None, {}, "tables.Entrant, but no line seals any entrant"),
            ({"entrant": 1}, None, "entrant 1 after its line sealed it"),
        ):
            type(entrant).objects.filter(pk=entrant.pk).update(paid=False)
            acts_watched.HELD.clear()
            change(before, after)
            assert seen() == [f"tables.planted.change changed {fault}"]

    def test_sees_a_row_and_a_link_between_rows_added_without_a_line(self, entrant):
        @service
        def add():
            return type(entrant).objects.create(tournament=entrant.tournament, number=2, registered_at=EVENING)

        @service
        def link(other):
            entrant.apart_from.add(other)

        other = add()
        assert seen() == ["tables.planted.add changed tables.Entrant without a line in the journal"]
        link(other)
        assert len(seen()) == 1

    def test_lets_an_honest_act_be_and_a_refused_one_and_one_that_changes_nothing(self, entrant):
        @service
        def change(*, is_refused=False, paid=True):
            type(entrant).objects.filter(pk=entrant.pk, paid=not paid).update(paid=paid)
            if is_refused:
                raise Refused("own-table")
            self.tell(entrant, entrant=1)

        change()
        with pytest.raises(Refused):
            change(is_refused=True, paid=False)

        @service
        def nothing():
            type(entrant).objects.filter(pk=0).update(paid=True)

        nothing()
        assert seen() == []

    def test_costs_no_query_that_a_test_counts(self, entrant, django_assert_num_queries):
        @service
        def change():
            type(entrant).objects.filter(pk=entrant.pk).update(paid=True)

        # A savepoint, the change, and the savepoint let go.
        with django_assert_num_queries(3):
            change()
        seen()


def test_exceptions_are_of_services_and_rows_that_are_there():
    """An exception for what is there no more would let something else through one day."""
    labels = set(acts_watched._labels().values())
    assert acts_watched.WITHOUT_A_LINE.keys() | acts_watched.UNSEALED_IN.keys() <= labels
    functions = {
        name
        for path in provoked.CODE
        for name in re.findall(r"^ *def (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert acts_watched.ACTS_WITHOUT_A_LINE.keys() <= functions


READ = {("people", "services", "registration.py"), ("disputes", "services", "measures.py")}
"""Modules with acts and with refusals."""


class TestAddingUp:
    @pytest.fixture(autouse=True)
    def _of_few_modules(self, monkeypatch):
        """To read the whole product takes seconds; at the end of a whole run the guard does."""
        monkeypatch.setattr(provoked, "CODE", [path for path in provoked.CODE if path.parts[-3:] in READ])
        for found in (provoked.codes, provoked.told):
            found.cache_clear()
        yield
        for found in (provoked.codes, provoked.told):
            found.cache_clear()

    def test_names_what_nobody_provoked(self, monkeypatch):
        everything = {"actions": set(provoked.actions()), "codes": set(provoked.codes()), "services": {"a", "b"}}
        monkeypatch.setattr(provoked, "PROVOKED", everything)
        monkeypatch.setattr(provoked, "GUARDED", {"actions": 2, "codes": 2, "services": 2})
        assert provoked.unprovoked() == []

        everything["actions"].discard("entrant.withdrawn")
        everything["codes"].discard("own-table")
        everything["services"].discard("b")
        assert provoked.unprovoked() == [
            "act entrant.withdrawn",
            "refusal own-table",
            "services: 1 watched, 2 expected",
        ]
        # Code that moved out of sight.
        monkeypatch.setattr(provoked, "GUARDED", provoked.GUARDED | {"codes": 10_000})
        assert {line.partition(":")[0] for line in provoked.blind()} == {"codes", "services"}

    def test_takes_over_what_other_processes_saw(self, monkeypatch):
        monkeypatch.setattr(provoked, "PROVOKED", {"actions": set(), "codes": set()})

        class Node:
            workeroutput = {"provoked": {"actions": ["entrant.withdrawn"], "codes": []}}

        provoked.pytest_testnodedown(Node())

        assert provoked.PROVOKED["actions"] == {"entrant.withdrawn"}


@pytest.fixture
def _of_a_few_forms(monkeypatch):
    """To read all forms takes seconds; at the end of a whole run the guard does."""
    few = [path for path in provoked_forms._code() if "disputes" in path.parts]
    for found in (places, sentences):
        found.cache_clear()
    monkeypatch.setattr(provoked_forms, "_code", lambda: few)
    monkeypatch.setattr(provoked_forms, "GUARDED", 5)
    yield
    for found in (places, sentences):
        found.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("_of_a_few_forms")
def test_names_what_nobody_provoked(monkeypatch):
    everything = {(file, first) for file, first, _last in places().values()}
    monkeypatch.setattr(provoked_forms, "PLACES", everything)
    monkeypatch.setattr(provoked_forms, "SAID", set(sentences()))
    assert provoked_forms.wrong() == []

    name, (file, first, _last) = next(iter(places().items()))
    left_out = {(at, line) for at, line in everything if (at, line) != (file, first)}
    monkeypatch.setattr(provoked_forms, "PLACES", left_out)
    monkeypatch.setattr(provoked_forms, "SAID", set(sentences()) - {"Please say what is wrong in the result."})
    assert unprovoked() == [name, "scoring/disputes/forms.py: Please say what is wrong in the result."]

    monkeypatch.setattr(provoked_forms, "GUARDED", 10_000)
    assert "where it were 10000" in provoked_forms.wrong()[-1]


def test_notes_where_an_error_was_made_and_what_it_said():
    for message in (
        "Plain, tried here.",
        gettext_lazy("Translated, tried here."),
        ngettext_lazy("One, tried here.", "Many, tried here.", 1),
    ):
        forms.ValidationError(message)

    assert any(file == "tests/test_acts_watched.py" for file, _line in PLACES)
    assert {"Plain, tried here.", "Translated, tried here."} <= SAID


DECISION = SimpleNamespace(
    number=1, sentence="Gewonnen.", deal=2, game_list=SimpleNamespace(table=SimpleNamespace(number=3))
)
APPEAL = {"entry_key": str(uuid4()), "appellant": "1", "ruling": "1", "text": "Der Grand war verloren."}

ATTENDANCE = SimpleNamespace(
    seats={1: None, 2: None},
    unseated={
        5: SimpleNamespace(waiting_since=None, withdrawn_at=None, excluded_at=None),
        6: SimpleNamespace(waiting_since=None, withdrawn_at=True, excluded_at=None),
        7: SimpleNamespace(waiting_since=None, withdrawn_at=None, excluded_at=True),
        8: SimpleNamespace(waiting_since=True, withdrawn_at=True, excluded_at=None),
    },
)


def appeal(**typed):
    return AppealForm(APPEAL | typed, rulings=[DECISION])


def at_the_desk(**typed):
    return OfficeAppealForm(APPEAL | typed, rulings=[DECISION])


def posting(**typed):
    return PostForm(typed)


def head(**typed):
    return HeadForm(typed)


def clock(**typed):
    return ClockForm({"day": "2026-03-29", **typed}, now=datetime(2026, 10, 26, tzinfo=UTC))


def poster(**typed):
    return PosterForm(typed)


def many(**typed):
    return WithdrawManyForm(typed, entrants=[SimpleNamespace(number=1, name="Anna")])


def look(**typed):
    return LookForm(QueryDict(urlencode(typed, doseq=True)))


def stake(**typed):
    return type("StakeForm", (forms.Form,), {"stake": StakeField()})(typed)


def tables(**typed):
    return type("TablesForm", (forms.Form,), {"tables": Numbers()})(typed)


def seats(**typed):
    return ReseatForm({"public": "1", **typed}, attendance=ATTENDANCE, series=1)


SENTENCES = (
    (posting, {"action": "shorten"}, "minutes", "Enter the minutes from the posting on."),
    (posting, {"action": "withdraw"}, "minutes", ""),
    (posting, {"action": "shorten", "minutes": "0"}, "minutes", ""),
    (appeal, {"deal": "1"}, "deal", "The decision is not about this. Leave the number out."),
    (appeal, {"deal": "2"}, "deal", ""),
    (appeal, {}, "deal", ""),
    (appeal, {"ruling": "9"}, "ruling", "This decision cannot be appealed against, or no longer."),
    (at_the_desk, {"table": "4"}, "table", "The decision is not about this. Leave the number out."),
    (at_the_desk, {"table": "3"}, "table", ""),
    (head, {}, "head", "This field is required."),
    (head, {"head": "12"}, "head", "This cannot be it: a number, a colon and at least 16 of the digits"),
    (head, {"head": "Journal 12:" + "0" * 16}, "head", ""),
    (clock, {"time": "02:30"}, "time", "There was no such time that night: the clock was put forward over it."),
    (clock, {"time": "03:00"}, "time", ""),
    (clock, {"day": "2026-10-25", "time": "02:30"}, "reading", "Please choose."),
    (clock, {"day": "2026-10-25", "time": "02:30", "reading": "second"}, "reading", ""),
    (poster, {"name": "ä" * 17}, "name", "This cannot be the Wi-Fi’s."),
    (poster, {"name": "ä" * 16}, "name", ""),
    (poster, {"name": "Saal", "password": "sieben7"}, "password", "This cannot be the Wi-Fi’s."),
    (poster, {"name": "Saal", "password": "achtacht"}, "password", ""),
    (poster, {"password": "achtacht"}, "name", "This field is required."),
    (many, {}, "number", "Nothing is ticked, so nothing was changed."),
    (many, {"number": ["2"]}, "number", "Somebody else has changed this in the meantime."),
    (many, {"number": ["1"]}, "number", ""),
    (look, {"swap": ["1"]}, "swap", "Choose two different start numbers."),
    (look, {"swap": ["1", "2", "3"]}, "swap", "Choose two different start numbers."),
    (look, {"swap": ["1", "2"]}, "swap", ""),
    (stake, {"stake": "viel"}, "stake", "Please type a number or a fraction: 1, 0.5 or 1/2."),
    (stake, {"stake": "1/2"}, "stake", ""),
    (tables, {"tables": "1-3, x"}, "tables", "Numbers only, like 1-10, 14. This is none: x."),
    (tables, {"tables": "3-1"}, "tables", "This is none: 3-1."),
    (tables, {"tables": "1-3, 7"}, "tables", ""),
    (seats, {}, "__all__", "Nobody"),
    (seats, {"more_missing": "5"}, "more_missing", "5"),
    (seats, {"more_missing": "1; 2"}, "more_missing", ""),
    (seats, {"more_missing": "1 and 2"}, "more_missing", "No start number: and."),
    (seats, {"more_late": "1"}, "more_late", "1"),
    (seats, {"more_late": "9"}, "more_late", "9"),
    (seats, {"more_late": "6"}, "more_late", "6"),
    (seats, {"more_late": "7"}, "more_late", "7"),
    (seats, {"more_late": "8"}, "more_late", "8"),
    (seats, {"more_late": "5"}, "more_late", ""),
    (seats, {"more_late": "5", "more_missing": "5"}, "__all__", "No. 5 cannot be both missing and late."),
)
"""What is typed into a form, the field, and what stands at it: nothing where it passes."""


def test_the_sentence_stands_at_its_field():
    for form, typed, field, sentence in SENTENCES:
        errors = form(**typed).errors

        assert set(errors) == ({field} if sentence else set()), (form.__name__, typed)
        assert sentence in " ".join(errors.get(field, [])), (form.__name__, typed)
