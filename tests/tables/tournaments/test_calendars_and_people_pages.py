"""Events for calendars: read back as a calendar reads them.

Appointing, engaging and dismissing on the page; the journal; one's own password.
"""

from datetime import UTC, date, datetime, timedelta
from html import unescape

import icalendar
import pytest
from django.test import Client
from django.utils import timezone

from tables.accounts.models import User
from tables.clubs.models import Club
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.tables.tournaments.test_home_pages import event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def read(answer) -> list[icalendar.Event]:
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(icalendar.Calendar.from_ical(answer.content).walk("VEVENT"))


def names(answer) -> list[str]:
    return [str(one["SUMMARY"]) for one in read(answer)]


class TestOfTheSite:
    def test_an_event_stands_there_with_its_days_place_and_address(self, client):
        event("Pokal; \\, schön", date(2030, 3, 1), ends_on=date(2030, 3, 2), place="Gera, Kulturhaus")

        (one,) = read(client.get("/events.ics"))

        assert str(one["SUMMARY"]) == "Pokal; \\, schön"
        assert (one.start, one.end) == (date(2030, 3, 1), date(2030, 3, 3))
        assert str(one["LOCATION"]) == "Gera, Kulturhaus"
        assert str(one["URL"]) == "http://testserver/t/pokal-schon/"

    def test_its_identity_stays_and_its_sequence_follows_the_journal(self, client):
        made = event("Pokal", date(2030, 3, 1))
        (before,) = read(client.get("/events.ics"))
        journal.record("registration.opened", tournament=made, by=None, at=EVENING)
        Tournament.objects.update(name="Pokal der Stadt", place="Jena")
        journal.record("registration.closed", tournament=made, by=None, at=EVENING + timedelta(hours=1))

        (after,) = read(client.get("/events.ics"))

        assert str(before["UID"]) == str(after["UID"])
        assert (int(before["SEQUENCE"]), int(after["SEQUENCE"])) == (0, 2)
        assert after["LAST-MODIFIED"].dt == EVENING + timedelta(hours=1)

    def test_two_events_are_never_one(self, client):
        for n in range(5):
            event(f"e{n}", date(2030, 3, 1))

        assert len({str(one["UID"]) for one in read(client.get("/events.ics"))}) == 5

    def test_it_takes_the_questions_of_the_start_page(self, client):
        event("Pokal", date(2030, 3, 1), place="Gera")
        event("Preisskat", date(2030, 3, 1), place="Jena")

        assert names(client.get("/events.ics?q=pokal")) == ["Pokal"]
        assert names(client.get("/events.ics?place=jena")) == ["Preisskat"]
        assert names(client.get("/events.ics?since=2031-01-01")) == []
        assert len(names(client.get("/events.ics?since=quatsch"))) == 2

    def test_what_is_over_for_long_is_left_out_unless_asked_for(self, client):
        event("old", date(2020, 3, 1))

        assert names(client.get("/events.ics")) == []
        assert names(client.get("/events.ics?since=2020-01-01")) == ["old"]

    def test_what_is_not_published_any_more_is_left_out(self, client):
        event("gone", timezone.localdate(), unpublish_on=timezone.localdate())

        assert names(client.get("/events.ics")) == []

    def test_an_unchanged_calendar_costs_a_304(self, client):
        made = event("Pokal", date(2030, 3, 1))
        seen = client.get("/events.ics")["ETag"]

        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 304
        made.name = "Pokal der Stadt"
        made.save()
        assert client.get("/events.ics", headers={"if-none-match": seen}).status_code == 200

    @pytest.mark.parametrize("many", [1, 40])
    def test_it_takes_one_query(self, client, many, django_assert_num_queries):
        for n in range(many):
            event(f"e{n}", date(2030, 3, 1))

        with django_assert_num_queries(1):
            client.get("/events.ics")


class TestOfAClub:
    def test_only_its_own_events_stand_there(self, client):
        herz = Club.objects.create(name="SC Herz Dame", slug="herz", created_at=EVENING)
        event("ours", date(2030, 3, 1), club=herz)
        event("theirs", date(2030, 3, 1))

        assert names(client.get("/clubs/herz/events.ics")) == ["ours"]

    def test_a_club_that_is_not_there_has_none(self, client):
        assert client.get("/clubs/nobody/events.ics").status_code == 404


class TestOfAnEvent:
    def test_without_times_it_is_its_day(self, client):
        factories.tournament(series=2)

        (one,) = read(client.get("/t/cup/event.ics"))

        assert (one.start, one.end) == (date(2026, 5, 16), date(2026, 5, 17))

    def test_series_with_a_time_stand_at_it_as_long_as_the_plan_says(self, client):
        made = factories.tournament(series=2, time_limit=135)
        begins = datetime(2026, 5, 16, 8, 0, tzinfo=UTC)
        for number in (1, 2):
            made.series.filter(number=number).update(begins_at=begins + timedelta(hours=3 * number))

        first, second = read(client.get("/t/cup/event.ics"))

        assert str(first["SUMMARY"]) == "Herz-Dame-Cup: series 1"
        assert (first.start, first.end) == (begins + timedelta(hours=3), begins + timedelta(hours=5, minutes=15))
        assert second.start == begins + timedelta(hours=6)
        assert str(first["UID"]) != str(second["UID"])

    def test_without_a_time_limit_a_series_of_twelve_rounds_lasts_two_hours(self, client):
        made = factories.tournament(rounds=12)
        made.series.update(begins_at=EVENING)

        (one,) = read(client.get("/t/cup/event.ics"))

        assert one.end - one.start == timedelta(hours=2)

    def test_the_day_stays_while_a_series_has_no_time_yet(self, client):
        made = factories.tournament(series=2)
        made.series.filter(number=1).update(begins_at=EVENING)

        assert names(client.get("/t/cup/event.ics")) == ["Herz-Dame-Cup", "Herz-Dame-Cup: series 1"]

    def test_it_is_the_same_event_as_in_the_calendar_of_the_site(self, client):
        factories.tournament(starts_on=date(2030, 3, 1), ends_on=date(2030, 3, 1))

        assert read(client.get("/t/cup/event.ics"))[0]["UID"] == read(client.get("/events.ics"))[0]["UID"]

    def test_an_event_not_published_any_more_has_none(self, client):
        factories.tournament(unpublish_on=date(2026, 6, 1))

        assert client.get("/t/cup/event.ics").status_code == 410


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
