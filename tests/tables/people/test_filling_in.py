"""Who fills in, so that no table is short: plays and signs as everybody, has no place, no prize and nothing to pay."""

from uuid import uuid4

import pytest

from scoring.archive.packing.record import record, report_of
from scoring.history.selectors.as_of import standings_after
from scoring.history.selectors.verification import verified
from scoring.money.reckon.prizes import Fixed
from scoring.money.selectors import planning
from scoring.money.services.prizes import WantedPrizes
from scoring.privacy import selectors as personal
from scoring.report.checks import check
from scoring.results.models import Ranking, Team, TeamMember
from scoring.results.selectors.effects import moves
from scoring.results.selectors.rankings import free_entrants, lines_of, series_of, weak_spots
from scoring.results.selectors.standings import places_until, standings
from scoring.season.selectors.played import meetings, year_of
from scoring.statistics.selectors.players import player
from scoring.statistics.selectors.statistics import event_statistics
from tables.acts.services import Refused
from tables.draw.services import draws
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.people import selectors
from tables.people.services import registration, unranked
from tables.tournaments.models import Series
from tests.scoring.money import desk
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered_step
from tests.tables.draw.test_draw_swap import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DESK = "/t/cup/office/entrants/"
HELPER = 1
"""The start number of whoever fills in: they sit on seat 1 of table 1, and win every deal of it."""


def fill_in(made, number=HELPER, *, fills_in=True):
    entrant = made.entrants.get(number=number)
    return unranked.fill_in(entrant_id=entrant.pk, fills_in=fills_in, by=factories.user(), now=EVENING)


def register(made, name, **fields):
    return factories.registered(made, name, present=True, **fields)


@remembered_step
def eleven_and_one(*, series=1, **fields):
    """Return an event of eleven players and somebody who fills in."""
    made = factories.tournament(entrants=12, series=series, rounds=1, **fields)
    fill_in(made)
    return made


@remembered_step
def played(**fields):
    """Return it with its first series closed: whoever fills in has the most points of all."""
    made = eleven_and_one(**fields)
    factories.close_series(factories.running_series(made))
    return made


def ranked_in(lines) -> set[int]:
    return {line.entrant.number for line in lines}


class TestAtTheDesk:
    def test_the_direction_says_so_on_the_page_of_an_entrant_and_takes_it_back_by_the_same_act(self, director):
        made = factories.tournament(entrants=4)

        answer = director.post(f"{DESK}1/", {"act": "fill-in"}, follow=True)
        listed = text(director.get(DESK))
        director.post(f"{DESK}1/", {"act": "fill-in"})
        back = director.post(f"{DESK}1/", {"act": "fill-in-no-more"}, follow=True)

        assert "Saved." in text(answer)
        assert "plays and signs as everybody" in text(answer)
        assert '<span class="entrant-note">fills in</span>' in listed
        assert '<span class="stat-number">1</span><span class="stat-label">fills in</span>' in listed
        assert "Saved." in text(back)
        assert not made.entrants.filter(fills_in=True).exists()
        lines = JournalEntry.objects.filter(action="entrant.fills-in").order_by("number")
        assert [line.data["fills_in"] for line in lines] == [True, False]
        assert verified(made).discrepancies == ()

    def test_it_can_be_said_when_they_are_registered_and_what_else_is_changed_leaves_it_as_it_is(self, director):
        made = factories.tournament(entrants=3)

        sent = director.post(DESK, {"name": "Uwe Wirt", "entry_key": str(uuid4()), "fills_in": "on", "present": "on"})
        answer = text(director.get(sent["Location"]))

        entrant = made.entrants.get(number=4)
        assert (entrant.fills_in, entrant.present) == (True, True)
        assert 'Uwe Wirt<span class="quiet">fills in</span>' in answer
        assert "Take money" not in answer
        assert JournalEntry.objects.get(action="entrants.registered").data["fills_in"] == [4]
        assert "Fills in: no. 4" in text(director.get("/t/cup/office/journal/"))
        changed = Registration(name="Uwe Wirth")
        registration.change_entrant(entrant_id=entrant.pk, registration=changed, by=factories.user(), now=EVENING)
        assert made.entrants.get(number=4).fills_in
        assert verified(made).discrepancies == ()

    def test_whoever_takes_no_part_does_not_fill_in(self):
        made = factories.tournament(entrants=3)
        for code, fields in (
            ("waiting", {"waiting_since": EVENING, "withdrawn_at": EVENING, "present": False}),
            ("withdrawn", {"waiting_since": None}),
            ("excluded", {"withdrawn_at": None, "excluded_at": EVENING}),
        ):
            made.entrants.filter(number=2).update(**fields)
            with pytest.raises(Refused, match=code):
                fill_in(made, 2)

    def test_it_stays_as_it_is_once_a_series_they_sat_in_is_closed(self, director):
        made = played()

        with pytest.raises(Refused, match="ranked-already"):
            fill_in(made, 5)
        with pytest.raises(Refused, match="ranked-already"):
            fill_in(made, HELPER, fills_in=False)
        answer = director.post(f"{DESK}1/", {"act": "fill-in-no-more"})

        assert answer.status_code == 422
        assert "No. 1 has played in series 1, which is closed" in text(answer)

    def test_they_take_no_place_of_the_plan_and_do_not_wait_and_whoever_fills_in_makes_room(self):
        made = factories.tournament(entrants=4, most_entrants=4)

        helper, late = register(made, "Uwe Wirt", fills_in=True), register(made, "Rita Acht")
        assert (helper.waiting_since, selectors.places_left(made)) == (None, 0)
        assert [one.number for one in selectors.waiting(made)] == [late.number]

        fill_in(made, 1)

        assert [one.number for one in selectors.waiting(made)] == []
        assert selectors.places_left(made) == 0
        assert verified(made).discrepancies == ()


