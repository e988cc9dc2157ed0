"""Reports, agreement and protests, a league from its first level to who goes up, sanctions; the table by hand.

Fixtures that a federation made come in as they are, or are refused with the line that does not fit.
"""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.league.models import Division, LeagueTeam, Level, Match, MatchReport, Protest
from scoring.league.selectors import league_of
from scoring.league.services import matches
from scoring.report.checks import check
from scoring.season.models import Season
from tables.journal.models import SiteEntry
from tests.scoring.answers import code_of, not_taken, refusal, says
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, BEFORE, DAY, FOUR, PAGE, address, team_address
from tests.scoring.season.club_years import sent
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Page, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def typed(*totals: int, series: int = 3, **more: object) -> dict[str, object]:
    """Return the form of a report as it is sent: of each team in each series its total, in equal parts."""
    cells = {
        f"s{at}-t{position}-n{number}-{part}": value
        for at in range(1, series + 1)
        for position, total in enumerate(totals, start=1)
        for number in range(1, 5)
        for part, value in (("points", total // 4), ("won", 3), ("lost", 1))
    }
    return sent("report", **cells, **more)


class TestReporting:
    def test_the_host_reports_the_others_agree_and_another_report_needs_a_reason(self, leader, monkeypatch):
        monkeypatch.setattr("django.utils.timezone.now", lambda: AFTER)
        match = leagues.all_in(leagues.small())
        host, guest, *_others = sorted(leagues.sides(match), key=lambda one: one.team_id != match.host_id)
        captain, other = leagues.captain(host.team), leagues.captain(guest.team)
        form = typed(4000, 3900, 3800, 3700)
        # A team of which nothing stands in a series was absent.
        form |= {name: "" for name in form if name.startswith("s2-t4-")}

        assert other.post(address(match), form).status_code == 403
        for _twice in range(2):
            assert captain.post(address(match), form).status_code == 302
        made = MatchReport.objects.get()
        assert (made.number, made.reported_by, made.results[3][1]) == (1, host.team.name, None)
        says(other.get(address(match)), "We agree to the report")
        assert other.post(address(match), sent("agree", side=guest.pk, number=1)).status_code == 302
        says(other.get(address(match)), "agreed")

        second = typed(4000, 3900, 3800, 3600)
        not_taken(leader.post(address(match), second), "Please give the reason", 'value="900"')
        leader.post(address(match), {**second, "reason": "Tisch 4 falsch addiert"})
        assert [one.number for one in MatchReport.objects.all()] == [1, 2]
        says(leader.get(address(match)), "Tisch 4 falsch addiert", "10800")
        says(other.get(address(match)), lacks="broken off")
        leader.post(address(match), typed(4000, 3900, 3800, 3600, reason="Strom weg", broken_off="on"))
        says(other.get(address(match)), "The match was broken off and counts 0 for all.")
        MatchReport.objects.get(number=3).delete()
        assert code_of(matches.agree, side_id=guest.pk, number=1, by=factories.user(), now=EVENING) == "report-changed"

    def test_what_cannot_be(self):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=1)
        match = division.matches.get()
        assert code_of(leagues.report, match, *FOUR, now=BEFORE) == "match-not-begun"
        assert code_of(leagues.report, match, *FOUR) == "line-ups-missing"
        leagues.all_in(match)
        assert code_of(leagues.report, match, *[(None,) * 3] * 4) == "report-nobody"
        assert code_of(leagues.report, match, (90_000,) * 3, *FOUR[1:]) == "report-impossible"
        assert refusal(leagues.report, match, *FOUR) == ("report-other-players", {"position": 1, "series": 1})

        first, *others = FOUR
        handed = {"named": "x", "by": None, "entry_key": leagues.uuid4(), "match_id": match.pk}
        late = DAY + timedelta(days=15)
        for players, leads, at, code in ((2, True, AFTER, "report-too-few"), (3, False, late, "binding")):
            sides = [leagues.side_of(*first, players=players), *(leagues.side_of(*column) for column in others)]
            assert code_of(matches.hand_in_report, sides=sides, leads=leads, now=at, **handed) == code
        assert not MatchReport.objects.exists()
        assert matches.hand_in_report(sides=sides, leads=True, now=late, **handed).number == 1
        assert code_of(leagues.hand_in, leagues.sides(match)[0]) == "match-reported"


def test_protests_are_made_until_the_result_is_binding(leader, monkeypatch):
    match = leagues.all_in(leagues.small())
    leagues.report(match, *FOUR)
    side = leagues.sides(match)[1]
    captain = leagues.captain(side.team)
    form = sent("protest", side=side.pk, text="Tisch 2 spielte ohne Karo 7.")
    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY + timedelta(days=14))

    for _twice in range(2):
        assert captain.post(address(match), form).status_code == 302
    decision = sent("decide", protest=Protest.objects.get().pk, upheld="no", decision="Das Blatt war vollständig.")
    assert captain.post(address(match), decision).status_code == 403
    for _twice in range(2):
        assert leader.post(address(match), decision).status_code == 302
    says(captain.get(address(match)), "The protest is rejected", "Das Blatt war vollständig.")
    anybody = Client(headers={"accept-language": "en"}).get(address(match))
    says(anybody, "The protest is rejected", lacks=("Das Blatt war vollständig.", "Karo 7"))
    assert leader.post(address(match), {**decision, "upheld": "yes"}).status_code == 422

    monkeypatch.setattr("django.utils.timezone.now", lambda: DAY + timedelta(days=15))
    assert captain.post(address(match), sent("protest", side=side.pk, text="Zu spät")).status_code in {403, 422}
    says(captain.get(address(match)), "It is binding.")
    assert Protest.objects.count() == 1


