"""Cards drawn at the door: the services behind the desk, and the desk's page."""

import pytest

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
from tests.tables.draw.test_draw_swap import text

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/office/series/1/draw/"


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


def sizes(made) -> list[int]:
    return [table.size for table in made.series.get().tables.order_by("number")]


class TestServices:
    def test_tables_are_set_up_once_by_the_rule(self):
        made = factories.tournament(entrants=14)

        for players in (1, 2, 5):
            with pytest.raises(CannotSeat):
                draws.set_up_tables(players=players, **facts(made))
        draws.set_up_tables(players=14, **facts(made))
        with pytest.raises(Refused, match="already-drawn"):
            draws.set_up_tables(players=7, **facts(made))

        assert sizes(made) == [4, 4, 3, 3]
        assert made.series.get().seating == Series.Seating.BY_HAND

    def test_a_card_counts_once_however_often_it_is_typed_and_is_taken_back(self):
        made = opened()
        made.entrants.filter(number=3).update(present=False)

        assert seat(made, 3, 1, 2) == seat(made, 3, 1, 2)
        assert made.journal.filter(action="series.seated-by-hand").count() == 1
        assert made.entrants.get(number=3).present

        draws.unseat(number=3, **facts(made))
        assert seated(made) == [[], []]
        with pytest.raises(Refused, match="not-seated"):
            draws.unseat(number=3, **facts(made))

    def test_a_card_that_cannot_be_is_refused(self):
        made = opened()
        made.entrants.filter(number=7).update(present=False, withdrawn_at=EVENING)
        seat(made, 1, 1, 1)

        for number, table, place, code in (
            *((99, 1, 1, "no-such-entrant"), (7, 1, 1, "withdrawn"), (1, 1, 4, "seated-already")),
            *((2, 9, 1, "no-such-chair"), (2, 2, 4, "no-such-chair"), (2, 1, 0, "no-such-chair")),
            (2, 1, 1, "seat-taken"),
        ):
            with pytest.raises(Refused, match=code):
                seat(made, number, table, place)
            assert made.series.get().seats.count() == 1, number

    @pytest.mark.slow
    def test_a_free_seat_is_drawn_until_none_is_left_and_room_is_a_fourth_chair_first_then_a_table(self):
        made = opened(7, players=6)
        for number in range(1, 7):
            seat(made, number, 0, 0)
        assert sorted(map(len, seated(made))) == [3, 3]
        with pytest.raises(Refused, match="hall-full"):
            seat(made, 7, 0, 0)

        draws.add_room(**facts(made))
        assert sizes(made) == [4, 4]
        draws.add_room(**facts(made))
        assert sizes(made) == [4, 4, 4]

    def test_finishing_closes_gaps_in_seats_and_tables(self):
        made = opened(7, players=12)
        for number, place in ((1, 1), (2, 3), (3, 4)):
            seat(made, number, 1, place)
        for place in range(1, 5):
            seat(made, 3 + place, 3, place)

        draws.finish_by_hand(**facts(made))

        series = made.series.get()
        assert seated(made) == [[1, 2, 3], [4, 5, 6, 7]]
        assert [(table.number, table.size) for table in series.tables.order_by("number")] == [(1, 3), (2, 4)]
        assert (series.status, series.draw.record["method"]) == (Series.Status.DRAWN, "hand")
        assert verify(series.draw.record) == ()
        assert journal.first_broken_line(made) is None

    def test_what_breaks_the_law_is_not_finished_nor_is_anything_half_typed_published(self):
        made = opened()

        for numbers in ([], [1, 2], [3, 4, 5]):
            fill(made, *numbers)
            with pytest.raises(CannotSeat):
                draws.finish_by_hand(**facts(made))
        with pytest.raises(Refused, match="still-by-hand"):
            hall.publish_series(**facts(made))

        assert made.series.get().draw is None

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


class TestSetUp:
    @pytest.mark.slow
    def test_it_offers_tables_for_those_present_and_refuses_and_keeps_an_absurd_number(self, director):
        made = factories.tournament(entrants=14)
        assert director.get(PAGE).context["players_form"]["players"].value() == 14

        for players in ("", "x", "0", "99999999", "5"):
            answer = director.post(PAGE, {"act": "players", "players": players})

            assert answer.status_code == 422, players
            assert 'class="errorlist"' in text(answer)
            assert answer.context["players_form"]["players"].value() == players
        for act in ("seat", "dance"):
            sent = {"act": act, "number": 1, "table": 1, "place": 1}
            assert director.post(PAGE, sent).status_code == 422, act
        assert made.series.get().status == Series.Status.PLANNED

        done = director.post(PAGE, {"act": "players", "players": 14}, follow=True)
        assert "Saved." in text(done)
        assert made.series.get().tables.count() == 4
        again = director.post(PAGE, {"act": "players", "players": 8})
        assert again.status_code == 422
        assert "Series 1 has been drawn already" in text(again)


