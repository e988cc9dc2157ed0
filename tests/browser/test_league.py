"""A day of play of a league: captains on their phones, the host reports, whoever leads looks from a laptop."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from scoring.league.models import Day, MatchReport, MatchTeam
from tests.browser.at_table import violations
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE, address, sides, small

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser_context_args(locale="en-GB")]


def soon(*, begun: bool):
    """Return a match that begins in an hour, or began an hour ago."""
    match = small()
    hour = timedelta(hours=1)
    Day.objects.update(starts_at=timezone.now() + (-hour if begun else hour))
    return match


def captain_at(page: Page, url: str, side: MatchTeam) -> Page:
    """Open the address of a team, as its captain does."""
    page.goto(f"{url}{PAGE}captain/{side.team.key}/")
    expect(page.get_by_text("You act for this team")).to_be_visible()
    return page


@pytest.mark.thorough
def test_a_captain_hands_in_the_line_up_which_others_see_when_all_are_in(phone, wide, live_server):
    match = soon(begun=False)
    first, *others = sides(match)
    page = captain_at(phone, live_server.url, first)
    page.get_by_role("link", name="Match 1").click()
    expect(page.get_by_role("heading", name="Match 1")).to_be_visible()

    for number, letter in enumerate("abcd", start=1):
        page.get_by_label(f"Number {number}").select_option(label=f"Spieler Staffel Nord 1 {letter}")
    assert violations(page) == []
    page.get_by_role("button", name="Hand in the line-up").click()
    expect(page.get_by_text("The line-up is in.")).to_be_visible()
    expect(page.get_by_text("1. Spieler Staffel Nord 1 a")).to_be_visible()

    wide.goto(live_server.url + address(match))
    expect(wide.get_by_text("is in", exact=True)).to_be_visible()
    expect(wide.get_by_text("Spieler Staffel Nord 1 a")).to_have_count(0)
    for side in others:
        leagues.hand_in(side, now=timezone.now())
    wide.reload()
    expect(wide.get_by_text("1. Spieler Staffel Nord 1 a")).to_be_visible()
    expect(wide.get_by_role("heading", name="Table 4").first).to_be_visible()
    assert violations(wide) == []


@pytest.mark.thorough
def test_the_host_reports_on_a_phone_and_another_captain_agrees(phone, wide, live_server):
    match = soon(begun=True)
    for side in sides(match):
        leagues.hand_in(side, leads=True)
    host, guest = (
        next(s for s in sides(match) if (s.team_id == match.host_id) is is_host) for is_host in (True, False)
    )
    page = captain_at(phone, live_server.url, host)
    page.goto(live_server.url + address(match))

    for series in range(1, 4):
        for position in range(1, 5):
            for number in range(1, 5):
                points = 1000 - 10 * position - number
                page.locator(f"[name=s{series}-t{position}-n{number}-points]").fill(str(points))
    assert violations(page) == []
    page.get_by_role("button", name="Report the match").click()
    expect(page.get_by_text("The match is reported.")).to_be_visible()
    assert MatchReport.objects.get().reported_by == host.team.name

    other = captain_at(wide, live_server.url, guest)
    other.goto(live_server.url + address(match))
    other.get_by_role("button", name="We agree to the report").click()
    expect(other.get_by_text("You have agreed to the report.")).to_be_visible()
    assert violations(other) == []
    other.goto(f"{live_server.url}{PAGE}1/")
    expect(other.get_by_role("row", name="Staffel Nord 1").first).to_contain_text("9:0")