def test_the_table_is_that_of_the_published_program(visitor):
    match = leagues.all_in(leagues.small())
    leagues.report(match, (4120, 3980, 4400), (3980, 3980, 4100), (3700, 4000, None), (4119, 3000, 4400))

    document = json.loads(visitor.get(f"{PAGE}1/report.json").content)

    assert check(document) == ()
    line = "{place}. {team}: {points} to {against}, {game_points}"
    by_hand = ["1. 1: 7 to 2, 12500", "2. 4: 9/2 to 9/2, 11519", "3. 2: 7/2 to 11/2, 12060", "4. 3: 3 to 6, 7700"]
    assert [line.format(**row) for row in document["table"]] == by_hand
    says(visitor.get(f"{PAGE}1/"), "4½", "12500")


def test_who_goes_up_and_down_is_compared_across_divisions(visitor):
    level = leagues.level(leagues.season(), days=1, up=1, worst_next=1)
    for name, best in (("Nord", 5000), ("Süd", 4000)):
        division = leagues.division(level, size=4, name=name)
        leagues.report(leagues.all_in(division.matches.get()), *((best - 100 * at,) * 3 for at in range(4)))

    (found,) = league_of(Season.objects.get())

    fates = {one.team.name: str(one.fate) for table in found.tables for one in table.rows}
    every = {f"{name} {number}": "stays" for name in ("Nord", "Süd") for number in (1, 2, 3, 4)}
    assert fates == every | {"Nord 1": "promoted", "Süd 1": "promoted", "Süd 4": "relegated"}
    says(visitor.get(PAGE), "Comparison across the divisions", "Of these the worst 1 go down")


def test_fixtures_are_taken_back_while_nothing_hangs_on_them(leader):
    match = leagues.small()

    assert leader.post(f"{PAGE}1/office/", sent("take-back", number=1)).status_code == 302
    assert not Match.objects.exists()
    leader.post(f"{PAGE}1/office/", sent("draw"))
    leagues.hand_in(leagues.sides(Match.objects.get())[0])

    not_taken(leader.post(f"{PAGE}1/office/", sent("take-back", number=1)), "the fixtures stay")
    assert Match.objects.get().pk != match.pk


def test_what_was_never_drawn_is_deleted(leader):
    leagues.division(leagues.level(leagues.season()), drawn=False)
    level = f"{PAGE}office/levels/1/"

    assert leader.post(level, sent("delete", sure="on")).status_code == 422
    assert leader.post(f"{PAGE}1/office/", sent("delete", sure="on"))["Location"] == f"{PAGE}office/"
    assert leader.post(level, sent("delete", sure="on"))["Location"] == f"{PAGE}office/"
    for kind in (Level, Division, LeagueTeam):
        assert not kind.objects.exists()


LIST = """22.03.2026; Staffel Nord 2; Staffel Nord 1; Staffel Nord 4
05.04.2026;Staffel Nord 3;Staffel Nord 4;Staffel Nord 1;Staffel Nord 2
"""


@pytest.fixture
def division(db):
    return leagues.division(leagues.level(leagues.season(), days=2), size=4, drawn=False)


def plan() -> list[tuple[str, str, list[str]]]:
    sides = {one: [side.team.name[-1] for side in leagues.sides(one)] for one in Match.objects.order_by("number")}
    return [(f"{one.day.starts_at:%d.%m.}", one.host.name[-1], teams) for one, teams in sides.items()]


