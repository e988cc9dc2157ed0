"""The fragment for club pages, and the page that hands out its code and every file.

Names on the screen of the hall: as everybody wants to be shown, and apart where two are alike.
"""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.html import escape

from scoring.results.models import Ranking
from tests.scoring.public.open_data_read import HIDDEN, event, ranking, unpublished
from tests.scoring.public.test_hall_screen import SCREEN, scenes
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = pytest.mark.django_db


EMBED = "/t/cup/embed/"


SHARE = "/t/cup/share/"


LINKED = (
    "standings-html",
    "standings-csv",
    "standings-xlsx",
    "standings-ods",
    "public-entrants-csv",
    "public-entrants-xlsx",
)


LINKED += ("public-entrants-ods", "feed")


def to_paste(client, asked):
    """Return the table that the page holds for other pages."""
    page = client.get(f"{SHARE}?{asked}").content.decode()
    return unescape(re.search(r'<textarea[^>]* id="table"[^>]*>(.*?)</textarea>', page, re.DOTALL)[1])


@pytest.mark.slow
class TestEmbedding:
    def test_it_may_stand_in_the_pages_of_others(self, client):
        event()
        response = client.get(EMBED)

        assert "frame-ancestors *" in response["Content-Security-Policy"]
        assert "script-src 'self'" in response["Content-Security-Policy"]
        assert "X-Frame-Options" not in response

    def test_the_pages_around_it_still_may_not(self, client):
        event()
        response = client.get(SHARE)

        assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
        assert response["X-Frame-Options"] == "DENY"

    def test_it_shows_as_many_lines_as_asked_for(self, client):
        event()

        assert client.get(f"{EMBED}?rows=3").content.count(b"<tr>") == 4
        assert client.get(EMBED).content.count(b"<tr>") == 9

    def test_a_series_or_another_ranking(self, client):
        made = event()
        ranking(made)

        assert "Damen" in client.get(f"{EMBED}?ranking=1").content.decode()
        assert "/t/cup/standings/1/" in client.get(f"{EMBED}?series=1").content.decode()

    def test_its_theme_and_language(self, client):
        event()
        page = client.get(f"{EMBED}?theme=dark&lang=de").content.decode()

        assert '<html lang="de" data-theme="dark">' in page
        assert "Nr. 1" in page

    @pytest.mark.parametrize("asked", ["rows=-1", "rows=x", "theme=pink", "lang=xx", "series=", "rows=1000000"])
    def test_what_nobody_understands_counts_as_not_asked(self, client, asked):
        event()

        assert client.get(f"{EMBED}?{asked}").content.count(b"<tr>") == 9

    @pytest.mark.parametrize(("asked", "status"), [("ranking=9", 404), ("series=3", 404)])
    def test_what_is_not_there_is_said_inside_the_frame(self, client, asked, status):
        event()
        response = client.get(f"{EMBED}?{asked}")

        assert response.status_code == status
        assert "There is no such ranking." in response.content.decode()
        assert "X-Frame-Options" not in response

    def test_no_longer_shown_it_says_so_inside_the_frame(self, client):
        unpublished(event())
        response = client.get(EMBED)

        assert "no longer shown" in response.content.decode()
        assert "X-Frame-Options" not in response

    def test_a_fragment_already_open_gets_nothing_until_something_changes(self, client, django_assert_num_queries):
        made = event()
        seen = client.get(EMBED)["X-Seen"]

        with django_assert_num_queries(1):
            assert client.get(EMBED, headers={"x-seen": seen}).status_code == 204
        factories.enter(factories.list_of(made.series.get(number=2)), (3, GRAND))
        assert client.get(EMBED, headers={"x-seen": seen}).status_code == 200

    def test_hidden_ranks_are_not_in_it(self, client):
        event(hides_live=True)

        assert "There are no results to be shown yet." in client.get(f"{EMBED}?series=2").content.decode()

    def test_a_final_ranking_asks_no_more(self, client):
        made = event()
        assert b"data-live-every" in client.get(EMBED).content
        type(made).objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)

        assert b"data-live-every" not in client.get(EMBED).content

    def test_it_is_small(self, client):
        event()

        assert len(client.get(EMBED).content) < 4_000


