"""What a form of the site does not take, with the sentence beside the field it is about."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from scoring.disputes.forms.appeals import AppealForm, DecisionForm, OfficeAppealForm
from scoring.disputes.forms.queries import WithdrawPostingForm
from scoring.office.forms.reseating import ReseatForm

DECISION = SimpleNamespace(
    number=1, sentence="Gewonnen.", deal=2, game_list=SimpleNamespace(table=SimpleNamespace(number=3))
)
APPEAL = {"entry_key": str(uuid4()), "appellant": "1", "ruling": "1", "text": "Der Grand war verloren."}

HERE = SimpleNamespace(
    seats={1: None, 2: None},
    unseated={
        5: SimpleNamespace(withdrawn_at=None, excluded_at=None),
        6: SimpleNamespace(withdrawn_at=True, excluded_at=None),
        7: SimpleNamespace(withdrawn_at=None, excluded_at=True),
    },
)


def appeal(**typed):
    return AppealForm(APPEAL | typed, rulings=[DECISION])


def at_the_desk(**typed):
    return OfficeAppealForm(APPEAL | typed, rulings=[DECISION])


def decision(**typed):
    said = {"entry_key": str(uuid4()), "sentence": "Verloren.", "reasons": "Nicht bedient.", "clauses": "ISkO 4.2.3"}
    return DecisionForm(said | typed, deal=2, seen=None)


def posting(**typed):
    return WithdrawPostingForm(typed)


def seats(**typed):
    return ReseatForm({"public": "1", **typed}, attendance=HERE, series=1)


@pytest.mark.parametrize(
    ("form", "typed", "field", "sentence"),
    [
        (posting, {"action": "shorten"}, "minutes", "How many minutes from the posting on?"),
        (posting, {"action": "withdraw"}, "minutes", ""),
        (posting, {"action": "shorten", "minutes": "0"}, "minutes", ""),
        (appeal, {"deal": "1"}, "deal", "This decision is not about that deal. Leave the number out."),
        (appeal, {"deal": "2"}, "deal", ""),
        (appeal, {}, "deal", ""),
        (appeal, {"ruling": "9"}, "ruling", "This decision cannot be appealed against, or no longer."),
        (at_the_desk, {"table": "4"}, "table", "This decision is not about that table. Leave the number out."),
        (at_the_desk, {"table": "3"}, "table", ""),
        (decision, {}, "verdict", "Is the appeal upheld or dismissed?"),
        (decision, {"verdict": "upheld", "reasons": " "}, "reasons", "A decision needs its reasons."),
        (decision, {"verdict": "upheld", "sentence": ""}, "sentence", "Say in one sentence what is decided."),
        (decision, {"verdict": "upheld", "clauses": ""}, "clauses", "A decision names the clauses it rests on."),
        (
            decision,
            {"verdict": "dismissed", "corrects": "on"},
            "corrects",
            "Only an appeal that is upheld can correct the deal it is about.",
        ),
        (decision, {"verdict": "upheld", "corrects": "on"}, "corrects", ""),
        (decision, {"verdict": "dismissed"}, "corrects", ""),
        (seats, {}, "__all__", "Nobody"),
        (seats, {"more_missing": "5"}, "more_missing", "5"),
        (seats, {"more_missing": "1; 2"}, "more_missing", ""),
        (seats, {"more_missing": "1 and 2"}, "more_missing", "This is none: and."),
        (seats, {"more_late": "1"}, "more_late", "1"),
        (seats, {"more_late": "8"}, "more_late", "8"),
        (seats, {"more_late": "6"}, "more_late", "6"),
        (seats, {"more_late": "7"}, "more_late", "7"),
        (seats, {"more_late": "5"}, "more_late", ""),
        (seats, {"more_late": "5", "more_missing": "5"}, "__all__", "Nobody is missing and late at once: no. 5."),
    ],
    ids=str,
)
def test_the_sentence_stands_at_its_field(form, typed, field, sentence):
    errors = form(**typed).errors

    assert set(errors) == ({field} if sentence else set())
    assert sentence in " ".join(errors.get(field, []))
