"""The draw through its page: what stands in its way, the preview, swaps, discarding.

The preview of a draw: its weak spots, publishing, discarding, who may see it.
"""

import pytest
from django.test import Client

from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import seen_at
from tests.tables.draw.test_draw_swap import address, discard, draw, ready_to_swap, seated, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestBefore:
    def test_it_says_who_is_present_and_which_tables_they_make(self, director):
        made = factories.tournament(entrants=15)
        made.entrants.filter(number=15).update(present=False)
        made.entrants.filter(number=3).update(name="")

        body = text(director.get(address()))

        assert "2 tables of four, 2 tables of three" in body
        assert "Absent: 1" in body
        assert "Without name: 1" in body

    def test_chance_proposes_another_number_every_time(self, director):
        factories.tournament(entrants=4)

        proposed = {director.get(address()).context["draw"]["public"].value() for _ in range(5)}

        assert len(proposed) == 5

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("present", "said"),
        [
            (0, "Present: 0. Tables of four and three need 3, 4, or 6 and more (SkWO 7.1.1)."),
            (1, "Present: 1. "),
            (2, "Present: 2. "),
            (5, "Present: 5. "),
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

        assert "Series 1 is not closed yet. Close it first." in text(director.get(address(2)))
        assert draw(director, 2).status_code == 422

    def test_after_the_end_nothing_is_drawn(self, director):
        factories.tournament(entrants=4, ended_at=EVENING)

        assert "nothing more begins" in text(director.get(address()))
        assert draw(director).status_code == 422

    def test_an_absurd_number_is_refused(self, director):
        made = factories.tournament(entrants=4)

        for public in ("", "x" * 65, " \u200b "):
            assert draw(director, public=public).status_code == 422, public
            assert made.series.get().status == Series.Status.PLANNED


class TestWhatIsDrawn:
    def test_the_last_series_is_drawn_without_a_question(self, director):
        factories.tournament(entrants=8)

        assert 'name="scope"' not in text(director.get(address()))

    @pytest.mark.parametrize(("together", "proposed"), [(True, "all"), (False, "this")])
    def test_what_the_plan_says_is_proposed(self, director, together, proposed):
        factories.tournament(entrants=8, series=3, drawn_together=together)

        answer = director.get(address())

        assert answer.context["draw"]["scope"].value() == proposed
        assert "Series 1 to 3" in text(answer)
        assert "With fewer than about 48 players" in text(answer)

    def test_all_at_once_leaves_out_what_is_set_by_standing(self, director):
        made = factories.tournament(entrants=8, series=3)
        made.series.filter(number=3).update(seating=Series.Seating.BY_STANDING)

        answer = draw(director, scope="all")

        assert list(made.series.values_list("status", flat=True)) == ["drawn", "drawn", "planned"]
        assert "Only the direction sees the seats until they are published." in text(director.get(answer["Location"]))

    def test_nothing_chosen_draws_one_series(self, director):
        made = factories.tournament(entrants=8, series=2)

        assert draw(director).status_code == 302
        assert list(made.series.values_list("status", flat=True)) == ["drawn", "planned"]

    def test_an_absurd_scope_is_refused(self, director):
        made = factories.tournament(entrants=8, series=2)

        assert draw(director, scope="everything").status_code == 422
        assert made.series.first().status == Series.Status.PLANNED

    @pytest.mark.thorough
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

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        ("wishes", "said"),
        [
            ({"strictly_by_standing": True}, "the next four always share a table"),
            ({"strictly_by_standing": False}, "Neighbours change places so that nobody meets again"),
            ({"teams": "together"}, "Members of a team are: brought together as early as possible"),
            ({"teams": "apart"}, "Members of a team are: kept apart."),
        ],
    )
    def test_by_standing_says_how(self, director, wishes, said):
        made = factories.tournament(entrants=8, series=2, **wishes)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        factories.close_series(factories.running_series(made))

        body = text(director.get(address(2)))

        assert said in body
        assert 'href="/t/cup/office/settings/?at=wishes#wishes"' in body

    @pytest.mark.parametrize(("seating", "act"), [("fixed", "check"), ("by-hand", "players")])
    def test_a_series_planned_in_another_way_offers_that_first_and_can_be_drawn_after_all(self, director, seating, act):
        made = factories.tournament(entrants=8)
        made.series.update(seating=seating)

        body = text(director.get(address()))
        assert f'class="btn btn-primary" name="act" value="{act}"' in body
        assert body.index(f'value="{act}"') < body.index("Draw by lot")

        draw(director)
        assert made.series.get().seating == Series.Seating.DRAWN


