"""The screen of the hall: which scenes it shows when, what they say, and that it costs little while nothing happens."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.disputes.services import objections
from scoring.lists.models import Call
from scoring.public.listings.hall_screen import KINDS, wanted_of
from scoring.results.models import Ranking
from scoring.table.services import calls as table_calls
from tables.hall.services import announcing
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
SCREEN = "/t/cup/hall/"
NOW = "/t/cup/hall/now/"


def scenes(client, query: str = "") -> dict[str, str]:
    """Return the words of every scene by its key."""
    page = client.get(f"{NOW}{query}").content.decode()
    parts = re.findall(r'<section [^>]*data-key="([^"]+)"[^>]*>(.*?)</section>', page, re.DOTALL)
    return {key: " ".join(strip_tags(words.replace("<", " <")).split()) for key, words in parts}


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1, time_limit=60)


def ring(series: Series, table: int, kind: str = "help") -> Call:
    row = factories.list_of(series, table)
    return table_calls.call(
        list_id=row.pk, kind=kind, place=None, text="Geheim", device="", entry_key=uuid4(), now=EVENING
    )


class TestBeforeAnythingIsKnown:
    def test_the_event_itself_is_shown(self, client, cup):
        assert list(scenes(client)) == ["event"]
        assert "Altenburg" in scenes(client)["event"]

    def test_when_the_first_series_begins_is_told(self, client, cup):
        cup.series.filter(number=1).update(begins_at=timezone.now() + timedelta(hours=1))

        assert list(scenes(client)) == ["begin"]
        assert "Series 1 begins at" in scenes(client)["begin"]

    def test_a_draw_that_is_not_published_stays_hidden(self, client, cup):
        factories.running_series(cup, published_only=True)
        cup.series.update(status="drawn", published_at=None)

        assert list(scenes(client)) == ["event"]


class TestTheNextSeats:
    def test_stand_by_name_and_by_table(self, client, cup):
        cup.entrants.filter(number=3).update(name="Anna Berg")
        factories.running_series(cup, published_only=True)

        shown = scenes(client)

        assert list(shown) == ["seats-1", "tables-1"]
        assert "Berg, Anna 1 · 3" in shown["seats-1"]
        assert shown["seats-1"].index("Berg, Anna") < shown["seats-1"].index("Spieler")
        assert "Anna Berg" in shown["tables-1"]

    def test_go_when_the_series_starts_unless_somebody_chose_them(self, client, cup):
        factories.running_series(cup)

        assert "seats-1" not in scenes(client)
        assert list(scenes(client, "?scenes=seats")) == ["seats-1"]


class TestWhileASeriesIsPlayed:
    def test_its_clock_and_the_standings_are_shown(self, client, cup):
        series = factories.running_series(cup)
        factories.enter(factories.list_of(series), (2, GRAND))

        shown = scenes(client)

        assert {"clock", "total", "appeals-1"} == set(shown)
        assert "0 of 2 lists signed" in shown["clock"]
        assert "Standings provisional 1 Spieler 2" in shown["total"]
        assert "in time until series 2 starts" in shown["appeals-1"]

    def test_a_clock_that_stands_still_says_so(self, client, cup):
        factories.running_series(cup)
        cup.series.filter(number=1).update(started_at=timezone.now(), paused_at=timezone.now())

        assert "60 minutes The clock stands still" in scenes(client)["clock"]

    def test_without_a_limit_it_is_told_since_when(self, client, cup):
        Tournament.objects.update(time_limit=None)
        factories.running_series(cup)

        assert "without a time limit" in scenes(client)["clock"]

    def test_hidden_ranks_stay_hidden_until_the_series_is_closed(self, client, cup):
        Tournament.objects.update(hides_live=True)
        series = factories.running_series(cup)

        assert "total" not in scenes(client)
        factories.close_series(series)
        assert "total" in scenes(client)

    def test_of_two_series_played_each_is_shown(self, client, cup):
        factories.close_series(factories.running_series(cup))
        factories.running_series(cup, 2)

        assert client.get(NOW).content.decode().count('class="hall-more"') == 16


class TestWhoWaits:
    def test_tables_are_named_each_once_and_nothing_else(self, client, cup):
        series = factories.running_series(cup)
        for _twice in range(2):
            ring(series, 2)

        assert scenes(client)["calls"] == "Tables that wait Table 2 The direction, please"
        assert "Geheim" not in client.get(NOW).content.decode()

    def test_a_judge_on_his_way_is_told(self, client, cup):
        series = factories.running_series(cup)
        row = factories.list_of(series, 1)
        raised = objections.raise_objection(
            series_id=series.pk, list_id=row.pk, entry_key=uuid4(), by=None, now=EVENING
        )
        assert "Table 1 A judge, please" in scenes(client)["calls"]

        judge = factories.judge(cup)
        objections.take_on(objection_id=raised.pk, by=judge, now=EVENING)

        assert "Table 1 A judge is on the way" in scenes(client)["calls"]


class TestAnnouncements:
    def test_come_first_and_go_when_their_time_is_over(self, client, cup):
        now = timezone.now()
        facts = {"tournament_id": cup.pk, "by": factories.user()}
        announcing.announce(text="Buffet!", until=None, entry_key=uuid4(), now=now, **facts)
        announcing.announce(
            text="Over", until=now - timedelta(minutes=1), entry_key=uuid4(), now=now - timedelta(hours=1), **facts
        )

        assert list(scenes(client)) == ["announcement-1"]
        assert "Buffet!" in scenes(client)["announcement-1"]

    def test_stay_text(self, client, cup):
        announcing.announce(
            tournament_id=cup.pk, text="<b>x", until=None, entry_key=uuid4(), by=factories.user(), now=EVENING
        )

        assert "<b>x" not in client.get(SCREEN).content.decode()


class TestAfterTheEnd:
    @pytest.mark.thorough
    def test_the_last_deadline_runs(self, client, cup):
        factories.close_series(factories.running_series(cup))
        factories.close_series(factories.running_series(cup, 2))
        Tournament.objects.update(ended_at=timezone.now())

        page = client.get(f"{NOW}?scenes=appeals").content.decode()

        assert "Appeals about series 2" in page
        assert "data-until" in page

    def test_the_final_ranking_stays(self, client, cup):
        factories.close_series(factories.running_series(cup))
        factories.close_series(factories.running_series(cup, 2))
        Tournament.objects.update(ended_at=EVENING, released_at=EVENING + timedelta(hours=1))

        assert list(scenes(client)) == ["total"]
        assert scenes(client)["total"].startswith("Final ranking")


class TestRankings:
    def test_those_that_are_switched_on_are_shown(self, client, cup):
        cup.entrants.filter(number__in=[2, 5]).update(classes=["ladies"])
        facts = {"tournament": cup, "made_at": EVENING, "made_by": factories.user()}
        Ranking.objects.create(number=1, entry_key=uuid4(), kind="ladies", name="Damen", **facts)
        Ranking.objects.create(number=2, entry_key=uuid4(), kind="seniors", name="Alte", off_at=EVENING, **facts)
        factories.enter(factories.list_of(factories.running_series(cup)), (2, GRAND))

        shown = scenes(client)

        assert [key for key in shown if key.startswith("ranking")] == ["ranking-1"]
        assert shown["ranking-1"].startswith("Damen provisional 1 Spieler 2")
        assert "Spieler 1" not in shown["ranking-1"]

    def test_who_hides_his_club_is_not_shown_under_it(self, client, cup):
        cup.entrants.filter(number__lt=4).update(club="SC Herz")
        cup.entrants.filter(number=2).update(shown_as="number")
        facts = {"tournament": cup, "made_at": EVENING, "made_by": factories.user()}
        Ranking.objects.create(number=1, entry_key=uuid4(), kind="club", name="Vereine", size=3, **facts)
        factories.enter(factories.list_of(factories.running_series(cup)), (2, GRAND))

        assert "No. 2" not in scenes(client, "?scenes=rankings")["ranking-1"]


class TestHowItIsAsked:
    @pytest.mark.parametrize(
        ("named", "found"),
        [
            ("", KINDS),
            ("nonsense", KINDS),
            ("clock,standings", ("clock", "standings")),
            ("prizes", ("prizes",)),
            (" Standings , clock,standings,x", ("standings", "clock")),
        ],
    )
    def test_scenes_are_chosen_by_name_in_that_order(self, named, found):
        assert wanted_of(named) == found

    @pytest.mark.parametrize("query", [f"?scenes={'x,' * 900}", "?scenes=%00", "?theme=<script>", "?scenes=&scenes=x"])
    def test_nothing_that_is_asked_breaks_it(self, client, cup, query):
        response = client.get(f"{SCREEN}{query}")

        assert response.status_code == 200
        assert "<script>" not in response.content.decode()

    def test_the_theme_is_chosen_or_the_devices_own(self, client, cup):
        assert 'data-bs-theme="dark"' in client.get(f"{SCREEN}?theme=dark").content.decode()
        assert "data-bs-theme" not in client.get(SCREEN).content.decode()

    def test_the_scenes_that_were_chosen_are_asked_for_again(self, client, cup):
        page = client.get(f"{SCREEN}?scenes=clock,seats").content.decode()

        assert 'data-now="/t/cup/hall/now/?scenes=clock%2Cseats"' in page

    def test_an_unknown_event_is_not_found(self, client, cup):
        assert client.get("/t/nowhere/hall/").status_code == 404
        assert client.get("/t/nowhere/hall/now/").status_code == 404

    def test_nothing_is_written(self, client, cup):
        assert client.post(SCREEN).status_code == 405
        assert client.post(NOW).status_code == 405


class TestWhatItCosts:
    def test_while_nothing_happens_one_query_and_nothing_to_send(self, client, cup, django_assert_num_queries):
        factories.running_series(cup)
        asked = {"X-Seen": client.get(NOW).headers["X-Seen"], "HX-Request": "true"}

        with django_assert_num_queries(1):
            response = client.get(NOW, headers=asked)

        assert response.status_code == 204
        ring(Series.objects.get(number=1), 1)
        assert client.get(NOW, headers=asked).status_code == 200

    def test_as_many_queries_for_many_as_for_few(self, client, cup, django_assert_num_queries):
        ring(factories.running_series(cup), 1)
        everything = f"?scenes={','.join(reversed(KINDS))}"
        with django_assert_num_queries(10):
            client.get(f"{NOW}{everything}")
        many = factories.tournament(entrants=64, slug="large", time_limit=60, director="zweite")
        ring(factories.running_series(many), 3)
        with django_assert_num_queries(10):
            client.get(f"/t/large/hall/now/{everything}")
