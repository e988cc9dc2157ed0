"""What a form can refuse is found by what it does, and a whole run names what nobody provoked."""

import pytest
from django import forms
from django.utils.translation import gettext_lazy, ngettext_lazy

from tests.support import every_form_refusal_provoked as provoked_forms
from tests.support.every_form_refusal_provoked import GUARDED, PLACES, SAID, places, sentences, unprovoked


def test_no_refusal_of_a_form_is_lost_from_the_guard():
    assert len(places()) + len(sentences()) >= GUARDED
    assert {"forms", "views"} <= {part for file, _first, _last in places().values() for part in file.split("/")}
    assert "Please say what is wrong in the result." in sentences()


def test_names_what_nobody_provoked(monkeypatch):
    everything = {(file, first) for file, first, _last in places().values()}
    monkeypatch.setattr(provoked_forms, "PLACES", everything)
    monkeypatch.setattr(provoked_forms, "SAID", set(sentences()))
    assert unprovoked() == []

    name, (file, first, _last) = next(iter(places().items()))
    left_out = {(at, line) for at, line in everything if (at, line) != (file, first)}
    monkeypatch.setattr(provoked_forms, "PLACES", left_out)
    monkeypatch.setattr(provoked_forms, "SAID", set(sentences()) - {"Please say what is wrong in the result."})
    assert unprovoked() == [name, "scoring/disputes/forms/appeals.py: Please say what is wrong in the result."]

    monkeypatch.setattr(provoked_forms, "GUARDED", 10_000)
    assert "where it were 10000" in provoked_forms.wrong()[-1]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Plain, tried here.", "Plain, tried here."),
        (gettext_lazy("Translated, tried here."), "Translated, tried here."),
        (ngettext_lazy("One, tried here.", "Many, tried here.", 1), None),
    ],
    ids=["plain", "translated", "counted"],
)
def test_notes_where_an_error_was_made_and_what_it_said(message, said):
    forms.ValidationError(message)

    assert any(file == "tests/test_provoked_forms.py" for file, _line in PLACES)
    assert said is None or said in SAID
