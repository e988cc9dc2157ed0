"""The draw through its page: what stands in its way, the preview, swaps, discarding."""

import pytest

from tables.tournaments.models import Series
from tests import factories
from tests.factories import EVENING
from tests.tables.draw.draw_pages import address, draw, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestBefore:
    def test_it_says_who_is_present_and_which_tables_they_make(self, director):
        made = factories.tournament(entrants=15)
        made.entrants.filter(number=15).update(present=False)
        made.entrants.filter(number=3).update(name="")

        body = text(director.get(address()))

        assert "2 tables of four, 2 tables of three" in body
        assert "1 entrant is absent and gets no seat." in body
        assert "1 entrant present has no name yet." in body

    def test_chance_proposes_another_number_every_time(self, director):
        factories.tournament(entrants=4)

        proposed = {director.get(address()).context["draw"]["public"].value() for _ in range(5)}

        assert len(proposed) == 5

    @pytest.mark.parametrize(
        ("present", "said"),
        [
            (0, "Nobody is marked as present."),
            (1, "Only one entrant is present."),
            (2, "Only two entrants are present."),
            (5, "Five entrants do not make tables of four and three (SkWO 7.1.1)."),
        ],
    )
    def test_so_few_are_told_why_before_and_after_trying(self, director, present, said):
        made = factories.tournament(entrants=present)

        before = director.get(address())
        assert said in text(before)
        assert 'value="draw"' not in text(before)

        tried = draw(director)
        assert tried.status_code == 422
        assert said in text(tried)
        assert 'value="5 2 6 1"' in text(tried)
        assert made.series.get().status == Series.Status.PLANNED

    def test_a_series_waits_for_the_one_before(self, director):
        factories.tournament(entrants=4, series=2)

        assert "Series 1 is not closed yet. Series 2 is drawn after that." in text(director.get(address(2)))
        assert draw(director, 2).status_code == 422

    def test_after_the_end_nothing_is_drawn(self, director):
        factories.tournament(entrants=4, ended_at=EVENING)

        assert "nothing more begins" in text(director.get(address()))
        assert draw(director).status_code == 422

    @pytest.mark.parametrize("public", ["", "x" * 65, " \u200b "])
    def test_an_absurd_number_is_refused(self, director, public):
        made = factories.tournament(entrants=4)

        assert draw(director, public=public).status_code == 422
        assert made.series.get().status == Series.Status.PLANNED

    def test_a_series_that_does_not_exist_is_not_found(self, director):
        factories.tournament(entrants=4)

        assert director.get(address(7)).status_code == 404


class TestWhatIsDrawn:
    def test_the_last_series_is_drawn_without_a_question(self, director):
        factories.tournament(entrants=8)

        assert 'name="scope"' not in text(director.get(address()))

    @pytest.mark.parametrize(("together", "proposed"), [(True, "all"), (False, "this")])
    def test_what_the_plan_says_is_proposed(self, director, together, proposed):
        factories.tournament(entrants=8, series=3, drawn_together=together)

        answer = director.get(address())

        assert answer.context["draw"]["scope"].value() == proposed
        assert "Series 1 to 3 at once" in text(answer)
        assert "With fewer than about 48 players" in text(answer)

    def test_all_at_once_leaves_out_what_is_set_by_standing(self, director):
        made = factories.tournament(entrants=8, series=3)
        made.series.filter(number=3).update(seating=Series.Seating.BY_STANDING)

        draw(director, scope="all")

        assert list(made.series.values_list("status", flat=True)) == ["drawn", "drawn", "planned"]

    def test_nothing_chosen_draws_one_series(self, director):
        made = factories.tournament(entrants=8, series=2)

        assert draw(director).status_code == 302
        assert list(made.series.values_list("status", flat=True)) == ["drawn", "planned"]

    def test_an_absurd_scope_is_refused(self, director):
        made = factories.tournament(entrants=8, series=2)

        assert draw(director, scope="everything").status_code == 422
        assert made.series.first().status == Series.Status.PLANNED

    def test_scope_of_a_series_by_standing_is_passed_over(self, director):
        made = factories.tournament(entrants=8, series=3)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        factories.close_series(factories.running_series(made))

        assert draw(director, 2, scope="all").status_code == 302
        assert made.series.get(number=3).status == Series.Status.PLANNED

    def test_the_seal_is_shown_with_the_way_to_check_it(self, director):
        made = factories.tournament(entrants=8)

        body = text(director.get(address()))

        assert made.series.get().commitment in body
        assert made.series.get().secret not in body
        assert 'href="/t/cup/series/1/draw/"' in body

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("wishes", "said"),
        [
            ({"strictly_by_standing": True}, "the next four always share a table"),
            ({"strictly_by_standing": False}, "Neighbours change places so that nobody meets again"),
            ({"teams": "together"}, "Members of a team are brought together as early as possible."),
            ({"teams": "apart"}, "Members of a team are kept apart."),
        ],
    )
    def test_by_standing_says_how(self, director, wishes, said):
        made = factories.tournament(entrants=8, series=2, **wishes)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        factories.close_series(factories.running_series(made))

        body = text(director.get(address(2)))

        assert said in body
        assert 'href="/t/cup/office/wishes/"' in body

    @pytest.mark.parametrize(("seating", "leads_to"), [("fixed", "fixed"), ("by-hand", "by-hand")])
    def test_a_series_planned_in_another_way_leads_there_and_can_be_drawn_after_all(self, director, seating, leads_to):
        made = factories.tournament(entrants=8)
        made.series.update(seating=seating)

        body = text(director.get(address()))
        assert f'class="btn btn-primary" href="/t/cup/office/series/1/{leads_to}/"' in body
        assert "Draw by lot after all" in body

        draw(director)
        assert made.series.get().seating == Series.Seating.DRAWN
