"""What one open page was sent is sent to the next without asking who it is: it must be the very same.

What a director does with a ranking once it is on: substitutes, lots, and the page that shows them.
"""

import gzip
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.results.models import RankingLot, Substitution
from tests.scoring.public.standings_read import TOTAL, running
from tests.scoring.results.ranking_pages import ONE, assign, played, ranking, text_of
from tests.support import factories
from tests.support.factories import GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


ASKS = {"HX-Request": "true", "accept-encoding": "gzip"}


@pytest.fixture
def changed(client):
    """A series, and the state an open page shows of it; since then a deal was entered."""
    series = running(entrants=40)
    for table in range(2, 11):
        factories.enter(factories.list_of(series, table), (2, GRAND), (3, GRAND), (4, GRAND), (1, GRAND))
    state = client.get(TOTAL, headers={"HX-Request": "true"})["X-Seen"]
    factories.enter(factories.list_of(series, 1), (2, GRAND))
    return series, state


def asked(client, state: str, address: str = TOTAL, **headers: str):
    return client.get(address, headers={**ASKS, "X-Seen": state, **headers})


def test_it_is_what_the_first_was_sent_and_costs_one_query(client, changed, django_assert_num_queries):
    first = asked(client, changed[1])
    with django_assert_num_queries(1):
        second = asked(client, changed[1])

    assert second.content == first.content
    for name in (
        "X-Seen",
        "Content-Encoding",
        "Content-Type",
        "Content-Length",
        "X-Content-Type-Options",
        "Cache-Control",
    ):
        assert second[name] == first[name]
    assert {"Cookie", "Accept-Language", "Accept-Encoding"} <= set(second["Vary"].split(", "))


def test_whoever_reads_another_language_gets_his(client, changed):
    german = asked(client, changed[1], **{"accept-language": "de"})
    english = asked(client, changed[1], **{"accept-language": "en"})
    client.cookies["django_language"] = "es"
    spanish = asked(client, changed[1], **{"accept-language": "de"})

    texts = [gzip.decompress(answer.content).decode() for answer in (german, english, spanish)]
    assert len(set(texts)) == 3


def test_another_address_is_another_page(client, changed):
    series, state = changed
    texts = {
        gzip.decompress(asked(client, state, address).content)
        for address in (TOTAL, f"{TOTAL}?sort=number", f"{TOTAL}?q=3", f"{TOTAL}{series.number}/")
    }

    assert len(texts) == 4


def test_whoever_takes_nothing_packed_gets_it_plain(client, changed):
    packed = asked(client, changed[1])
    plain = asked(client, changed[1], **{"accept-encoding": "identity"})

    assert "Content-Encoding" not in plain
    assert plain.content == gzip.decompress(packed.content)


def test_once_the_public_no_longer_sees_the_event_nobody_is_sent_what_was_kept(client, changed):
    series, state = changed
    assert asked(client, state).status_code == 200
    series.tournament.unpublish_on = timezone.localdate()
    series.tournament.save()

    assert asked(client, state).status_code == 410


class TestSubstitutes:
    def sent(self, made, **typed):
        series = made.series.get(number=1).pk
        return {
            "action": "substitute",
            "series": series,
            "out": "2",
            "by_whom": "5",
            "entry_key": str(uuid4()),
            **typed,
        }

    def test_count_for_another_and_are_taken_back(self, director):
        made = played()
        assign(ranking(made), Buben="1 2; 5", Damen="3 4")

        page = text_of(director.post(ONE, self.sent(made), follow=True))
        assert "No. 5 counts in that series for no. 2." in page
        assert "Series 1, Buben: no. 5 Spieler 5 for no. 2 Spieler 2" in page

        back = {"action": "take-back", "substitution": Substitution.objects.get().pk}
        assert "The substitution is taken back." in text_of(director.post(ONE, back, follow=True))
        assert director.post(ONE, back).status_code == 302
        assert not Substitution.objects.exists()

    def test_sent_twice_count_once(self, director):
        made = played()
        assign(ranking(made), Buben="1 2; 5")
        sent = self.sent(made)

        director.post(ONE, sent)
        director.post(ONE, sent)

        assert Substitution.objects.count() == 1

    @pytest.mark.parametrize(
        "typed", [{"out": "3"}, {"by_whom": "1"}, {"out": ""}, {"series": "999"}, {"entry_key": "x"}, {"out": "x"}]
    )
    def test_that_do_not_fit_are_refused(self, director, typed):
        made = played()
        assign(ranking(made), Buben="1 2; 5", Damen="3 4")

        assert director.post(ONE, self.sent(made, **typed)).status_code == 422
        assert not Substitution.objects.exists()

    def test_of_another_team_are_refused_in_words(self, director):
        made = played()
        assign(ranking(made), Buben="1 2; 5", Damen="3 4; 6")

        response = director.post(ONE, self.sent(made, by_whom="6"))

        assert response.status_code == 422
        assert "not a substitute of this team" in text_of(response)

    def test_of_another_event_are_not_taken_back(self, director):
        made = played()
        assign(ranking(made), Buben="1 2; 5")
        director.post(ONE, self.sent(made))
        found = Substitution.objects.get()
        factories.tournament(slug="other", director="direktor")
        ranking(made.__class__.objects.get(slug="other"))

        director.post("/t/other/office/rankings/1/", {"action": "take-back", "substitution": found.pk})

        assert Substitution.objects.filter(pk=found.pk).exists()

    def test_are_not_asked_for_where_there_are_none(self, director):
        assign(ranking(played()), Buben="1 2")

        assert "Who counts instead?" not in text_of(director.get(ONE))


class TestLots:
    def test_are_offered_where_equals_share_a_place_and_drawn_once(self, director):
        assign(ranking(played()), Buben="1 2", Damen="5 6")
        assert "2 share a place" in text_of(director.get(ONE))

        director.post(ONE, {"action": "lots"})

        assert RankingLot.objects.count() == 2
        assert "Draw the lots" not in text_of(director.get(ONE))
        assert director.post(ONE, {"action": "lots"}).status_code == 422

    def test_are_not_offered_while_a_series_is_open(self, director):
        made = played(closed=1)
        assign(ranking(made), Buben="1 2", Damen="5 6")

        assert "Draw the lots" not in text_of(director.get(ONE))
        assert director.post(ONE, {"action": "lots"}).status_code == 422


class TestThePage:
    def test_says_what_is_odd_and_who_is_free(self, director):
        assign(ranking(played(), size=3), Buben="1 2")

        page = text_of(director.get(ONE))

        assert "too few players" in page
        assert "6 players belong to no team" in page

    def test_of_a_class_shows_the_first_places(self, director):
        made = played()
        made.entrants.filter(number=5).update(classes=["ladies"])
        ranking(made, "ladies", size=1)

        assert "1 Spieler 5 732" in text_of(director.get(ONE))

    @pytest.mark.parametrize("teams", [1, 3])
    def test_queries_do_not_grow_with_the_teams(self, director, django_assert_num_queries, teams):
        assign(ranking(played()), **{f"Team {n}": f"{2 * n + 1} {2 * n + 2}" for n in range(teams)})

        with django_assert_num_queries(26):
            director.get(ONE)

    def test_hostile_names_stay_text(self, director):
        assign(ranking(played(), name="<script>alert(1)</script>"), **{"<b>Buben</b>": "1 2"})

        page = director.get(ONE).content
        assert b"<script>alert" not in page
        assert b"<b>Buben" not in page
