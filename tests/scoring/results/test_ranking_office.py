"""Switching rankings on and off, their terms, substitutes and lots; who may, what is refused, what is sent twice."""

from uuid import uuid4

import pytest

from scoring.results.models import Ranking
from tests import factories
from tests.scoring.results.ranking_pages import DRAW, FILE, NEW, OFFICE, ONE, PASTE, played, ranking, text_of
from tests.seen import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

PAGES = (OFFICE, NEW, f"{NEW}?kind=team", ONE, PASTE, FILE, DRAW)


def terms(**typed):
    return {"name": "Vierer", "size": "4", "best_of": "", "entry_key": str(uuid4()), **typed}


def change(**typed):
    return {"action": "change", **{f"terms-{name}": value for name, value in terms(**typed).items()}}


class TestWhoMay:
    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("address", PAGES)
    def test_the_director_may(self, director, address):
        ranking(played())

        assert director.get(address).status_code == 200

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("address", PAGES)
    def test_the_public_is_asked_to_sign_in(self, client, address):
        ranking(played())

        assert client.get(address).status_code == 302
        assert client.post(address).status_code == 302

    @pytest.mark.parametrize("address", PAGES)
    def test_a_judge_may_not(self, client, address):
        made = played()
        ranking(made)
        client.force_login(factories.judge(made))

        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403

    @pytest.mark.parametrize("address", [f"{OFFICE}7/", f"{OFFICE}7/paste/", f"{OFFICE}7/file/", f"{OFFICE}7/draw/"])
    def test_an_unknown_ranking_is_not_found(self, director, address):
        ranking(played())

        assert director.get(address).status_code == 404

    @pytest.mark.parametrize("address", [PASTE, FILE, DRAW])
    def test_a_ranking_of_clubs_has_no_teams(self, director, address):
        ranking(played(), "club")

        assert director.get(address).status_code == 404


class TestSwitchingOn:
    def test_offers_every_kind(self, director):
        played()

        page = text_of(director.get(NEW))

        assert [str(kind.label) for kind in Ranking.Kind if str(kind.label) not in page] == []

    @pytest.mark.parametrize("kind", Ranking.Kind)
    def test_suggests_a_name(self, director, kind):
        played()

        assert f'value="{kind.label}"' in director.get(f"{NEW}?kind={kind}").content.decode()

    def test_suggests_a_name_that_is_free(self, director):
        ranking(played(), name="Teams")

        assert b'value="Teams 2"' in director.get(f"{NEW}?kind=team").content

    @pytest.mark.parametrize("kind", Ranking.Kind)
    def test_makes_a_ranking_of_every_kind(self, director, kind):
        played()

        response = director.post(f"{NEW}?kind={kind}", terms(), follow=True)

        assert response.status_code == 200
        assert "The ranking “Vierer” is switched on." in text_of(response)
        assert director.get("/t/cup/rankings/1/").status_code == 200

    def test_keeps_the_terms(self, director):
        played()

        director.post(f"{NEW}?kind=team", terms(series=["2"], best_of="1", size="3", scaled="on"))

        made = Ranking.objects.get()
        assert (made.series, made.best_of, made.size, made.scaled) == ([2], 1, 3, True)

    def test_over_all_series_means_also_those_to_come(self, director):
        played()

        director.post(f"{NEW}?kind=team", terms(series=["1", "2"]))

        assert Ranking.objects.get().series == []

    def test_sent_twice_it_counts_once(self, director):
        played()
        sent = terms()

        director.post(f"{NEW}?kind=team", sent)
        director.post(f"{NEW}?kind=team", sent)

        assert Ranking.objects.count() == 1

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({"name": ""}, "What is the ranking called?"),
            ({"name": "Mannschaften"}, "There is a ranking called “Mannschaften” already."),
            ({"name": "x" * 81}, "at most 80 characters"),
            ({"size": "1"}, "A team has two players at least."),
            ({"size": "21"}, "less than or equal to 20"),
            ({"size": "viele"}, "Enter a whole number."),
            ({"best_of": "3"}, "at least one and at most all of them can count"),
            ({"best_of": "0"}, "greater than or equal to 1"),
            ({"series": ["9"]}, "9 is not one of the available choices"),
            ({"entry_key": ""}, "This form did not arrive completely."),
            ({"entry_key": "x"}, "This form did not arrive completely."),
        ],
    )
    def test_what_does_not_fit_is_said_and_kept(self, director, typed, said):
        ranking(played())

        response = director.post(f"{NEW}?kind=team", terms(**typed))

        assert response.status_code == 422
        assert said in text_of(response)
        assert Ranking.objects.count() == 1

    @pytest.mark.parametrize("kind", ["", "?kind=", "?kind=nobody"])
    def test_without_a_kind_nothing_is_made(self, director, kind):
        played()

        assert director.post(f"{NEW}{kind}", terms()).status_code == 422
        assert not Ranking.objects.exists()


class TestSwitchingOff:
    def test_takes_it_from_the_public_and_back(self, director, client):
        found = ranking(played())

        page = text_of(director.post(OFFICE, {"ranking": found.pk, "action": "off"}, follow=True))
        assert "is switched off; its teams stay" in page
        assert client.get("/t/cup/rankings/1/").status_code == 404

        assert "is shown to everybody" in text_of(director.post(ONE, {"action": "on"}, follow=True))
        assert client.get("/t/cup/rankings/1/").status_code == 200

    @pytest.mark.parametrize(
        "typed", [{}, {"ranking": "x"}, {"ranking": "999", "action": "off"}, {"ranking": "1", "action": "away"}]
    )
    def test_what_cannot_be_understood_does_nothing(self, director, typed):
        ranking(played())

        assert director.post(OFFICE, typed).status_code == 422
        assert Ranking.objects.get().off_at is None

    def test_of_another_event_it_is_not_done(self, director):
        ranking(played())
        other = factories.tournament(slug="other", director="fremd")
        theirs = ranking(other)

        assert director.post(OFFICE, {"ranking": theirs.pk, "action": "off"}).status_code == 422
        theirs.refresh_from_db()
        assert theirs.off_at is None


class TestTheTerms:
    def test_are_changed(self, director):
        ranking(played())

        assert "The terms are changed." in text_of(
            post_seen(director, ONE, change(name="Zweier", size="2"), follow=True)
        )
        assert Ranking.objects.get().name == "Zweier"

    def test_that_do_not_fit_are_said_and_kept(self, director):
        ranking(played())

        response = post_seen(director, ONE, change(best_of="5", name="Zweier"))

        assert response.status_code == 422
        assert "at most all of them can count" in text_of(response)
        assert b'value="Zweier"' in response.content
        assert Ranking.objects.get().name == "Mannschaften"

    @pytest.mark.parametrize("action", ["", "explode"])
    def test_an_unknown_act_does_nothing(self, director, action):
        ranking(played())

        assert director.post(ONE, {"action": action}).status_code == 422
