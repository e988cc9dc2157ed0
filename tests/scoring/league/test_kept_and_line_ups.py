"""What is kept of a league: forgotten with its season, asked for in as many queries however large, reported once.

Line-ups: closed until all are in, in time, of those who may play; exchanges; teams that are short or absent.
"""

from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest

from scoring.league.models import LineUpPlace, MatchReport, MatchTeam, Protest, RosterPlace
from scoring.league.selectors.matches import match_view
from scoring.league.selectors.tables import table_of
from scoring.league.services import fixtures, line_ups, protests, reports, teams
from scoring.privacy.selectors.personal import of_person
from scoring.privacy.services.forgetting import forget_due
from tables.acts.services.refusals import Refused
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, BEFORE, DAY, PAGE, address
from tests.scoring.season.club_years import sent
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


def line_up(side, players) -> dict[str, object]:
    """Return the form of a line-up as it is sent."""
    return sent("line-up", side=side.pk, **{f"number_{n}": key or "" for n, key in enumerate(players, start=1)})


@pytest.mark.slow
class TestClosed:
    def test_others_see_a_line_up_when_all_are_in(self, visitor, leader, monkeypatch):
        match = leagues.small()
        first, *others = leagues.sides(match)
        captain = leagues.captain(first.team)
        monkeypatch.setattr("django.utils.timezone.now", lambda: BEFORE)

        assert captain.post(address(match), line_up(first, leagues.roster(first.team))).status_code == 302
        name = "Spieler Staffel Nord 1 a"
        assert name in text(captain.get(address(match)))
        for other in (visitor, leagues.captain(others[0].team)):
            page = text(other.get(address(match)))
            assert name not in page
            assert "is in" in page
        assert f"selected>{name}" not in leader.get(address(match)).content.decode()
        for side in others:
            leagues.hand_in(side)

        page = text(visitor.get(address(match)))
        assert name in page
        assert "Who sits where" in page

    def test_a_late_line_up_is_refused_but_for_whoever_leads(self, leader, monkeypatch):
        match = leagues.small()
        side = leagues.sides(match)[0]
        captain = leagues.captain(side.team)
        monkeypatch.setattr("django.utils.timezone.now", lambda: DAY)

        refused = captain.post(address(match), line_up(side, leagues.roster(side.team)))
        assert refused.status_code == 422
        assert "the line-up is late" in text(refused)
        assert not LineUpPlace.objects.exists()
        assert leader.post(address(match), line_up(side, leagues.roster(side.team))).status_code == 302
        assert LineUpPlace.objects.count() == 4

    def test_nobody_acts_for_another_team(self, visitor):
        match = leagues.small()
        first, second, *_others = leagues.sides(match)

        for other in (visitor, leagues.captain(second.team)):
            refused = other.post(address(match), line_up(first, leagues.roster(first.team)))
            assert refused.status_code == 403
            assert "captains" in text(refused)
        assert not LineUpPlace.objects.exists()

    def test_another_line_up_takes_its_place_until_all_are_in(self):
        match = leagues.small()
        side = leagues.sides(match)[0]
        leagues.hand_in(side)
        turned = leagues.roster(side.team)[::-1]
        line_ups.hand_in(side_id=side.pk, players=turned, leads=False, now=BEFORE)
        assert list(side.places.values_list("member_id", flat=True)) == turned

        for other in leagues.sides(match)[1:]:
            leagues.hand_in(other)
        with pytest.raises(Refused, match="line-ups-open"):
            leagues.hand_in(side)


@pytest.mark.slow
class TestWhoMayPlay:
    @pytest.mark.parametrize(
        ("chosen", "code"),
        [
            ((0, 1, None, None), "line-up-too-few"),
            ((0, None, 2, 3), "line-up-gap"),
            ((0, 1, 1, 2), "line-up-twice"),
        ],
    )
    def test_a_line_up_needs_three_each_once(self, chosen, code):
        side = leagues.sides(leagues.small())[0]
        players = leagues.roster(side.team)
        wanted = [None if at is None else players[at] for at in chosen]

        with pytest.raises(Refused) as refused:
            line_ups.hand_in(side_id=side.pk, players=wanted, leads=False, now=BEFORE)
        assert refused.value.code == code

    def test_nobody_plays_who_may_not_on_that_day(self):
        side = leagues.sides(leagues.small())[0]
        place = RosterPlace.objects.filter(team=side.team).first()
        teams.end_eligibility(team_id=side.team_id, place_id=place.pk, until=DAY.date() - timedelta(days=1))

        with pytest.raises(Refused, match="line-up-not-eligible"):
            leagues.hand_in(side)

    def test_a_player_in_two_teams(self, leader):
        first, second, *_others = leagues.sides(leagues.small())
        member = RosterPlace.objects.filter(team=first.team).first()
        second.team.club = first.team.club
        second.team.save()
        form = sent("players", names=member.member.person.name, since="2026-01-01")
        page = leagues.team_address(second.team)

        refused = leader.post(page, form)
        assert refused.status_code == 422
        assert f"plays for “{first.team.name}” then" in text(refused)

        until = {"place": member.pk, "until": "2026-04-30"}
        assert leader.post(leagues.team_address(first.team), sent("end", **until)).status_code == 302
        assert leader.post(page, form).status_code == 422
        assert leader.post(page, {**form, "since": "2026-05-01"}).status_code == 302
        assert [one.team_id for one in RosterPlace.objects.filter(member=member.member)] == [
            first.team_id,
            second.team_id,
        ]

    def test_a_player_cannot_end_before_they_begin(self):
        side = leagues.sides(leagues.small())[0]
        place = RosterPlace.objects.filter(team=side.team).first()

        with pytest.raises(Refused, match="ends-before-it-starts"):
            teams.end_eligibility(team_id=side.team_id, place_id=place.pk, until=date(2025, 12, 31))


