"""Checking in by one field (SkWO 4.1), and the public form: a start number at once, a question about doubles."""

from uuid import uuid4

import pytest
from django.urls import reverse
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

    assert "No. 2, Anna Berg, SC Pik: present." in page
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

    assert answer["Location"] == f"{DESK}?checking=2&paid=True"


def test_two_of_one_name_from_two_clubs_are_two_and_nothing_is_to_be_settled(director, made):
    made.entrants.update(present=True, paid=True)

    page = director.get(DESK).content.decode()

    assert "same name as no. 1 (SC Herz)" in page
    assert "Perhaps twice" not in page
    assert "registered twice" not in director.get("/t/cup/office/series/1/draw/").content.decode()


def test_nobody_is_said_in_words(director, made):
    for typed in ("99", "Niemand", "/p/unbekannt/", "9" * 200, "\x00", "<b>"):
        assert director.post(CHECK_IN, {"who": typed}).status_code in {302, 400}, typed
        assert here(made) == []


def test_whoever_was_here_or_has_withdrawn_is_said(director, made):
    made.entrants.filter(number=1).update(present=True)
    made.entrants.filter(number=2).update(withdrawn_at=timezone.now())

    assert ": present." in sent(director, "1")
    assert ": withdrawn." in sent(director, "2")
    assert here(made) == [1]


def test_nothing_typed_does_nothing(director, made):
    assert director.post(CHECK_IN, {"who": " "}).status_code == 302


def test_what_is_missing_before_the_draw_is_one_list(director, made):
    made.entrants.filter(number=3).update(present=True, paid=True)
    made.entrants.filter(number=2).update(club="")
    draw = director.get("/t/cup/office/series/1/draw/").content.decode()
    page = director.get(f"{DESK}?only=missing").content.decode()

    assert f"{DESK}?only=missing" in draw
    assert "Not paid: 2" in draw
    assert "Perhaps twice: 1" in draw
    assert "Otto Klein" not in page
    for act in ("1 present on", "1 paid on", f'formaction="{DESK}1/" name="act" value="remove"'):
        assert act in page


def test_without_money_nobody_is_missing_for_it(director, made):
    made.entrants.update(present=True)

    assert "Not paid" not in director.get("/t/cup/office/series/1/draw/").content.decode()


def address(name: str, **more: object) -> str:
    return reverse(f"tables:{name}", kwargs={"slug": "cup", **more})


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


class TestSelfRegistration:
    @pytest.fixture
    def cup(self):
        return factories.tournament(registration_open=True)

    def post(self, client, name="Erna Schulz", **more):
        return client.post(
            address("self-registration"), {"name": name, "entry_key": str(uuid4()), **more}, follow=False
        )

    def test_a_start_number_is_given_at_once_and_shown_large(self, client, cup):
        answer = self.post(client, club="SC Herz", classes=["ladies"])

        assert answer.status_code == 302
        body = text(client.get(answer["Location"]))
        assert "You are registered" in body
        assert "Erna Schulz, SC Herz" in body
        entrant = cup.entrants.get()
        assert (entrant.number, entrant.source, entrant.classes, entrant.present, entrant.paid) == (
            1,
            "self",
            ["ladies"],
            False,
            False,
        )

    def test_sent_twice_the_number_stays_the_same(self, client, cup):
        key = str(uuid4())

        assert self.post(client, entry_key=key)["Location"] == self.post(client, entry_key=key)["Location"]
        assert cup.entrants.count() == 1

    def test_somebody_of_the_same_name_is_asked_and_may_insist(self, client, cup):
        self.post(client)
        key = str(uuid4())

        asked = self.post(client, "schulz, ERNA", entry_key=key)
        assert asked.status_code == 422
        assert "registered already as no. 1" in text(asked)
        assert "schulz, ERNA" in text(asked)
        assert cup.entrants.count() == 1

        assert self.post(client, "schulz, ERNA", entry_key=key, sure="on").status_code == 302
        assert self.post(client, "schulz, ERNA", entry_key=key, sure="on")["Location"].endswith("number=2")
        assert cup.entrants.count() == 2

    def test_an_absurd_name_is_refused_in_words_and_kept(self, client, cup):
        for name, said in (
            ("", "This field is required."),
            (" \u200b ", "This field is required."),
            ("###", "it contains no letter"),
            ("A" * 300, "At most 80 characters; these are 300."),
        ):
            answer = self.post(client, name, club="SC Herz")

            assert answer.status_code == 422, name
            assert said in text(answer)
            assert "SC Herz" in text(answer)
            assert not cup.entrants.exists()

    def test_nobody_is_junior_and_senior(self, client, cup):
        answer = self.post(client, classes=["juniors", "seniors"])

        assert answer.status_code == 422
        assert "Nobody is of two ages at once: Juniors, Seniors." in text(answer)

    def test_a_closed_form_is_a_friendly_sentence(self, client):
        factories.tournament()

        assert "Registration is closed. Please go to the desk in the hall." in text(
            client.get(address("self-registration"))
        )

    def test_a_form_that_closed_meanwhile_keeps_what_was_typed(self, client):
        made = factories.tournament()

        answer = self.post(client, "Erna Schulz")

        assert answer.status_code == 422
        assert "Registration is closed. Please go to the desk in the hall." in text(answer)
        assert 'value="Erna Schulz"' in text(answer)
        assert not made.entrants.exists()

    def test_a_form_without_its_key_is_refused_in_words(self, client, cup):
        for key in ("", "nonsense"):
            answer = self.post(client, entry_key=key)

            assert answer.status_code == 422, key
            assert "This form did not arrive completely." in text(answer)

    def test_an_invented_number_shows_the_form(self, client, cup):
        for number in ("", "99", "x", "9" * 50, "²", "-1"):
            answer = client.get(address("self-registration"), {"number": number})

            assert answer.status_code == 200, number
            assert "You are registered" not in text(answer)

    def test_names_are_stored_as_they_are_meant(self, client, cup):
        self.post(client, "  Zoe\u0308  =HYPERLINK(1)\u202e  ")

        assert cup.entrants.get().name == "Zoë =HYPERLINK(1)"
