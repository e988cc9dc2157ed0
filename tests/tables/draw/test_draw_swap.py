"""Two who change seats: first what it would mean, then the change."""

import pytest

from tests.support import factories
from tests.support.factories import EVENING
from tests.tables.draw.draw_pages import address, draw, ready_to_swap, seated, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestSwap:
    def swap(self, director, *numbers, because="wheelchair"):
        sent = {"act": "swap", "swap": [str(n) for n in numbers], "because": because}
        return director.post(address(), {**ready_to_swap(director), **sent})

    def test_two_ticked_change_seats_in_the_preview_and_after_it_was_published(self, director):
        made = factories.tournament(entrants=8)
        draw(director)
        before = seated(made)

        assert self.swap(director, before[0][0], before[1][0]).status_code == 302
        assert (seated(made)[0][0], seated(made)[1][0]) == (before[1][0], before[0][0])

        director.post("/t/cup/office/series/1/", {"action": "publish"})
        made.series.update(status="published", published_at=EVENING)
        assert self.swap(director, before[0][0], before[1][0]).status_code == 302
        assert seated(made) == before

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize(
        ("numbers", "because", "said"),
        [
            ([], "why", "Tick exactly two entrants."),
            ([1], "why", "Tick exactly two entrants."),
            ([1, 2, 3], "why", "Tick exactly two entrants."),
            ([1, 1], "why", "Choose two different entrants."),
            ([1, 99], "why", "Nobody with this start number sits in series 1: 99."),
            ([1, 2], "", "Please give the reason; it is kept in the journal."),
            (["x", 2], "why", "Tick exactly two entrants."),
        ],
    )
    def test_what_is_no_swap_is_refused_and_the_ticks_are_kept(self, director, numbers, because, said):
        factories.tournament(entrants=8)
        draw(director)

        answer = self.swap(director, *numbers, because=because)

        assert answer.status_code == 422
        assert said in text(answer)
        assert text(answer).count(" checked") == len({n for n in numbers if n in range(1, 9)})

    def look(self, director, *numbers, series=1):
        return director.post(address(series), {"act": "look", "swap": [str(n) for n in numbers]})

    def test_the_first_step_says_in_words_what_changes_and_changes_nothing(self, director):
        made = factories.tournament(entrants=8, series=2)
        made.entrants.filter(number__in=[1, 5]).update(club="SC Herz")
        factories.close_series(factories.running_series(made))
        factories.running_series(made, 2, published_only=True)
        made.series.filter(number=2).update(seating="drawn")
        before = seated(made, 2)

        answer = self.look(director, 4, 5, series=2)

        body = text(answer)
        assert answer.status_code == 200
        assert "If Spieler 4 (4) and Spieler 5 (5) change seats" in body
        shown = answer.context["swap_shown"]
        assert "Spieler 1 (1) and Spieler 5 (5) are of one club and share a table." in shown.comes
        assert "Spieler 1 (1) and Spieler 4 (4) meet again." in shown.goes
        assert not {*shown.comes} & {*shown.goes}
        assert "Spieler 4 (4) moves from table 1, seat 4 to table 2, seat 1." in body
        assert "Spieler 1 (1) keeps the seat and plays with Spieler 5 (5) instead of Spieler 4 (4)." in shown.concerned
        assert len(shown.concerned) == 8
        assert seated(made, 2) == before

    def test_the_second_step_does_it(self, director):
        made = factories.tournament(entrants=8)
        draw(director)
        before = seated(made)
        body = text(self.look(director, before[0][0], before[1][0]))
        assert f'<input type="hidden" name="swap" value="{before[0][0]}">' in body
        assert "Swap the two seats" in body

        self.swap(director, before[0][0], before[1][0])

        assert seated(made)[0][0] == before[1][0]
        assert "Swap the two seats" not in text(director.get(address()))

    def test_without_a_reason_the_effect_is_shown_again(self, director):
        factories.tournament(entrants=8)
        draw(director)

        answer = self.swap(director, 1, 2, because=" ")

        assert answer.status_code == 422
        assert "If Spieler 1 (1) and Spieler 2 (2) change seats" in text(answer)
        assert "Please give the reason" in text(answer)

    @pytest.mark.parametrize(
        ("numbers", "said"),
        [
            ([], "Tick exactly two entrants."),
            ([1, 2, 3], "Tick exactly two entrants."),
            ([1, 1], "Choose two different entrants."),
            ([1, 99], "Nobody with this start number sits in series 1: 99."),
        ],
    )
    def test_there_is_nothing_to_see_of_what_is_no_swap(self, director, numbers, said):
        factories.tournament(entrants=8)
        draw(director)

        answer = self.look(director, *numbers)

        assert answer.status_code == 422
        assert said in text(answer)
        assert "Swap the two seats" not in text(answer)

    def test_a_planned_series_shows_no_effect(self, director):
        factories.tournament(entrants=8)

        assert self.look(director, 1, 2).status_code == 422

    def test_in_one_of_several_series_the_others_count(self, director):
        made = factories.tournament(entrants=16, series=3)
        draw(director, scope="all")
        first, second = seated(made, 1)[0], seated(made, 2)
        other = next(table for table in second if first[0] not in table and first[1] in table)
        # first[0] comes to the table of first[1], whom he meets in series 1.
        leaves = next(number for number in other if number != first[1])

        shown = self.look(director, first[0], leaves, series=2).context["swap_shown"]

        one, two = sorted(first[:2])
        assert f"Spieler {one} ({one}) and Spieler {two} ({two}) meet again. (Series 1, 2)" in shown.comes

    def test_where_play_has_begun_nobody_can_be_ticked(self, director):
        made = factories.tournament(entrants=8)
        series = factories.running_series(made)
        factories.enter(factories.list_of(series), None)

        body = text(director.get(address()))
        assert 'name="swap" value="1"' not in body
        assert 'name="swap" value="5"' in body

        answer = self.swap(director, 1, 5)
        assert answer.status_code == 422
        assert "Play has begun at table 1" in text(answer)

    def test_a_closed_series_offers_no_swap(self, director):
        made = factories.tournament(entrants=4)
        factories.close_series(factories.running_series(made))

        body = text(director.get(address()))

        assert "Swap the two seats" not in body
        assert 'name="swap"' not in body
