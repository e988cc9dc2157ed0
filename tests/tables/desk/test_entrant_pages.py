"""One entrant's page: changing, withdrawing, coming back; the switch of the public form."""

from html import unescape

import pytest

from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

DESK = "/t/cup/office/entrants/"
SWITCH = "/t/cup/office/registration/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


class TestEntrant:
    ADDRESS = f"{DESK}2/"

    def test_a_name_follows_later(self, director):
        made = factories.tournament(entrants=3)

        answer = post_seen(
            director, self.ADDRESS, {"act": "change", "name": " Erna  Schulz ", "present": "on"}, follow=True
        )

        assert "No. 2 is changed." in text(answer)
        assert made.entrants.get(number=2).name == "Erna Schulz"

    def test_what_is_absurd_is_refused_and_kept(self, director):
        factories.tournament(entrants=3)

        answer = post_seen(director, self.ADDRESS, {"act": "change", "name": "123", "club": "SC Herz"})

        assert answer.status_code == 422
        assert answer.context["form"].errors["name"] == ["“123” is not a name: it contains no letter."]
        assert 'value="SC Herz"' in text(answer)

    def test_withdrawing_keeps_the_number_and_can_be_taken_back(self, director):
        made = factories.tournament(entrants=3)

        assert "No. 2 has withdrawn." in text(director.post(self.ADDRESS, {"act": "withdraw"}, follow=True))
        assert made.entrants.get(number=2).withdrawn_at
        body = text(director.get(self.ADDRESS))
        assert "Withdrawn since" in body
        assert 'name="present"' not in body

        assert "No. 2 takes part again." in text(director.post(self.ADDRESS, {"act": "reinstate"}, follow=True))
        assert made.entrants.get(number=2).withdrawn_at is None

    def test_who_sits_at_a_table_cannot_be_withdrawn(self, director):
        made = factories.tournament(entrants=4)
        factories.running_series(made)

        answer = director.post(self.ADDRESS, {"act": "withdraw"})

        assert answer.status_code == 422
        assert "No. 2 sits at table 1 of series 1." in text(answer)
        assert made.entrants.get(number=2).withdrawn_at is None

    def test_who_withdrew_meanwhile_is_not_marked_present_by_an_old_page(self, director):
        made = factories.tournament(entrants=3)
        director.post(self.ADDRESS, {"act": "withdraw"})

        post_seen(director, self.ADDRESS, {"act": "change", "name": "Erna Schulz", "present": "on"})

        assert (made.entrants.get(number=2).name, made.entrants.get(number=2).present) == ("Erna Schulz", False)

    def test_seats_and_doubles_are_shown(self, director):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number__in=[2, 4]).update(name="Erna Schulz")
        factories.running_series(made)

        body = text(director.get(self.ADDRESS))

        assert "Series 1: table 1, seat 2" in body
        assert f"{DESK}4/" in body

    def test_an_unknown_number_is_not_found(self, director):
        factories.tournament(entrants=3)

        assert director.get(f"{DESK}77/").status_code == 404

    def test_an_unknown_act_does_nothing(self, director):
        factories.tournament(entrants=3)

        assert director.post(self.ADDRESS, {"act": "promote"}).status_code == 422


class TestWishes:
    ADDRESS = f"{DESK}2/"

    def save(self, director, **more):
        return post_seen(
            director, self.ADDRESS, {"act": "change", "name": "Spieler 2", "present": "on", **more}, follow=True
        )

    def apart(self, made):
        return list(made.entrants.get(number=2).apart_from.order_by("number").values_list("number", flat=True))

    def test_numbers_are_typed_as_people_type_them(self, director):
        made = factories.tournament(entrants=9)

        done = self.save(director, apart=" 9;4,  4 7 ", table="2")

        assert "No. 2 is changed." in text(done)
        assert self.apart(made) == [4, 7, 9]
        assert made.entrants.get(number=2).fixed_table == 2
        body = text(director.get(self.ADDRESS))
        assert 'name="apart" value="4, 7, 9"' in body
        assert 'name="table" value="2"' in body

    def test_emptied_fields_take_the_wishes_back(self, director):
        made = factories.tournament(entrants=9)
        self.save(director, apart="4 7", table="2")

        self.save(director, apart="7", table="")

        assert self.apart(made) == [7]
        assert made.entrants.get(number=2).fixed_table is None

    def test_a_page_opened_before_somebody_else_set_a_pair_does_not_undo_it(self, director):
        made = factories.tournament(entrants=9)
        sent = {"act": "change", "name": "Spieler 2", "present": "on", "apart": "", "table": ""}
        opened = seen_at(director, self.ADDRESS, sent)
        made.entrants.get(number=2).apart_from.add(made.entrants.get(number=4))
        made.entrants.filter(number=2).update(fixed_table=2)

        answer = director.post(self.ADDRESS, {**opened, **sent})

        assert answer.status_code == 409
        assert 'name="apart" value="4"' in text(answer)
        assert self.apart(made) == [4]
        assert made.entrants.get(number=2).fixed_table == 2

    @pytest.mark.parametrize(
        ("apart", "said"),
        [
            ("3, 99, 77", "There is nobody with these start numbers: 77, 99."),
            ("2", "No. 2 cannot be kept apart from themselves."),
            ("3 Anna -1", "No start number: Anna, -1."),
            ("٣", "No start number: ٣."),
            ("9" * 80, "No start number: 99999999999999999999."),
            (" ".join(map(str, range(1, 200))), "At most 100 start numbers."),
        ],
    )
    def test_what_cannot_be_is_named_and_nothing_is_changed(self, director, apart, said):
        made = factories.tournament(entrants=9)

        answer = self.save(director, name="Erna Schulz", apart=apart)

        assert answer.status_code == 422
        assert answer.context["form"].errors["apart"] == [said]
        assert f'name="apart" value="{apart}"' in text(answer)
        assert self.apart(made) == []
        assert made.entrants.get(number=2).name == "Spieler 2"

    @pytest.mark.parametrize("table", ["0", "-3", "x", "99999"])
    def test_a_table_that_cannot_be_is_refused_and_kept(self, director, table):
        made = factories.tournament(entrants=9)

        answer = self.save(director, table=table)

        assert answer.status_code == 422
        assert f'name="table" value="{table}"' in text(answer)
        assert made.entrants.get(number=2).fixed_table is None


class TestSwitch:
    def test_the_public_form_is_opened_and_closed_with_its_address_shown(self, director):
        made = factories.tournament()

        opened = text(director.post(SWITCH, {"is_open": "yes"}, follow=True))
        assert "http://testserver/t/cup/register/" in opened
        made.refresh_from_db()
        assert made.registration_open

        assert "The public form is closed." in text(director.post(SWITCH, {"is_open": "no"}, follow=True))

    def test_the_address_shown_is_the_one_that_phones_reach(self, director, settings):
        settings.SITE_URL = "https://skat.example"
        factories.tournament(registration_open=True)

        assert "https://skat.example/t/cup/register/" in text(director.get(DESK))

    def test_after_the_end_it_stays_closed_and_says_why(self, director):
        factories.tournament(ended_at=EVENING)

        assert "The end of the event has been stated" in text(director.post(SWITCH, {"is_open": "yes"}, follow=True))

    def test_nonsense_changes_nothing(self, director):
        factories.tournament()

        assert director.post(SWITCH, {"is_open": "maybe"}).status_code == 302
        assert not JournalEntry.objects.exists()