class TestPreview:
    def test_a_draw_is_shown_to_the_direction_only_and_can_be_published(self, client, director):
        factories.tournament(entrants=14)

        answer = draw(director)

        assert answer["Location"] == address()
        body = text(director.get(address()))
        assert "Preview: only the direction sees this." in body
        assert "Tables: 4" in body
        assert 'action="/t/cup/office/series/1/" >' in body or 'action="/t/cup/office/series/1/">' in body
        assert 'name="action" value="publish"' in body
        assert "5 2 6 1" in body
        assert client.get("/t/cup/series/1/seats/").status_code == 404

    def test_the_second_of_two_directors_gets_a_sentence_and_sees_the_draw(self, director):
        made = factories.tournament(entrants=4)
        made.roles.create(user=factories.user("zweite"), kind="director")
        other = Client(headers={"accept-language": "en"})
        other.force_login(factories.user("zweite"))
        other.get(address())
        draw(director, public="first")

        answer = draw(other, public="second")

        assert answer.status_code == 422
        assert "Series 1 has been drawn already, perhaps by somebody else just now." in text(answer)
        assert "preview" in text(answer)
        assert made.series.get().draw.record["lots"]["public"] == "first"

    def test_weak_spots_are_named(self, director):
        made = factories.tournament(entrants=4, series=2)
        made.entrants.filter(number__lte=2).update(club="SC Herz")
        factories.close_series(factories.running_series(made))

        draw(director, 2)

        body = text(director.get(address(2)))
        assert "Spieler 1 (1) and Spieler 2 (2) meet again." in body
        assert "Spieler 1 (1) and Spieler 2 (2) are of one club and share a table." in body

    def test_wishes_that_were_not_met_are_named(self, director):
        made = factories.tournament(entrants=4)
        made.entrants.filter(number__lte=2).update(team="Buben")
        made.entrants.get(number=3).apart_from.add(made.entrants.get(number=4))
        made.entrants.filter(number=1).update(club="SC Herz")
        made.entrants.filter(number=3).update(club="SC Herz")
        draw(director)

        body = text(director.get(address()))

        assert "Spieler 1 (1) and Spieler 2 (2) are of one team and share a table." in body
        assert "Spieler 3 (3) and Spieler 4 (4) are to be kept apart and share a table." in body
        assert "Spieler 1 (1) and Spieler 3 (3) are of one club and share a table." in body
        assert "At least 1 meeting of club mates cannot be avoided with clubs so large." in body

    def test_what_was_not_wished_is_no_weak_spot(self, director):
        made = factories.tournament(entrants=4, clubs_apart=False, teams="ignored")
        made.entrants.update(team="Buben", club="SC Herz")

        draw(director)

        assert "None." in text(director.get(address()))

    def test_a_fixed_table_that_was_swapped_away_is_named(self, director):
        made = factories.tournament(entrants=8)
        made.entrants.filter(number=7).update(fixed_table=2)
        draw(director)
        assert 7 in seated(made)[1]
        assert "None." in text(director.get(address()))

        sent = {"act": "swap", "swap": ["7", str(seated(made)[0][0])], "because": "why not"}
        director.post(address(), {**ready_to_swap(director), **sent})

        body = text(director.get(address()))
        assert "Spieler 7 (7) does not sit at table 2 in series 1, as was wished." in body

    @pytest.mark.thorough
    def test_the_lower_bound_is_said_for_all_series_together(self, director):
        made = factories.tournament(entrants=8, series=3)
        draw(director, scope="all")

        answer = director.get(address(2))
        body = text(answer)

        assert "Weak spots" in body
        bound = made.series.first().draw.record["report"]["lower_bound"]
        assert f"At least {bound} meetings again cannot be avoided with so few players." in body
        assert answer.context["weak_spots"][0].startswith("At least")
        assert "(Series " in answer.context["weak_spots"][1]

    @pytest.mark.thorough
    def test_series_drawn_together_are_published_together_or_one_by_one(self, director):
        made = factories.tournament(entrants=16, series=3)
        draw(director, scope="all")

        body = text(director.get(address()))
        assert "Publish all 3 series" in body
        assert "Publish series 1 only" in body
        sent = {"act": "discard", "because": "why not"}
        sent |= seen_at(director, address(2), sent)

        director.post("/t/cup/office/series/1/", {"action": "publish"})
        body = text(director.get(address(2)))
        assert "Publish all 2 series" in body
        assert "Discard the draw" not in body
        assert "cannot be discarded any more" in body
        refused = director.post(address(2), sent)
        assert refused.status_code == 422
        assert "has no seats that could be changed now" in text(refused)
        assert list(made.series.values_list("status", flat=True)) == ["published", "drawn", "drawn"]

    def test_a_draw_is_discarded_with_a_reason_only(self, director):
        made = factories.tournament(entrants=4)
        draw(director)

        refused = discard(director, because=" ")
        assert refused.status_code == 422
        assert "Please give the reason; it is kept in the journal." in text(refused)

        done = discard(director, because="Two came late", follow=True)
        assert "Done." in text(done)
        assert made.series.get().status == Series.Status.PLANNED
        assert JournalEntry.objects.order_by("-number").first().data["because"] == "Two came late"

    def test_the_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries):
        factories.tournament(entrants=80)
        draw(director)

        director.get(address())
        # Five are for what the weak spots come from: the series drawn together, all their seats, the series before,
        # who is kept apart, the draw itself; two for who is late or missing.
        with django_assert_num_queries(17):
            director.get(address())

    def test_nor_with_the_series_drawn_together(self, director, django_assert_num_queries):
        factories.tournament(entrants=16, series=4)
        draw(director, scope="all")

        director.get(address())
        with django_assert_num_queries(17):
            director.get(address())
