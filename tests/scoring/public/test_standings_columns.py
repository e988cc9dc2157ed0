"""What the standings say beside points: change of place, average, deals, whose list is open, ties and lots in words."""

from uuid import uuid4

import pytest

from scoring.disputes.services.appeals import file_appeal
from scoring.rules.contract import Game
from tables.people.models import Entrant
from tables.tournaments.models import Shown
from tests import factories
from tests.factories import EVENING, GRAND
from tests.scoring.houses import evening as houses
from tests.scoring.public.standings_read import TOTAL, by_heading, page, played, running, two_series

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class TestChangeOfPlace:
    def test_compares_with_the_ranking_before_the_last_series(self, client):
        made = two_series()
        before = {line["No."]: int(line["Rank"].removesuffix("by lot")) for line in by_heading(client, f"{TOTAL}1/")}
        second = factories.list_of(made.series.get(number=2), 1)
        seat = second.table.seats.get(place=2)
        factories.enter(second, (2, GRAND), (3, played(Game.CLUBS, 1, won=False)))

        lines = {line["No."]: line for line in by_heading(client)}

        for number, line in lines.items():
            moved = before[number] - int(line["Rank"].removesuffix("by lot"))
            said = f"{moved:+}".replace("-", "−") if moved else "="
            assert line["Moved"] == said, number
        assert lines[str(seat.entrant.number)]["Series 2"] != "0"
        assert {line["Moved"] for line in lines.values()} != {"=unchanged"}
        assert "Moved: places won or lost against the ranking before series 2." in page(client)

    def test_is_not_said_of_one_series(self, client):
        running(entrants=4)

        assert "Moved" not in by_heading(client)[0]

    def test_of_whoever_came_in_with_the_last_series_it_says_new(self, client):
        made = factories.tournament(entrants=8, series=2)
        made.entrants.filter(number=8).update(present=False)
        factories.close_series(factories.running_series(made, 1))
        made.entrants.filter(number=8).update(present=True)
        factories.running_series(made, 2)

        assert [line["Moved"] for line in by_heading(client) if line["No."] == "8"] == ["new"]


class TestAverage:
    def test_is_over_the_series_somebody_sat_in(self, client):
        made = two_series()
        first = by_heading(client)[0]

        assert (first["Total"], first["Average"]) == ("366", "183.0")
        assert by_heading(client, f"{TOTAL}?sort=-average")[0]["Average"] == "183.0"
        assert made.series.count() == 2


class TestOpenLists:
    def test_deals_are_counted_while_a_series_is_played(self, client):
        series = running(entrants=4, rounds=12)
        factories.enter(factories.list_of(series), (2, GRAND), (3, GRAND))

        assert {line["Deals"] for line in by_heading(client)} == {"2/48"}
        assert page(client).count("plays, 2 of 48") == 4

    def test_a_signed_list_has_its_mark_and_is_not_open(self, client):
        series = running(entrants=8)
        factories.play_series(series, skip=[2])

        deals = [line["Deals"] for line in by_heading(client)]

        assert sorted(deals) == ["0/4"] * 4 + ["4/4 ✓"] * 4
        assert page(client).count("plays, 0 of 4") == 4

    def test_to_a_target_nobody_knows_how_many_deals_there_are(self, client):
        row = houses.house_list("bierlachs")
        houses.enter(row, houses.passed(1, profile="bierlachs"))

        assert {line["Deals"] for line in by_heading(client)} == {"1"}
        assert page(client).count("plays, 1 so far") == 3

    def test_closed_series_have_none(self, client):
        factories.close_series(running(entrants=4))

        assert "Deals" not in by_heading(client)[0]
        assert "plays," not in page(client)

    def test_an_appeal_marks_everybody_at_its_table(self, client):
        series = running(entrants=8)
        factories.enter(factories.list_of(series, 1), (2, GRAND))
        appellant = series.seats.filter(table__number=1).first().entrant
        file_appeal(
            series_id=series.pk,
            appellant=appellant.number,
            list_id=factories.list_of(series, 1).pk,
            deal=1,
            text="Vergeben",
            entry_key=uuid4(),
            by=None,
            now=EVENING,
        )

        assert page(client).count("appeal or objection open") == 4


class TestTies:
    def test_are_explained_with_their_clause(self, client):
        running(entrants=4)

        assert "only a lot can separate them, and it has not been drawn yet (SkWO 5.2)" in page(client)
        assert "By lot:" not in page(client)

    def test_lots_are_explained_when_they_were_drawn(self, client):
        factories.close_series(running(entrants=8))

        assert "so a lot was drawn; the lower one stands first (SkWO 5.2)" in page(client)


class TestSharing:
    def test_a_player_is_marked_and_the_link_stands_on_the_page(self, client):
        running(entrants=8)
        Entrant.objects.filter(number=7).update(name="Anna <Berg>")

        text = page(client, f"{TOTAL}?player=7")

        assert text.count('aria-current="true" id="no-7"') == 1
        assert text.count('<tr aria-current="true"') == 1
        assert '<h2 id="marked">Anna &lt;Berg&gt;</h2>' in text
        assert 'href="http://testserver/t/cup/standings/?player=7" data-share=' in text
        assert 'href="?player=7&amp;sort=number"' in text

    def test_a_club_is_marked_line_by_line(self, client):
        running(entrants=8)
        Entrant.objects.filter(number__in=[2, 5]).update(club='Buben & "Damen"')

        text = page(client, f"{TOTAL}?club=Buben+%26+%22Damen%22")

        assert text.count('<tr aria-current="true"') == 2
        assert "To the line of No. 2" in text
        assert "To the line of No. 5" in text
        assert 'href="?club=Buben+%26+%22Damen%22"' in text

    @pytest.mark.parametrize("query", ["player=99", "player=x", "player=0", "club=Nirgends", "club=" + "x" * 500])
    def test_whoever_is_not_there_is_not_marked(self, client, query):
        running(entrants=4)

        text = page(client, f"{TOTAL}?{query}")

        assert '<tr aria-current="true"' not in text
        assert 'id="marked"' not in text


class TestNamesThatAreHidden:
    def test_neither_stand_there_nor_are_found_nor_sorted_by(self, client):
        running(entrants=4)
        Entrant.objects.filter(number=2).update(name="Aaron Geheim", club="SC Versteckt", shown_as=Shown.NUMBER)
        Entrant.objects.filter(number=3).update(
            name="Bodo Geheim", club="SC Versteckt", shown_as=Shown.PSEUDONYM, pseudonym="Zorro"
        )

        text = page(client, f"{TOTAL}?sort=name")

        assert "Geheim" not in text
        assert "Versteckt" not in text
        assert by_heading(client, f"{TOTAL}?sort=name")[-1]["Name"].startswith("Zorro")
        assert "0 of 4 fit" in page(client, f"{TOTAL}?q=Geheim")
        assert "0 of 4 fit" in page(client, f"{TOTAL}?q=Versteckt")
        assert '<tr aria-current="true"' not in page(client, f"{TOTAL}?club=SC+Versteckt")
