"""What a form of the site does not take, with the sentence beside the field it is about."""

import pytest

from scoring.disputes.forms.queries import WithdrawPostingForm


@pytest.mark.parametrize(
    ("form", "typed", "field", "sentence"),
    [
        (WithdrawPostingForm, {"action": "shorten"}, "minutes", "How many minutes from the posting on?"),
        (WithdrawPostingForm, {"action": "withdraw"}, "minutes", ""),
        (WithdrawPostingForm, {"action": "shorten", "minutes": "0"}, "minutes", ""),
    ],
    ids=str,
)
def test_the_sentence_stands_at_its_field(form, typed, field, sentence):
    errors = form(typed).errors

    assert " ".join(errors.get(field, [])) == sentence
    assert set(errors) == ({field} if sentence else set())
