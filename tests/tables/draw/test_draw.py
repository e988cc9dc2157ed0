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
    def test_it_says_who_is_present_which_tables_they_make_and_another_number_every_time(self, director):
        made = factories.tournament(entrants=15)
        made.entrants.filter(number=15).update(present=False)
        made.entrants.filter(number=3).update(name="")

        answers = [director.get(address()) for _ in range(3)]

        body = text(answers[0])
        assert "2 tables of four, 2 tables of three" in body
        assert "Absent: 1" in body
        assert "Without name: 1" in body
        assert len({answer.context["draw"]["public"].value() for answer in answers}) == 3

    def test_so_few_are_told_why_before_and_after_trying(self, director):
        made = factories.tournament(entrants=5)

        for present in (5, 0):
            made.entrants.filter(number__gt=present).update(present=False)
            said = f"Present: {present}. Tables of four and three need 3, 4, or 6 and more (SkWO 7.1.1)."
            before, tried = director.get(address()), draw(director)

            assert said in text(before)
            assert 'value="draw"' not in text(before)
            assert tried.status_code == 422
            assert said in text(tried)
            assert 'value="5 2 6 1"' in text(tried)
        assert made.series.get().status == Series.Status.PLANNED

    def test_an_absurd_number_the_series_before_and_the_end_stand_in_its_way(self, director):
        made = factories.tournament(entrants=4, series=2)

        for public in ("", "x" * 65, " \u200b "):
            assert draw(director, public=public).status_code == 422, public
        assert "Series 1 is not closed yet. Close it first." in text(director.get(address(2)))
        assert draw(director, 2).status_code == 422

        made.ended_at = EVENING
        made.save()
        assert "nothing more begins" in text(director.get(address()))
        assert draw(director).status_code == 422
        assert {one.status for one in made.series.all()} == {Series.Status.PLANNED}


class TestWhatIsDrawn:
    def test_the_last_series_is_drawn_without_a_question_and_its_seal_is_shown(self, director):
        made = factories.tournament(entrants=8)

        body = text(director.get(address()))

        assert 'name="scope"' not in body
        assert made.series.get().commitment in body
        assert made.series.get().secret not in body
        assert 'href="/t/cup/series/1/draw/"' in body

    def test_what_the_plan_says_is_proposed_and_nothing_chosen_draws_one_series(self, director):
        made = factories.tournament(entrants=8, series=3, drawn_together=True)

        together = director.get(address())
        made.drawn_together = False
        made.save()
        alone = director.get(address())

        assert [answer.context["draw"]["scope"].value() for answer in (together, alone)] == ["all", "this"]
        assert "Series 1 to 3" in text(alone)
        assert "With fewer than about 48 players" in text(alone)
        assert draw(director, scope="everything").status_code == 422
        assert made.series.first().status == Series.Status.PLANNED
        assert draw(director).status_code == 302
        assert list(made.series.values_list("status", flat=True)) == ["drawn", "planned", "planned"]

    def test_all_at_once_leaves_out_what_is_set_by_standing(self, director):
        made = factories.tournament(entrants=8, series=3)
        made.series.filter(number=3).update(seating=Series.Seating.BY_STANDING)

        answer = draw(director, scope="all")

        assert list(made.series.values_list("status", flat=True)) == ["drawn", "drawn", "planned"]
        assert "Only the direction sees the seats until they are published." in text(director.get(answer["Location"]))

    @pytest.mark.thorough
    def test_by_standing_says_how_and_draws_that_series_alone(self, client, director):
        made = factories.tournament(entrants=8, series=3)
        made.series.filter(number=2).update(seating=Series.Seating.BY_STANDING)
        factories.close_series(factories.running_series(made))

        for wish, value, said in (
            ("strictly_by_standing", True, "the next four always share a table"),
            ("strictly_by_standing", False, "Neighbours change places so that nobody meets again"),
            ("teams", "together", "Members of a team are: brought together as early as possible"),
            ("teams", "apart", "Members of a team are: kept apart."),
        ):
            setattr(made, wish, value)
            made.save()
            body = text(director.get(address(2)))
            assert said in body
            assert 'href="/t/cup/office/settings/?at=wishes#wishes"' in body
        assert draw(director, 2, scope="all").status_code == 302
        assert made.series.get(number=3).status == Series.Status.PLANNED
        director.post("/t/cup/office/series/2/", {"action": "publish"})
        assert "set by standing" in text(client.get("/t/cup/series/2/draw/"))

    def test_a_series_planned_in_another_way_offers_that_first_and_can_be_drawn_after_all(self, director):
        made = factories.tournament(entrants=8)

        for seating, act in (("fixed", "check"), ("by-hand", "players")):
            made.series.update(seating=seating)
            body = text(director.get(address()))
            assert f'class="btn btn-primary" name="act" value="{act}"' in body
            assert body.index(f'value="{act}"') < body.index("Draw by lot")

        draw(director)
        assert made.series.get().seating == Series.Seating.DRAWN


