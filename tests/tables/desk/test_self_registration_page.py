"""The public form: a start number at once, the same one when sent twice, a question about doubles."""

from uuid import uuid4

import pytest
from django.urls import reverse

from tests.support import factories

pytestmark = pytest.mark.django_db


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

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("", "Please say who you are."),
            (" \u200b ", "Please say who you are."),
            ("###", "it contains no letter"),
            ("A" * 300, "The name has 300 characters; 80 are possible."),
        ],
    )
    def test_an_absurd_name_is_refused_in_words_and_kept(self, client, cup, name, said):
        answer = self.post(client, name, club="SC Herz")

        assert answer.status_code == 422
        assert said in text(answer)
        assert "SC Herz" in text(answer)
        assert not cup.entrants.exists()

    def test_nobody_is_junior_and_senior(self, client, cup):
        answer = self.post(client, classes=["juniors", "seniors"])

        assert answer.status_code == 422
        assert "Nobody is of two ages at once: Juniors, Seniors." in text(answer)

    def test_a_closed_form_is_a_friendly_sentence(self, client):
        factories.tournament()

        assert "Registration is closed here" in text(client.get(address("self-registration")))

    def test_a_form_that_closed_meanwhile_keeps_what_was_typed(self, client):
        made = factories.tournament()

        answer = self.post(client, "Erna Schulz")

        assert answer.status_code == 422
        assert "Registration is closed. Please go to the desk in the hall." in text(answer)
        assert 'value="Erna Schulz"' in text(answer)
        assert not made.entrants.exists()

    @pytest.mark.parametrize("key", ["", "nonsense"])
    def test_a_form_without_its_key_is_refused_in_words(self, client, cup, key):
        answer = self.post(client, entry_key=key)

        assert answer.status_code == 422
        assert "This form did not arrive completely." in text(answer)

    @pytest.mark.parametrize("number", ["", "99", "x", "9" * 50, "²", "-1"])
    def test_an_invented_number_shows_the_form(self, client, cup, number):
        answer = client.get(address("self-registration"), {"number": number})

        assert answer.status_code == 200
        assert "You are registered" not in text(answer)

    def test_names_are_stored_as_they_are_meant(self, client, cup):
        self.post(client, "  Zoe\u0308  =HYPERLINK(1)\u202e  ")

        assert cup.entrants.get().name == "Zoë =HYPERLINK(1)"
