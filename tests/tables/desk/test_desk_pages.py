"""The desk: a start number at once, a list that stays usable with a thousand in it, one entrant's page, marks."""

import re
from uuid import uuid4

import pytest

from tables.draw.forms import StartNumbers
from tables.journal.models import JournalEntry
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at
from tests.tables.draw.test_draw_swap import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DESK = "/t/cup/office/entrants/"
MARKS = f"{DESK}marks/"


def numbers(answer) -> list[int]:
    return [int(number) for number in re.findall(r'<tr id="entrant-(\d+)"', answer.content.decode())]


class TestRegister:
    def post(self, director, name="Erna Schulz", **more):
        return director.post(DESK, {"name": name, "entry_key": str(uuid4()), "present": "on", **more})

    def test_enter_gives_the_start_number_in_large_type_and_the_next_name_can_be_typed(self, director):
        made = factories.tournament(entrants=11)

        key = str(uuid4())
        first, again = (self.post(director, club="SC Herz", entry_key=key)["Location"] for _twice in range(2))
        assert first == again
        answer = director.get(first)

        body = text(answer)
        assert '<span class="start-number-no">No.</span>12' in body
        assert "Erna Schulz, SC Herz" in body
        assert re.search(r'<input[^>]*name="name"[^>]*autofocus', body)
        assert answer.context["form"]["name"].value() is None
        assert made.entrants.get(number=12).present
        assert made.entrants.count() == 12
        # Clubs known so far are suggested.
        assert '<option value="SC Herz">' in body
        assert 'list="clubs"' in body
        assert 'class="page-back"' not in director.get(f"{DESK}?only=absent").content.decode()

    def test_enter_in_an_empty_form_does_nothing_and_the_name_may_follow(self, director):
        made = factories.tournament()

        answer = self.post(director, " ", paid="on", classes="ladies")

        assert (answer.status_code, answer["Location"]) == (302, DESK)
        assert not made.entrants.exists()

        body = text(director.get(self.post(director, "", nameless="on")["Location"]))

        assert "Registered; the name may follow" in body
        assert "name to follow" in body
        assert made.entrants.get().name == ""

    def test_paid_stays_for_the_next_one_and_the_class_of_a_person_does_not(self, director):
        made = factories.tournament()
        here = self.post(director, paid="on", classes="ladies")["Location"]
        answer = director.get(here)
        form, page = answer.context["form"], answer.content.decode()

        assert (form["paid"].value(), form["classes"].value(), form["name"].value()) == (True, None, None)
        assert made.entrants.get().classes == ["ladies"]
        assert '<button type="submit" hidden name="paid" value="on">' in page
        assert "Take money" not in page
        # Who is registered beforehand is followed by others who are not there yet.
        there = director.post(here, {"name": "Otto", "entry_key": str(uuid4())})["Location"]
        assert director.get(there).context["form"]["present"].value() is False
        assert list(made.entrants.order_by("number").values_list("paid", "present")) == [(True, True), (False, False)]

    def test_somebody_of_the_same_name_is_pointed_out_but_registered(self, director):
        factories.tournament(entrants=3)

        body = text(director.get(self.post(director, "2, Spieler")["Location"]))

        assert "same name as no. 2" in body
        assert "same name as no. 4" in body
        assert "Perhaps twice" in body

    def test_what_is_absurd_is_refused_beside_its_field_and_kept(self, director):
        made = factories.tournament()

        for sent, field, said in (
            ({"name": "###"}, "name", "“###” is not a name: it contains no letter."),
            ({"name": "A" * 81}, "name", "At most 80 characters; these are 81."),
            ({"club": "A" * 81}, "club", "At most 80 characters; these are 81."),
            ({"team": "A" * 81}, "team", "At most 80 characters; these are 81."),
            ({"classes": ["juniors", "seniors"]}, "classes", "Nobody is of two ages at once: Juniors, Seniors."),
            ({"entry_key": "x"}, "entry_key", "This form did not arrive completely."),
        ):
            answer = self.post(director, **{"club": "SC Herz", **sent})

            assert answer.status_code == 422, said
            assert answer.context["form"].errors[field][0].startswith(said)
            assert sent.get("club", "SC Herz") in text(answer)
            assert not made.entrants.exists()

    def test_after_the_final_ranking_nobody_is_registered(self, director):
        factories.tournament(ended_at=EVENING, released_at=EVENING)

        answer = self.post(director)

        assert answer.status_code == 422
        assert "The final ranking has been released" in text(answer)
        assert 'value="Erna Schulz"' in text(answer)


