"""Cards drawn at the door: the services behind the desk, and the desk's page."""

from html import unescape

import pytest
from django.test import Client

from tables.acts.services import Refused
from tables.draw.services import draws
from tables.draw.services import seats as hall
from tables.journal import chain as journal
from tables.seating.checks import verify
from tables.seating.sizes import CannotSeat
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.remembered_worlds import remembered_step

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/office/series/1/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def facts(made) -> dict:
    return {"series_id": made.series.get(number=1).pk, "by": factories.user(), "now": EVENING}


@remembered_step
def opened(entrants=7, *, players=None):
    made = factories.tournament(entrants=entrants)
    draws.set_up_tables(players=players or entrants, **facts(made))
    return made


def seat(made, number, table, place):
    return draws.seat_by_hand(number=number, table=table, place=place, **facts(made))


def fill(made, *numbers):
    """Seat these one after the other, from seat 1 at table 1 on."""
    for number in numbers:
        free = next(
            (table.number, place)
            for table in made.series.get().tables.order_by("number")
            for place in range(1, table.size + 1)
            if not table.seats.filter(place=place).exists()
        )
        seat(made, number, *free)


def seated(made) -> list[list[int]]:
    return [
        [one.entrant.number for one in table.seats.order_by("place")]
        for table in made.series.get().tables.order_by("number")
    ]


class TestServices:
    def test_tables_are_set_up_by_the_rule(self):
        made = opened(14)

        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4, 3, 3]
        assert made.series.get().seating == Series.Seating.BY_HAND

    def test_so_few_make_no_tables(self):
        made = factories.tournament(entrants=5)

        for players in (1, 2, 5):
            with pytest.raises(CannotSeat):
                draws.set_up_tables(players=players, **facts(made))

    def test_set_up_twice_is_refused(self):
        made = opened()

        with pytest.raises(Refused, match="already-drawn"):
            draws.set_up_tables(players=7, **facts(made))

    def test_the_same_card_typed_twice_counts_once(self):
        made = opened()

        assert seat(made, 3, 1, 2) == seat(made, 3, 1, 2)
        assert made.journal.filter(action="series.seated-by-hand").count() == 1

    def test_whoever_draws_a_card_is_present(self):
        made = opened()
        made.entrants.filter(number=3).update(present=False)

        seat(made, 3, 1, 2)

        assert made.entrants.get(number=3).present

    def test_a_card_that_cannot_be_is_refused(self):
        made = opened()
        made.entrants.filter(number=7).update(present=False, withdrawn_at=EVENING)
        seat(made, 1, 1, 1)

        for number, table, place, code in (
            (99, 1, 1, "no-such-entrant"),
            (7, 1, 1, "withdrawn"),
            (1, 1, 4, "seated-already"),
            (2, 9, 1, "no-such-chair"),
            (2, 2, 4, "no-such-chair"),
            (2, 1, 0, "no-such-chair"),
            (2, 1, 1, "seat-taken"),
        ):
            with pytest.raises(Refused, match=code):
                seat(made, number, table, place)
            assert made.series.get().seats.count() == 1, number

    def test_a_free_seat_can_be_drawn_until_none_is_left(self):
        made = opened(7, players=6)
        for number in range(1, 7):
            seat(made, number, 0, 0)
        assert sorted(map(len, seated(made))) == [3, 3]

        with pytest.raises(Refused, match="hall-full"):
            seat(made, 7, 0, 0)

    def test_more_room_is_a_fourth_chair_first_then_another_table(self):
        made = opened(7)
        draws.add_room(**facts(made))
        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4]
        draws.add_room(**facts(made))
        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4, 4]

    def test_a_seat_is_freed_again(self):
        made = opened()
        seat(made, 1, 1, 1)

        draws.unseat(number=1, **facts(made))

        assert seated(made) == [[], []]
        with pytest.raises(Refused, match="not-seated"):
            draws.unseat(number=1, **facts(made))

    @pytest.mark.thorough
    def test_finished_it_is_a_draw_like_any_other(self):
        made = opened()
        fill(made, *range(7, 0, -1))

        draws.finish_by_hand(**facts(made))

        series = made.series.get()
        assert series.status == Series.Status.DRAWN
        assert seated(made) == [[7, 6, 5, 4], [3, 2, 1]]
        assert series.draw.record["method"] == "hand"
        assert verify(series.draw.record) == ()
        assert journal.first_broken_line(made) is None

    def test_finishing_closes_gaps_in_seats_and_tables(self):
        made = opened(7, players=12)
        for number, place in ((1, 1), (2, 3), (3, 4)):
            seat(made, number, 1, place)
        for place in range(1, 5):
            seat(made, 3 + place, 3, place)

        draws.finish_by_hand(**facts(made))

        assert seated(made) == [[1, 2, 3], [4, 5, 6, 7]]
        assert [table.number for table in made.series.get().tables.order_by("number")] == [1, 2]
        assert [table.size for table in made.series.get().tables.order_by("number")] == [3, 4]

    @pytest.mark.parametrize("numbers", [[], [1, 2], [1, 2, 3, 4, 5]])
    def test_what_breaks_the_law_is_not_finished(self, numbers):
        made = opened()
        fill(made, *numbers)

        with pytest.raises(CannotSeat):
            draws.finish_by_hand(**facts(made))
        assert made.series.get().draw is None

    @pytest.mark.thorough
    def test_nothing_half_typed_is_published(self):
        made = opened()
        fill(made, 1, 2, 3)

        with pytest.raises(Refused, match="still-by-hand"):
            hall.publish_series(**facts(made))

    def test_a_draw_by_lot_has_no_desk(self):
        made = factories.tournament(entrants=8)
        draws.draw_series(public="1", **facts(made))

        for act in (
            lambda: seat(made, 1, 1, 1),
            lambda: draws.unseat(number=1, **facts(made)),
            lambda: draws.add_room(**facts(made)),
            lambda: draws.finish_by_hand(**facts(made)),
        ):
            with pytest.raises(Refused, match="not-by-hand"):
                act()


