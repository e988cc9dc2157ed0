"""The papers of a league: fixtures, table, players, invitation, and what is filled in at a match."""

import pytest

from tests.paper import printed
from tests.scoring.league import leagues
from tests.scoring.league.leagues import PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


def pages(answer) -> list[str]:
    """Return the text of each page, each word apart: names run over lines."""
    return [" ".join(page.split()) for page in printed.pages(answer)]


@pytest.fixture
def match():
    """Return a match with all line-ups."""
    return leagues.all_in(leagues.small())


def test_the_table_and_the_players_of_a_division(client, match):
    leagues.report(match, *FOUR)

    [table] = pages(client.get(f"{PAGE}1/table.pdf"))
    [players] = pages(client.get(f"{PAGE}1/statistics.pdf"))

    assert "Staffel Nord 1" in table
    assert "9:0" in table
    assert "12000" in table
    assert "Spieler Staffel Nord 4 d" in players
    assert "1000" in players


def test_the_fixtures_of_sixteen_teams_stand_on_one_page_of_five_days(client):
    leagues.division(leagues.level(leagues.season()))

    [text] = pages(client.get(f"{PAGE}1/fixtures.pdf"))

    assert text.count("Staffel Nord 16") == 5 + 1  # Once it is host.
    assert text.count("10:00") == 5


def test_an_invitation_is_a_letter_of_one_page(client, match):
    match.venue = "Gasthof Adler, Marktplatz 3"
    match.save()

    [text] = pages(client.get(f"{leagues.address(match)}invitation.pdf"))

    assert "Gasthof Adler, Marktplatz 3" in text
    assert "Protests can be made until 6 Apr 2026" in text


@pytest.mark.thorough
def test_the_papers_of_a_match_are_a_sheet_for_each_purpose(client, match):
    texts = pages(client.get(f"{leagues.address(match)}papers.pdf"))

    assert len(texts) == 4 + 1 + 1 + 1
    assert all(f"Staffel Nord {number}" in texts[number - 1] for number in range(1, 5))
    assert "Spieler Staffel Nord 3 b" in texts[4]
    assert "Spieler Staffel Nord 3 b" in texts[5]


@pytest.mark.thorough
def test_a_closed_line_up_stands_on_no_paper(client):
    match = leagues.small()
    leagues.hand_in(leagues.sides(match)[0])

    texts = pages(client.get(f"{leagues.address(match)}papers.pdf"))

    assert len(texts) == 4 + 1 + 1
    assert "Spieler Staffel" not in "".join(texts)
