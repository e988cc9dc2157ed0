"""What whoever leads a league is refused, and who leads it."""

from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.test import Client

from scoring.league.models import Division, LeagueTeam, Level
from scoring.league.services import fixtures, levels, protests, teams
from scoring.league.services.levels import LevelTerms
from scoring.league.services.teams import TeamDetails
from scoring.season.services import seasons
from tables.acts.services.refusals import Refused
from tests.scoring.league import leagues
from tests.scoring.league.leagues import BEFORE, DAY, PAGE
from tests.scoring.season.club_years import sent
from tests.support import factories
from tests.support.forms_as_shown import post_seen, seen_at
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)
LEVEL = {"name": "Oberliga", "number": 1, "series": 3, "ties": "share", "binding_days": 14} | dict.fromkeys(
    ("up", "best_next", "down", "worst_next"), 0
)


def refused(code: str):
    """Return what expects a refusal."""
    return pytest.raises(Refused, match=f"^{code}")


class TestWhoLeads:
    def test_only_keepers_of_the_club(self, visitor):
        match = leagues.small()
        other = Client()
        other.force_login(factories.user("fremd"))
        pages = [f"{PAGE}office/", f"{PAGE}office/levels/1/", f"{PAGE}1/office/"]

        for page in pages:
            assert visitor.get(page).status_code == 302
            assert other.get(page).status_code == other.post(page, sent("delete", sure="on")).status_code == 403
        for page in (leagues.address(match), leagues.team_address(LeagueTeam.objects.first())):
            assert visitor.get(page).status_code == 200
            assert other.post(page, sent("venue", venue="Hier")).status_code == 403

    def test_a_captain_looks_into_a_season_of_members(self, visitor):
        match = leagues.small(visibility="members")
        side = leagues.sides(match)[0]

        assert visitor.get(PAGE).status_code == 403
        assert visitor.get(f"{PAGE}captain/wrong/").status_code == 404
        assert leagues.captain(side.team).get(leagues.address(match)).status_code == 200

    def test_a_new_key_closes_the_old_one(self, leader):
        match = leagues.small()
        side = leagues.sides(match)[0]
        captain = leagues.captain(side.team)

        assert leader.post(f"{PAGE}1/office/", sent("renew-key", number=side.team_id)).status_code == 302
        assert captain.get(f"{PAGE}captain/{side.team.key}/").status_code == 404
        assert captain.post(leagues.address(match), sent("protest", side=side.pk)).status_code == 403

    def test_the_captain_is_named(self, leader, visitor):
        leagues.small()
        team = LeagueTeam.objects.first()

        assert leader.post(leagues.team_address(team), sent("captain", place=team.roster.first().pk)).status_code == 302
        assert "Captain: <strong>Spieler Staffel Nord 1 a</strong>" in text(visitor.get(leagues.team_address(team)))


