"""What everybody sees: tournaments, overview, plan, entrants, seats.

How long mistakes in a posted result may be reported, as the plan says it.
"""

import pytest
from django.urls import reverse

from scoring.disputes.services.queries import post_result
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.direction_measures import closed, two_tables
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


def address(name: str, **more: object) -> str:
    return reverse(f"tables:{name}", kwargs={"slug": "cup", **more})


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


class TestHome:
    def test_without_any_tournament_it_says_so(self, client):
        assert "No tournament yet" in text(client.get("/"))


class TestOverview:
    def test_before_the_first_series_it_leads_to_the_desk_or_the_form(self, client):
        made = factories.tournament(entrants=3)
        assert "It has not begun yet" in text(client.get(address("tournament")))

        made.registration_open = True
        made.save()
        assert address("self-registration") in text(client.get(address("tournament")))

    def test_a_draw_that_is_not_published_is_not_shown(self, client):
        made = factories.tournament(entrants=4)
        made.series.update(status=Series.Status.DRAWN, drawn_at=EVENING)

        body = text(client.get(address("tournament")))

        assert "planned" in body
        assert address("seats", series=1) not in body

    def test_a_running_series_asks_for_a_name_and_shows_the_seat(self, client):
        made = factories.tournament(entrants=4, series=2)
        factories.running_series(made)

        body = text(client.get(address("tournament")))

        assert "Series 1 is being played" in body
        assert f'action="{address("seats", series=1)}"' in body

    def test_a_closed_series_leads_to_the_standings(self, client):
        made = factories.tournament(entrants=4, series=2)
        factories.close_series(factories.running_series(made))

        assert "Series 1 is closed" in text(client.get(address("tournament")))

    def test_the_end_and_the_final_ranking_are_said(self, client):
        made = factories.tournament(ended_at=EVENING)
        assert "All series are played" in text(client.get(address("tournament")))

        made.released_at = EVENING
        made.save()
        assert "The tournament is over" in text(client.get(address("tournament")))

    def test_the_queries_are_few(self, client, django_assert_num_queries):
        made = factories.tournament(entrants=12, series=3)
        factories.running_series(made)

        # One of them each for the tariffs, the prizes and the seasons it counts in.
        with django_assert_num_queries(8):
            client.get(address("tournament"))


class TestPlan:
    def test_it_says_everything_the_rules_name(self, client):
        factories.tournament(rounds=12, time_limit=120, entry_fee="10.00", costs="Card money 1 €.", series=3)

        body = text(client.get(address("plan")))

        for heading in ("Organiser", "Stakes and costs", "Number of series", "Deals at a table"):
            assert heading in body
        assert "12 rounds: 48 deals at a table of four, 36 at a table of three. Time limit: 120 minutes" in body
        assert "Entry fee: 10.00 €." in body
        assert "3 series. The seats of every series are drawn." in body

    def test_only_the_director_is_told_what_is_missing(self, client, director):
        factories.tournament()

        assert "Nothing is stated here yet" not in text(client.get(address("plan")))
        assert text(director.get(address("plan"))).count("Nothing is stated here yet") == 10

    def test_what_a_director_typed_is_text_and_nothing_else(self, client):
        factories.tournament(costs="<script>alert(1)</script>")

        assert "<script>alert" not in text(client.get(address("plan")))


