"""Line-ups: closed until all are in, in time, of those who may play; exchanges; and what is kept of a league."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final
from uuid import uuid4

import pytest

from scoring.league.models import LeagueMember, LineUpPlace, MatchReport, MatchTeam, Protest, RosterPlace
from scoring.league.selectors import match_view, table_of
from scoring.league.services import levels, matches
from scoring.privacy.selectors import of_person
from scoring.privacy.services import forget_due
from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.clubs.services import books
from tables.clubs.services.books import PersonDetails
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, BEFORE, DAY, PAGE, address
from tests.scoring.season import club_years
from tests.scoring.season.club_years import sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.thorough import thorough
from tests.tables.tournaments.test_home_pages import text

pytestmark = pytest.mark.django_db


FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


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
        words = text(visitor.get(page))
        assert "Huber" not in words
        assert "Spieler Staffel" not in words


def test_players_of_other_clubs_leave_the_book_with_the_season_and_those_who_are_needed_stay():
    match = leagues.all_in(leagues.small())
    book = match.division.season.club.people
    anna, bert, carl, dora, emil, *rest = [one.member.person for one in RosterPlace.objects.order_by("pk")]
    next_year = club_years.season(match.division.season.club, name="Liga 2027", ends_on=date(2027, 12, 31))
    LeagueMember.objects.create(season=next_year, person=anna, added_at=AFTER)
    evening = factories.tournament(slug="gestern", entrants=1, ends_on=date(2027, 6, 30))
    evening.entrants.update(person=bert)
    book.filter(pk=carl.pk).update(contact="carl@example.org")
    book.filter(pk=dora.pk).update(plays_for=match.division.season.club.name)
    double = book.create(name="Emil E.", plays_for="SC Fern", merged_into=emil, added_at=AFTER)
    owner = book.create(name="Frieda Fern", plays_for="SC Fern", added_at=AFTER)
    assert len(rest) == 11

    forget_due(now=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    assert {*book.all()} == {anna, bert, carl, dora, owner}
    assert not Person.objects.filter(pk__in=[double.pk, emil.pk]).exists()
    assert {*LeagueMember.objects.filter(season=match.division.season).values_list("person", flat=True)} == {
        *(anna.pk, bert.pk)
    }
    forget_due(now=datetime(2028, 7, 2, tzinfo=DAY.tzinfo))
    assert {*book.all()} == {carl, dora, owner}
    assert not LeagueMember.objects.exists()


def test_players_left_behind_by_an_earlier_version_leave_the_book_as_well():
    """Their season was forgotten, and with it their rosters, before there was a rule for players of other clubs."""
    match = leagues.all_in(leagues.small())
    season = match.division.season
    book, later = season.club.people, datetime(2027, 7, 2, tzinfo=DAY.tzinfo)
    anna, bert, carl, dora, emil, *rest = [one.member.person for one in RosterPlace.objects.order_by("pk")]
    LeagueMember.objects.all().delete()
    type(season).objects.update(forgotten_at=later)
    next_year = club_years.season(season.club, name="Liga 2027", ends_on=date(2027, 12, 31))
    LeagueMember.objects.create(season=next_year, person=anna, added_at=AFTER)
    type(season).objects.filter(pk=next_year.pk).update(forgotten_at=None)
    factories.tournament(slug="gestern", entrants=1, ends_on=date(2027, 6, 30)).entrants.update(person=bert)
    book.filter(pk=carl.pk).update(contact="carl@example.org")
    book.filter(pk=dora.pk).update(plays_for=season.club.name)
    book.filter(pk=emil.pk).update(added_at=later + timedelta(days=1))
    assert len(rest) == 11

    forget_due(now=later)

    assert {*book.all()} == {anna, bert, carl, dora, emil}
    lines = season.club.journal.count()
    forget_due(now=later)
    assert season.club.journal.count() == lines


CLUB: Final = "Klub Staffel Nord 1"
"""The club of the first team of a division."""


@pytest.mark.thorough
@pytest.mark.parametrize("is_left_behind", [False, True], ids=["with its rosters", "by an earlier version"])
def test_who_was_put_into_the_book_before_or_besides_stays_when_a_season_is_forgotten(is_left_behind):
    """A name and a club alone say nothing of where they come from; the journal of the club does."""
    match = leagues.small()
    season, side = match.division.season, leagues.sides(match)[0]
    book = season.club.people
    brought = {*book.all()}
    pasted = [PersonDetails(name=name, plays_for=CLUB) for name in ("Gerd Gast", "Hilde Gast")]
    done = {"by": factories.user(), "now": BEFORE}
    books.add_people(club_id=season.club_id, people=pasted, **done)
    written = books.add_person(
        club_id=season.club_id, details=replace(pasted[0], name="Ilse"), entry_key=uuid4(), **done
    )
    from_before_the_journal = book.create(name="Jo Gast", plays_for=CLUB, added_at=BEFORE)
    names = ["Hilde Gast", "Ilse", "Jo Gast", "Kai Neu"]
    levels.add_players(team_id=side.team_id, names=names, since=date(2026, 1, 1), **done)
    if is_left_behind:
        RosterPlace.objects.all().delete()
        LeagueMember.objects.all().delete()
        type(season).objects.update(forgotten_at=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    forget_due(now=datetime(2027, 7, 2, tzinfo=DAY.tzinfo))

    assert {one.name for one in book.all()} == {"Gerd Gast", "Hilde Gast", "Ilse", "Jo Gast"}
    assert {*book.all()} > {written, from_before_the_journal}
    assert not {*book.all()} & brought


@pytest.mark.thorough
def test_the_pages_take_a_fixed_number_of_queries(visitor, django_assert_num_queries):
    level = leagues.level(leagues.season(), days=2)
    match = leagues.all_in(leagues.division(level, size=4).matches.first())
    leagues.report(match, *FOUR)

    def looked_at():
        for page, queries in ((PAGE, 8), (f"{PAGE}1/", 18)):
            with django_assert_num_queries(queries):
                visitor.get(page)

    looked_at()
    division = leagues.division(level, size=8, name="Süd")
    for other in division.matches.all()[:2]:
        leagues.report(leagues.all_in(other), *FOUR)
    looked_at()


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
        assert "Seats" in page

    def test_a_late_line_up_or_that_of_another_team_is_refused_but_for_whoever_leads(
        self, leader, visitor, monkeypatch
    ):
        match = leagues.small()
        side, second, *_others = leagues.sides(match)
        form = line_up(side, leagues.roster(side.team))
        for other in (visitor, leagues.captain(second.team)):
            refused = other.post(address(match), form)
            assert refused.status_code == 403
            assert "A captain opens the address with the key" in text(refused)

        monkeypatch.setattr("django.utils.timezone.now", lambda: DAY)
        refused = leagues.captain(side.team).post(address(match), form)
        assert refused.status_code == 422
        assert "the line-up is late" in text(refused)
        assert not LineUpPlace.objects.exists()
        assert leader.post(address(match), form).status_code == 302
        assert LineUpPlace.objects.count() == 4

    def test_another_line_up_takes_its_place_until_all_are_in(self):
        match = leagues.small()
        side = leagues.sides(match)[0]
        leagues.hand_in(side)
        turned = leagues.roster(side.team)[::-1]
        matches.hand_in(side_id=side.pk, players=turned, leads=False, now=BEFORE, by=factories.user())
        assert list(side.places.values_list("member_id", flat=True)) == turned

        for other in leagues.sides(match)[1:]:
            leagues.hand_in(other)
        with pytest.raises(Refused, match="line-ups-open"):
            leagues.hand_in(side)


@pytest.mark.slow
class TestWhoMayPlay:
    def test_a_line_up_needs_three_each_once(self):
        side = leagues.sides(leagues.small())[0]
        players = leagues.roster(side.team)
        for chosen, code in (
            ((0, 1, None, None), "line-up-too-few"),
            ((0, None, 2, 3), "line-up-gap"),
            ((0, 1, 1, 2), "line-up-twice"),
        ):
            wanted = [None if at is None else players[at] for at in chosen]
            with pytest.raises(Refused, match=code):
                matches.hand_in(side_id=side.pk, players=wanted, leads=False, now=BEFORE, by=factories.user())

    def test_nobody_plays_who_may_not_on_that_day_and_nobody_ends_before_they_begin(self):
        side = leagues.sides(leagues.small())[0]
        place = RosterPlace.objects.filter(team=side.team).first()
        ended = {"team_id": side.team_id, "place_id": place.pk, "by": factories.user(), "now": EVENING}
        with pytest.raises(Refused, match="ends-before-it-starts"):
            levels.end_eligibility(until=date(2025, 12, 31), **ended)

        levels.end_eligibility(until=DAY.date() - timedelta(days=1), **ended)
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


@pytest.mark.slow
class TestExchanges:
    @pytest.mark.thorough
    def test_somebody_takes_a_number_from_a_series_on(self, leader, visitor):
        match = leagues.small()
        side = leagues.sides(match)[0]
        emil = self.added(side, "Ersatz Emil", substitute=True)
        leagues.all_in(match)

        form = sent("exchange", side=side.pk, number=2, player=emil, from_series=2)
        for _twice in range(2):
            assert leader.post(address(match), form).status_code == 302

        assert "Spieler Staffel Nord 1 b → Ersatz Emil" in text(visitor.get(address(match)))
        refused = leader.post(address(match), {**form, "number": 3})
        assert refused.status_code == 422
        assert "plays already" in text(refused)

    @staticmethod
    def added(side, name, **more):
        """Let somebody play for a team too."""
        acts = {"since": date(2026, 1, 1), "now": BEFORE, "by": factories.user()}
        levels.add_players(team_id=side.team_id, names=[name], **more, **acts)
        return leagues.roster(side.team)[-1]

    @staticmethod
    def exchange(side, number, player, from_series):
        acts = {"by": factories.user(), "now": EVENING}
        return matches.exchange(side_id=side.pk, number=number, player=player, from_series=from_series, **acts)

    def test_the_first_series_is_played_as_it_was_handed_in(self):
        match = leagues.small()
        side = leagues.sides(match)[0]
        with pytest.raises(Refused, match="no-line-up"):
            self.exchange(side, 1, leagues.roster(side.team)[3], 2)
        leagues.all_in(match)
        emil = self.added(side, "Ersatz Emil")

        for number, player, series, code in (
            (1, emil, 4, "match-has-fewer-series"),
            (1, 0, 2, "line-up-not-eligible"),
            (2, emil, 1, "line-up-stays"),
        ):
            with pytest.raises(Refused, match=code):
                self.exchange(side, number, player, series)
        self.exchange(side, 2, emil, 3)
        with pytest.raises(Refused, match="line-up-twice"):
            self.exchange(side, 3, emil, 2)

    @pytest.mark.thorough
    def test_a_fourth_player_who_came_late_takes_the_empty_number(self):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=1)
        side = leagues.sides(leagues.all_in(division.matches.get()))[0]

        late = self.exchange(side, 4, self.added(side, "Spät Sepp"), 1)

        assert (late.number, late.from_series) == (4, 1)


@pytest.mark.slow
class TestIncomplete:
    """The federation’s cases stand in ``test_match_seats_and_teams`` of the season; here is their page."""

    @pytest.mark.parametrize(
        ("short", "tables"), [(0, ""), (3, "4, 3, 3, 3"), *thorough((1, "4, 4, 4, 3"), (4, "4, 4, 4"))]
    )
    def test_teams_of_three(self, visitor, short, tables):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=short)
        match = leagues.all_in(division.matches.get())

        assert (f"Tables of {tables}." in text(visitor.get(address(match)))) == bool(tables)
        sizes = [int(size) for size in (tables or "4, 4, 4, 4").split(", ")]
        for series in match_view(match, division.season, now=AFTER).seats:
            assert sorted(map(len, series), reverse=True) == sizes

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
