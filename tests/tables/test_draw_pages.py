"""The draw through its page: what stands in its way, the preview, swaps, discarding."""

from html import unescape

import pytest
from django.test import Client

from tables.models import JournalEntry, Series
from tests import factories
from tests.factories import EVENING

pytestmark = pytest.mark.django_db


def address(series: int = 1) -> str:
    return f"/t/cup/office/series/{series}/draw/"


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def draw(director, series=1, *, seed="5 2 6 1"):
    return director.post(address(series), {"act": "draw", "seed": seed})


def seated(made, number=1) -> list[list[int]]:
    series = made.series.get(number=number)
    return [
        [seat.entrant.number for seat in table.seats.order_by("place")] for table in series.tables.order_by("number")
    ]


class TestBefore:
    def test_it_says_who_is_present_and_which_tables_they_make(self, director):
        made = factories.tournament(entrants=15)
        made.entrants.filter(number=15).update(present=False)
        made.entrants.filter(number=3).update(name="")

        body = text(director.get(address()))

        assert "2 tables of four, 2 tables of three" in body
        assert "1 entrant is absent and gets no seat." in body
        assert "1 entrant present has no name yet." in body

    def test_chance_proposes_another_seed_every_time(self, director):
        factories.tournament(entrants=4)

        seeds = {director.get(address()).context["draw"]["seed"].value() for _ in range(5)}

        assert len(seeds) == 5

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

    @pytest.mark.parametrize("seed", ["", "x" * 65, " \u200b "])
    def test_an_absurd_seed_is_refused(self, director, seed):
        made = factories.tournament(entrants=4)

        assert draw(director, seed=seed).status_code == 422
        assert made.series.get().status == Series.Status.PLANNED

    def test_a_series_that_does_not_exist_is_not_found(self, director):
        factories.tournament(entrants=4)

        assert director.get(address(7)).status_code == 404


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
        director.post(address(), {"act": "discard", "because": "once more for the hall"})

        draw(director)

        assert seated(made) == first

    def test_the_second_of_two_directors_gets_a_sentence_and_sees_the_draw(self, director):
        made = factories.tournament(entrants=4)
        made.roles.create(user=factories.user("zweite"), kind="director")
        other = Client(headers={"accept-language": "en"})
        other.force_login(factories.user("zweite"))
        other.get(address())
        draw(director, seed="first")

        answer = draw(other, seed="second")

        assert answer.status_code == 422
        assert "Series 1 has been drawn already, perhaps by somebody else just now." in text(answer)
        assert "preview" in text(answer)
        assert made.series.get().seed == "first"

    def test_weak_spots_are_named(self, director):
        made = factories.tournament(entrants=4, series=2)
        made.entrants.filter(number__lte=2).update(club="SC Herz")
        factories.close_series(factories.running_series(made))

        draw(director, 2)

        body = text(director.get(address(2)))
        assert "Spieler 1 (1) and Spieler 2 (2) meet again." in body
        assert "Spieler 1 (1) and Spieler 2 (2) are of one club and share a table." in body

    def test_no_weak_spot_is_said_too(self, director):
        factories.tournament(entrants=8)

        draw(director)

        assert "None: nobody meets again" in text(director.get(address()))

    def test_a_draw_is_discarded_with_a_reason_only(self, director):
        made = factories.tournament(entrants=4)
        draw(director)

        refused = director.post(address(), {"act": "discard", "because": " "})
        assert refused.status_code == 422
        assert "Please give the reason; it is kept in the journal." in text(refused)

        done = director.post(address(), {"act": "discard", "because": "Two came late"}, follow=True)
        assert "The draw of series 1 is discarded." in text(done)
        assert made.series.get().status == Series.Status.PLANNED
        assert JournalEntry.objects.order_by("-number").first().data["because"] == "Two came late"

    def test_a_published_draw_is_not_discarded(self, director):
        made = factories.tournament(entrants=4)
        factories.running_series(made, published_only=True)

        answer = director.post(address(), {"act": "discard", "because": "why not"})

        assert answer.status_code == 422
        assert "There is no unpublished draw of series 1" in text(answer)

    def test_the_queries_do_not_grow_with_the_tables(self, director, django_assert_num_queries):
        factories.tournament(entrants=80)
        draw(director)

        director.get(address())
        with django_assert_num_queries(10):
            director.get(address())


class TestSwap:
    def swap(self, director, *numbers, because="wheelchair"):
        return director.post(address(), {"act": "swap", "swap": [str(n) for n in numbers], "because": because})

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