class TestEntrants:
    def test_who_withdrew_is_not_in_the_list_and_who_has_no_name_is_a_number(self, client):
        made = factories.tournament(entrants=3)
        made.entrants.filter(number=2).update(name="")
        made.entrants.filter(number=3).update(withdrawn_at=EVENING, present=False)

        body = text(client.get(address("entrants")))

        assert "2 are registered." in body
        assert "No. 2" in body
        assert "Spieler 3" not in body

    @pytest.mark.parametrize(
        ("search", "found"), [("muller", 0), ("MÜLLER", 1), ("mueller anna", 1), ("2", 1), ("herz", 1)]
    )
    def test_a_search_finds_names_clubs_and_numbers(self, client, search, found):
        made = factories.tournament()
        Entrant.objects.create(tournament=made, number=2, name="Müller, Anna", club="SC Herz", registered_at=EVENING)
        Entrant.objects.create(tournament=made, number=5, name="Otto Kurz", registered_at=EVENING)

        body = text(client.get(address("entrants"), {"q": search}))

        assert body.count("Müller, Anna") == found
        assert "Otto Kurz" not in body

    @pytest.mark.parametrize("query", ["page=99", "page=x", "sort=nonsense", "sort=-name", "q=%00", "q=" + "x" * 5000])
    def test_nonsense_in_the_address_is_no_fault(self, client, query):
        factories.tournament(entrants=3)

        assert client.get(f"{address('entrants')}?{query}").status_code == 200

    def test_a_thousand_are_paged_in_few_queries(self, client, django_assert_num_queries):
        factories.tournament(entrants=1000)

        with django_assert_num_queries(3):
            body = text(client.get(address("entrants"), {"page": 10}))

        assert "Page 10 of 10" in body
        assert "Spieler 1000" in body


class TestSeats:
    def test_they_are_not_found_before_they_are_published(self, client):
        factories.tournament(entrants=4)

        assert client.get(address("seats", series=1)).status_code == 404

    @pytest.mark.parametrize("search", ["Spieler 6", "6", "spieler  6 "])
    def test_a_name_or_number_shows_the_seat_and_marks_it_in_the_plan(self, client, search):
        factories.running_series(factories.tournament(entrants=8))

        body = text(client.get(address("seats", series=1), {"q": search}))

        assert "Table 2, seat 2" in body
        assert body.count('class="found"') == 1

    def test_a_start_number_means_this_entrant_and_no_other(self, client):
        factories.running_series(factories.tournament(entrants=14))

        body = text(client.get(address("seats", series=1), {"q": "1"}))

        assert body.count("found-place") == 1

    def test_who_is_not_found_is_told_what_to_do(self, client):
        factories.running_series(factories.tournament(entrants=4))

        assert "Nobody called “Egon” sits in this series" in text(client.get(address("seats", series=1), {"q": "Egon"}))

    def test_very_many_matches_are_counted_not_listed(self, client):
        factories.running_series(factories.tournament(entrants=40))

        body = text(client.get(address("seats", series=1), {"q": "Spieler"}))

        assert body.count("found-place") == 12
        assert "28 more are marked below." in body

    def test_the_queries_do_not_grow_with_the_tables(self, client, django_assert_num_queries):
        factories.running_series(factories.tournament(entrants=80))

        with django_assert_num_queries(5):
            client.get(address("seats", series=1))


EDIT = "/t/cup/office/plan/"


def filled_in(answer, **fields: object) -> dict[str, object]:
    form = answer.context["form"]
    sent = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in sent.items()} | fields


def test_is_said_in_the_plan_and_read_by_everybody(client, director):
    factories.tournament()

    assert director.post(EDIT, filled_in(director.get(EDIT), query_window="30")).status_code == 302

    assert Tournament.objects.get().query_window == 30
    assert "reported for 30 minutes from the posting on" in text(client.get("/t/cup/plan/"))


def test_left_empty_is_the_usual_hour(client, director):
    factories.tournament(query_window=30)

    director.post(EDIT, filled_in(director.get(EDIT), query_window=""))

    assert Tournament.objects.get().query_window is None
    assert "from the posting on" not in text(client.get("/t/cup/plan/"))


@pytest.mark.parametrize("minutes", ["4", "0", "-5", "2881", "soon", "1e3"])
def test_out_of_all_proportion_is_refused(director, minutes):
    factories.tournament()

    answer = director.post(EDIT, filled_in(director.get(EDIT), query_window=minutes))

    assert answer.status_code == 422
    assert answer.context["form"].errors["query_window"]


def test_stays_once_a_result_is_posted(director):
    made = two_tables(query_window=30)
    closed(made)
    post_result(tournament_id=made.pk, series=1, by=factories.user(), now=EVENING)

    answer = director.post(EDIT, filled_in(director.get(EDIT), query_window="10"))

    assert answer.status_code == 422
    assert "stays as it was announced" in text(answer)
    assert Tournament.objects.get().query_window == 30
    assert director.post(EDIT, filled_in(director.get(EDIT), place="Gera")).status_code == 302