class TestInTheRankings:
    @pytest.mark.thorough
    def test_neither_class_club_nor_team_has_anything_of_them(self):
        made = eleven_and_one()
        made.entrants.filter(number__in=(1, 2)).update(classes=["ladies"], club="SC Herz Dame")
        told = {"tournament": made, "name": "Wertung", "made_at": EVENING, "made_by": factories.user()}
        ladies, clubs, teams = (
            Ranking.objects.create(number=number, kind=kind, size=size, entry_key=uuid4(), **told)
            for number, (kind, size) in enumerate((("ladies", 1), ("club", 4), ("team", 2)), start=1)
        )
        team = Team.objects.create(ranking=teams, number=1, name="Herz 1")
        for number in (1, 2):
            entrant = made.entrants.get(number=number)
            TeamMember.objects.create(ranking=teams, team=team, entrant=entrant)
        factories.close_series(factories.running_series(made))

        for one in (ladies, clubs, teams):
            (line,) = lines_of(one, series_of(one))
            assert [member.entrant.number for member in line.members] == [2]
        assert weak_spots(teams) == {1: ("too-few",)}
        assert HELPER not in {one.number for one in free_entrants(teams)}

    def test_the_best_of_all_is_in_no_ranking_statistic_archive_or_report_and_a_change_behind_the_journal_is_found(
        self, client
    ):
        made = played()
        helper = made.entrants.get(number=HELPER)

        assert HELPER not in {one.seat.entrant.number for one in event_statistics(made).best}
        assert len(event_statistics(made).results[1]) == 11
        course = player(made, helper).course
        assert (course.place, course.ranked) == (None, 11)
        assert "plays without a place and pays nothing" in text(client.get("/t/cup/players/1/"))

        told = record(made, made_at=EVENING)
        report = report_of(made)

        assert [one["number"] for one in told["entrants"] if one["fills_in"]] == [HELPER]
        assert HELPER not in {line["number"] for line in told["ranking"]["lines"]}
        assert [one["number"] for one in report["entrants"] if one.get("fills_in")] == [HELPER]
        assert len(report["ranking"]) == 11
        assert check(report) == ()

        (stored,) = personal.of_entrant(made.entrants.get(number=HELPER))["tables.Entrant"]

        assert stored["fills_in"] is True

        found = standings(made)

        assert [(line.entrant.number, line.rank) for line in found.excluded] == [(HELPER, 0)]
        # They have as many points as the first, and no lot is drawn between them.
        assert (found.excluded[0].total, found.excluded[0].lot) == (found.lines[0].total, None)
        assert ranked_in(found.lines) == set(range(2, 13))
        assert found.lines[0].rank == 1
        assert {place.result.entrant for place in places_until(made.series.get())} == set(
            made.entrants.exclude(number=HELPER).values_list("pk", flat=True)
        )
        assert verified(made).discrepancies == ()

        assert moves(made, back={made.entrants.get(number=HELPER).pk}) == ()

        made.entrants.filter(number=5).update(fills_in=True)

        doubts = {str(one.doubt) for one in verified(made).discrepancies}

        assert {"order-differs", "seeding-differs"} <= doubts

    @pytest.mark.thorough
    def test_a_draw_by_standing_seats_them_last(self):
        made = played(series=2, strictly_by_standing=True)
        second = made.series.get(number=2)
        Series.objects.filter(pk=second.pk).update(seating=Series.Seating.BY_STANDING)

        draws.draw_series(series_id=second.pk, public="", by=factories.user(), now=EVENING)

        last = second.tables.order_by("-number").first()
        assert HELPER in last.seats.values_list("entrant__number", flat=True)
        assert verified(made).discrepancies == ()

    def test_while_the_series_is_played_it_can_be_said_and_the_ranking_of_then_knows_who_filled_in_then(self):
        made = factories.tournament(entrants=4, rounds=1)
        row = factories.list_of(factories.running_series(made))
        factories.fill(row, seat=1, lost=True)
        before = made.journal.order_by("-number").first().number
        fill_in(made)
        after = made.journal.order_by("-number").first().number
        # A game they lose counts for the others of the table.
        assert {line.entrant.number: bool(line.others_lost) for line in standings(made).lines} == dict.fromkeys(
            (2, 3, 4), True
        )
        assert verified(made).discrepancies == ()
        fill_in(made, fills_in=False)

        assert ranked_in(standings_after(made, before).lines) == {1, 2, 3, 4}
        then = standings_after(made, after)
        assert ranked_in(then.lines) == {2, 3, 4}
        assert [line.entrant.unranked_as for line in then.excluded] == ["fills in"]

    def test_they_are_no_player_of_the_season(self):
        season = club_years.season()
        made = club_years.evening(season.club, "eins", closed=0)
        fill_in(made)
        factories.close_series(factories.running_series(made))
        year = year_of(club_years.with_events(season, made))

        anna, bert = club_years.person("Anna Ast").pk, club_years.person("Bert Bär").pk
        assert {one.player for one in year.played} == {
            club_years.person(name).pk for name in club_years.NAMES if name != "Anna Ast"
        }
        assert anna not in {one.opponent.number for one in meetings(year, player=bert)}


