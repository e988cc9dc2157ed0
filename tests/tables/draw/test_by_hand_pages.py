"""Drawing by hand through its page: the tables, the desk, the end."""

import pytest
from django.test import Client

from tables.tournaments.models import Series
from tests import factories
from tests.seen import post_seen
from tests.tables.draw.by_hand_steps import DRAW, PAGE, fill, opened, seat, seated, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestSetUp:
    def test_it_offers_tables_for_those_present(self, director):
        made = factories.tournament(entrants=14)
        answer = director.get(PAGE)
        assert answer.context["players_form"]["players"].value() == 14

        done = director.post(PAGE, {"act": "players", "players": 14}, follow=True)

        assert "The tables are set up." in text(done)
        assert made.series.get().tables.count() == 4

    @pytest.mark.parametrize("players", ["", "x", "0", "-3", "1e3", "99999999", "5", "2"])
    def test_an_absurd_number_is_refused_and_kept(self, director, players):
        made = factories.tournament(entrants=14)

        answer = director.post(PAGE, {"act": "players", "players": players})

        assert answer.status_code == 422
        assert 'class="errorlist"' in text(answer)
        assert answer.context["players_form"]["players"].value() == players
        assert made.series.get().status == Series.Status.PLANNED

    def test_a_series_that_has_seats_says_so(self, director):
        factories.running_series(factories.tournament(entrants=8))

        assert "Series 1 has been drawn already" in text(director.get(PAGE))
        answer = director.post(PAGE, {"act": "players", "players": 8})
        assert answer.status_code == 422
        assert "Series 1 has been drawn already" in text(answer)

    @pytest.mark.parametrize("act", ["seat", "lot", "unseat", "room", "finish", "discard", "dance", ""])
    def test_nothing_can_be_typed_before(self, director, act):
        made = factories.tournament(entrants=8)

        answer = director.post(PAGE, {"act": act, "number": 1, "table": 1, "place": 1, "because": "x", "sure": "on"})

        assert answer.status_code == 422
        assert made.series.get().status == Series.Status.PLANNED


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

    @pytest.mark.thorough(after=7)
    @pytest.mark.parametrize(
        ("number", "table", "place", "field", "said"),
        [
            ("", 1, 1, "number", "Please type a start number."),
            ("x", 1, 1, "number", "Please type a start number."),
            ("-1", 1, 1, "number", "Please type a start number."),
            ("9" * 30, 1, 1, "number", "Please type a start number."),
            (99, 1, 1, "number", "There is no entrant with start number 99."),
            (1, 1, 2, "number", "These have a seat in series 1 already: 1."),
            (2, "", "", "table", "Please type the table on the card, or have a free seat drawn."),
            (2, 1, "", "place", "Please type the seat, 1 to 4."),
            (2, 1, 7, "place", "Please type the seat, 1 to 4."),
            (2, 9, 1, "table", "There is no seat 1 at a table 9."),
            (2, 1, 1, "place", "Seat 1 at table 1 is taken by no. 1."),
        ],
    )
    def test_what_cannot_be_is_said_beside_the_field_and_kept(self, director, number, table, place, field, said):
        made = opened(7)
        seat(made, 1, 1, 1)

        answer = self.type(director, number, table, place)

        assert answer.status_code == 422
        form = answer.context["seat_form"]
        assert form.errors[field] == [said]
        assert "autofocus" in form.fields[field].widget.attrs
        assert [form[name].value() for name in ("number", "table", "place")] == [str(number), str(table), str(place)]
        assert made.series.get().seats.count() == 1

    def test_whoever_has_a_seat_already_is_told_which(self, director):
        made = opened(7)
        seat(made, 1, 2, 3)

        assert "Spieler 1 has table 2, seat 3." in text(self.type(director, 1, act="lot"))

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

        assert "The seat of no. 1 is free again." in text(answer)
        assert not made.series.get().seats.exists()

    @pytest.mark.parametrize("number", ["", "x", "3"])
    def test_nobody_without_a_seat_is_unseated(self, director, number):
        opened(7)

        answer = director.post(PAGE, {"act": "unseat", "number": number})

        assert answer.status_code == 422
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

        assert answer.redirect_chain[-1][0] == DRAW
        assert "All cards are typed." in text(answer)
        assert "Draw of series 1: preview" in text(answer)
        assert "Diced by the hall" not in text(answer)

    def test_who_is_present_without_a_seat_must_have_been_seen(self, director):
        made = opened(8)
        fill(made, *range(1, 8))

        answer = director.post(PAGE, {"act": "finish"})
        assert answer.status_code == 422
        assert "Some who are present have no seat yet." in text(answer)
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
        assert answer.redirect_chain[-1][0] == DRAW
        assert made.series.get().status == Series.Status.PLANNED
        assert not made.series.get().tables.exists()

    def test_the_draw_page_leads_here_while_it_goes_on(self, director):
        opened(7)

        assert director.get(DRAW)["Location"] == PAGE
        assert director.post(DRAW, {"act": "draw", "public": "1"})["Location"] == PAGE
        discarded = post_seen(director, DRAW, {"act": "discard", "because": "no cards"}, page=PAGE)
        assert discarded["Location"] == DRAW

    @pytest.mark.thorough
    def test_the_queries_do_not_grow_with_the_hall(self, director, django_assert_num_queries):
        made = opened(48)
        fill(made, *range(1, 30))

        director.get(PAGE)
        with django_assert_num_queries(10):
            director.get(PAGE)
