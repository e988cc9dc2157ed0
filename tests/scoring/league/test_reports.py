"""Reports, agreement, protests, and when a result is binding."""

from datetime import timedelta

import pytest
from django.test import Client

from scoring.league.models import MatchReport, Protest
from scoring.league.services import reports
from tables.acts.services.refusals import Refused
from tests.scoring.league import leagues
from tests.scoring.league.leagues import AFTER, BEFORE, DAY, address
from tests.scoring.season.club_years import sent
from tests.tables.tournaments.test_home_pages import text

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

FOUR = ((4000,) * 3, (3900,) * 3, (3800,) * 3, (3700,) * 3)


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


@pytest.fixture
def after(monkeypatch):
    """Let it be the evening of the match."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: AFTER)


class TestReporting:
    def test_the_host_reports_and_the_others_agree(self, after):
        match = leagues.all_in(leagues.small())
        host = next(one for one in leagues.sides(match) if one.team_id == match.host_id)
        guest = next(one for one in leagues.sides(match) if one.team_id != match.host_id)
        captain, other = leagues.captain(host.team), leagues.captain(guest.team)

        assert other.post(address(match), typed(4000, 3900, 3800, 3700)).status_code == 403
        form = typed(4000, 3900, 3800, 3700)
        for _twice in range(2):
            assert captain.post(address(match), form).status_code == 302

        made = MatchReport.objects.get()
        assert (made.number, made.reported_by) == (1, host.team.name)
        page = text(other.get(address(match)))
        assert "We agree to the report" in page
        assert other.post(address(match), sent("agree", side=guest.pk, number=1)).status_code == 302
        assert "agreed" in text(other.get(address(match)))

    def test_another_report_needs_a_reason_and_stands_beside_the_first(self, leader, after):
        match = leagues.all_in(leagues.small())
        leader.post(address(match), typed(4000, 3900, 3800, 3700))
        second = typed(4000, 3900, 3800, 3600)

        refused = leader.post(address(match), second)
        assert refused.status_code == 422
        assert "say why" in text(refused)
        assert 'value="900"' in refused.content.decode()
        leader.post(address(match), {**second, "reason": "Tisch 4 falsch addiert"})

        assert [one.number for one in MatchReport.objects.all()] == [1, 2]
        page = text(leader.get(address(match)))
        assert "Tisch 4 falsch addiert" in page
        assert "10800" in page
        side = leagues.sides(match)[0]
        with pytest.raises(Refused, match="report-changed"):
            reports.agree(side_id=side.pk, number=1)

    def test_a_team_of_which_nothing_stands_was_absent(self, leader, after, visitor):
        match = leagues.all_in(leagues.small())
        form = {
            name: "" if name.startswith("s2-t4-") else value for name, value in typed(4000, 3900, 3800, 3700).items()
        }

        assert leader.post(address(match), form).status_code == 302
        assert MatchReport.objects.get().results[3][1] is None

    @pytest.mark.parametrize(
        ("columns", "code"),
        [
            ([(None,) * 3] * 4, "report-nobody"),
            ([(90_000,) * 3, *FOUR[1:]], "report-impossible"),
        ],
    )
    def test_what_cannot_be(self, columns, code):
        match = leagues.all_in(leagues.small())

        with pytest.raises(Refused) as refused:
            leagues.report(match, *columns)
        assert refused.value.code == code
        assert not MatchReport.objects.exists()

    def test_a_team_plays_with_three_at_least(self):
        match = leagues.all_in(leagues.small())
        sides = [leagues.side_of(*column) for column in FOUR]
        sides[0] = leagues.side_of(4000, 4000, 4000, players=2)

        with pytest.raises(Refused, match="report-too-few"):
            reports.hand_in_report(
                match_id=match.pk, sides=sides, by="x", leads=True, entry_key=leagues.uuid4(), now=AFTER
            )

    def test_nobody_brings_home_what_nobody_played(self):
        division = leagues.division(leagues.level(leagues.season(), days=1), size=4, short=1)
        match = leagues.all_in(division.matches.get())

        with pytest.raises(Refused, match="report-other-players") as refused:
            leagues.report(match, *FOUR)
        assert refused.value.facts == {"position": 1, "series": 1}

    def test_not_before_it_began_nor_without_line_ups(self):
        match = leagues.small()

        with pytest.raises(Refused, match="match-not-begun"):
            leagues.report(match, *FOUR, now=BEFORE)
        with pytest.raises(Refused, match="line-ups-missing"):
            leagues.report(match, *FOUR)
        leagues.report(leagues.all_in(match), *FOUR)
        with pytest.raises(Refused, match="match-reported"):
            leagues.hand_in(leagues.sides(match)[0])


class TestBinding:
    def test_protests_are_made_until_the_result_is_binding(self, leader, monkeypatch):
        match = leagues.all_in(leagues.small())
        leagues.report(match, *FOUR)
        side = leagues.sides(match)[1]
        captain = leagues.captain(side.team)
        form = sent("protest", side=side.pk, text="Tisch 2 spielte ohne Karo 7.")
        monkeypatch.setattr("django.utils.timezone.now", lambda: DAY + timedelta(days=14))

        for _twice in range(2):
            assert captain.post(address(match), form).status_code == 302
        one = Protest.objects.get()
        decision = sent("decide", protest=one.pk, upheld="no", decision="Das Blatt war vollständig.")
        assert captain.post(address(match), decision).status_code == 403
        for _twice in range(2):
            assert leader.post(address(match), decision).status_code == 302
        page = text(captain.get(address(match)))
        assert "The protest is rejected" in page
        assert "Das Blatt war vollständig." in page
        public = text(Client(headers={"accept-language": "en"}).get(address(match)))
        assert "The protest is rejected" in public
        assert "Das Blatt war vollständig." not in public
        assert "Karo 7" not in public
        assert leader.post(address(match), {**decision, "upheld": "yes"}).status_code == 422

        monkeypatch.setattr("django.utils.timezone.now", lambda: DAY + timedelta(days=15))
        assert captain.post(address(match), sent("protest", side=side.pk, text="Zu spät")).status_code in {403, 422}
        assert "It is binding." in text(captain.get(address(match)))
        assert Protest.objects.count() == 1

    def test_then_only_whoever_leads_changes_it(self):
        match = leagues.all_in(leagues.small())
        late = DAY + timedelta(days=15)

        with pytest.raises(Refused, match="binding"):
            leagues.report(match, *FOUR, now=late, leads=False)
        assert leagues.report(match, *FOUR, now=late).number == 1
