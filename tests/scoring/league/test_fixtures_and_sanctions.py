"""Fixtures that a federation made come in as they are, or are refused with the line that does not fit.

Teams have points off with a reason, and withdraw with their results or without: the table worked out by hand.
"""

import pytest
from django.core.management import call_command

from scoring.league.models import LeagueTeam, Match
from scoring.league.services import matches
from scoring.league.services.levels import forget_leagues
from scoring.season.models import Season
from tables.acts.services import Refused
from tables.journal.models import SiteEntry
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE, team_address
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Page, Visitor

OFFICE = f"{PAGE}1/office/"

LIST = """22.03.2026; Staffel Nord 2; Staffel Nord 1; Staffel Nord 4
05.04.2026;Staffel Nord 3;Staffel Nord 4;Staffel Nord 1;Staffel Nord 2
"""


@pytest.fixture
def division(db):
    return leagues.division(leagues.level(leagues.season(), days=2), size=4, drawn=False)


def entered(text: str) -> Page:
    """Send a list on the page of the division."""
    return Visitor().sign_in("direktor").get(OFFICE).form("matches").send(matches=text)


def plan() -> list[tuple[str, str, list[str]]]:
    """Return day, host and teams of each match."""
    return [
        (
            f"{one.day.starts_at:%d.%m.}",
            one.host.name[-1] if one.host else "",
            [side.team.name[-1] for side in one.sides.order_by("position")],
        )
        for one in Match.objects.order_by("number")
    ]


def test_a_list_is_taken_as_it_is_with_the_first_team_as_host(division):
    page = entered(LIST)

    assert "Saved." in page.text
    assert SiteEntry.objects.latest("number").action == "fixtures.entered"
    assert plan() == [("22.03.", "2", ["2", "1", "4"]), ("05.04.", "3", ["3", "4", "1", "2"])]
    call_command("verify", club="sc-herz-dame")


def test_a_line_that_does_not_fit_is_named_and_nothing_is_lost(division):
    form = Visitor().sign_in("direktor").get(OFFICE).form("matches")
    for line, refused in (
        ("gestern; A; B; C", "Line 1: “gestern” is no day."),
        ("23.03.2026; Staffel Nord 1; Staffel Nord 2; Staffel Nord 3", "Line 1: the level does not play on 23"),
        ("22.03.2026; Staffel Nord 1; Staffel Nord 2; Süd", "Line 1: there is no team “Süd” in this division."),
        ("22.03.2026; Staffel Nord 1; Staffel Nord 2", "Line 1: a match has three to five teams."),
        (
            "22.03.2026; Staffel Nord 1; Staffel Nord 2; Staffel Nord 1",
            "Line 1: “Staffel Nord 1” plays on that day already.",
        ),
        (" ; ; ", "This field is required."),
    ):
        page = form.send(matches=line)

        assert page.status == 422
        assert refused in " ".join(page.errors)
        assert page.form("matches").holds()["matches"] == [line]
    assert not Match.objects.exists()


def test_fixtures_that_have_begun_stay(division):
    entered(LIST)
    leagues.all_in(Match.objects.get(number=1))
    assert not Visitor().sign_in("direktor").get(OFFICE).offers("matches")

    with pytest.raises(Refused, match="fixtures-begun"):
        matches.enter_fixtures(division_id=division.pk, matches=[], seed="x", by=factories.user(), now=EVENING)
    assert len(plan()) == 2


@pytest.fixture
def teams(db) -> list[LeagueTeam]:
    """Four teams after their only match: they have 9, 6, 3 and 0 points."""
    match = leagues.all_in(leagues.small())
    leagues.report(match, (4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
    return [side.team for side in leagues.sides(match)]


def decide(team: LeagueTeam, **typed: object) -> Page:
    """State something of a team on its page."""
    page = Visitor().sign_in("direktor").get(team_address(team))
    return page.form("deducted").send(**typed)


def table(teams: list[LeagueTeam]) -> list[str]:
    """Return the table as anybody reads it: place, which team of those, points, and what is said of it."""
    letters = {team.name: letter for team, letter in zip(teams, "ABCD", strict=True)}
    rows = Visitor().client.get(f"{PAGE}1/").context["rows"]
    told = [
        "{place}. {letter} {points}:{against} {sanction}".format(letter=letters[row["team"].name], **row)
        for row in rows
    ]
    return [one.strip() for one in told]


def test_points_are_off_with_a_reason_that_the_table_shows_until_they_are_taken_back(teams):
    assert table(teams) == ["1. A 9:0", "2. B 6:3", "3. C 3:6", "4. D 0:9"]

    refused = decide(teams[0], deducted=4)
    assert (refused.status, table(teams)[0]) == (422, "1. A 9:0")
    decide(teams[0], deducted=4, because="Aufstellung zu spät")

    assert table(teams) == ["1. B 6:3", "2. A 5:0 4 points off: Aufstellung zu spät", "3. C 3:6", "4. D 0:9"]
    assert "4 points off: Aufstellung zu spät" in Visitor().get(f"{PAGE}1/").text
    # A report could not say it.
    assert Visitor().client.get(f"{PAGE}1/report.json").status_code == 404
    call_command("verify", club="sc-herz-dame")

    decide(teams[0], deducted=0, because="")
    acts = SiteEntry.objects.order_by("number").values_list("action", flat=True)
    assert list(acts)[-2:] == ["team.sanctioned", "team.sanctioned"]
    assert table(teams)[0] == "1. A 9:0"
    assert Visitor().client.get(f"{PAGE}1/report.json").status_code == 200


def test_who_withdraws_is_last_with_or_without_results(teams):
    decide(teams[1], deducted=0, withdrawn="kept", because="Kein Platz")
    assert table(teams) == ["1. A 9:0", "2. C 3:6", "3. D 0:9", "4. B 6:3 has withdrawn, its results stay: Kein Platz"]

    decide(teams[1], deducted=0, withdrawn="annulled", because="Kein Platz")
    assert table(teams) == [
        "1. A 6:0",
        "2. C 3:3",
        "3. D 0:6",
        "4. B 0:0 has withdrawn, its results count for nobody: Kein Platz",
    ]


def test_two_who_decide_at_once_see_each_other(teams):
    page = Visitor().sign_in("direktor").get(team_address(teams[0]))
    decide(teams[0], deducted=2, because="Eins")

    second = page.form("deducted").send(deducted=3, because="Zwei")

    assert second.status == 409
    assert LeagueTeam.objects.get(pk=teams[0].pk).deducted == 2


def test_the_reason_goes_with_the_words_of_the_league(teams):
    decide(teams[0], deducted=2, because="Herr Maier fehlte")
    Season.objects.update(forgotten_at=EVENING)

    forget_leagues(now=EVENING)

    team = LeagueTeam.objects.get(pk=teams[0].pk)
    assert (team.deducted, team.sanctioned_because) == (2, "–")