@pytest.mark.slow
class TestSharing:
    def test_the_page_holds_the_code_for_what_is_chosen(self, client):
        made = event()
        ranking(made)
        page = client.get(f"{SHARE}?what=ranking:1&rows=5&theme=dark").content.decode()

        assert escape('src="http://testserver/t/cup/embed/?ranking=1&amp;rows=5&amp;theme=dark"') in page

    @pytest.mark.parametrize("asked", ["", "?what=ranking:99", "?what=x&rows=0", "?rows=abc&lang=%00"])
    def test_whatever_is_chosen_there_is_code(self, client, asked):
        event()
        response = client.get(f"{SHARE}{asked}")

        assert response.status_code == 200
        assert "/t/cup/embed/" in response.content.decode()

    def test_a_tournaments_name_cannot_break_out_of_the_code(self, client):
        event(name='"><script>alert(1)</script>')
        page = client.get(SHARE).content.decode()

        assert "<script>alert(1)" not in page
        assert escape(escape("<script>alert(1)</script>")) in page

    def test_it_links_every_file(self, client):
        event()
        page = client.get(SHARE).content.decode()

        assert all(f'href="{reverse(f"scoring:{name}", args=["cup"])}"' in page for name in LINKED)

    def test_the_table_to_paste_is_the_one_chosen_and_nothing_but_a_table(self, client):
        ranking(event())

        total, damen = (to_paste(client, asked) for asked in ("rows=3&lang=de", "what=ranking:1&rows=20&lang=es"))

        assert total.count("<tr>") == 4
        assert '<th scope="col">Verein</th>' in total
        assert damen.count("<tr>") == 4
        assert "<caption>Damen</caption>" in damen
        assert not any(word in total + damen for word in ("<script", "<style", "style=", "class=", "http"))

    @pytest.mark.thorough
    def test_it_names_nobody_who_is_hidden(self, client, director):
        ranking(event())

        for asked in ("rows=20", "what=ranking:1&rows=20", "what=series:1&rows=20"):
            for visitor in (client, director):
                assert not any(word in to_paste(visitor, asked) for word in HIDDEN)

    def test_ranks_that_wait_are_not_in_it(self, client):
        event(hides_live=True)

        assert "Series 2" not in to_paste(client, "rows=20")
        waiting = to_paste(client, "what=series:2")
        assert waiting.count("<tr>") == 1
        assert "Rank</th>" in waiting

    def test_what_somebody_is_called_stays_text_wherever_it_is_pasted(self, client):
        event().entrants.filter(number=4).update(name="<b onclick=x>&")

        assert "&lt;b onclick=x&gt;&amp;" in to_paste(client, "rows=20")
        assert b"<td>&lt;b onclick=x&gt;&amp;</td>" in client.get("/t/cup/standings.html").content

    def test_the_page_to_upload_speaks_the_language_that_is_chosen(self, client):
        event()
        link = 'href="/t/cup/standings.html?lang=de"'

        assert link in client.get(f"{SHARE}?lang=de").content.decode()
        german, english = (client.get(f"/t/cup/standings.html{asked}") for asked in ("?lang=de", ""))
        assert '<html lang="de">' in german.content.decode()
        assert '<th scope="col">Verein</th>' in german.content.decode()
        assert '<html lang="en">' in english.content.decode()
        assert german["Content-Disposition"].startswith("attachment")

    def test_no_longer_shown_only_officials_see_it(self, client, director):
        unpublished(event())

        assert client.get(SHARE).status_code == 410
        assert director.get(SHARE).status_code == 200


@pytest.fixture
def cup():
    return factories.tournament(entrants=8, series=2, rounds=1, time_limit=60)


def test_names_are_shown_as_everybody_wants(client, cup):
    cup.entrants.filter(number=1).update(name="Zacharias Verborgen", club="SC Geheim", shown_as="number")
    cup.entrants.filter(number=2).update(name="Yvonne Versteckt", shown_as="pseudonym", pseudonym="Karo Ass")
    factories.running_series(cup)

    shown = client.get(f"{SCREEN}?scenes=seats,tables,standings").content.decode()

    assert "Karo Ass" in shown
    for hidden in ("Zacharias", "Verborgen", "Geheim", "Yvonne", "Versteckt"):
        assert hidden not in shown


def test_players_of_one_name_stand_there_with_their_start_numbers(client, cup):
    for number, name in ((1, "Hans Müller"), (4, "Müller, Hans"), (6, "Hans Müller")):
        cup.entrants.filter(number=number).update(name=name, classes=["ladies"])
    cup.entrants.filter(number__in=[2, 3]).update(shown_as="initials")
    facts = {"tournament": cup, "made_at": EVENING, "made_by": factories.user()}
    Ranking.objects.create(number=1, entry_key=uuid4(), kind="ladies", name="Damen", **facts)
    factories.running_series(cup)

    shown = scenes(client, "?scenes=seats,tables,standings,rankings")

    assert sorted(re.findall(r"Müller, Hans \(\d\)", shown["seats-1"])) == [f"Müller, Hans ({n})" for n in (1, 4, 6)]
    for scene in ("tables-1", "total", "ranking-1"):
        assert sorted(re.findall(r"Hans Müller \(\d\)", shown[scene])) == ["Hans Müller (1)", "Hans Müller (6)"]
    assert {"S. (2)", "S. (3)"} == set(re.findall(r"S\. \(\d\)", shown["tables-1"]))


def test_a_start_number_behind_a_name_does_not_change_where_it_stands(client, cup):
    cup.entrants.filter(number__in=[1, 2]).update(name="Hans Müller")
    cup.entrants.filter(number=3).update(name="Uwe Kurz")
    cup.entrants.filter(number=4).update(name="Ida Zorn")
    factories.running_series(cup)

    rows = client.get("/t/cup/standings/?sort=name").content.decode().split("<tbody", 1)[1]

    assert re.findall("Uwe Kurz|Hans Müller|Ida Zorn", rows) == ["Uwe Kurz", "Hans Müller", "Hans Müller", "Ida Zorn"]
