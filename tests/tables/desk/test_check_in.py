"""Checking in by one field: a number, a scanned start card, a name (SkWO 4.1)."""

import pytest
from django.utils import timezone

from tests.support import factories

pytestmark = pytest.mark.django_db

DESK = "/t/cup/office/entrants/"
CHECK_IN = f"{DESK}check-in/"


@pytest.fixture
def made():
    made = factories.tournament(entrants=3)
    made.entrants.update(present=False)
    for number, name, club in ((1, "Anna Berg", "SC Herz"), (2, "Anna Berg", "SC Pik"), (3, "Otto Klein", "")):
        made.entrants.filter(number=number).update(name=name, club=club)
    return made


def here(made) -> list[int]:
    return list(made.entrants.filter(present=True).order_by("number").values_list("number", flat=True))


def sent(director, who):
    return director.post(CHECK_IN, {"who": who}, follow=True).content.decode()


@pytest.mark.parametrize("typed", ["2", " #2 ", "02"])
def test_a_number_checks_in_with_one_act(director, made, typed):
    page = sent(director, typed)

    assert "No. 2, Anna Berg, SC Pik, is here." in page
    assert here(made) == [2]


@pytest.mark.parametrize("site", ["http://127.0.0.1:8000", "https://skat.example"])
def test_a_start_card_that_is_scanned_too(director, made, site):
    sent(director, f"{site}/p/{made.entrants.get(number=3).key}/")

    assert here(made) == [3]


def test_the_hand_stays_where_it_is(director, made):
    page = sent(director, "2")

    assert page.count("autofocus") == 1
    assert 'name="who" maxlength="300" autocomplete="off" enterkeyhint="done" value="" autofocus' in page


def test_a_name_that_means_one_checks_in(director, made):
    sent(director, "klein")

    assert here(made) == [3]


def test_of_two_of_one_name_the_list_shows_the_clubs(director, made):
    page = sent(director, "Anna Berg")

    assert here(made) == []
    assert "SC Herz" in page
    assert "SC Pik" in page
    assert "Otto Klein" not in page


def test_which_of_two_is_asked_beside_the_field_and_answered_with_one_click(director, made):
    page = sent(director, "Anna")

    assert "Who is “Anna”?" in page
    assert [number for number in (1, 2, 3) if f'name="who" value="{number}"' in page] == [1, 2]
    assert page.index("Who is “Anna”?") < page.index('id="id_name"')
    sent(director, "2")
    assert "No. 2, Anna Berg, SC Pik: is here already" in " ".join(sent(director, "Anna").split())


def test_paid_stays_for_the_next_to_register_while_others_are_checked_in(director, made):
    answer = director.post(CHECK_IN, {"who": "2", "stays": "given=3&paid=True&classes=ladies&evil=1"})

    assert answer["Location"] == f"{DESK}?checking=2&paid=True&classes=ladies"


def test_two_of_one_name_from_two_clubs_are_two_and_nothing_is_to_be_settled(director, made):
    made.entrants.update(present=True, paid=True)

    page = director.get(DESK).content.decode()

    assert "same name as no. 1 (SC Herz)" in page
    assert "Perhaps twice" not in page
    assert "registered twice" not in director.get("/t/cup/office/series/1/draw/").content.decode()


@pytest.mark.parametrize("typed", ["99", "Niemand", "/p/unbekannt/", "9" * 200, "\x00", "<b>"])
def test_nobody_is_said_in_words(director, made, typed):
    assert director.post(CHECK_IN, {"who": typed}).status_code in {302, 400}
    assert here(made) == []


def test_whoever_was_here_or_has_withdrawn_is_said(director, made):
    made.entrants.filter(number=1).update(present=True)
    made.entrants.filter(number=2).update(withdrawn_at=timezone.now())

    assert "was here already" in sent(director, "1")
    assert "has withdrawn" in sent(director, "2")
    assert here(made) == [1]


def test_nothing_typed_does_nothing(director, made):
    assert director.post(CHECK_IN, {"who": " "}).status_code == 302


def test_what_is_missing_before_the_draw_is_one_list(director, made):
    made.entrants.filter(number=3).update(present=True, paid=True)
    made.entrants.filter(number=2).update(club="")
    draw = director.get("/t/cup/office/series/1/draw/").content.decode()
    page = director.get(f"{DESK}?only=missing").content.decode()

    assert f"{DESK}?only=missing" in draw
    assert "2 have not paid." in draw
    assert "1 name is registered twice." in draw
    assert "Otto Klein" not in page
    for act in ("1 present on", "1 paid on", f'formaction="{DESK}1/" name="act" value="remove"'):
        assert act in page


def test_without_money_nobody_is_missing_for_it(director, made):
    made.entrants.update(present=True)

    assert "not paid" not in director.get("/t/cup/office/series/1/draw/").content.decode()