class TestList:
    def test_an_empty_list_says_what_to_do_and_the_figures_leave_out_who_withdrew(
        self, director, django_assert_num_queries
    ):
        made = factories.tournament()
        body = text(director.get(DESK))
        assert "Nobody is registered yet." in body
        assert "Present: 0. Tables of four and three need" in body

        factories.registered_list(made, *(f"Spieler {letter}" for letter in "ABCDEFGH"))
        made.entrants.update(present=True)
        made.entrants.filter(number=8).update(withdrawn_at=EVENING, present=False, paid=True)
        made.entrants.filter(number=1).update(paid=True)
        with django_assert_num_queries(11):
            answer = director.get(DESK)
        counts, body = answer.context["desk"].counts, text(answer)
        assert (counts.registered, counts.present, counts.paid) == (7, 7, 1)
        assert counts.tables == "1 table of four, 1 table of three"
        # Who withdrew is struck and cannot be present.
        assert 'class="gone"' in body
        assert 'value="8 present on"' not in body
        assert 'value="1 present off"' in body

    def test_it_is_cut_down_to_what_is_asked_for_and_its_headings_put_it_in_order(self, director):
        made = factories.tournament(entrants=6)
        made.entrants.filter(number=1).update(name="Bernd Kurz", club="b")
        made.entrants.filter(number=2).update(name="Änna Berg", club="SC Kreuz", present=False)
        made.entrants.filter(number=3).update(name="", club="a")
        made.entrants.filter(number=4).update(withdrawn_at=EVENING, present=False, paid=True)
        made.entrants.filter(number__gte=5).update(name="Erna Schulz", club="c")

        for asked, shown in (
            *(("", [6, 5, 4, 3, 2, 1]), ("only=absent", [2]), ("only=unpaid", [6, 5, 3, 2, 1])),
            *(("only=nameless", [3]), ("only=doubles", [6, 5]), ("only=withdrawn", [4]), ("q=kurz", [1])),
            *(("q=ÄNNA", [2]), ("q=sc+kreuz", [2]), ("q=3", [3]), ("q=berg+kurz", [])),
            *(("q=schulz&sort=number", [5, 6]), ("only=nonsense&sort=x", [6, 5, 4, 3, 2, 1])),
        ):
            assert numbers(director.get(f"{DESK}?{asked}")) == shown, asked
        made.entrants.filter(number__gte=4).delete()
        for order, shown in (("name", [2, 1, 3]), ("club", [3, 1, 2]), ("-number", [3, 2, 1])):
            assert numbers(director.get(DESK, {"sort": order})) == shown, order


