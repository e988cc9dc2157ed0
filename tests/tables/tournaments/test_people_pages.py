"""Appointing, engaging and dismissing on the page; the journal; one's own password."""

from html import unescape

import pytest
from django.test import Client

from tables.accounts.models import User
from tables.journal.models import JournalEntry
from tests import factories
from tests.factories import EVENING
from tests.seen import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PEOPLE = "/t/cup/office/people/"
JOURNAL = "/t/cup/office/journal/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


class TestPeople:
    @pytest.fixture(autouse=True)
    def cup(self):
        return factories.tournament(entrants=3)

    def test_somebody_is_appointed(self, director, cup):
        factories.user("anna")

        answer = post_seen(
            director, PEOPLE, {"act": "appoint", "username": "anna", "kind": "judge", "plays_as": "2"}, follow=True
        )

        assert "anna is appointed." in text(answer)
        assert cup.roles.get(kind="judge").plays_as.number == 2

    @pytest.mark.parametrize(
        ("sent", "field", "said"),
        [
            ({"username": "nobody"}, "username", "There is no account “nobody”."),
            ({"username": ""}, "username", "This field is required."),
            ({"username": "anna", "plays_as": "99"}, "plays_as", "There is no entrant with start number 99."),
            ({"username": "anna", "plays_as": "x"}, "plays_as", "Enter a whole number."),
            ({"username": "anna", "kind": "emperor"}, "kind", "Select a valid choice."),
        ],
    )
    def test_who_cannot_be_appointed_is_said_beside_the_field(self, director, cup, sent, field, said):
        factories.user("anna")

        answer = post_seen(director, PEOPLE, {"act": "appoint", "kind": "judge", **sent})

        assert answer.status_code == 422
        assert answer.context["appoint"].errors[field][0].startswith(said)
        assert cup.roles.count() == 1

    def test_a_new_account_gets_a_password_that_is_shown_once(self, director, cup):
        answer = director.post(PEOPLE, {"act": "engage", "username": "anna", "kind": "judge"})

        password = answer.context["password"]
        assert password in text(answer)
        assert "no-store" in answer["Cache-Control"]
        assert Client().login(username="anna", password=password)
        assert password not in text(director.get(PEOPLE))
        assert not JournalEntry.objects.filter(data__icontains=password).exists()

    def test_a_new_account_has_the_name_that_stands_on_papers(self, director, cup):
        director.post(PEOPLE, {"act": "engage", "username": "anna", "name": " Anna  Berg ", "kind": "judge"})

        assert User.objects.get(username="anna").get_full_name() == "Anna Berg"
        assert "Anna Berg" in text(director.get(PEOPLE))

    def test_a_typed_password_holds_as_typed(self, director):
        director.post(
            PEOPLE, {"act": "engage", "username": "anna", "kind": "judge", "password": " windschiefe garage 7 "}
        )

        assert Client().login(username="anna", password=" windschiefe garage 7 ")

    @pytest.mark.parametrize(
        ("sent", "field", "said"),
        [
            ({"username": "DIREKTOR"}, "username", "There is an account “DIREKTOR” already."),
            ({"username": "an na"}, "username", "Enter a valid username."),
            ({"username": "a" * 151}, "username", "Ensure this value has at most 150"),
            ({"username": "anna", "password": "123"}, "password", "This password is too short."),
            ({"username": "anna", "plays_as": "99"}, "plays_as", "There is no entrant with start number 99."),
        ],
    )
    def test_an_account_that_cannot_be_made_is_said_beside_the_field(self, director, sent, field, said):
        answer = director.post(PEOPLE, {"act": "engage", "kind": "judge", **sent})

        assert answer.status_code == 422
        assert answer.context["engage"].errors[field][0].startswith(said)
        assert User.objects.count() == 1

    def test_an_office_is_taken_away(self, director, cup):
        factories.judge(cup)

        answer = director.post(PEOPLE, {"act": "dismiss", "role": cup.roles.get(kind="judge").pk}, follow=True)

        assert "The office is taken away." in text(answer)
        assert cup.roles.count() == 1

    def test_who_dismisses_himself_is_led_out(self, director, cup):
        cup.roles.create(user=factories.user("anna"), kind="director")

        answer = director.post(PEOPLE, {"act": "dismiss", "role": cup.roles.get(user__username="direktor").pk})

        assert answer["Location"] == "/t/cup/"

    def test_the_last_director_stays(self, director, cup):
        answer = director.post(PEOPLE, {"act": "dismiss", "role": cup.roles.get().pk})

        assert answer.status_code == 422
        assert "Somebody has to direct the tournament." in text(answer)
        assert cup.roles.count() == 1

    def test_nobody_takes_away_an_office_of_another_tournament(self, director):
        other = factories.tournament(slug="other", director="anderer")
        factories.judge(other)

        answer = director.post(PEOPLE, {"act": "dismiss", "role": other.roles.get(kind="judge").pk})

        assert answer.status_code == 422
        assert "This office is not held any more." in text(answer)
        assert other.roles.count() == 2

    @pytest.mark.parametrize("act", ["", "crown"])
    def test_an_act_that_does_not_exist_does_nothing(self, director, cup, act):
        assert director.post(PEOPLE, {"act": act, "username": "anna"}).status_code == 422

    def test_the_queries_do_not_grow_with_the_people(self, director, cup, django_assert_num_queries):
        for n in range(10):
            factories.judge(cup, f"judge-{n}", plays_as=1)

        with django_assert_num_queries(7):
            director.get(PEOPLE)