@pytest.mark.slow
class TestExchanges:
    def test_somebody_takes_a_number_from_a_series_on(self, leader, visitor):
        match = leagues.small()
        side = leagues.sides(match)[0]
        teams.add_players(
            team_id=side.team_id, names=["Ersatz Emil"], since=date(2026, 1, 1), substitute=True, now=BEFORE
        )
        leagues.all_in(match)
        emil = leagues.roster(side.team)[-1]

        form = sent("exchange", side=side.pk, number=2, player=emil, from_series=2)
        for _twice in range(2):
            assert leader.post(address(match), form).status_code == 302

        assert "Spieler Staffel Nord 1 b → Ersatz Emil" in text(visitor.get(address(match)))
        refused = leader.post(address(match), {**form, "number": 3})
        assert refused.status_code == 422
        assert "plays already" in text(refused)

    def test_an_exchange_needs_a_line_up_and_a_series(self):
        side = leagues.sides(leagues.small())[0]
        player = leagues.roster(side.team)[3]

        with pytest.raises(Refused, match="no-line-up"):
            line_ups.exchange(side_id=side.pk, number=1, player=player, from_series=2)
        leagues.hand_in(side)
        with pytest.raises(Refused, match="match-has-fewer-series"):
            line_ups.exchange(side_id=side.pk, number=1, player=player, from_series=4)
        with pytest.raises(Refused, match="line-up-not-eligible"):
            line_ups.exchange(side_id=side.pk, number=1, player=0, from_series=2)

    def test_the_first_series_is_played_as_it_was_handed_in(self):
        match = leagues.all_in(leagues.small())
        side = leagues.sides(match)[0]
        added = {"names": ["Ersatz Emil"], "since": date(2026, 1, 1), "now": BEFORE}
        teams.add_players(team_id=side.team_id, **added)
        emil = leagues.roster(side.team)[-1]

        with pytest.raises(Refused, match="line-up-stays"):
            line_ups.exchange(side_id=side.pk, number=2, player=emil, from_series=1)
        line_ups.exchange(side_id=side.pk, number=2, player=emil, from_series=3)
        with pytest.raises(Refused, match="line-up-twice"):
            line_ups.exchange(side_id=side.pk, number=3, player=emil, from_series=2)

    def test_a_fourth_player_who_came_late_takes_the_empty_number(self):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=1)
        match = leagues.all_in(division.matches.get())
        side = leagues.sides(match)[0]
        teams.add_players(team_id=side.team_id, names=["Spät Sepp"], since=date(2026, 1, 1), now=BEFORE)

        late = line_ups.exchange(side_id=side.pk, number=4, player=leagues.roster(side.team)[-1], from_series=1)

        assert (late.number, late.from_series) == (4, 1)


@pytest.mark.slow
class TestIncomplete:
    """The federation's cases are ``tests/scoring/season/test_incomplete``'s; here is what a page says of them."""

    @pytest.mark.parametrize(("short", "tables"), [(0, ""), (1, "4, 4, 4, 3"), (3, "4, 3, 3, 3"), (4, "4, 4, 4")])
    def test_teams_of_three(self, visitor, short, tables):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=short)
        match = leagues.all_in(division.matches.get())

        page = text(visitor.get(address(match)))

        assert (f"Tables of {tables}." in page) == bool(tables)
        view = match_view(match, division.season, now=AFTER)
        for series in view.seats:
            assert sorted(map(len, series), reverse=True) == [
                int(size) for size in (tables or "4, 4, 4, 4").split(", ")
            ]

    def test_an_absent_team(self, leader, visitor):
        match = leagues.small()
        gone, *others = leagues.sides(match)
        for side in others:
            leagues.hand_in(side)

        assert leader.post(address(match), sent("absent", side=gone.pk)).status_code == 302
        page = text(visitor.get(address(match)))
        assert "Tables of 3, 3, 3, 3." in page
        assert "The absent team may enter with three players or four, at any round." in page
        with pytest.raises(Refused, match="team-absent"):
            leagues.hand_in(gone)
        leader.post(address(match), sent("present", side=gone.pk))
        assert not MatchTeam.objects.filter(absent=True).exists()