@pytest.mark.slow
class TestDesk:
    def type(self, director, number="", table="", place="", act="seat", **more):
        return director.post(PAGE, {"act": act, "number": number, "table": table, "place": place}, **more)

    def test_enter_seats_shows_it_large_waits_for_the_next_and_the_last_card_is_undone(self, director):
        made = opened(7)
        seat(made, 1, 1, 1)

        answer = self.type(director, 5, 2, 3, follow=True)

        body, desk = text(answer), answer.context["desk"]
        assert seated(made) == [[1], [5]]
        assert '<span class="start-number-no">Table</span>2' in body
        assert '<span class="start-number-no">Seat</span>3' in body
        assert answer.context["seat_form"]["number"].value() is None
        assert "autofocus" in body
        assert body.index('value="seat"') < body.index('value="lot"')
        assert [(one.table.number, one.free) for one in desk.open_tables] == [(1, (2, 3, 4)), (2, (1, 2))]
        assert [one.number for one in desk.left] == [2, 3, 4, 6, 7]
        assert [one.entrant.number for one in desk.latest] == [5, 1]
        assert "Spieler 3 (3), Spieler 4 (4)" in body
        assert "Spieler 5: Table 2, seat 3" in text(self.type(director, 5, act="lot"))

        for number in ("", "x", "3"):
            answer = director.post(PAGE, {"act": "unseat", "number": number})
            assert answer.status_code == 422, number
            assert answer.context["unseat_form"].errors["number"]
        assert "Done." in text(director.post(PAGE, {"act": "unseat", "number": 5}, follow=True))
        assert seated(made) == [[1], []]

    def test_what_cannot_be_is_said_beside_the_field_and_kept(self, director):
        made = opened(7)
        seat(made, 1, 1, 1)

        missing = "This field is required."
        for number, table, place, wrong in (
            ("", "", "", {"number": missing, "table": missing, "place": missing}),
            ("x", 1, 1, {"number": "Enter a whole number."}),
            ("-1", 1, 1, {"number": "Ensure this value is greater than or equal to 1."}),
            ("9" * 30, 1, 1, {"number": "Ensure this value is less than or equal to 999999."}),
            (99, 1, 1, {"number": "There is no entrant with start number 99."}),
            (1, 1, 2, {"number": "These have a seat in series 1 already: 1."}),
            (2, "", 7, {"table": missing, "place": "Ensure this value is less than or equal to 4."}),
            (2, 1, "", {"place": missing}),
            (2, 9, 1, {"table": "There is no seat 1 at a table 9."}),
            (2, 1, 1, {"place": "Seat 1 at table 1 is taken by no. 1."}),
        ):
            answer = self.type(director, number, table, place)

            assert answer.status_code == 422, wrong
            form = answer.context["seat_form"]
            kept = [form[name].value() for name in ("number", "table", "place")]
            assert form.errors == {field: [said] for field, said in wrong.items()}
            assert "autofocus" in form.fields[next(iter(wrong))].widget.attrs
            assert kept == [str(number), str(table), str(place)]
            assert made.series.get().seats.count() == 1

    def test_chairs_are_added_when_more_come_than_were_expected_and_a_free_one_is_drawn(self, director):
        made = opened(7, players=6)
        assert "There are fewer free seats than entrants without one." in text(director.get(PAGE))

        director.post(PAGE, {"act": "room"})
        answer = self.type(director, 5, "x", "", act="lot", follow=True)

        assert answer.status_code == 200
        assert "There are fewer free seats" not in text(answer)
        assert sizes(made) == [4, 4]
        assert made.series.get().seats.get().entrant.number == 5

    def test_who_is_present_without_a_seat_must_have_been_seen_then_it_goes_on_as_a_preview(self, director):
        made = opened(8)
        fill(made, *range(1, 8))

        answer = director.post(PAGE, {"act": "finish"})
        assert answer.status_code == 422
        assert "This field is required." in text(answer)
        assert "Finish although 1 who is present has no seat" in text(answer)

        answer = director.post(PAGE, {"act": "finish", "sure": "on"}, follow=True)
        assert answer.redirect_chain[-1][0] == PAGE
        assert "Saved. Only the direction sees the seats until they are published." in text(answer)
        assert "Preview: only the direction sees this." in text(answer)
        assert "The hall has diced" not in text(answer)
        assert seated(made) == [[1, 2, 3, 4], [5, 6, 7]]

    def test_nobody_seated_and_seats_that_break_the_law_are_named(self, director):
        made = opened(9, players=12)
        finish = {"act": "finish", "sure": "on"}
        nobody = director.post(PAGE, finish)
        for number, table in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 2)):
            seat(made, number, table, number if number < 5 else 1)

        two = director.post(PAGE, finish)

        assert [nobody.status_code, two.status_code] == [422, 422]
        assert "Nobody has a seat yet." in text(nobody)
        assert "Series 1: table 1 has 2 players; three or four sit at a table." in text(two)
        assert made.series.get().draw is None

    def test_while_it_goes_on_nothing_is_drawn_by_lot_and_it_is_discarded_with_a_reason_only(self, director):
        made = opened(7)
        fill(made, 1, 2)

        by_lot = director.post(PAGE, {"act": "draw", "public": "1"})
        refused = post_seen(director, PAGE, {"act": "discard", "because": " "})
        assert [by_lot.status_code, refused.status_code] == [422, 422]
        assert "Series 1 has been drawn already" in text(by_lot)
        assert "Please give the reason" in text(refused)
        assert made.series.get().draw is None

        answer = post_seen(director, PAGE, {"act": "discard", "because": "The cards were mixed up"}, follow=True)
        assert answer.redirect_chain[-1][0] == PAGE
        assert made.series.get().status == Series.Status.PLANNED
        assert not made.series.get().tables.exists()