class TestMarks:
    def test_without_scripts_a_button_marks_and_leads_back_with_htmx_only_the_row_and_the_figures_come_back(
        self, director
    ):
        made = factories.tournament(entrants=3)

        answer = director.post(MARKS, {"mark": "2 paid on", "back": "only=unpaid&page=2&given=7&next=//evil"})

        assert answer["Location"] == f"{DESK}?only=unpaid&page=2#entrant-2"
        assert made.entrants.get(number=2).paid

        answer = director.post(MARKS, {"mark": "2 paid on"}, headers={"HX-Request": "true"})

        body = answer.content.decode()
        assert numbers(answer) == [2]
        assert "<html" not in body
        assert 'value="2 paid off"' in body
        assert 'id="desk-counts" hx-swap-oob="true"' in body

    def test_everybody_is_marked_after_a_tick(self, director):
        made = factories.tournament(entrants=3)

        refused = director.post(MARKS, {"mark": "all present off"}, follow=True)
        assert "Tick that you mean it." in text(refused)
        assert made.entrants.filter(present=True).count() == 3

        done = post_seen(director, MARKS, {"mark": "all present off", "sure": "on"}, page=DESK, follow=True)
        assert "3 entrants changed." in text(done)
        assert not made.entrants.filter(present=True).exists()

    def test_pressed_twice_it_stays_as_meant_and_a_mark_that_does_not_exist_changes_nothing(self, director):
        made = factories.tournament(entrants=3)

        for mark in ("", "2", "2 paid", "2 rich on", "x paid on", "99999999 paid on", "2 paid on; drop"):
            answer = director.post(MARKS, {"mark": mark})

            assert answer.status_code == 302, mark
            assert not JournalEntry.objects.exists()

        assert director.post(MARKS, {"mark": "77 paid on"}).status_code == 302
        assert director.post(MARKS, {"mark": "77 paid on"}, headers={"HX-Request": "true"}).status_code == 404

        for _ in range(2):
            director.post(MARKS, {"mark": "2 present off"})

        assert not made.entrants.get(number=2).present
        assert JournalEntry.objects.count() == 1


SWITCH = "/t/cup/office/registration/"


class TestEntrant:
    ADDRESS = f"{DESK}2/"

    def test_a_name_follows_later_and_withdrawing_keeps_the_number_and_can_be_taken_back(self, director):
        made = factories.tournament(entrants=3)
        absurd = post_seen(director, self.ADDRESS, {"act": "change", "name": "123", "club": "SC Herz"})
        assert absurd.status_code == 422
        assert absurd.context["form"].errors["name"] == ["“123” is not a name: it contains no letter."]
        assert 'value="SC Herz"' in text(absurd)
        assert director.post(self.ADDRESS, {"act": "promote"}).status_code == 422

        sent = {"act": "change", "name": " Erna  Schulz ", "present": "on"}
        assert "Saved." in text(post_seen(director, self.ADDRESS, sent, follow=True))
        assert made.entrants.get(number=2).name == "Erna Schulz"

        assert "Saved." in text(director.post(self.ADDRESS, {"act": "withdraw"}, follow=True))
        assert made.entrants.get(number=2).withdrawn_at
        body = text(director.get(self.ADDRESS))
        assert "Withdrawn since" in body
        assert 'name="present"' not in body
        # An old page does not mark present who withdrew meanwhile.
        post_seen(director, self.ADDRESS, {"act": "change", "name": "Erna Lang", "present": "on"})
        assert (made.entrants.get(number=2).name, made.entrants.get(number=2).present) == ("Erna Lang", False)

        assert "Saved." in text(director.post(self.ADDRESS, {"act": "reinstate"}, follow=True))
        assert made.entrants.get(number=2).withdrawn_at is None

    def test_seats_and_doubles_are_shown_and_who_sits_at_a_table_cannot_be_withdrawn(self, director):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number__in=[2, 4]).update(name="Erna Schulz")
        factories.running_series(made)

        body = text(director.get(self.ADDRESS))
        assert "Series 1: table 1, seat 2" in body
        assert f"{DESK}4/" in body

        answer = director.post(self.ADDRESS, {"act": "withdraw"})
        assert answer.status_code == 422
        assert "No. 2 sits at table 1 of series 1." in text(answer)
        assert made.entrants.get(number=2).withdrawn_at is None