def test_a_line_that_does_not_fit_is_named_and_nothing_is_lost(division, visit):
    form = visit(f"{PAGE}1/office/").form("matches")
    for line, refused in (
        ("gestern; A; B; C", "Line 1: “gestern” is no day."),
        ("23.03.2026; Staffel Nord 1; Staffel Nord 2; Staffel Nord 3", "Line 1: the level does not play on 23"),
        ("22.03.2026; Staffel Nord 1; Staffel Nord 2; Süd", "Line 1: there is no team “Süd” in this division."),
        ("22.03.2026; Staffel Nord 1; Staffel Nord 2", "Line 1: a match has three to five teams."),
        ("22.03.2026; Staffel Nord 1; Staffel Nord 2; Staffel Nord 1", "“Staffel Nord 1” plays on that day already."),
        (" ; ; ", "This field is required."),
    ):
        page = form.send(matches=line)

        assert page.status == 422
        assert refused in " ".join(page.errors)
        assert page.form("matches").holds()["matches"] == [line]
    assert not Match.objects.exists()


def test_a_list_is_taken_as_it_is_with_the_first_team_as_host_and_fixtures_that_have_begun_stay(division, visit):
    assert "Saved." in visit(f"{PAGE}1/office/").form("matches").send(matches=LIST).text
    assert plan() == [("22.03.", "2", ["2", "1", "4"]), ("05.04.", "3", ["3", "4", "1", "2"])]
    assert SiteEntry.objects.latest("number").action == "fixtures.entered"
    leagues.all_in(Match.objects.get(number=1))
    assert not visit(f"{PAGE}1/office/").offers("matches")

    entered = {"division_id": division.pk, "matches": [], "seed": "x", "by": factories.user(), "now": EVENING}
    assert code_of(matches.enter_fixtures, **entered) == "fixtures-begun"
    assert len(plan()) == 2


@pytest.fixture
def teams(db) -> list[LeagueTeam]:
    """Four teams after their only match: they have 9, 6, 3 and 0 points."""
    match = leagues.all_in(leagues.small())
    leagues.report(match, *FOUR)
    return [side.team for side in leagues.sides(match)]


def table(teams: list[LeagueTeam]) -> list[str]:
    """Return the table as anybody reads it: place, which team of those, points, and what is said of it."""
    letters = {team.name: letter for team, letter in zip(teams, "ABCD", strict=True)}
    line, rows = "{place}. {letter} {points}:{against} {sanction}", Visitor().client.get(f"{PAGE}1/").context["rows"]
    return [line.format(letter=letters[row["team"].name], **row).strip() for row in rows]


def test_points_are_off_and_who_withdraws_is_last_with_a_reason_that_the_table_shows_until_it_is_taken_back(
    teams, visit
):
    def decide(team: LeagueTeam, **typed: object) -> Page:
        return visit(team_address(team)).form("deducted").send(**typed)

    refused = decide(teams[0], deducted=4)
    assert (refused.status, table(teams)) == (422, ["1. A 9:0", "2. B 6:3", "3. C 3:6", "4. D 0:9"])
    refused.form("deducted").send(because="Aufstellung zu spät")

    assert table(teams) == ["1. B 6:3", "2. A 5:0 4 points off: Aufstellung zu spät", "3. C 3:6", "4. D 0:9"]
    assert "4 points off: Aufstellung zu spät" in Visitor().get(f"{PAGE}1/").text
    # A report could not say it.
    assert Visitor().client.get(f"{PAGE}1/report.json").status_code == 404
    call_command("verify", club="sc-herz-dame")

    decide(teams[0], deducted=0, because="")
    acts = SiteEntry.objects.order_by("number").values_list("action", flat=True)
    assert list(acts)[-2:] == ["team.sanctioned", "team.sanctioned"]
    assert table(teams)[0] == "1. A 9:0"
    assert Visitor().client.get(f"{PAGE}1/report.json").status_code == 200

    decide(teams[1], deducted=0, withdrawn="kept", because="Kein Platz")
    assert table(teams) == ["1. A 9:0", "2. C 3:6", "3. D 0:9", "4. B 6:3 has withdrawn, its results stay: Kein Platz"]
    decide(teams[1], deducted=0, withdrawn="annulled", because="Kein Platz")
    last = "4. B 0:0 has withdrawn, its results count for nobody: Kein Platz"
    assert table(teams) == ["1. A 6:0", "2. C 3:3", "3. D 0:6", last]
