"""The table of a public season in a frame on the pages of others."""

import pytest

from scoring.season.models import Season
from tests.scoring.season import club_years
from tests.scoring.season.club_years import PAGE
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db

EMBED = f"{PAGE}embed/"


@pytest.fixture
def season() -> Season:
    made = club_years.played()
    club_years.competition(made)
    club_years.competition(made, "Schnitt", "average")
    return made


@pytest.mark.thorough
def test_shows_the_first_lines_of_a_competition_and_may_stand_anywhere(season, visitor):
    answer = visitor.get(EMBED)

    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert not answer.cookies
    assert answer.content.count(b"<tr>") == 1 + len(club_years.NAMES)
    assert f'href="{PAGE}?competition=1"' in answer.content.decode()
    assert "Summe" in text(answer)
    assert "Schnitt" in text(visitor.get(f"{EMBED}?competition=2"))
    assert visitor.get(f"{EMBED}?rows=2&theme=dark&lang=de").content.count(b"<tr>") == 3


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("visibility", [Season.Visibility.UNLISTED, Season.Visibility.MEMBERS])
def test_is_of_public_seasons_alone(season, visitor, keeper, visibility):
    Season.objects.update(visibility=visibility)

    for browser in (visitor, keeper):
        answer = browser.get(EMBED)
        assert answer.status_code == 404
        assert not [name for name in (season.name, *club_years.NAMES) if name in text(answer)]


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("address", [f"{EMBED}?competition=9", "/seasons/nowhere/embed/"])
def test_of_what_is_not_there_it_says_so(season, visitor, address):
    answer = visitor.get(address)

    assert answer.status_code == 404
    assert "There is no such ranking." in text(answer)


def test_without_a_competition_there_is_nothing(visitor):
    club_years.season()

    assert visitor.get(EMBED).status_code == 404
