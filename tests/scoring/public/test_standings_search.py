"""Names in the standings, and finding one."""

import re

import pytest

from scoring.rules.contract import Game
from tables.people.models import Entrant
from tests import factories
from tests.factories import GRAND
from tests.scoring.public.standings_read import TOTAL, page, played, rows, running

pytestmark = pytest.mark.django_db


class TestNames:
    def test_stay_text(self, client):
        running(entrants=4)
        Entrant.objects.filter(number=1).update(
            name='<img src=x onerror="x()">', club="</td><script>x()</script>", classes=["ladies"]
        )

        text = page(client)

        assert "<img" not in text
        assert "<script>x" not in text
        assert "&lt;img src=x onerror=&quot;x()&quot;&gt;" in text

    def test_whoever_has_none_is_called_by_number(self, client):
        running(entrants=8)
        Entrant.objects.filter(number=7).update(name="")

        called = [line[2] for line in rows(client) if line[1] == "7"]
        assert called == ["No. 7plays, 0 of 4"]

    def test_have_a_mark_for_ladies_juniors_and_seniors(self, client):
        running(entrants=4)
        Entrant.objects.filter(number=1).update(classes=["ladies", "seniors"])
        Entrant.objects.filter(number=2).update(classes=["juniors"])

        text = page(client)

        for word, letter in (("Ladies", "L"), ("Seniors", "S"), ("Juniors", "J")):
            assert text.count(f'title="{word}">{letter}</abbr>') == 1

    def test_the_first_three_stand_out_once_they_lead(self, client):
        series = running(entrants=12)
        assert 'class="place-' not in page(client)

        factories.enter(factories.list_of(series, 1), (2, GRAND), (3, GRAND), (2, GRAND))
        assert 'class="place-' not in page(client)  # ten share the third place

        factories.enter(factories.list_of(series, 2), (3, played(Game.HEARTS, 1)))
        assert re.findall(r'class="place-(\d)"', page(client)) == ["1", "2", "3"]

    def test_nobody_stands_out_of_four_who_have_not_begun(self, client):
        running(entrants=4)

        assert 'class="place-' not in page(client)


class TestSearch:
    @pytest.mark.parametrize(("wanted", "numbers"), [("müller", ["3"]), ("3", ["3"]), ("ALTENBURG anna", ["4"])])
    def test_finds_by_name_club_or_number_and_places_stay(self, client, wanted, numbers):
        series = running(entrants=4)
        Entrant.objects.filter(number=3).update(name="Jürgen Müller")
        Entrant.objects.filter(number=4).update(name="Anna", club="SC Altenburg")
        factories.enter(factories.list_of(series), (2, GRAND))

        found = rows(client, f"{TOTAL}?q={wanted}")

        assert [line[1] for line in found] == numbers
        assert [line[0] for line in found] == ["2="]
        assert f"1 of 4 fits “{wanted}”." in page(client, f"{TOTAL}?q={wanted}")

    def test_finding_nobody_says_so(self, client):
        running(entrants=4)

        text = page(client, f"{TOTAL}?q=%3Cscript%3E")

        assert "0 of 4 fit “&lt;script&gt;”." in text
        assert "<tbody>" not in text

    @pytest.mark.parametrize("wanted", ["x" * 500, "%00", "%20%20"])
    def test_an_absurd_search_shows_everybody(self, client, wanted):
        running(entrants=4)

        assert len(rows(client, f"{TOTAL}?q={wanted}")) == 4
