"""Cards drawn at the door: the services behind the desk, and the desk's page."""

import pytest

from tables.acts.services.refusals import Refused
from tables.draw.services import by_hand, draws
from tables.draw.services import series as hall
from tables.journal import chain as journal
from tables.seating.sizes import CannotSeat
from tables.seating.verification.checks import verify
from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.tables.draw.by_hand_steps import facts, fill, opened, seat, seated

pytestmark = pytest.mark.django_db


class TestServices:
    def test_tables_are_set_up_by_the_rule(self):
        made = opened(14)

        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4, 3, 3]
        assert made.series.get().seating == Series.Seating.BY_HAND

    @pytest.mark.parametrize("players", [1, 2, 5])
    def test_so_few_make_no_tables(self, players):
        made = factories.tournament(entrants=players)

        with pytest.raises(CannotSeat):
            by_hand.set_up_tables(players=players, **facts(made))

    def test_set_up_twice_is_refused(self):
        made = opened()

        with pytest.raises(Refused, match="already-drawn"):
            by_hand.set_up_tables(players=7, **facts(made))

    def test_the_same_card_typed_twice_counts_once(self):
        made = opened()

        assert seat(made, 3, 1, 2) == seat(made, 3, 1, 2)
        assert made.journal.filter(action="series.seated-by-hand").count() == 1

    def test_whoever_draws_a_card_is_present(self):
        made = opened()
        made.entrants.filter(number=3).update(present=False)

        seat(made, 3, 1, 2)

        assert made.entrants.get(number=3).present

    @pytest.mark.parametrize(
        ("number", "table", "place", "code"),
        [
            (99, 1, 1, "no-such-entrant"),
            (7, 1, 1, "withdrawn"),
            (1, 1, 4, "seated-already"),
            (2, 9, 1, "no-such-chair"),
            (2, 2, 4, "no-such-chair"),
            (2, 1, 0, "no-such-chair"),
            (2, 1, 1, "seat-taken"),
        ],
    )
    def test_a_card_that_cannot_be_is_refused(self, number, table, place, code):
        made = opened()
        made.entrants.filter(number=7).update(present=False, withdrawn_at=EVENING)
        seat(made, 1, 1, 1)

        with pytest.raises(Refused, match=code):
            seat(made, number, table, place)
        assert made.series.get().seats.count() == 1

    def test_a_free_seat_can_be_drawn_until_none_is_left(self):
        made = opened(7, players=6)
        for number in range(1, 7):
            seat(made, number, 0, 0)
        assert sorted(map(len, seated(made))) == [3, 3]

        with pytest.raises(Refused, match="hall-full"):
            seat(made, 7, 0, 0)

    def test_more_room_is_a_fourth_chair_first_then_another_table(self):
        made = opened(7)
        by_hand.add_room(**facts(made))
        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4]
        by_hand.add_room(**facts(made))
        assert [table.size for table in made.series.get().tables.order_by("number")] == [4, 4, 4]

    def test_a_seat_is_freed_again(self):
        made = opened()
        seat(made, 1, 1, 1)

        by_hand.unseat(number=1, **facts(made))

        assert seated(made) == [[], []]
        with pytest.raises(Refused, match="not-seated"):
            by_hand.unseat(number=1, **facts(made))

    def test_finished_it_is_a_draw_like_any_other(self):
        made = opened()
        fill(made, *range(7, 0, -1))

        by_hand.finish_by_hand(**facts(made))

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

        by_hand.finish_by_hand(**facts(made))

        assert seated(made) == [[1, 2, 3], [4, 5, 6, 7]]
        assert [table.number for table in made.series.get().tables.order_by("number")] == [1, 2]
        assert [table.size for table in made.series.get().tables.order_by("number")] == [3, 4]

    @pytest.mark.parametrize("numbers", [[], [1, 2], [1, 2, 3, 4, 5]])
    def test_what_breaks_the_law_is_not_finished(self, numbers):
        made = opened()
        fill(made, *numbers)

        with pytest.raises(CannotSeat):
            by_hand.finish_by_hand(**facts(made))
        assert made.series.get().draw is None

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
            lambda: by_hand.unseat(number=1, **facts(made)),
            lambda: by_hand.add_room(**facts(made)),
            lambda: by_hand.finish_by_hand(**facts(made)),
        ):
            with pytest.raises(Refused, match="not-by-hand"):
                act()
