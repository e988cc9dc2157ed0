"""The standings: what they say of whom, in which order, and that names stay hidden where they are to be."""

from types import SimpleNamespace
from uuid import uuid4

import pytest

from scoring.disputes.services.appeals import file_appeal
from scoring.lists.models import SeatResult
from scoring.office.services import end as results
from scoring.results.listings.standings_cells import averages
from scoring.results.models import Lot
from scoring.rules.contract import Game
from scoring.statistics.views import average as statistics_average
from tables.people.models import Entrant
from tables.tournaments.models import Shown
from tests.scoring.answers import says
from tests.scoring.houses import evening as houses
from tests.scoring.public.standings_read import TOTAL, by_heading, lines_of, page, played, rows, running, two_series
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

        shown = [" ".join((line[0], line[3], line[2], *line[4:])) for line in rows(client)]

        assert shown == ["1 4 176 2 0 1 8/8", "2 3 176 1 0 1 8/8", "3 2 104 1 0 1 8/8", "4 1 104 1 1 0 8/8"]

    def test_the_example_of_skwo_5_2_stands_on_the_page(self, client):
        """937 points, 18 own games won, 3 lost, 14 lost by the others make 2107."""
        series = running(entrants=4)
        factories.enter(factories.list_of(series), (2, GRAND))
        counted = {"game_points": 937, "won": 18, "lost": 3, "opponents_lost": 14, "performance": 2107}
        SeatResult.objects.filter(seat__place=1).update(**counted)

        first = by_heading(client)[0]
        assert [first[name] for name in ("Points", "Won", "Lost", "Others’ lost")] == ["2107", "18", "3", "14"]

    def test_it_is_provisional_an_undecided_tie_shares_its_place_until_a_lot_decides_and_then_final(self, client):
        series = running(entrants=8)
        for table in (1, 2):
            factories.enter(factories.list_of(series, table), (2, GRAND))

        assert [(line[0], line[3]) for line in rows(client)][:3] == [("1=", "2"), ("1=", "6"), ("3=", "1")]
        text = page(client).lower()
        says(text, "only a lot can separate them, and it has not been drawn yet (skwo 5.2)", lacks="by lot")

        factories.close_series(series)
        lots = dict(Lot.objects.values_list("entrant__number", "number"))
        first, second = rows(client)[:2]
        assert (first[0], second[0]) == ("1", "2")
        assert lots[int(first[3])] < lots[int(second[3])]
        text = page(client)
        assert text.count('<details class="lot"><summary>by lot</summary></details>') == 8
        says(text, "so a lot was drawn; the lower one stands first (SkWO 5.2)", "official", "After 1 series")
        # Nothing is played: whoever looks asks seldom.
        says(text, 'data-live-every="20"', lacks=("provisional", "plays,"))

        facts = {"tournament_id": series.tournament_id, "by": factories.user()}
        results.state_end(ended_at=EVENING, now=EVENING, **facts)
        results.release_final_ranking(now=EVENING.replace(hour=20), **facts)
        text = page(client)
        says(text, "<h1>Final ranking</h1>", "Released on 16 May 2026 22:00")
        assert "data-live" not in text.replace("data-live-lost", "")


@pytest.mark.database
@pytest.mark.thorough
def test_whoever_was_not_seated_in_a_series_has_a_dash_and_who_came_in_with_the_last_is_called_new(client):
    made = factories.tournament(entrants=8, series=2)
    made.entrants.filter(number=7).update(present=False)
    factories.close_series(factories.running_series(made, 1))
    made.entrants.filter(number=7).update(present=True)
    made.entrants.filter(number=8).update(present=False)
    factories.running_series(made, 2)

    lines = {line["No."]: line for line in by_heading(client)}
    assert (lines["8"]["Series 2"], lines["7"]["Moved"]) == ("–", "new")


