"""What is kept of a league: forgotten with its season, asked for in as many queries however large, reported once."""

from datetime import datetime
from uuid import uuid4

import pytest

from scoring.league.models import LineUpPlace, MatchReport, Protest, RosterPlace
from scoring.league.selectors.tables import table_of
from scoring.league.services import fixtures, protests, reports
from scoring.privacy.selectors.personal import of_person
from scoring.privacy.services.forgetting import forget_due
from tests.scoring.league import leagues
from tests.scoring.league.leagues import DAY, PAGE
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db

FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


def test_a_league_is_forgotten_with_its_season(visitor):
    match = leagues.all_in(leagues.small())
    leagues.report(match, *FOUR)
    leagues.report(match, *FOUR[::-1], reason="Zwei Listen vertauscht, sagt Herr Huber")
    side = leagues.sides(match)[1]
    one = protests.protest(side_id=side.pk, text="Herr Huber irrt", entry_key=uuid4(), now=leagues.AFTER)
    protests.decide(
        match_id=match.pk, protest_id=one.pk, upheld=False, decision="Herr Huber hat recht", now=leagues.AFTER
    )
    fixtures.move_match(match_id=match.pk, venue="bei Huber")
    person = RosterPlace.objects.first().member.person
    told = of_person(person)
    assert [len(told[name]) for name in ("scoring.RosterPlace", "scoring.LineUpPlace")] == [1, 1]
    before = [(row.team.pk, row.row) for row in table_of(match.division).rows]

    forget_due(now=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    assert not RosterPlace.objects.exists()
    assert not LineUpPlace.objects.exclude(member=None).exists()
    assert {*Protest.objects.values_list("text", "decision")} == {("–", "–")}
    assert {*MatchReport.objects.values_list("reason", flat=True)} == {""}
    assert [(row.team.pk, row.row) for row in table_of(match.division).rows] == before
    for page in (PAGE, f"{PAGE}1/", leagues.address(match), leagues.team_address(side.team)):
        words = text(visitor.get(page))
        assert "Huber" not in words
        assert "Spieler Staffel" not in words


@pytest.mark.thorough
def test_the_pages_take_a_fixed_number_of_queries(visitor, django_assert_num_queries):
    level = leagues.level(leagues.season(), days=2)
    match = leagues.all_in(leagues.division(level, size=4).matches.first())
    leagues.report(match, *FOUR)
    with django_assert_num_queries(8):
        visitor.get(PAGE)
    with django_assert_num_queries(18):
        visitor.get(f"{PAGE}1/")
    for name in ("Süd", "West"):
        division = leagues.division(level, size=16, name=name)
        for other in division.matches.all()[:4]:
            leagues.report(leagues.all_in(other), *FOUR)

    with django_assert_num_queries(8):
        visitor.get(PAGE)
    with django_assert_num_queries(18):
        visitor.get(f"{PAGE}1/")


def test_a_report_that_changes_nothing_is_none():
    match = leagues.all_in(leagues.small())
    first = leagues.report(match, *FOUR)

    assert leagues.report(match, *FOUR) == first
    side = leagues.sides(match)[0]
    assert reports.agree(side_id=side.pk, number=1) == reports.agree(side_id=side.pk, number=1)
