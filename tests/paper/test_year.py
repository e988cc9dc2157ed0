"""The table of a club's year on paper."""

import pytest

from tests.paper.printed import pages, read
from tests.scoring.season import club_years

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAPER = "/seasons/klubmeisterschaft-2026/table.pdf"


@pytest.mark.thorough
def test_has_every_evening_and_says_what_does_not_count(client):
    season = club_years.played(evenings=3)
    club_years.competition(season, "Beste", "best", best=2)

    [text] = pages(client.get(PAPER))

    for said in ("Klubmeisterschaft 2026: ", *club_years.NAMES, "What is struck through does not count"):
        assert said in text


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("evenings", [1, 12, 25])
def test_of_any_number_of_evenings_is_as_wide_as_the_paper(client, evenings):
    season = club_years.played(evenings=evenings)
    club_years.competition(season)

    page = read(client.get(PAPER)).pages[0]

    assert (round(page.mediabox.width), round(page.mediabox.height)) == (842, 595)
    assert all(name in page.extract_text() for name in club_years.NAMES)
    assert page.extract_text().count(".01.") + page.extract_text().count(".0") >= 1


@pytest.mark.thorough
def test_of_a_season_of_its_members_is_theirs(client):
    season = club_years.played(evenings=1)
    season.visibility = season.Visibility.MEMBERS
    season.save()

    assert client.get(PAPER).status_code == 403


def test_without_a_competition_there_is_none(client):
    club_years.season()

    assert client.get(PAPER).status_code == 404