class TestLevels:
    def test_a_level_is_there_once(self, leader):
        leagues.level(leagues.season(), days=0)

        assert leader.post(f"{PAGE}office/", sent("level", **LEVEL)).status_code == 302
        answer = leader.post(f"{PAGE}office/", sent("level", **{**LEVEL, "number": 2}))
        assert answer.status_code == 422
        assert "There is “Oberliga” already" in text(answer)
        assert Level.objects.count() == 1

    def test_series_stay_once_a_match_is_reported(self, leader):
        match = leagues.all_in(leagues.small())
        level = f"{PAGE}office/levels/1/"
        assert post_seen(leader, level, sent("level", **{**LEVEL, "series": 2, "name": "Liga"})).status_code == 302
        post_seen(leader, level, sent("level", **LEVEL))
        leagues.report(match, *FOUR)

        answer = post_seen(leader, level, sent("level", **{**LEVEL, "series": 4}))
        assert answer.status_code == 422
        assert "so their number stays" in text(answer)

    def test_a_level_that_somebody_else_changed_is_not_overwritten(self, leader):
        level = leagues.level(leagues.season(), days=0)
        page = f"{PAGE}office/levels/1/"
        form = sent("level", **LEVEL) | seen_at(leader, page, sent("level", **LEVEL))
        levels.change_level(level_id=level.pk, terms=LevelTerms(number=1, name="Oberliga", series=3, up=2))

        answer = leader.post(page, {**form, "up": 1})
        assert answer.status_code == 409
        level.refresh_from_db()
        assert level.up == 2

    def test_days_are_within_the_season_each_once(self, leader):
        leagues.level(leagues.season(), days=1)
        page = f"{PAGE}office/levels/1/"

        outside = leader.post(page, sent("day", day="2027-01-02", at="10:00"))
        assert outside.status_code == 422
        assert "is not within the season" in text(outside)
        level = Level.objects.get()
        with refused("day-outside-season"):
            levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=365))
        assert levels.add_day(level_id=level.pk, starts_at=DAY) == level.days.get()
        second = levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=7))
        with refused("day-twice"):
            levels.move_day(level_id=level.pk, day_id=second.pk, starts_at=DAY)
        assert leader.post(page, sent("day", moved=second.pk, day="2026-06-01", at="11:00")).status_code == 302
        assert leader.post(page, sent("remove-day", number=second.pk)).status_code == 302
        assert level.days.count() == 1
        for at in range(1, 12):
            levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=at))
        with refused("too-many-days"):
            levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=20))

    def test_days_and_teams_stay_once_fixtures_are_drawn(self):
        match = leagues.small()
        level, division = match.division.level, match.division

        with refused("fixtures-drawn"):
            levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=1))
        with refused("fixtures-drawn"):
            levels.remove_day(level_id=level.pk, day_id=match.day_id)
        with refused("fixtures-drawn"):
            teams.enter_teams(division_id=division.pk, teams=[TeamDetails(name="Neu")])
        with refused("fixtures-drawn"):
            teams.remove_team(division_id=division.pk, team_id=division.teams.first().pk)
        with refused("fixtures-drawn"):
            levels.delete_division(division_id=division.pk)
        with refused("level-has-divisions"):
            levels.delete_level(level_id=level.pk)


class TestDivisions:
    def test_a_division_is_there_once(self, leader, monkeypatch):
        level = leagues.level(leagues.season())
        leagues.division(level, drawn=False)
        page = f"{PAGE}office/levels/1/"
        form = sent("division", name="Staffel Süd")

        for _twice in range(2):
            assert leader.post(page, form).status_code == 302
        answer = leader.post(page, sent("division", name="staffel nord"))
        assert answer.status_code == 422
        assert "has a division “Staffel Nord” already" in text(answer)
        monkeypatch.setattr(levels, "MOST_DIVISIONS", 2)
        with refused("too-many-divisions"):
            levels.make_division(level_id=level.pk, name="Dritte", entry_key=uuid4())
        assert Division.objects.count() == 2

    def test_teams_are_pasted_and_taken_out(self, leader):
        leagues.division(leagues.level(leagues.season()), size=4, drawn=False)
        page = f"{PAGE}1/office/"

        answer = leader.post(page, sent("teams", teams="Herz Dame 2; SC Herz\n" + "x" * 81))
        assert answer.status_code == 422
        assert "is no team" in text(answer)
        leader.post(page, sent("teams", teams="Herz Dame 2\tSC Herz\n\nstaffel nord 1"))
        added = LeagueTeam.objects.get(number=5)
        assert (added.name, added.club) == ("Herz Dame 2", "SC Herz")
        leader.post(page, sent("remove-team", number=added.pk))
        assert LeagueTeam.objects.count() == 4
        with refused("no-such-team"):
            teams.renew_key(division_id=Division.objects.get().pk, team_id=added.pk)
        with refused("too-many-teams"):
            many = [TeamDetails(name=f"Mehr {at}") for at in range(40)]
            teams.enter_teams(division_id=Division.objects.get().pk, teams=many)

    @pytest.mark.parametrize(("size", "days", "code"), [(2, 5, "no-fixtures"), (4, 0, "no-days")])
    def test_what_cannot_be_drawn(self, size, days, code):
        division = leagues.division(leagues.level(leagues.season(), days=days), size=size, drawn=False)

        with refused(code):
            fixtures.draw_fixtures(division_id=division.pk, seed="x")

    def test_twenty_teams_play_in_fives_where_that_is_wanted(self):
        division = leagues.division(leagues.level(leagues.season(), days=2), size=20, drawn=False)

        fixtures.draw_fixtures(division_id=division.pk, seed="x", few=True)

        assert {match.sides.count() for match in division.matches.all()} == {5}
        assert [match.number for match in division.matches.all()] == list(range(1, 9))

    def test_a_roster_has_an_end(self):
        team = leagues.sides(leagues.small())[0].team

        with refused("too-many-players"):
            names = [f"Noch {letter * 3}" for letter in "abcdefghijklmnopqrstuvwxyz"]
            teams.add_players(team_id=team.pk, names=names, since=date(2026, 1, 1), now=BEFORE)
        assert team.roster.count() == 4
        for act in (
            lambda: teams.end_eligibility(team_id=team.pk, place_id=0, until=date(2026, 5, 1)),
            lambda: teams.name_captain(team_id=team.pk, place_id=0),
        ):
            with refused("no-such-player"):
                act()

    def test_a_match_gets_its_place(self, leader, visitor):
        match = leagues.small()

        assert leader.post(leagues.address(match), sent("venue", venue="Gasthof Adler")).status_code == 302
        assert "Gasthof Adler" in text(visitor.get(leagues.address(match)))
        assert "Gasthof Adler" in text(visitor.get(f"{PAGE}1/"))