@pytest.mark.slow
class TestSetUp:
    def test_it_offers_tables_for_those_present(self, director):
        made = factories.tournament(entrants=14)
        answer = director.get(PAGE)
        assert answer.context["players_form"]["players"].value() == 14

        done = director.post(PAGE, {"act": "players", "players": 14}, follow=True)

        assert "Saved." in text(done)
        assert made.series.get().tables.count() == 4

    def test_an_absurd_number_is_refused_and_kept(self, director):
        made = factories.tournament(entrants=14)

        for players in ("", "x", "0", "-3", "1e3", "99999999", "5", "2"):
            answer = director.post(PAGE, {"act": "players", "players": players})

            assert answer.status_code == 422, players
            assert 'class="errorlist"' in text(answer)
            assert answer.context["players_form"]["players"].value() == players
            assert made.series.get().status == Series.Status.PLANNED

    def test_a_series_that_has_seats_says_so(self, director):
        factories.running_series(factories.tournament(entrants=8))

        answer = director.post(PAGE, {"act": "players", "players": 8})
        assert answer.status_code == 422
        assert "Series 1 has been drawn already" in text(answer)

    @pytest.mark.thorough
    def test_nothing_can_be_typed_before(self, director):
        made = factories.tournament(entrants=8)

        for act in ("seat", "lot", "unseat", "room", "finish", "discard", "dance", ""):
            answer = director.post(
                PAGE, {"act": act, "number": 1, "table": 1, "place": 1, "because": "x", "sure": "on"}
            )

            assert answer.status_code == 422, act
            assert made.series.get().status == Series.Status.PLANNED


