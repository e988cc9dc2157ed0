"""What whoever leads a league is refused, and who leads it."""

import re
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest

from scoring.league.models import Division, LeagueTeam, Level, Protest
from scoring.league.services import levels, matches
from scoring.league.services.levels import LevelTerms, TeamDetails
from scoring.league.wording import plan_sentence
from scoring.season.rules.fixtures import Fixtures
from scoring.season.services import seasons
from tables.accounts.services import floods
from tables.acts.services import TooMany
from tests.scoring.answers import code_of, not_taken, says
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, DAY, FOUR, PAGE
from tests.scoring.season.club_years import sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


LEVEL = {"name": "Oberliga", "number": 1, "series": 3, "ties": "share", "binding_days": 14} | dict.fromkeys(
    ("up", "best_next", "down", "worst_next"), 0
)


def told():
    return {"by": factories.user(), "now": EVENING}


def test_a_captain_looks_into_a_season_of_members_until_a_new_key_closes_the_old_one(visitor, leader):
    match = leagues.small(visibility="members")
    side = leagues.sides(match)[0]

    assert visitor.get(PAGE).status_code == 403
    assert visitor.get(f"{PAGE}captain/wrong/").status_code == 404
    captain = leagues.captain(side.team)
    assert captain.get(leagues.address(match)).status_code == 200

    assert leader.post(f"{PAGE}1/office/", sent("renew-key", number=side.team_id)).status_code == 302
    assert captain.get(f"{PAGE}captain/{side.team.key}/").status_code == 404
    assert captain.post(leagues.address(match), sent("protest", side=side.pk)).status_code == 403


def test_whoever_leads_names_captains_and_places(leader, visitor):
    match = leagues.small()
    page, team = leagues.address(match), LeagueTeam.objects.first()

    assert leader.post(leagues.team_address(team), sent("captain", place=team.roster.first().pk)).status_code == 302
    says(visitor.get(leagues.team_address(team)), "Captain: <strong>Spieler Staffel Nord 1 a</strong>")
    assert leader.post(page, sent("venue", venue="Gasthof Adler")).status_code == 302
    for public in (page, f"{PAGE}1/"):
        says(visitor.get(public), "Gasthof Adler")