def test_a_season_whose_league_has_fixtures_is_not_deleted(leader):
    match = leagues.small()
    office = "/seasons/liga-2026/office/"

    answer = leader.post(office, sent("delete", sure="on"))
    assert answer.status_code == 422
    assert "Its league has fixtures, so it stays." in text(answer)
    with refused("season-has-fixtures"):
        seasons.delete_season(season_id=match.division.season_id, by=factories.user(), now=BEFORE)
    leader.post(f"{PAGE}1/office/", sent("take-back", number=1))
    assert leader.post(office, sent("delete", sure="on")).status_code == 302
    assert not Level.objects.exists()


def test_fixtures_stay_once_somebody_objected():
    match = leagues.small()
    protests.protest(side_id=leagues.sides(match)[0].pk, text="Nein", entry_key=uuid4(), now=leagues.AFTER)

    with refused("fixtures-begun"):
        fixtures.take_back(division_id=match.division_id)


def test_what_pages_say_in_sentences_services_say_in_codes():
    match = leagues.all_in(leagues.small())
    level, side = match.division.level, leagues.sides(match)[0]
    terms = LevelTerms(number=1, name="Oberliga", series=4)
    other = leagues.sides(match)[1].team
    other.club = side.team.club
    other.save()

    with refused("level-exists"):
        levels.make_level(season_id=level.season_id, terms=terms)
    with refused("division-exists"):
        levels.make_division(level_id=level.pk, name=match.division.name, entry_key=uuid4())
    name = side.team.roster.first().member.person.name
    with refused("player-elsewhere"):
        teams.add_players(team_id=other.pk, names=[name], since=date(2026, 2, 1), now=BEFORE)
    with refused("line-up-late"):
        leagues.hand_in(side, now=DAY)
    leagues.report(match, *FOUR)
    with refused("fixtures-begun"):
        fixtures.draw_fixtures(division_id=match.division_id, seed="again")
    with refused("report-reason-missing"):
        leagues.report(match, *FOUR[::-1])
    with refused("series-reported"):
        levels.change_level(level_id=level.pk, terms=terms)
    one = protests.protest(side_id=side.pk, text="Falsch", entry_key=uuid4(), now=leagues.AFTER)
    protests.decide(match_id=match.pk, protest_id=one.pk, upheld=True, decision="Ja", now=leagues.AFTER)
    with refused("protest-decided"):
        protests.decide(match_id=match.pk, protest_id=one.pk, upheld=False, decision="Nein", now=leagues.AFTER)