@pytest.mark.database
class TestHowFarItIs:
    def test_before_the_first_series_says_that_there_is_nothing_yet(self, client):
        """No line of a journal says in which state an event is that nothing was ever done in."""
        factories.tournament(entrants=4)

        assert "ETag" not in client.get(TOTAL)
        assert "No series has begun yet" in page(client)

    def test_states_how_far_it_is_open_appeals_at_whose_table_and_as_of_when_it_is(self, client):
        series = running(entrants=8)
        row = factories.list_of(series, 1)
        factories.enter(row, (2, GRAND))
        appellant = series.seats.filter(table__number=1).first().entrant.number
        facts = {"series_id": series.pk, "text": "Vergeben", "by": None, "now": EVENING.replace(hour=18, minute=5)}
        file_appeal(appellant=appellant, list_id=row.pk, deal=1, entry_key=uuid4(), **facts)

        text = page(client)

        assert text.count("appeal or objection open") == 4
        assert "1 appeal open" in text
        says(text, "as of 16 May 2026 20:05", "provisional", "0 of 2 lists signed", 'data-live-every="2"')


def test_change_of_place_compares_with_the_ranking_before_the_last_series(client):
    made = two_series()
    assert "Standings, series 1" in page(client, f"{TOTAL}1/")
    before = {line["No."]: int(line["Rank"]) for line in by_heading(client, f"{TOTAL}1/")}
    second = factories.list_of(made.series.get(number=2), 1)
    seat = second.table.seats.get(place=2)
    factories.enter(second, (2, GRAND), (3, played(Game.CLUBS, 1, won=False)))

    lines = {line["No."]: line for line in by_heading(client)}

    moved = {number: before[number] - int(line["Rank"]) for number, line in lines.items()}
    said = {number: f"{by:+}".replace("-", "−") if by else "=" for number, by in moved.items()}
    assert {number: line["Moved"] for number, line in lines.items()} == said
    assert lines[str(seat.entrant.number)]["Series 2"] != "0"
    assert {line["Moved"] for line in lines.values()} != {"=unchanged"}
    assert "Moved: places won or lost against the ranking before series 2." in page(client)


def test_a_half_of_an_average_is_rounded_away_from_zero_as_everywhere_else():
    for total, seated, shown in (
        (1001, 4, "250.3"),
        (-1001, 4, "−250.3"),
        (1000, 4, "250.0"),
        (25, 100, "0.3"),
        (-4, 100, "0.0"),
        (7, 0, "–"),
    ):
        assert averages()(SimpleNamespace(total=total + 500, brought=500, seated=seated)) == f"<td>{shown}"
        assert not seated or statistics_average(total, seated) == shown


def test_to_a_target_nobody_knows_how_many_deals_there_are(client):
    row = houses.house_list("bierlachs")
    houses.enter(row, houses.passed(1, profile="bierlachs"))

    assert {line["Deals"] for line in by_heading(client)} == {"1"}
    assert page(client).count("plays, 1 so far") == 3


def test_a_player_or_a_club_is_marked_and_the_link_stands_on_the_page(client):
    running(entrants=8)
    Entrant.objects.filter(number=7).update(name="Anna <Berg>")
    Entrant.objects.filter(number__in=[2, 5]).update(club='Buben & "Damen"')

    text = page(client, f"{TOTAL}?player=7")
    assert text.count('aria-current="true" id="no-7"') == 1
    assert text.count('<tr aria-current="true"') == 1
    assert '<h2 id="marked">Anna &lt;Berg&gt;</h2>' in text
    says(text, 'href="http://testserver/t/cup/standings/?player=7" data-share=', 'href="?player=7&amp;sort=number"')

    text = page(client, f"{TOTAL}?club=Buben+%26+%22Damen%22")
    assert text.count('<tr aria-current="true"') == 2
    says(text, "To the line of No. 2", "To the line of No. 5")
    assert 'href="?club=Buben%20%26%20%22Damen%22"' in page(client, f"{TOTAL}?player=5")
    for nobody in ("player=99", "player=x", "club=Nirgends", "club=" + "x" * 500):
        says(page(client, f"{TOTAL}?{nobody}"), lacks=('<tr aria-current="true"', 'id="marked"'))