class TestLevels:
    def test_a_level_is_there_once_and_what_somebody_else_changed_is_not_overwritten(self, leader):
        level = leagues.level(leagues.season(), days=0)
        page = f"{PAGE}office/levels/1/"
        assert leader.post(f"{PAGE}office/", sent("level", **LEVEL)).status_code == 302
        not_taken(leader.post(f"{PAGE}office/", sent("level", **{**LEVEL, "number": 2})), "There is “Oberliga” already")
        assert Level.objects.count() == 1

        form = sent("level", **LEVEL) | seen_at(leader, page, sent("level", **LEVEL))
        terms = LevelTerms(number=1, name="Oberliga", series=3, up=2)
        levels.change_level(level_id=level.pk, terms=terms, **told())
        assert leader.post(page, {**form, "up": 1}).status_code == 409
        level.refresh_from_db()
        assert level.up == 2
        division = leagues.division(level, size=4, drawn=False)
        assert code_of(matches.draw_fixtures, division_id=division.pk, seed="x", **told()) == "no-days"

    def test_days_are_within_the_season_each_once(self, leader):
        level, page = leagues.level(leagues.season(), days=1), f"{PAGE}office/levels/1/"

        def added(days):
            return levels.add_day(level_id=level.pk, starts_at=DAY + timedelta(days=days), **told())

        not_taken(leader.post(page, sent("day", day="2027-01-02", at="10:00")), "is not within the season")
        assert code_of(added, 365) == "day-outside-season"
        assert added(0) == level.days.get()
        second = added(7)
        assert code_of(levels.move_day, level_id=level.pk, day_id=second.pk, starts_at=DAY, **told()) == "day-twice"
        assert leader.post(page, sent("day", moved=second.pk, day="2026-06-01", at="11:00")).status_code == 302
        assert leader.post(page, sent("remove-day", number=second.pk)).status_code == 302
        assert level.days.count() == 1
        assert [added(at).level_id for at in range(1, 12)] == [level.pk] * 11
        assert code_of(added, 20) == "too-many-days"

    def test_days_and_teams_stay_once_fixtures_are_drawn_and_those_once_somebody_objected(self):
        match = leagues.small()
        side = leagues.sides(match)[0]
        level, division = {"level_id": match.division.level_id}, {"division_id": match.division_id}
        team = {"team_id": side.team_id}
        many = {"names": [f"Noch {letter * 3}" for letter in "abcdefghijklmnopqrstuvwxyz"], "since": date(2026, 1, 1)}
        for act, of, code in (
            (levels.add_day, {**level, "starts_at": DAY + timedelta(days=1)}, "fixtures-drawn"),
            (levels.remove_day, {**level, "day_id": match.day_id}, "fixtures-drawn"),
            (levels.enter_teams, {**division, "teams": [TeamDetails(name="Neu")]}, "fixtures-drawn"),
            (levels.remove_team, {**division, **team}, "fixtures-drawn"),
            (levels.delete_division, division, "fixtures-drawn"),
            (levels.delete_level, level, "level-has-divisions"),
            # A roster has an end.
            (levels.add_players, {**team, **many}, "too-many-players"),
            (levels.end_eligibility, {**team, "place_id": 0, "until": date(2026, 5, 1)}, "no-such-player"),
            (levels.name_captain, {**team, "place_id": 0}, "no-such-player"),
        ):
            assert code_of(act, **of, **told()) == code
        assert side.team.roster.count() == 4

        matches.protest(side_id=side.pk, text="Nein", entry_key=uuid4(), now=AFTER, by=factories.user())
        assert code_of(matches.take_back, **division, **told()) == "fixtures-begun"


class TestDivisions:
    def test_a_division_is_there_once(self, leader, monkeypatch):
        level = leagues.level(leagues.season())
        leagues.division(level, size=0, drawn=False)
        page = f"{PAGE}office/levels/1/"
        form = sent("division", name="Staffel Süd")
        for _twice in range(2):
            assert leader.post(page, form).status_code == 302
        not_taken(leader.post(page, sent("division", name="staffel nord")), "There is “Staffel Nord” already")
        monkeypatch.setattr(levels, "MOST_DIVISIONS", 2)
        third = {"level_id": level.pk, "name": "Dritte", "entry_key": uuid4()}
        assert code_of(levels.make_division, **third, **told()) == "too-many-divisions"
        assert Division.objects.count() == 2

    def test_teams_are_pasted_looked_at_first_where_they_may_be_none_and_taken_out(self, leader):
        division = leagues.division(leagues.level(leagues.season()), size=0, drawn=False)
        page, of_it = f"{PAGE}1/office/", {"division_id": division.pk}
        pasted = sent("teams", teams="1. Ulm I 28:17\n2. Gera\n3. spielfrei\n4. Hans Meier\n")
        look = "Please look whether these are teams: “4. Hans Meier”."
        not_taken(leader.post(page, pasted), "Left out: “3. spielfrei”.", look)
        shown = "Ulm I\nGera\nHans Meier"
        assert leader.post(page, sent("teams", teams=shown, looked=shown)).status_code == 302
        assert [*division.teams.values_list("name", flat=True)] == ["Ulm I", "Gera", "Hans Meier"]

        not_taken(leader.post(page, sent("teams", teams="Herz Dame 2; SC Herz\n" + "x" * 81)), "is no team")
        leader.post(page, sent("teams", teams="Herz Dame 2\tSC Herz\n\nulm i"))
        added = LeagueTeam.objects.get(number=4)
        assert (added.name, added.club) == ("Herz Dame 2", "SC Herz")
        for number in (added, *division.teams.exclude(pk=added.pk)[1:]):
            leader.post(page, sent("remove-team", number=number.pk))
        assert LeagueTeam.objects.get().name == "Ulm I"
        many = [TeamDetails(name=f"Mehr {at}") for at in range(40)]
        assert code_of(matches.draw_fixtures, seed="x", **of_it, **told()) == "no-fixtures"
        assert code_of(levels.renew_key, team_id=added.pk, **of_it, **told()) == "no-such-team"
        assert code_of(levels.enter_teams, teams=many, **of_it, **told()) == "too-many-teams"

    def test_a_team_is_renamed_at_any_time_no_two_are_called_the_same_and_who_is_slower_sees_the_other(self, leader):
        first, second = (side.team for side in leagues.sides(leagues.small())[:2])
        page = leagues.team_address(first)
        later = {"act": "rename", "name": "Pik Sieben", "club": ""}
        later |= seen_at(leader, page, later)

        taken = post_seen(leader, page, {"act": "rename", "name": second.name.upper(), "club": ""})
        not_taken(taken, "already. Please choose another name.")

        assert post_seen(leader, page, {"act": "rename", "name": "Herz Dame 7", "club": "SC Ulm"}).status_code == 302
        assert says(leader.post(page, later), "Herz Dame 7").status_code == 409
        first.refresh_from_db()
        assert (first.name, first.club) == ("Herz Dame 7", "SC Ulm")


