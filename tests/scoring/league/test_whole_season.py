"""A league from its first level to who goes up, through the pages; the table by hand and by the published program."""

import json
from itertools import combinations

import pytest

from scoring.league.models import Division, LeagueTeam, Level, Match
from scoring.league.selectors.tables import league_of, table_of
from scoring.report.checks import check
from scoring.season.models import Season
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE
from tests.scoring.season.club_years import sent
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


def test_from_the_first_level_to_the_fixtures(leader, visitor):
    leagues.season()
    office = f"{PAGE}office/"
    level = {"name": "Oberliga", "number": 1, "series": 3, "ties": "share", "binding_days": 14}
    level |= {"up": 1, "best_next": 0, "down": 2, "worst_next": 0}

    assert leader.post(office, sent("level", **level))["Location"] == f"{office}levels/1/"
    for day in ("2026-03-22", "2026-04-05", "2026-05-03", "2026-05-24"):
        leader.post(f"{office}levels/1/", sent("day", day=day, at="10:00", place=""))
    leader.post(f"{office}levels/1/", sent("day", day="2026-09-13", at="10:00", place="Stadthalle"))
    leader.post(f"{office}levels/1/", sent("division", name="Staffel Nord"))
    lines = "\n".join(f"Team {number}; Klub {number}" for number in range(1, 17))
    leader.post(f"{PAGE}1/office/", sent("teams", teams=lines))
    drawn = leader.post(f"{PAGE}1/office/", sent("draw"), follow=True)

    assert "Each pair of teams meets exactly once." in text(drawn)
    met = [tuple(sorted(one.team.number for one in leagues.sides(match))) for match in Match.objects.all()]
    assert len({pair for match in met for pair in combinations(match, 2)}) == len(met) * 6 == 120
    hosts = [match.host_id for match in Match.objects.exclude(host=None)]
    assert len(hosts) == len(set(hosts)) == 16
    page = text(visitor.get(f"{PAGE}1/"))
    assert "Team 16" in page
    assert "Stadthalle" in page
    assert "Staffel Nord" in text(visitor.get(PAGE))
    assert "League" in text(visitor.get("/seasons/liga-2026/"))


@pytest.mark.thorough
def test_the_season_sums_of_groups_of_four_are_60_45_and_30(visitor):
    for series, total, called in ((4, 60, "Vier"), (3, 45, "Drei"), (2, 30, "Zwei")):
        season = leagues.season(visibility="unlisted") if series == 4 else Season.objects.get()
        level = leagues.level(season, number=series, name=f"Liga {called}", series=series)
        division = leagues.division(level, name=f"Staffel {called}")
        for match in division.matches.all():
            leagues.all_in(match)
            columns = [tuple(4000 - 10 * place - at for at in range(series)) for place in range(4)]
            leagues.report(match, *columns, now=match.day.starts_at)

        table = table_of(division)

        assert table.complete
        assert {one.row.points + one.row.against for one in table.rows} == {total}
        assert {one.played for one in table.rows} == {5}


def test_the_table_is_that_of_the_published_program(visitor):
    match = leagues.all_in(leagues.small())
    leagues.report(match, (4120, 3980, 4400), (3980, 3980, 4100), (3700, 4000, None), (4119, 3000, 4400))

    document = json.loads(visitor.get(f"{PAGE}1/report.json").content)

    assert check(document) == ()
    by_hand = [
        (1, 1, "7", "2", 12500),
        (2, 4, "9/2", "9/2", 11519),
        (3, 2, "7/2", "11/2", 12060),
        (4, 3, "3", "6", 7700),
    ]
    told = [(row["place"], row["team"], row["points"], row["against"], row["game_points"]) for row in document["table"]]
    assert told == by_hand
    page = text(visitor.get(f"{PAGE}1/"))
    assert "4½" in page
    assert "12500" in page


def test_who_goes_up_and_down_is_compared_across_divisions(visitor):
    level = leagues.level(leagues.season(), days=1, up=1, worst_next=1)
    for name, best in (("Nord", 5000), ("Süd", 4000)):
        division = leagues.division(level, size=4, name=name)
        leagues.report(leagues.all_in(division.matches.get()), *((best - 100 * at,) * 3 for at in range(4)))

    (found,) = league_of(Season.objects.get())

    fates = {one.team.name: str(one.fate) for table in found.tables for one in table.rows}
    assert fates == {
        **{f"{name} 1": "promoted" for name in ("Nord", "Süd")},
        **{f"{name} {number}": "stays" for name in ("Nord", "Süd") for number in (2, 3)},
        "Nord 4": "stays",
        "Süd 4": "relegated",
    }
    page = text(visitor.get(PAGE))
    assert "Comparison across the divisions" in page
    assert "Of these the worst 1 go down" in page


def test_a_match_that_was_broken_off_counts_nothing():
    level = leagues.level(leagues.season(), days=2)
    division = leagues.division(level, size=4)
    first, second = division.matches.all()
    leagues.report(leagues.all_in(first), (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
    leagues.report(
        leagues.all_in(second), (0,) * 3, (0,) * 3, (0,) * 3, (0,) * 3, now=second.day.starts_at, broken_off=True
    )

    rows = table_of(division).rows

    assert [(int(one.row.points), one.row.score.game_points) for one in rows] == [
        (9, 12000),
        (6, 11700),
        (3, 11400),
        (0, 11100),
    ]


def test_fixtures_are_taken_back_while_nothing_hangs_on_them(leader):
    match = leagues.small()

    assert leader.post(f"{PAGE}1/office/", sent("take-back", number=1)).status_code == 302
    assert not Match.objects.exists()
    leader.post(f"{PAGE}1/office/", sent("draw"))
    leagues.hand_in(leagues.sides(Match.objects.get())[0])

    refused = leader.post(f"{PAGE}1/office/", sent("take-back", number=1))
    assert refused.status_code == 422
    assert "the fixtures stay" in text(refused)
    assert Match.objects.get().pk != match.pk


def test_what_was_never_drawn_is_deleted(leader):
    leagues.division(leagues.level(leagues.season()), drawn=False)
    level = f"{PAGE}office/levels/1/"

    assert leader.post(level, sent("delete", sure="on")).status_code == 422
    assert leader.post(f"{PAGE}1/office/", sent("delete", sure="on"))["Location"] == f"{PAGE}office/"
    assert leader.post(level, sent("delete", sure="on"))["Location"] == f"{PAGE}office/"
    for kind in (Level, Division, LeagueTeam):
        assert not kind.objects.exists()
