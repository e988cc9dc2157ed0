"""The preview of a draw: its weak spots, publishing, discarding, who may see it."""

import pytest
from django.test import Client

from tables.journal.models import JournalEntry
from tables.tournaments.models import Series
from tests import factories
from tests.seen import seen_at
from tests.tables.draw.draw_pages import address, discard, draw, ready_to_swap, seated, text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestPreview:
    def test_a_draw_is_shown_to_the_direction_only_and_can_be_published(self, client, director):
        factories.tournament(entrants=14)

        answer = draw(director)

        assert answer["Location"] == address()
        body = text(director.get(address()))
        assert "Draw of series 1: preview" in body
        assert "4 tables" in body
        assert 'action="/t/cup/office/series/1/" >' in body or 'action="/t/cup/office/series/1/">' in body
        assert 'name="action" value="publish"' in body
        assert "5 2 6 1" in body
        assert client.get("/t/cup/series/1/seats/").status_code == 404

    def test_the_same_number_diced_gives_the_same_seats(self, director):
        made = factories.tournament(entrants=14)
        draw(director)
        first = seated(made)
        discard(director, because="once more for the hall")

        draw(director)

        assert seated(made) == first

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

        assert "None: nobody meets again" in text(director.get(address()))

    def test_a_fixed_table_that_was_swapped_away_is_named(self, director):
        made = factories.tournament(entrants=8)
        made.entrants.filter(number=7).update(fixed_table=2)
        draw(director)
        assert 7 in seated(made)[1]
        assert "None: nobody meets again" in text(director.get(address()))

        sent = {"act": "swap", "swap": ["7", str(seated(made)[0][0])], "because": "why not"}
        director.post(address(), {**ready_to_swap(director), **sent})

        body = text(director.get(address()))
        assert "Spieler 7 (7) does not sit at table 2 in series 1, as was wished." in body

    def test_the_lower_bound_is_said_for_all_series_together(self, director):
        made = factories.tournament(entrants=8, series=3)
        draw(director, scope="all")

        answer = director.get(address(2))
        body = text(answer)

        assert "Weak spots of series 1, 2, 3 together" in body
        bound = made.series.first().draw.record["report"]["lower_bound"]
        assert f"At least {bound} meetings again cannot be avoided with so few players." in body
        assert answer.context["weak_spots"][0].startswith("At least")
        assert "(Series " in answer.context["weak_spots"][1]

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
        assert "was published or discarded" in text(refused)
        assert list(made.series.values_list("status", flat=True)) == ["published", "drawn", "drawn"]

    def test_series_drawn_together_are_discarded_together(self, director):
        made = factories.tournament(entrants=16, series=3)
        draw(director, scope="all")

        discard(director, 2, because="once more")

        assert set(made.series.values_list("status", flat=True)) == {"planned"}

    def test_no_weak_spot_is_said_too(self, director):
        factories.tournament(entrants=8)

        draw(director)

        assert "None: nobody meets again" in text(director.get(address()))

    def test_a_draw_is_discarded_with_a_reason_only(self, director):
        made = factories.tournament(entrants=4)
        draw(director)

        refused = discard(director, because=" ")
        assert refused.status_code == 422
        assert "Please give the reason; it is kept in the journal." in text(refused)

        done = discard(director, because="Two came late", follow=True)
        assert "The draw of series 1 is discarded." in text(done)
        assert made.series.get().status == Series.Status.PLANNED
        assert JournalEntry.objects.order_by("-number").first().data["because"] == "Two came late"

    def test_a_published_draw_is_not_discarded(self, director):
        factories.tournament(entrants=4)
        draw(director)
        sent = {"act": "discard", "because": "why not"}
        sent |= seen_at(director, address(), sent)
        director.post("/t/cup/office/series/1/", {"action": "publish"})

        answer = director.post(address(), sent)

        assert answer.status_code == 422
        assert "There is no unpublished draw of series 1" in text(answer)

    def test_the_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries):
        factories.tournament(entrants=80)
        draw(director)

        director.get(address())
        # Five are for what the weak spots come from: the series drawn together, all their seats, the series before,
        # who is kept apart, the draw itself.
        with django_assert_num_queries(15):
            director.get(address())

    def test_nor_with_the_series_drawn_together(self, director, django_assert_num_queries):
        factories.tournament(entrants=16, series=4)
        draw(director, scope="all")

        director.get(address())
        with django_assert_num_queries(15):
            director.get(address())