class TestMoney:
    def test_they_owe_neither_start_money_nor_lost_games_and_taken_back_everything_is_charged_again(self):
        made = factories.tournament(entrants=4, rounds=1)
        desk.charge(made)
        desk.pay(made, HELPER, 1000)

        fill_in(made)
        assert desk.owed(made)[HELPER] == -1000
        row = factories.list_of(factories.running_series(made))
        factories.fill(row, seat=1, lost=True)
        factories.confirm_and_sign(row)
        assert desk.owed(made)[HELPER] == -1000
        assert verified(made).discrepancies == ()

        fill_in(made, fills_in=False)
        assert desk.owed(made)[HELPER] > 0
        assert verified(made).discrepancies == ()

    def test_who_is_registered_as_paid_and_fills_in_has_paid_nothing_and_is_not_counted(self):
        made = factories.tournament(entrants=3)
        desk.charge(made)

        register(made, "Uwe Wirt", fills_in=True, paid=True)

        assert 4 not in desk.owed(made)
        assert planning.size_of(made).entrants == 3
        assert verified(made).discrepancies == ()

    def test_they_are_not_among_those_who_started_and_win_no_prize(self):
        made = played()
        desk.charge(made)
        desk.plan_prizes(made, WantedPrizes(name="Gesamt", group="main", plan=Fixed(cents=(1500, 900), pot="prizes")))

        (row,) = planning.prize_lists_of(made)
        assert planning.size_of(made).entrants == 11
        assert HELPER not in {number for place in planning.placed(row) for number in place}
        row.winners = row.Winners.TABLE
        assert [HELPER] not in planning.placed(row)


class TestWhereItIsSaid:
    @pytest.mark.thorough
    def test_pages_sheets_and_files_say_so_beside_the_name(self, client, director):
        played()

        for address in ("standings/", "entrants/", "series/1/seats/", "seats/1/"):
            assert "fills in" in text(client.get(f"/t/cup/{address}")), address
        for address in ("standings.csv", "entrants.csv", "series/1/seats.csv"):
            assert "fills in" in text(client.get(f"/t/cup/{address}")), address
        assert "Fills in" in text(director.get("/t/cup/office/entrants.csv"))
