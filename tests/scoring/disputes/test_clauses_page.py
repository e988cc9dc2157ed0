"""The clause picker: the search of the rule text, and the field of a decision (ISkO 4.5.10, SkWO 7.3.2)."""

import pytest
from django import forms
from django.test import Client

from scoring.disputes.forms.clauses import ClausesField
from scoring.rules.clauses import Edition
from tests import factories

pytestmark = pytest.mark.django_db
CLAUSES = "/t/cup/office/clauses/"
BESIDE = {"HX-Request": "true"}


@pytest.fixture
def cup():
    return factories.tournament()


@pytest.fixture
def judge(cup) -> Client:
    made = Client(headers={"accept-language": "en"})
    made.force_login(factories.judge(cup))
    return made


def test_clauses_are_read_as_people_type_them():
    assert ClausesField().clean("isko 4.2.3\nISkO 4.1.4, SkWO 7.2.5 (2002); skwo 7.2.5") == [
        "ISkO 4.2.3 (2002)",
        "ISkO 4.1.4 (2002)",
        "SkWO 7.2.5 (2002)",
    ]


def test_a_number_is_one_of_the_edition_that_is_played_by_where_it_has_it():
    field = ClausesField(edition=Edition.SINCE_2018)

    assert field.clean("SkWO 6.2.5, ISkO 4.2.3, ISkO 4.3.1 (2002)") == [
        "SkWO 6.2.5 (2018/2022)",
        "ISkO 4.2.3 (2002)",
        "ISkO 4.3.1 (2002)",
    ]


def test_every_clause_that_does_not_exist_is_named():
    with pytest.raises(forms.ValidationError) as refused:
        ClausesField().clean("ISkO 4.2.3\nISkO 99\nDuden 3")

    assert [str(one) for one in refused.value.messages] == [
        "The rule text has no clause “ISkO 99”. Write it like “ISkO 4.2.3”.",
        "The rule text has no clause “Duden 3”. Write it like “ISkO 4.2.3”.",
    ]


@pytest.mark.parametrize("typed", ["", "  \n ", ",;,"], ids=repr)
def test_a_decision_without_any_is_refused_unless_the_form_asks_for_none(typed):
    assert ClausesField(required=False).clean(typed) == []
    if typed.strip(" \n,;") or not typed.strip():
        with pytest.raises(forms.ValidationError, match="names the clauses"):
            ClausesField().clean(typed)


def test_commas_alone_are_no_clauses():
    with pytest.raises(forms.ValidationError, match="names the clauses"):
        ClausesField().clean(",;,")


def test_the_page_finds_clauses_by_their_words_and_numbers(judge):
    by_word = judge.get(CLAUSES, {"q": "revoke claimed"}).content.decode()
    by_number = judge.get(CLAUSES, {"q": "SkWO 7.2.5"}).content.decode()

    assert "ISkO 4.2.5 (2002)" in by_word
    assert "ISkO 4.2.3 (2002)" not in by_word
    assert "SkWO 7.2.5 (2002)" in by_number


def test_the_page_gives_the_newer_numbers_where_they_are_known(judge):
    page = judge.get(CLAUSES, {"q": "SkWO 7.2.3"}).content.decode()
    newer = judge.get(CLAUSES, {"q": "SkWO 7.2.3", "edition": "2018/2022"}).content.decode()

    assert "2018/2022: SkWO 6.2.5" in page
    assert "SkWO 6.2.5 (2018/2022)" in newer


def test_without_words_the_page_shows_the_whole_register(judge):
    page = judge.get(CLAUSES).content.decode()

    assert "ISkO 1.1.1 (2002)" in page
    assert "SkWO 9.10 (2002)" in page


def test_beside_a_form_it_offers_those_to_add(judge):
    found = judge.get(CLAUSES, {"q": "revoke claimed", "field": "clauses"}, headers=BESIDE).content.decode()

    assert "<html" not in found
    assert "?field=clauses&amp;add=ISkO%204.2.5%20%282002%29" in found


def test_beside_a_form_it_shows_a_few_and_how_many_more(judge):
    found = judge.get(CLAUSES, {"q": "ISkO"}, headers=BESIDE).content.decode()

    assert found.count("hx-get") == 12
    assert "more: type another word" in found
    assert judge.get(CLAUSES, {"q": " "}, headers=BESIDE).content.decode().strip() == ""
    assert "Try fewer" in judge.get(CLAUSES, {"q": "Zebra"}, headers=BESIDE).content.decode()


def test_a_clause_is_added_once_to_what_was_typed(judge):
    typed = {"field": "clauses", "clauses": "ISkO 4.2.3", "add": "ISkO 4.1.4 (2002)"}
    again = typed | {"clauses": "isko 4.1.4\nISkO 4.2.3"}

    added = judge.get(CLAUSES, typed, headers=BESIDE).content.decode()
    not_again = judge.get(CLAUSES, again, headers=BESIDE).content.decode()

    assert "ISkO 4.2.3\nISkO 4.1.4 (2002)</textarea>" in added
    assert "isko 4.1.4\nISkO 4.2.3</textarea>" in not_again


def test_a_clause_is_taken_out_however_it_was_typed(judge):
    typed = {"field": "x-clauses", "x-clauses": "isko 4.2.3\nBlabla", "drop": "ISkO 4.2.3 (2002)"}

    left = judge.get(CLAUSES, typed, headers=BESIDE).content.decode()

    assert 'name="x-clauses"' in left
    assert "\nBlabla</textarea>" in left


@pytest.mark.parametrize(
    "asked",
    [
        {"q": "x" * 5000},
        {"q": "<script>"},
        {"edition": "1914"},
        {"field": "'\"><b>", "add": "<b>"},
        {"add": "<b>" * 100, "clauses": "\0"},
        {"drop": "", "field": "add"},
    ],
    ids=str,
)
def test_nonsense_is_answered_calmly(judge, asked):
    for headers in ({}, BESIDE):
        response = judge.get(CLAUSES, asked, headers=headers)

        assert response.status_code == 200
        assert "<script>" not in response.content.decode().replace("<script type", "").replace("<script src", "")
        assert "<b>" not in response.content.decode()


def test_officials_alone_search(client, director, judge, cup):
    factories.tournament(slug="other", director="anders")
    stranger = Client()
    stranger.force_login(factories.user("anders"))

    assert [one.get(CLAUSES).status_code for one in (director, judge, stranger)] == [200, 200, 403]
    assert client.get(CLAUSES).status_code in {302, 403}
    assert judge.post(CLAUSES).status_code == 405