def test_a_season_whose_league_has_fixtures_is_not_deleted(leader):
    match = leagues.small()
    office = "/seasons/liga-2026/office/"

    not_taken(leader.post(office, sent("delete", sure="on")), "Its league has fixtures, so it stays.")
    assert code_of(seasons.delete_season, season_id=match.division.season_id, **told()) == "season-has-fixtures"
    leader.post(f"{PAGE}1/office/", sent("take-back", number=1))
    assert leader.post(office, sent("delete", sure="on")).status_code == 302
    assert not Level.objects.exists()


def test_how_near_fixtures_come_to_the_best_is_said():
    best = Fixtures(days=(), repeats=0, bound=0, strangers=())
    again = "Two teams meet again 2 times; no plan can have fewer than 1."
    for plan, said in (
        (best, "Each pair of teams meets exactly once."),
        (replace(best, repeats=2, bound=1), again),
        (replace(best, repeats=2, bound=1, strangers=((1, 2),)), f"{again} 1 pair never meets."),
    ):
        assert plan_sentence(plan) == said


def test_what_pages_say_in_sentences_services_say_in_codes():
    match = leagues.all_in(leagues.small())
    level, (side, second, *_others) = match.division.level, leagues.sides(match)
    terms, other = LevelTerms(number=1, name="Oberliga", series=4), second.team
    other.club = side.team.club
    other.save()

    assert code_of(levels.make_level, season_id=level.season_id, terms=terms, **told()) == "level-exists"
    again = {"level_id": level.pk, "name": match.division.name, "entry_key": uuid4()}
    assert code_of(levels.make_division, **again, **told()) == "division-exists"
    elsewhere = {"names": [side.team.roster.first().member.person.name], "since": date(2026, 2, 1)}
    assert code_of(levels.add_players, team_id=other.pk, **elsewhere, **told()) == "player-elsewhere"
    assert code_of(leagues.hand_in, side, now=DAY) == "line-up-late"
    first = leagues.report(match, *FOUR)
    assert leagues.report(match, *FOUR) == first  # one that changes nothing is none
    first, second = (matches.agree(side_id=side.pk, number=1, **told()) for _twice in range(2))
    assert first == second
    assert code_of(matches.draw_fixtures, division_id=match.division_id, seed="again", **told()) == "fixtures-begun"
    assert code_of(leagues.report, match, *FOUR[::-1]) == "report-reason-missing"
    assert code_of(levels.change_level, level_id=level.pk, terms=terms, **told()) == "series-reported"
    acts = {"now": AFTER, "by": factories.user()}
    one = matches.protest(side_id=side.pk, text="Falsch", entry_key=uuid4(), **acts)
    matches.decide(match_id=match.pk, protest_id=one.pk, upheld=True, decision="Ja", **acts)
    other_way = {"match_id": match.pk, "protest_id": one.pk, "upheld": False, "decision": "Nein"}
    assert code_of(matches.decide, **other_way, **acts) == "protest-decided"


