"""What a form of the site does not take, with the sentence beside the field it is about."""

from datetime import UTC, datetime
from types import SimpleNamespace
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django import forms
from django.http import QueryDict

from scoring.disputes.forms import AppealForm, OfficeAppealForm
from scoring.disputes.views.inbox import PostForm
from scoring.history.views import HeadForm
from scoring.lists.forms.fields import ClockForm, Numbers, StakeField
from scoring.office.views.seat_plan import ReseatForm
from skatturnier.phones import PosterForm
from tables.desk.views.registration import WithdrawManyForm
from tables.draw.forms import LookForm

DECISION = SimpleNamespace(
    number=1, sentence="Gewonnen.", deal=2, game_list=SimpleNamespace(table=SimpleNamespace(number=3))
)
APPEAL = {"entry_key": str(uuid4()), "appellant": "1", "ruling": "1", "text": "Der Grand war verloren."}

HERE = SimpleNamespace(
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
    return ReseatForm({"public": "1", **typed}, attendance=HERE, series=1)


@pytest.mark.parametrize(
    ("form", "typed", "field", "sentence"),
    [
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
    ],
    ids=lambda one: getattr(one, "__name__", str(one)),
)
def test_the_sentence_stands_at_its_field(form, typed, field, sentence):
    errors = form(**typed).errors

    assert set(errors) == ({field} if sentence else set())
    assert sentence in " ".join(errors.get(field, []))
