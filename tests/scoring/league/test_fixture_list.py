"""Fixtures that a federation made come in as they are, or are refused with the line that does not fit."""

import pytest
from django.core.management import call_command

from scoring.league.models import Match
from scoring.league.services import matches
from tables.acts.services import Refused
from tables.journal.models import SiteEntry
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE
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
        (
            "23.03.2026; Staffel Nord 1; Staffel Nord 2; Staffel Nord 3",
            "Line 1: the level does not play on 23",
        ),
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