class TestPreview:
    def test_a_draw_is_shown_to_the_direction_only_and_can_be_published_or_discarded(self, client, director):
        made = factories.tournament(entrants=14)
        made.roles.create(user=factories.user("zweite"), kind="director")
        other = Client(headers={"accept-language": "en"})
        other.force_login(factories.user("zweite"))
        other.get(address())

        assert draw(director)["Location"] == address()
        body = text(director.get(address()))
        assert "Preview: only the direction sees this." in body
        assert "Tables: 4" in body
        assert 'action="/t/cup/office/series/1/" >' in body or 'action="/t/cup/office/series/1/">' in body
        assert 'name="action" value="publish"' in body
        assert "5 2 6 1" in body
        assert client.get("/t/cup/series/1/seats/").status_code == 404

        second = draw(other, public="second")
        assert second.status_code == 422
        assert "Series 1 has been drawn already, perhaps by somebody else just now." in text(second)
        assert "preview" in text(second)
        assert made.series.get().draw.record["lots"]["public"] == "5 2 6 1"

        refused = discard(director, because=" ")
        assert refused.status_code == 422
        assert "Please give the reason; it is kept in the journal." in text(refused)
        assert "Done." in text(discard(director, because="Two came late", follow=True))
        assert made.series.get().status == Series.Status.PLANNED
        assert JournalEntry.objects.order_by("-number").first().data["because"] == "Two came late"

    def test_weak_spots_are_named(self, director):
        made = factories.tournament(entrants=4, series=2, rounds=1)
        made.entrants.filter(number__lte=2).update(team="Buben")
        made.entrants.get(number=3).apart_from.add(made.entrants.get(number=4))
        made.entrants.filter(number__in=[1, 3]).update(club="SC Herz")
        factories.close_series(factories.running_series(made))

        draw(director, 2)

        body = text(director.get(address(2)))
        assert "Spieler 1 (1) and Spieler 2 (2) meet again." in body
        assert "Spieler 1 (1) and Spieler 2 (2) are of one team and share a table." in body
        assert "Spieler 3 (3) and Spieler 4 (4) are to be kept apart and share a table." in body
        assert "Spieler 1 (1) and Spieler 3 (3) are of one club and share a table." in body
        assert "At least 1 meeting of club mates cannot be avoided with clubs so large." in body

    def test_what_was_not_wished_is_no_weak_spot_but_a_fixed_table_that_was_swapped_away_is(self, director):
        made = factories.tournament(entrants=8, clubs_apart=False, teams="ignored")
        made.entrants.update(team="Buben", club="SC Herz")
        made.entrants.filter(number=7).update(fixed_table=2)
        draw(director)
        assert 7 in seated(made)[1]
        assert "None." in text(director.get(address()))

        sent = {"act": "swap", "swap": ["7", str(seated(made)[0][0])], "because": "why not"}
        director.post(address(), {**ready_to_swap(director), **sent})

        body = text(director.get(address()))
        assert "Spieler 7 (7) does not sit at table 2 in series 1, as was wished." in body

    @pytest.mark.thorough
    def test_series_drawn_together_share_their_weak_spots_and_are_published_together_or_one_by_one(self, director):
        made = factories.tournament(entrants=8, series=3)
        draw(director, scope="all")

        answer = director.get(address(2))
        bound = made.series.first().draw.record["report"]["lower_bound"]
        assert f"At least {bound} meetings again cannot be avoided with so few players." in text(answer)
        assert answer.context["weak_spots"][0].startswith("At least")
        assert "(Series " in answer.context["weak_spots"][1]
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

    def test_the_queries_grow_neither_with_the_tables_nor_with_the_series_drawn_together(
        self, director, django_assert_num_queries
    ):
        factories.tournament(entrants=48, series=3)
        draw(director, scope="all")

        director.get(address())
        # Five are for what the weak spots come from: the series drawn together, all their seats, the series before,
        # who is kept apart, the draw itself; two for who is late or missing.
        with django_assert_num_queries(17):
            director.get(address())
