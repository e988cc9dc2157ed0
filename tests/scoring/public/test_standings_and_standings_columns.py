"""The standings: what they say, in which order, and how little they cost.

What the standings say beside points: change of place, average, deals, whose list is open, ties and lots in words.
"""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from scoring.disputes.services.appeals import file_appeal
from scoring.lists.models import SeatResult
from scoring.office import services as results
from scoring.results.listings.standings_cells import averages
from scoring.results.models import Lot
from scoring.results.selectors import public_state as results_shown
from scoring.results.services.series import publish_together
from scoring.rules.contract import Game
from scoring.statistics.listings.games import average as statistics_average
from tables.draw.services import draws
from tables.draw.services.series import start_series
from tables.people.models import Entrant
from tables.tournaments.models import Shown
from tests.scoring.houses import evening as houses
from tests.scoring.public.standings_read import TOTAL, by_heading, page, played, rows, running, two_series
from tests.support import factories
from tests.support.factories import EVENING, GRAND

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.database
class TestTheOrder:
    def test_is_that_of_skwo_5_2(self, client):
        """Points, then own games won, then fewer lost: four at a table, best to worst seat 4, 3, 2, 1."""
        made = factories.tournament(entrants=4, rounds=2)
        row = factories.list_of(factories.running_series(made))
        factories.enter(
            row,
            (3, played(Game.GRAND, 3)),  # 96
            (4, played(Game.SPADES, 1)),  # 22
            (4, played(Game.CLUBS, 1)),  # 24
            (2, played(Game.CLUBS, 1)),  # 24
            None,
            (1, played(Game.GRAND, 4, hand=True)),  # 144
            (1, played(Game.HEARTS, 1, won=False)),  # -40
            None,
        )

        shown = [(line[0], line[1], *line[4:]) for line in rows(client)]

        assert shown == [
            ("1", "4", "176", "2", "0", "1", "8/8"),
            ("2", "3", "176", "1", "0", "1", "8/8"),
            ("3", "2", "104", "1", "0", "1", "8/8"),
            ("4", "1", "104", "1", "1", "0", "8/8"),
        ]

    def test_the_example_of_skwo_5_2_stands_on_the_page(self, client):
        """937 points, 18 own games won, 3 lost, 14 lost by the others make 2107."""
        series = running(entrants=4)
        factories.enter(factories.list_of(series), (2, GRAND))
        SeatResult.objects.filter(seat__place=1).update(
            game_points=937, won=18, lost=3, opponents_lost=14, performance=2107
        )

        assert rows(client)[0][4:8] == ["2107", "18", "3", "14"]

    def test_an_undecided_tie_shares_its_place(self, client):
        series = running(entrants=8)
        factories.enter(factories.list_of(series, 1), (2, GRAND))
        factories.enter(factories.list_of(series, 2), (2, GRAND))

        places = [(line[0], line[1]) for line in rows(client)]

        assert places[:3] == [("1=", "2"), ("1=", "6"), ("3=", "1")]
        assert "by lot" not in page(client)

    def test_a_tie_decided_by_lot_says_so_and_stays(self, client):
        factories.close_series(running(entrants=8))
        lots = dict(Lot.objects.values_list("entrant__number", "number"))

        first, second = rows(client)[:2]

        assert (first[0], second[0]) == ("1by lot", "2by lot")
        assert lots[int(first[1])] < lots[int(second[1])]
        assert rows(client)[:2] == [first, second]

    def test_sorted_by_another_column_the_places_stay(self, client):
        series = running(entrants=4)
        factories.enter(factories.list_of(series), (3, GRAND))

        by_number = rows(client, f"{TOTAL}?sort=number")

        assert [line[1] for line in by_number] == ["1", "2", "3", "4"]
        assert [line[0] for line in by_number] == ["2=", "2=", "1", "2="]

    @pytest.mark.parametrize("query", ["sort=burn", "sort=-series_99", "sort=", "sort=rank&sort=lost", "page=77"])
    def test_nonsense_in_the_address_does_no_harm(self, client, query):
        running(entrants=4)

        assert len(rows(client, f"{TOTAL}?{query}")) == 4


