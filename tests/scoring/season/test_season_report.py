"""The year of a club as a Skat report: in order by the published check, its places those of the page."""

import pytest

from scoring.report.checks import check
from scoring.season.models import SeasonMember
from scoring.season.selectors.played import year_of
from scoring.season.selectors.tables import table_of
from tests.factories import EVENING
from tests.scoring.season import club_years
from tests.scoring.season.club_years import NAMES, PAGE, person

pytestmark = pytest.mark.django_db

REPORT = f"{PAGE}report.json"


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "terms",
    [
        {"count": "sum"},
        {"count": "average", "minimum": 5, "absent": 100},
        {"count": "average", "minimum": 5},
        {"count": "best", "best": 2, "bonus": [[3, 500]]},
        {"count": "best", "best": 2, "guests": True},
        {"count": "places", "points": [10, 8, 6, 4]},
    ],
)
def test_the_report_comes_to_the_table_of_the_page(visitor, terms):
    season = club_years.played(evenings=3)
    for name in NAMES[:3]:
        SeasonMember.objects.create(season=season, person=person(name), added_at=EVENING)
    competition = club_years.competition(season, "Wertung", **terms)

    document = visitor.get(REPORT).json()

    assert check(document) == ()
    shown = table_of(competition, year_of(season)).rows
    assert {row["number"]: (row["place"], row["value"]) for row in document["table"]} == {
        row.player.number: (row.place, str(row.value)) for row in shown
    }
    assert not any(name in str(document) for name in NAMES)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "terms",
    [
        {"count": "sum", "parts": [1]},
        {"count": "sum", "together": "club", "of_each": 2},
        {"count": "sum", "ties": ["more-lists"]},
        {"count": "best", "best": 2, "whole_evenings": True},
        {"count": "sum", "grouping": "month", "best_of_group": 1},
    ],
)
def test_a_rule_that_a_report_cannot_say_has_none(visitor, terms):
    season = club_years.played(evenings=1)
    club_years.competition(season, "Wertung", **terms)

    assert visitor.get(REPORT).status_code == 404


def test_of_members_with_their_key_alone(visitor):
    season = club_years.played(evenings=1, visibility="members")
    club_years.competition(season)

    assert visitor.get(REPORT).status_code == 403