def test_names_that_are_hidden_neither_stand_there_nor_are_found_nor_sorted_by(client):
    running(entrants=4)
    Entrant.objects.filter(number=2).update(name="Aaron Geheim", shown_as=Shown.NUMBER, club="SC Versteckt")
    zorro = {"name": "Bodo Geheim", "shown_as": Shown.PSEUDONYM, "pseudonym": "Zorro", "club": "SC Versteckt"}
    Entrant.objects.filter(number=3).update(**zorro)

    says(page(client, f"{TOTAL}?sort=name"), lacks=("Geheim", "Versteckt"))
    assert by_heading(client, f"{TOTAL}?sort=name")[-1]["Name"].startswith("Zorro")
    for word in ("Geheim", "Versteckt"):
        assert "0 of 4 fit" in page(client, f"{TOTAL}?q={word}")
    assert '<tr aria-current="true"' not in page(client, f"{TOTAL}?club=SC+Versteckt")


def test_names_have_a_mark_for_ladies_juniors_and_seniors_or_are_a_number(client):
    running(entrants=4)
    Entrant.objects.filter(number=1).update(classes=["ladies", "seniors"])
    Entrant.objects.filter(number=2).update(classes=["juniors"])
    Entrant.objects.filter(number=3).update(name="")

    text = page(client)

    for word, letter in (("Ladies", "L"), ("Seniors", "S"), ("Juniors", "J")):
        assert text.count(f'title="{word}">{letter}</abbr>') == 1
    assert [line[1] for line in lines_of(text) if line[3] == "3"] == ["No. 3plays, 0 of 4"]
    assert 'class="place-' not in text  # nobody stands out of four who have not begun


def test_found_by_name_club_or_number_or_sorted_by_another_column_the_places_stay(client):
    series = running(entrants=4)
    Entrant.objects.filter(number=3).update(name="Jürgen Müller")
    Entrant.objects.filter(number=4).update(name="Anna", club="SC Altenburg")
    factories.enter(factories.list_of(series), (2, GRAND))

    for wanted, number in (("müller", "3"), ("3", "3"), ("ALTENBURG anna", "4")):
        text = page(client, f"{TOTAL}?q={wanted}")
        assert [(line[0], line[3]) for line in lines_of(text)] == [("2=", number)], wanted
        assert f"1 of 4 fits “{wanted}”." in text
    for absurd in ("q=" + "x" * 500, "q=%00", "q=%20%20", "sort=burn", "sort=-series_99", "sort=", "page=77"):
        assert len(rows(client, f"{TOTAL}?{absurd}")) == 4, absurd
    says(page(client, f"{TOTAL}?q=%3Cscript%3E"), "0 of 4 fit “&lt;script&gt;”.", lacks="<tbody>")

    by_number = [(line[0], line[3]) for line in rows(client, f"{TOTAL}?sort=number")]
    assert by_number == [("2=", "1"), ("1", "2"), ("2=", "3"), ("2=", "4")]
    assert {line["Deals"] for line in by_heading(client)} == {"1/4"}
    assert page(client).count("plays, 1 of 4") == 4


def test_of_hidden_ranks_closed_series_stay_and_the_one_played_shows_and_counts_nothing(client):
    made = factories.tournament(entrants=8, series=2, hides_live=True)
    first = factories.running_series(made, 1)
    factories.enter(factories.list_of(first), (2, GRAND))
    for address in (TOTAL, f"{TOTAL}1/"):
        closed_first = "Series 1 is being played. Its results are shown when it is closed."
        says(page(client, address), closed_first, lacks="<tbody>")
    assert [client.get(f"{TOTAL}{number}/").status_code for number in (1, 2, 3)] == [200, 404, 404]

    factories.close_series(first)
    before = rows(client)
    second = factories.running_series(made, 2)
    factories.enter(factories.list_of(second), (2, GRAND))
    assert [line[:8] for line in rows(client)] == [line[:8] for line in before]
    assert "Series 2 is being played" in page(client)
    assert "<tbody>" not in page(client, f"{TOTAL}2/")