class TestWishes:
    ADDRESS = f"{DESK}2/"

    SENT = {"act": "change", "name": "Spieler 2", "present": "on"}

    def save(self, director, **more):
        return post_seen(director, self.ADDRESS, {**self.SENT, **more}, follow=True)

    def apart(self, made):
        return list(made.entrants.get(number=2).apart_from.order_by("number").values_list("number", flat=True))

    def test_numbers_are_typed_as_people_type_them_and_emptied_fields_take_the_wishes_back(self, director):
        made = factories.tournament(entrants=9)

        assert StartNumbers().clean(" 9;4,  4 7 ") == (9, 4, 7)
        assert "Saved." in text(self.save(director, apart=" 9;4,  4 7 ", table="2"))
        assert self.apart(made) == [4, 7, 9]
        assert made.entrants.get(number=2).fixed_table == 2
        body = text(director.get(self.ADDRESS))
        assert 'name="apart" value="4, 7, 9"' in body
        assert 'name="table" value="2"' in body

        self.save(director, apart="7", table="")
        assert self.apart(made) == [7]
        assert made.entrants.get(number=2).fixed_table is None

    def test_a_page_opened_before_somebody_else_set_a_pair_does_not_undo_it(self, director):
        made = factories.tournament(entrants=9)
        sent = {**self.SENT, "apart": "", "table": ""}
        opened = seen_at(director, self.ADDRESS, sent)
        made.entrants.get(number=2).apart_from.add(made.entrants.get(number=4))
        made.entrants.filter(number=2).update(fixed_table=2)

        answer = director.post(self.ADDRESS, {**opened, **sent})

        assert answer.status_code == 409
        assert 'name="apart" value="4"' in text(answer)
        assert self.apart(made) == [4]
        assert made.entrants.get(number=2).fixed_table == 2

    def test_what_cannot_be_is_named_and_nothing_is_changed(self, director):
        made = factories.tournament(entrants=9)
        sent = {**self.SENT, "name": "Erna Schulz"}
        sent |= seen_at(director, self.ADDRESS, sent)

        for apart, said, table in (
            ("3, 99, 77", "There is no entrant with start number 77, 99.", "1"),
            ("2", "Choose two different start numbers.", "1"),
            ("3 Anna -1", "No start number: Anna, -1.", "0"),
            ("٣", "No start number: ٣.", "-3"),
            ("9" * 80, "No start number: 99999999999999999999.", "x"),
            (" ".join(map(str, range(1, 200))), "At most 100 start numbers.", "99999"),
        ):
            answer = director.post(self.ADDRESS, {**sent, "apart": apart, "table": table})

            assert answer.status_code == 422, apart
            assert answer.context["form"].errors["apart"] == [said]
            assert ("table" in answer.context["form"].errors) == (table != "1"), table
            assert f'name="apart" value="{apart}"' in text(answer)
            assert f'name="table" value="{table}"' in text(answer)
            assert self.apart(made) == []
            assert (made.entrants.get(number=2).name, made.entrants.get(number=2).fixed_table) == ("Spieler 2", None)


class TestSwitch:
    def test_the_public_form_is_opened_and_closed_with_the_address_shown_that_phones_reach(self, director, settings):
        made = factories.tournament()

        before = JournalEntry.objects.count()
        assert director.post(SWITCH, {"is_open": "maybe"}).status_code == 302
        assert JournalEntry.objects.count() == before
        opened = text(director.post(SWITCH, {"is_open": "yes"}, follow=True))
        assert "http://testserver/t/cup/register/" in opened
        made.refresh_from_db()
        assert made.registration_open
        settings.SITE_URL = "https://skat.example"
        assert "https://skat.example/t/cup/register/" in text(director.get(DESK))

        assert "Public registration closed" in text(director.post(SWITCH, {"is_open": "no"}, follow=True))

        made.registration_open, made.ended_at = False, EVENING
        made.save()
        assert "The end of the event has been stated" in text(director.post(SWITCH, {"is_open": "yes"}, follow=True))