def test_many_protests_of_a_team_are_rejected_in_one_act(leader):
    match = leagues.all_in(leagues.small())
    side, other = leagues.sides(match)[:2]

    def protested(of):
        return matches.protest(side_id=of.pk, text="Unfug " * 90, entry_key=uuid4(), now=AFTER, by=None)

    flood, meant, decided = [protested(side) for _ in range(2)], protested(other), protested(side)
    acts = {"now": AFTER, "by": factories.user()}
    matches.decide(match_id=match.pk, protest_id=decided.pk, upheld=True, decision="Ja", **acts)
    page = f"{PAGE}1/office/"
    shown = leader.get(page).content.decode()
    assert {*re.findall(r'name="numbers" value="(\d+)"', shown)} == {str(one.pk) for one in (*flood, meant)}

    sent = {"act": "reject", "numbers": [one.pk for one in flood], "decision": "Unfug"}
    for wrong in ({"decision": ""}, {"numbers": []}, {"numbers": [decided.pk]}):
        assert leader.post(page, {**sent, **wrong}).status_code == 422, wrong
    assert not Protest.objects.filter(pk__in=[one.pk for one in flood], decided_at__isnull=False).exists()
    assert leader.post(page, sent).status_code == 302

    told = {one.pk: (one.upheld, one.decision) for one in Protest.objects.all()}
    assert told == {**{one.pk: (False, "Unfug") for one in flood}, meant.pk: (None, ""), decided.pk: (True, "Ja")}
    again = {"division_id": match.division_id, "numbers": [*told], "decision": "Nein"}
    assert matches.reject_many(**again, **acts) == 1


@pytest.mark.thorough
def test_a_captains_key_hands_in_only_so_often(monkeypatch):
    """Each time is a line in the journal of the club that leads the league; whoever leads it is never held up."""
    side = leagues.sides(leagues.small())[0]
    players = leagues.roster(side.team)

    def taken(times, by=None, at=leagues.BEFORE):
        found = 0
        for _time in range(times):
            with suppress(TooMany):
                matches.hand_in(side_id=side.pk, players=players, leads=by is not None, by=by, now=at)
                found += 1
        return found

    assert floods.OF_CAPTAIN[0] >= 10
    monkeypatch.setattr(floods, "OF_CAPTAIN", (4, floods.OF_CAPTAIN[1]))
    assert 2 <= taken(6) <= 4
    assert taken(6, by=factories.user()) == 6
    assert taken(1, at=leagues.BEFORE + timedelta(minutes=2)) == 1


def test_a_captains_key_sends_only_so_much(monkeypatch):
    """Three protests of a team wait at once, and after twenty reports only whoever leads the league gives another."""
    match = leagues.all_in(leagues.small())
    side, other = leagues.sides(match)[:2]

    def protested(of, key=None):
        return matches.protest(side_id=of.pk, text="x" * 2000, entry_key=key or uuid4(), now=leagues.AFTER, by=None)

    key = uuid4()
    first = [protested(side, key), protested(side), protested(side)][0]
    assert code_of(protested, side) == "too-many-protests"
    assert protested(side, key) == first
    protested(other)
    acts = {"now": AFTER, "by": factories.user()}
    matches.decide(match_id=match.pk, protest_id=first.pk, upheld=False, decision="Nein", **acts)
    protested(side)

    assert matches.MOST_REPORTS == 20
    monkeypatch.setattr(matches, "MOST_REPORTS", 2)
    for columns in (FOUR, FOUR[::-1]):
        leagues.report(match, *columns, reason="Noch einmal", leads=False)
    assert code_of(leagues.report, match, *FOUR, reason="Und noch einmal", leads=False) == "too-many-reports"
    assert leagues.report(match, *FOUR, reason="Und noch einmal").number == 3