@pytest.mark.slow
class TestDesk:
    def type(self, director, number="", table="", place="", act="seat", **more):
        return director.post(PAGE, {"act": act, "number": number, "table": table, "place": place}, **more)

    def test_enter_seats_shows_it_large_and_waits_for_the_next(self, director):
        made = opened(7)

        answer = self.type(director, 5, 2, 3, follow=True)

        body = text(answer)
        assert seated(made) == [[], [5]]
        assert '<span class="start-number-no">Table</span>2' in body
        assert '<span class="start-number-no">Seat</span>3' in body
        assert answer.context["seat_form"]["number"].value() is None
        assert "autofocus" in body
        assert body.index('value="seat"') < body.index('value="lot"')

    def test_a_free_seat_is_drawn_for_a_number(self, director):
        made = opened(7)

        answer = self.type(director, 5, "x", "", act="lot", follow=True)

        assert answer.status_code == 200
        assert made.series.get().seats.get().entrant.number == 5

    def test_what_cannot_be_is_said_beside_the_field_and_kept(self, director):
        made = opened(7)
        seat(made, 1, 1, 1)

        for number, table, place, field, said in (
            ("", 1, 1, "number", "This field is required."),
            ("x", 1, 1, "number", "Enter a whole number."),
            ("-1", 1, 1, "number", "Ensure this value is greater than or equal to 1."),
            ("9" * 30, 1, 1, "number", "Ensure this value is less than or equal to 999999."),
            (99, 1, 1, "number", "There is no entrant with start number 99."),
            (1, 1, 2, "number", "These have a seat in series 1 already: 1."),
            (2, "", "", "table", "This field is required."),
            (2, 1, "", "place", "This field is required."),
            (2, 1, 7, "place", "Ensure this value is less than or equal to 4."),
            (2, 9, 1, "table", "There is no seat 1 at a table 9."),
            (2, 1, 1, "place", "Seat 1 at table 1 is taken by no. 1."),
        ):
            answer = self.type(director, number, table, place)

            assert answer.status_code == 422, said
            form = answer.context["seat_form"]
            assert form.errors[field] == [said]
            assert "autofocus" in form.fields[field].widget.attrs
            assert [form[name].value() for name in ("number", "table", "place")] == [
                str(number),
                str(table),
                str(place),
            ]
            assert made.series.get().seats.count() == 1

    def test_whoever_has_a_seat_already_is_told_which(self, director):
        made = opened(7)
        seat(made, 1, 2, 3)

        assert "Spieler 1: Table 2, seat 3" in text(self.type(director, 1, act="lot"))

    def test_it_says_who_is_seated_who_is_not_and_what_is_free(self, director):
        made = opened(7)
        seat(made, 1, 1, 1)
        seat(made, 2, 2, 3)

        answer = director.get(PAGE)

        desk = answer.context["desk"]
        assert [(one.table.number, one.free) for one in desk.open_tables] == [(1, (2, 3, 4)), (2, (1, 2))]
        assert [one.number for one in desk.left] == [3, 4, 5, 6, 7]
        assert [one.entrant.number for one in desk.latest] == [2, 1]
        assert "Spieler 3 (3), Spieler 4 (4)" in text(answer)

    def test_the_last_card_is_undone(self, director):
        made = opened(7)
        seat(made, 1, 1, 1)

        answer = director.post(PAGE, {"act": "unseat", "number": 1}, follow=True)

        assert "Done." in text(answer)
        assert not made.series.get().seats.exists()

    def test_nobody_without_a_seat_is_unseated(self, director):
        opened(7)

        for number in ("", "x", "3"):
            answer = director.post(PAGE, {"act": "unseat", "number": number})

            assert answer.status_code == 422, number
            assert answer.context["unseat_form"].errors["number"]

    def test_chairs_are_added_when_more_come_than_were_expected(self, director):
        made = opened(7, players=6)
        assert "There are fewer free seats than entrants without one." in text(director.get(PAGE))

        director.post(PAGE, {"act": "room"})

        assert "There are fewer free seats" not in text(director.get(PAGE))
        assert [table.size for table in made.series.get().tables.all()] == [4, 4]

    def test_two_desks_type_at_once(self, director):
        made = opened(7)
        made.roles.create(user=factories.user("zweite"), kind="director")
        other = Client(headers={"accept-language": "en"})
        other.force_login(factories.user("zweite"))
        other.get(PAGE)

        self.type(director, 1, 1, 1)
        answer = self.type(other, 2, 1, 1)

        assert answer.status_code == 422
        assert "Seat 1 at table 1 is taken by no. 1." in text(answer)

    def test_finished_it_goes_on_as_a_preview(self, director):
        made = opened(7)
        fill(made, *range(1, 8))

        answer = director.post(PAGE, {"act": "finish"}, follow=True)

        assert answer.redirect_chain[-1][0] == PAGE
        assert "Saved. Only the direction sees the seats until they are published." in text(answer)
        assert "Preview: only the direction sees this." in text(answer)
        assert "The hall has diced" not in text(answer)

    def test_who_is_present_without_a_seat_must_have_been_seen(self, director):
        made = opened(8)
        fill(made, *range(1, 8))

        answer = director.post(PAGE, {"act": "finish"})
        assert answer.status_code == 422
        assert "This field is required." in text(answer)
        assert "Finish although 1 who is present has no seat" in text(answer)

        assert director.post(PAGE, {"act": "finish", "sure": "on"}).status_code == 302
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7]]

    def test_seats_that_break_the_law_are_named(self, director):
        made = opened(9, players=12)
        for number, table in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 2)):
            seat(made, number, table, number if number < 5 else 1)

        answer = director.post(PAGE, {"act": "finish", "sure": "on"})

        assert answer.status_code == 422
        assert "Series 1: table 1 has 2 players; three or four sit at a table." in text(answer)
        assert made.series.get().draw is None

    def test_with_nobody_seated_nothing_is_finished(self, director):
        opened(7)

        answer = director.post(PAGE, {"act": "finish", "sure": "on"})

        assert answer.status_code == 422
        assert "Nobody has a seat yet." in text(answer)

    def test_it_is_discarded_with_a_reason_only(self, director):
        made = opened(7)
        fill(made, 1, 2)

        refused = post_seen(director, PAGE, {"act": "discard", "because": " "})
        assert refused.status_code == 422
        assert "Please give the reason" in text(refused)

        answer = post_seen(director, PAGE, {"act": "discard", "because": "The cards were mixed up"}, follow=True)
        assert answer.redirect_chain[-1][0] == PAGE
        assert made.series.get().status == Series.Status.PLANNED
        assert not made.series.get().tables.exists()

    def test_nothing_is_drawn_by_lot_while_it_goes_on(self, director):
        made = opened(7)

        answer = director.post(PAGE, {"act": "draw", "public": "1"})

        assert answer.status_code == 422
        assert "Series 1 has been drawn already" in text(answer)
        assert made.series.get().draw is None

    @pytest.mark.thorough
    def test_the_queries_do_not_grow_with_the_hall(self, director, django_assert_num_queries):
        made = opened(24)
        fill(made, *range(1, 15))

        director.get(PAGE)
        with django_assert_num_queries(10):
            director.get(PAGE)
