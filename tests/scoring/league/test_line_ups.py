"""Line-ups: closed until all are in, in time, of those who may play; exchanges; and what is kept of a league."""

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.league.models import LeagueMember, LineUpPlace, MatchReport, MatchTeam, Protest, RosterPlace
from scoring.league.selectors import match_view, table_of
from scoring.league.services import levels, matches
from scoring.privacy.selectors import of_person
from scoring.privacy.services import forget_due
from tables.clubs.models import Person
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, BEFORE, DAY, FOUR, PAGE, address
from tests.scoring.season import club_years
from tests.scoring.season.club_years import sent
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.django_db


@pytest.mark.thorough
def test_a_league_is_forgotten_with_its_season(visitor):
    match = leagues.all_in(leagues.small())
    leagues.report(match, *FOUR)
    leagues.report(match, *FOUR[::-1], reason="Zwei Listen vertauscht, sagt Herr Huber")
    side, acts = leagues.sides(match)[1], {"by": factories.user(), "now": AFTER}
    one = matches.protest(side_id=side.pk, text="Herr Huber irrt", entry_key=uuid4(), **acts)
    said = {"upheld": False, "decision": "Herr Huber hat recht"}
    matches.decide(match_id=match.pk, protest_id=one.pk, **said, **acts)
    matches.move_match(match_id=match.pk, venue="bei Huber", by=factories.user(), now=EVENING)
    told = of_person(RosterPlace.objects.first().member.person)
    assert [len(told[name]) for name in ("scoring.RosterPlace", "scoring.LineUpPlace")] == [1, 1]
    before = [(row.team.pk, row.row) for row in table_of(match.division).rows]

    forget_due(now=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    assert not RosterPlace.objects.exists()
    assert not LineUpPlace.objects.exclude(member=None).exists()
    assert {*Protest.objects.values_list("text", "decision")} == {("–", "–")}
    assert {*MatchReport.objects.values_list("reason", flat=True)} == {""}
    assert [(row.team.pk, row.row) for row in table_of(match.division).rows] == before
    for page in (PAGE, f"{PAGE}1/", leagues.address(match), leagues.team_address(side.team)):
        says(visitor.get(page), lacks=("Huber", "Spieler Staffel"))


def needed(match):
    """Let five of the first players be needed still, each for another reason; return them and the season after."""
    season = match.division.season
    book = season.club.people
    five = [one.member.person for one in RosterPlace.objects.order_by("pk")[:5]]
    next_year = club_years.season(season.club, name="Liga 2027", ends_on=date(2027, 12, 31))
    LeagueMember.objects.create(season=next_year, person=five[0], added_at=AFTER)
    evening = factories.tournament(slug="gestern", entrants=1, ends_on=date(2027, 6, 30))
    evening.entrants.update(person=five[1])
    book.filter(pk=five[2].pk).update(contact="carl@example.org")
    book.filter(pk=five[3].pk).update(plays_for=season.club.name)
    return five, next_year


@pytest.mark.slow
def test_players_of_other_clubs_leave_the_book_with_the_season_and_those_who_are_needed_stay():
    match = leagues.all_in(leagues.small())
    book = match.division.season.club.people
    (anna, bert, carl, dora, emil), _next_year = needed(match)
    double = book.create(name="Emil E.", plays_for="SC Fern", merged_into=emil, added_at=AFTER)
    owner = book.create(name="Frieda Fern", plays_for="SC Fern", added_at=AFTER)

    forget_due(now=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    assert {*book.all()} == {anna, bert, carl, dora, owner}
    assert not Person.objects.filter(pk__in=[double.pk, emil.pk]).exists()
    members = LeagueMember.objects.filter(season=match.division.season)
    assert {*members.values_list("person", flat=True)} == {anna.pk, bert.pk}
    forget_due(now=datetime(2028, 7, 2, tzinfo=DAY.tzinfo))
    assert {*book.all()} == {carl, dora, owner}
    assert not LeagueMember.objects.exists()


def test_players_left_behind_by_an_earlier_version_leave_the_book_as_well():
    """Their season was forgotten, and with it their rosters, before there was a rule for players of other clubs."""
    match = leagues.all_in(leagues.small())
    season = match.division.season
    book, later = season.club.people, datetime(2027, 7, 2, tzinfo=DAY.tzinfo)
    stay, next_year = needed(match)
    LeagueMember.objects.exclude(season=next_year).delete()
    type(season).objects.filter(pk=season.pk).update(forgotten_at=later)
    book.filter(pk=stay[4].pk).update(added_at=later + timedelta(days=1))

    forget_due(now=later)

    assert {*book.all()} == {*stay}
    lines = season.club.journal.count()
    forget_due(now=later)
    assert season.club.journal.count() == lines


def line_up(side, players) -> dict[str, object]:
    return sent("line-up", side=side.pk, **{f"number_{n}": key or "" for n, key in enumerate(players, start=1)})


@pytest.mark.slow
def test_others_see_a_line_up_when_all_are_in_and_a_late_one_or_that_of_another_team_is_refused(
    visitor, leader, monkeypatch
):
    match = leagues.small()
    first, second, *others = leagues.sides(match)
    captain, other_captain = leagues.captain(first.team), leagues.captain(second.team)
    form = line_up(first, leagues.roster(first.team))
    for other in (visitor, other_captain):
        assert says(other.post(address(match), form), "A captain opens the address with the key").status_code == 403

    monkeypatch.setattr("django.utils.timezone.now", lambda: BEFORE)
    assert captain.post(address(match), form).status_code == 302
    name = "Spieler Staffel Nord 1 a"
    says(captain.get(address(match)), name)
    for other in (visitor, other_captain):
        says(other.get(address(match)), "is in", lacks=name)
    says(leader.get(address(match)), lacks=f"selected>{name}")

    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY)
    form = line_up(second, leagues.roster(second.team))
    not_taken(other_captain.post(address(match), form), "the line-up is late")
    assert not second.places.exists()
    assert leader.post(address(match), form).status_code == 302
    assert second.places.count() == 4
    for side in others:
        leagues.hand_in(side)
    says(visitor.get(address(match)), name, "Seats", lacks="Tables of")


@pytest.mark.slow
class TestWhoMayPlay:
    def test_a_line_up_needs_three_each_once_who_may_on_that_day_and_another_takes_its_place_until_all_are_in(self):
        match = leagues.small()
        side, *others = leagues.sides(match)
        players = leagues.roster(side.team)

        def handed_in(*chosen):
            wanted = [None if at is None else players[at] for at in chosen]
            matches.hand_in(side_id=side.pk, players=wanted, leads=False, now=BEFORE, by=factories.user())

        for chosen, code in (
            ((0, 1, None, None), "line-up-too-few"),
            ((0, None, 2, 3), "line-up-gap"),
            ((0, 1, 1, 2), "line-up-twice"),
        ):
            assert code_of(handed_in, *chosen) == code
        ended = {"team_id": side.team_id, "place_id": side.team.roster.get(member=players[0]).pk}
        ended |= {"by": factories.user(), "now": EVENING}
        assert code_of(levels.end_eligibility, until=date(2025, 12, 31), **ended) == "ends-before-it-starts"
        handed_in(0, 1, 2, 3)
        levels.end_eligibility(until=DAY.date() - timedelta(days=1), **ended)
        assert code_of(handed_in, 0, 1, 2, 3) == "line-up-not-eligible"

        handed_in(3, 2, 1)
        assert list(side.places.order_by("number").values_list("member_id", flat=True)) == players[:0:-1]
        for other in others:
            leagues.hand_in(other)
        assert code_of(handed_in, 1, 2, 3) == "line-ups-open"

    def test_a_player_in_two_teams(self, leader):
        first, second, *_others = leagues.sides(leagues.small())
        member = RosterPlace.objects.filter(team=first.team).first()
        second.team.club = first.team.club
        second.team.save()
        form = sent("players", names=member.member.person.name, since="2026-01-01")
        page = leagues.team_address(second.team)

        not_taken(leader.post(page, form), f"plays for “{first.team.name}” then")

        until = {"place": member.pk, "until": "2026-04-30"}
        assert leader.post(leagues.team_address(first.team), sent("end", **until)).status_code == 302
        assert leader.post(page, form).status_code == 422
        assert leader.post(page, {**form, "since": "2026-05-01"}).status_code == 302
        teams = [one.team_id for one in RosterPlace.objects.filter(member=member.member)]
        assert teams == [first.team_id, second.team_id]


@pytest.mark.slow
def test_somebody_takes_a_number_from_a_series_on_and_the_first_is_played_as_it_was_handed_in(leader, visitor):
    match = leagues.small()
    side = leagues.sides(match)[0]

    def exchange(number, player, from_series):
        facts = {"from_series": from_series, "by": factories.user(), "now": EVENING}
        return matches.exchange(side_id=side.pk, number=number, player=player, **facts)

    assert code_of(exchange, 1, leagues.roster(side.team)[3], 2) == "no-line-up"
    leagues.all_in(match)
    since = {"since": date(2026, 1, 1), "now": BEFORE, "by": factories.user()}
    levels.add_players(team_id=side.team_id, names=["Ersatz Emil"], substitute=True, **since)
    emil = leagues.roster(side.team)[-1]
    for number, player, series, code in (
        (1, emil, 4, "match-has-fewer-series"),
        (1, 0, 2, "line-up-not-eligible"),
        (2, emil, 1, "line-up-stays"),
    ):
        assert code_of(exchange, number, player, series) == code

    form = sent("exchange", side=side.pk, number=2, player=emil, from_series=3)
    for _twice in range(2):
        assert leader.post(address(match), form).status_code == 302

    says(visitor.get(address(match)), "Spieler Staffel Nord 1 b → Ersatz Emil")
    assert code_of(exchange, 3, emil, 2) == "line-up-twice"


@pytest.mark.slow
class TestIncomplete:
    """The federation’s cases stand in ``test_competitions`` of the season; here is their page."""

    def test_teams_of_three(self, visitor):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=3)
        match = leagues.all_in(division.matches.get())

        says(visitor.get(address(match)), "Tables of 4, 3, 3, 3.")
        for series in match_view(match, division.season, now=AFTER).seats:
            assert sorted(map(len, series), reverse=True) == [4, 3, 3, 3]

    def test_an_absent_team(self, leader, visitor):
        match = leagues.small()
        gone, *others = leagues.sides(match)
        for side in others:
            leagues.hand_in(side)

        assert leader.post(address(match), sent("absent", side=gone.pk)).status_code == 302
        may_enter = "The absent team may enter with three players or four, at any round."
        says(visitor.get(address(match)), "Tables of 3, 3, 3, 3.", may_enter)
        assert code_of(leagues.hand_in, gone) == "team-absent"
        leader.post(address(match), sent("present", side=gone.pk))
        assert not MatchTeam.objects.filter(absent=True).exists()
