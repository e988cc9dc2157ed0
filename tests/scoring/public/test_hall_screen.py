"""The screen of the hall: which scenes it shows when, what they say, and that it costs little while nothing happens."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.disputes.services import objections
from scoring.lists.models import Call
from scoring.public.views.hall_screen import KINDS, wanted_of
from scoring.results.services.rankings import switch_off
from tables.draw.services.seats import start_series
from tables.hall import services
from tables.tournaments.models import Series, Tournament
from tests.scoring.answers import says
from tests.scoring.results.ranked_event import switched_on
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


SCREEN, NOW = "/t/cup/hall/", "/t/cup/hall/now/"


def scenes(client, query: str = "") -> dict[str, str]:
    """Return the words of every scene by its key."""
    page = client.get(f"{NOW}{query}").content.decode()
    parts = re.findall(r'<section [^>]*data-key="([^"]+)"[^>]*>(.*?)</section>', page, re.DOTALL)
    return {key: " ".join(strip_tags(words.replace("<", " <")).split()) for key, words in parts}


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1, time_limit=60)


def ring(series: Series, table: int) -> Call:
    return factories.call_from(factories.list_of(series, table), text="Geheim")


def test_before_anything_is_known_the_event_itself_is_shown_until_its_begin_is_told(client, cup):
    shown = scenes(client)
    assert list(shown) == ["event"]
    assert "Altenburg" in shown["event"]

    factories.running_series(cup, published_only=True)
    cup.series.update(status="drawn", published_at=None)
    assert list(scenes(client)) == ["event"]

    cup.series.filter(number=1).update(begins_at=timezone.now() + timedelta(hours=1))
    cache.clear()
    shown = scenes(client)
    assert list(shown) == ["begin"]
    assert "Series 1 begins at" in shown["begin"]


def test_the_next_seats_stand_by_name_and_by_table_until_the_series_starts_unless_somebody_chose_them(client, cup):
    cup.entrants.filter(number=3).update(name="Anna Berg")
    series = factories.running_series(cup, published_only=True)

    shown = scenes(client)

    assert list(shown) == ["seats-1", "tables-1"]
    assert "Berg, Anna 1 · 3" in shown["seats-1"]
    assert shown["seats-1"].index("Berg, Anna") < shown["seats-1"].index("Spieler")
    assert "Anna Berg" in shown["tables-1"]
    assert "Table 1 " in shown["tables-1"]
    start_series(series_id=series.pk, by=factories.user(), now=timezone.now())
    assert "seats-1" not in scenes(client)
    assert list(scenes(client, "?scenes=seats")) == ["seats-1"]


class TestWhileASeriesIsPlayed:
    def test_its_clock_the_standings_and_the_tables_that_wait_are_shown(self, client, cup):
        series = factories.running_series(cup)
        factories.enter(factories.list_of(series), (2, GRAND))

        shown = scenes(client)

        assert {"clock", "total", "appeals-1"} == set(shown)
        assert "0 of 2 lists signed" in shown["clock"]
        assert "Standings provisional 1 Spieler 2" in shown["total"]
        assert "in time until series 2 starts" in shown["appeals-1"]

        cup.series.filter(number=1).update(started_at=timezone.now(), paused_at=timezone.now())
        cache.clear()
        assert "60 minutes The clock stands still" in scenes(client)["clock"]
        cup.series.filter(number=1).update(paused_at=None)
        Tournament.objects.update(time_limit=None)
        cache.clear()
        assert "without a time limit" in scenes(client)["clock"]

        for _twice in range(2):
            ring(series, 2)
        assert scenes(client)["calls"] == "Tables that wait Table 2 The direction, please"
        assert "Geheim" not in client.get(NOW).content.decode()

        row = factories.list_of(series, 1)
        raised = disputes.raised(row, device="")
        assert "Table 1 A judge, please" in scenes(client)["calls"]
        objections.take_on(objection_id=raised.pk, by=factories.judge(cup), now=EVENING)
        assert "Table 1 A judge is on the way" in scenes(client)["calls"]

    @pytest.mark.thorough
    def test_an_arrow_says_who_moved_and_a_band_who_leads(self, client):
        made = factories.tournament(entrants=12, series=2, rounds=1)
        factories.close_series(factories.running_series(made, 1))
        second = factories.running_series(made, 2)
        for table, deals in ((1, ((2, GRAND), (3, GRAND), (2, GRAND))), (2, ((3, GRAND),))):
            factories.enter(factories.list_of(second, table), *deals)

        page = client.get(NOW).content.decode()

        assert page.count('<li class="is-on-podium">') == 3
        # What a screen reader says is the same number, in words.
        up = re.findall(r'<span class="hall-moved is-up" role="img" aria-label="(\d+) places? won">▲\1</span>', page)
        down = re.findall(r'<span class="hall-moved" role="img" aria-label="(\d+) places? lost">▼\1</span>', page)
        assert up
        assert down
        assert page.count('class="hall-moved') == len(up + down)

    def test_the_way_to_ones_own_seat_is_a_code_where_a_phone_can_take_it(self, client, cup, settings):
        says(client.get(SCREEN, headers={"host": "127.0.0.1:8000"}), lacks="hall-code")
        settings.SITE_URL = "https://skat.example"
        says(client.get(SCREEN), '<footer class="hall-code"><svg')

    def test_hidden_ranks_stay_hidden_until_the_series_is_closed(self, client, cup):
        Tournament.objects.update(hides_live=True)
        series = factories.running_series(cup)

        assert "total" not in scenes(client)
        factories.close_series(series)
        assert "total" in scenes(client)


def test_announcements_come_first_and_go_when_their_time_is_over(client, cup):
    now, minute = timezone.now(), timedelta(minutes=1)
    for text, until, at in (("Buffet!", None, now), ("Over", now - minute, now - 60 * minute)):
        said = {"text": text, "until": until, "entry_key": uuid4(), "now": at}
        services.announce(tournament_id=cup.pk, by=factories.user(), **said)

    assert list(scenes(client)) == ["announcement-1"]
    assert "Buffet!" in scenes(client)["announcement-1"]


def test_after_the_end_the_last_deadline_runs_and_then_the_final_ranking_stays(client):
    factories.close_series(factories.running_series(factories.tournament(entrants=4)))
    Tournament.objects.update(ended_at=timezone.now())

    says(client.get(f"{NOW}?scenes=appeals"), "Appeals about series 1", "data-until")

    Tournament.objects.update(ended_at=EVENING, released_at=EVENING + timedelta(hours=1))
    cache.clear()
    assert list(scenes(client)) == ["total"]
    assert scenes(client)["total"].startswith("Final ranking")


def test_rankings_that_are_switched_on_are_shown_and_nobody_under_a_club_he_hides(client, cup):
    cup.entrants.filter(number__in=[2, 5]).update(classes=["ladies"])
    cup.entrants.filter(number__lt=4).update(club="SC Herz")
    switched_on(cup, "ladies", "Damen")
    switch_off(ranking_id=switched_on(cup, "seniors", "Alte").pk, by=factories.user(), now=EVENING)
    switched_on(cup, "club", "Vereine", size=3)
    factories.enter(factories.list_of(factories.running_series(cup)), (2, GRAND))

    shown = scenes(client)

    assert [key for key in shown if key.startswith("ranking")] == ["ranking-1", "ranking-3"]
    assert shown["ranking-1"].startswith("Damen provisional 1 Spieler 2")
    assert "Spieler 1" not in shown["ranking-1"]
    cup.entrants.filter(number=2).update(shown_as="number")
    cache.clear()
    assert "No. 2" not in scenes(client, "?scenes=rankings")["ranking-3"]


def test_scenes_are_chosen_by_name_in_that_order_and_the_theme_is_chosen_or_the_devices_own(client, cup):
    for named, found in (
        ("", KINDS),
        ("nonsense", KINDS),
        ("clock,standings", ("clock", "standings")),
        ("prizes", ("prizes",)),
        (" Standings , clock,standings,x", ("standings", "clock")),
    ):
        assert wanted_of(named) == found
    asked_again = 'data-now="/t/cup/hall/now/?scenes=clock%2Cseats"'
    says(client.get(f"{SCREEN}?scenes=clock,seats"), asked_again, lacks="data-bs-theme")
    says(client.get(f"{SCREEN}?theme=dark"), 'data-bs-theme="dark"')
    for nonsense in (f"?scenes={'x,' * 900}", "?scenes=%00", "?theme=<script>", "?scenes=&scenes=x"):
        assert says(client.get(f"{SCREEN}{nonsense}"), lacks="<script>").status_code == 200, nonsense


def test_while_nothing_happens_it_costs_one_query_and_nothing_to_send(client, cup, django_assert_num_queries):
    factories.running_series(cup)
    asked = {"X-Seen": client.get(NOW).headers["X-Seen"], "HX-Request": "true"}

    with django_assert_num_queries(1):
        response = client.get(NOW, headers=asked)

    assert response.status_code == 204
    ring(Series.objects.get(number=1), 1)
    assert client.get(NOW, headers=asked).status_code == 200
    cache.clear()
    with django_assert_num_queries(10):
        client.get(f"{NOW}?scenes={','.join(reversed(KINDS))}")


def test_names_are_shown_as_everybody_wants_and_of_one_name_with_their_start_numbers(client, cup):
    for number, name in ((1, "Hans Müller"), (4, "Müller, Hans"), (6, "Hans Müller"), (5, "Uwe Kurz")):
        cup.entrants.filter(number=number).update(name=name, classes=["ladies"])
    cup.entrants.filter(number__in=[2, 3]).update(shown_as="initials")
    cup.entrants.filter(number=7).update(name="Zacharias Verborgen", club="SC Geheim", shown_as="number")
    cup.entrants.filter(number=8).update(name="Yvonne Versteckt", shown_as="pseudonym", pseudonym="Karo Ass")
    switched_on(cup, "ladies", "Damen")
    factories.running_series(cup)

    shown = scenes(client, "?scenes=seats,tables,standings,rankings")

    assert sorted(re.findall(r"Müller, Hans \(\d\)", shown["seats-1"])) == [f"Müller, Hans ({n})" for n in (1, 4, 6)]
    for scene in ("tables-1", "total", "ranking-1"):
        assert sorted(re.findall(r"Hans Müller \(\d\)", shown[scene])) == ["Hans Müller (1)", "Hans Müller (6)"]
    assert {"S. (2)", "S. (3)"} == set(re.findall(r"S\. \(\d\)", shown["tables-1"]))
    hidden = ("Zacharias", "Verborgen", "Geheim", "Yvonne", "Versteckt")
    says(client.get(f"{SCREEN}?scenes=seats,tables,standings"), "Karo Ass", lacks=hidden)
    # A start number behind a name does not change where it stands.
    rows = client.get("/t/cup/standings/?sort=name").content.decode().split("<tbody", 1)[1]
    assert re.findall("Uwe Kurz|Hans Müller", rows) == ["Uwe Kurz", "Hans Müller", "Hans Müller"]