class TestJournal:
    def test_acts_are_told_latest_first_with_who_and_when(self, director):
        made = factories.tournament(entrants=4)
        factories.user("anna")
        post_seen(director, PEOPLE, {"act": "appoint", "username": "anna", "kind": "judge"})
        factories.running_series(made)

        body = text(director.get(JOURNAL))

        assert body.index("Series 1 started") < body.index("Seats of series 1 published") < body.index("anna appointed")
        assert "The chain is whole: all 4 lines fit" in body

    def test_a_broken_chain_is_said_with_its_line(self, director):
        made = factories.tournament(entrants=4)
        factories.running_series(made)
        JournalEntry.objects.filter(number=2).update(at=EVENING.replace(year=2020))

        assert "Line 2 does not fit the line before it" in text(director.get(JOURNAL))

    def test_a_very_long_journal_is_checked_when_asked_for(self, director, monkeypatch):
        monkeypatch.setattr("tables.tournaments.views.officials.MOST_CHECKED_AT_ONCE", 1)
        factories.running_series(factories.tournament(entrants=4))

        assert "Check the chain" in text(director.get(JOURNAL))
        assert "The chain is whole" in text(director.get(JOURNAL, {"check": "yes"}))

    def test_an_empty_journal_says_so(self, director):
        factories.tournament()

        assert "Nothing has been done yet." in text(director.get(JOURNAL))

    def test_it_is_paged_in_few_queries(self, director, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr("tables.acts.listings.columns.ROWS_A_PAGE", 10)
        made = factories.tournament(entrants=4, rounds=3)
        row = factories.list_of(factories.running_series(made))
        for _ in range(12):
            factories.enter(row, None)
        post_seen(director, PEOPLE, {"act": "appoint", "username": "direktor", "kind": "judge"})

        with django_assert_num_queries(10):
            body = text(director.get(JOURNAL, {"page": "1"}))

        assert "Page 1 of 2" in body


class TestPassword:
    def test_one_changes_ones_own(self, director):
        new = {"new_password1": "windschiefe-garage-9", "new_password2": "windschiefe-garage-9"}

        answer = director.post("/account/", {"old_password": "direktor" * 2, **new}, follow=True)

        assert "Your new password holds from now on." in text(answer)
        assert Client().login(username="direktor", password="windschiefe-garage-9")
        assert director.get("/account/").status_code == 200

    @pytest.mark.parametrize(
        ("old", "new", "again"),
        [
            ("wrong", "windschiefe-garage-9", "windschiefe-garage-9"),
            ("direktor" * 2, "kurz", "kurz"),
            ("direktor" * 2, "windschiefe-garage-9", "other"),
            ("", "", ""),
        ],
    )
    def test_what_does_not_fit_is_refused(self, director, old, new, again):
        answer = director.post("/account/", {"old_password": old, "new_password1": new, "new_password2": again})

        assert answer.status_code == 422
        assert Client().login(username="direktor", password="direktor" * 2)


class TestOnesOwnName:
    def test_is_said_changed_and_taken_back(self, director):
        for typed, kept in ((" Vera  Vorsitz ", "Vera Vorsitz"), ("V. Vorsitz", "V. Vorsitz"), ("", "")):
            answer = director.post("/account/", {"act": "name", "name": typed}, follow=True)

            assert "Saved." in text(answer)
            assert factories.user().get_full_name() == kept
            assert f'value="{kept}"' in text(answer) or not kept

    def test_that_is_too_long_is_refused_and_kept_as_typed(self, director):
        answer = director.post("/account/", {"act": "name", "name": "x" * 81})

        assert answer.status_code == 422
        assert "x" * 81 in text(answer)
        assert factories.user().get_full_name() == ""