@pytest.mark.database
class TestOneSeries:
    def test_has_a_page_of_its_own(self, client):
        two_series()

        assert "Standings, series 1" in page(client, f"{TOTAL}1/")
        assert [line[4] for line in rows(client, f"{TOTAL}1/")][:2] == ["366", "366"]
        assert [line[4] for line in rows(client, f"{TOTAL}2/")] == ["0"] * 8

    def test_stands_in_its_own_column_of_the_total(self, client):
        two_series()

        first = by_heading(client)[0]

        assert [first[column] for column in ("Total", "Series 1", "Series 2")] == ["366", "366", "0"]

    def test_leaves_a_dash_for_whoever_was_not_seated(self, client):
        made = factories.tournament(entrants=8, series=2)
        factories.close_series(factories.running_series(made, 1))
        made.entrants.filter(number=8).update(present=False)
        factories.running_series(made, 2)

        assert [line["Series 2"] for line in by_heading(client) if line["No."] == "8"] == ["–"]

    @pytest.mark.thorough
    def test_of_many_the_club_stands_below_the_name(self, client):
        made = factories.tournament(entrants=4, series=4)
        made.entrants.update(club="SC Altenburg")
        for number in (1, 2, 3, 4):
            factories.close_series(factories.running_series(made, number))

        text = page(client)

        assert "standings-compact" in text
        assert 'class="club' not in text
        assert text.count("SC Altenburg") == 4

    @pytest.mark.parametrize("number", [2, 3])
    def test_is_not_found_before_its_seats_are_published(self, client, number):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made, 1)

        assert client.get(f"{TOTAL}{number}/").status_code == 404


@pytest.mark.database
class TestHowFarItIs:
    def test_before_the_first_series_says_that_there_is_nothing_yet(self, client):
        factories.tournament(entrants=4)

        assert "No series has begun yet" in page(client)

    def test_during_play_it_is_provisional(self, client):
        series = running(entrants=8)
        factories.play_series(series, skip=[2])

        text = page(client)

        assert "provisional" in text
        assert "1 of 2 lists signed" in text
        assert 'data-live-every="2"' in text

    def test_after_closing_it_is_official(self, client):
        factories.close_series(running(entrants=8))

        text = page(client)

        assert "official" in text
        assert "After 1 series" in text
        assert "provisional" not in text

    def test_series_whose_seats_are_out_count_when_they_have_begun(self, client):
        made = factories.tournament(entrants=8, series=3)
        first = draws.draw_series(
            series_id=made.series.get(number=1).pk, public="a", by=factories.user(), now=EVENING, all_left=True
        )
        publish_together(series_id=first.pk, by=factories.user(), now=EVENING)
        assert "0 of 2 lists signed" in page(client)
        start_series(series_id=first.pk, by=factories.user(), now=EVENING)
        assert "0 of 2 lists signed" in page(client)

        factories.close_series(first)

        text = page(client)
        assert "official" in text
        assert "After 1 series" in text

    def test_after_the_release_it_is_final_and_does_not_ask_again(self, client):
        series = factories.close_series(running(entrants=8))
        results.state_end(tournament_id=series.tournament_id, ended_at=EVENING, by=factories.user(), now=EVENING)
        results.release_final_ranking(
            tournament_id=series.tournament_id, by=factories.user(), now=EVENING.replace(hour=20)
        )

        text = page(client)

        assert "<h1>Final ranking</h1>" in text
        assert "Released on 16 May 2026 22:00" in text
        assert "data-live" not in text.replace("data-live-lost", "")

    def test_states_open_appeals_and_as_of_when_it_is(self, client):
        series = running(entrants=8)
        file_appeal(
            series_id=series.pk,
            appellant=1,
            list_id=None,
            deal=None,
            text="Vergeben",
            entry_key=uuid4(),
            by=None,
            now=EVENING.replace(hour=18, minute=5),
        )

        text = page(client)

        assert "1 appeal open" in text
        assert "as of 16 May 2026 20:05" in text


@pytest.mark.database
def test_a_tournament_nothing_was_ever_done_in_has_a_page(client):
    factories.tournament(entrants=4)

    assert "ETag" not in client.get(TOTAL)


@pytest.mark.database
def test_an_unknown_tournament_is_not_found(client):
    assert client.get("/t/nirgends/standings/").status_code == 404
    assert client.get("/t/nirgends/standings/1/").status_code == 404


@pytest.mark.database
def test_nothing_is_posted_here(client):
    running(entrants=4)

    assert client.post(TOTAL).status_code == 405


@pytest.mark.database
def test_an_official_finds_the_way_back_to_the_office(client, director):
    running(entrants=4)

    assert "/t/cup/office/" in page(director)
    assert "/t/cup/office/" not in page(client)


@pytest.mark.database
def test_progress_is_that_of_the_series_shown():
    made = two_series()
    shown = results_shown.shown_series(made)

    total, second = results_shown.progress_of(shown), results_shown.progress_of(shown[1:])

    assert (total.lists, total.signed, total.is_running) == (4, 2, True)
    assert (second.lists, second.signed, second.open_appeals) == (2, 0, 0)


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
    @pytest.mark.parametrize(
        ("total", "seated", "shown"),
        [(1001, 4, "250.3"), (-1001, 4, "−250.3"), (1000, 4, "250.0"), (25, 100, "0.3"), (-4, 100, "0.0"), (7, 0, "–")],
    )
    def test_a_half_is_rounded_away_from_zero_as_everywhere_else(self, total, seated, shown):
        cell = averages()(SimpleNamespace(total=total, seated=seated))

        assert cell == f"<td>{shown}</td>"
        assert not seated or statistics_average(total, seated) == shown

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
