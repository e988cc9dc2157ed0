"""Appeals against decisions, and how the tribunal decides them (SkWO 7.3.3, 9.10)."""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.disputes.models import Appeal
from scoring.disputes.selectors import appeals, rulings
from scoring.disputes.services.appeals import AlreadyDecided
from scoring.disputes.services.tribunal import Biased
from scoring.lists.services.lists import EntryRefused
from scoring.office.services import release_final_ranking, state_end
from tables.acts.services.refusals import Refused
from tables.draw.services import series as hall
from tables.journal.wording.acts import journal_line
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.scoring.disputes.raising import deal, points, ruled
from tests.scoring.disputes.tribunal.steps import appeal_against, decide, named, panel

pytestmark = pytest.mark.django_db


class TestAgainstARuling:
    def test_it_is_about_what_that_was_about(self, ruling):
        appeal = appeal_against(ruling)

        assert (appeal.game_list, appeal.deal, appeal.ruling, appeal.late) == (ruling.game_list, 2, ruling, False)
        line = appeal.tournament.journal.get(action="appeal.filed")
        assert journal_line(line) == "Appeal 1 against decision 1 filed by no. 1"

    def test_only_a_player_of_the_table_appeals(self, ruling):
        with pytest.raises(Refused, match="not-at-this-table"):
            appeal_against(ruling, appellant=5)

    def test_a_decision_of_another_series_is_not_there(self, cup, ruling):
        with pytest.raises(Refused, match="no-such-ruling"):
            appeal_against(ruling, series_id=cup.series.get(number=2).pk)

    def test_the_deadline_is_the_next_series_after_the_decision(self, cup, row, judge):
        first = ruled(row, judge)
        factories.close_series(row.table.series)
        second = factories.running_series(cup, 2, published_only=True)
        start = EVENING + timedelta(hours=1)
        hall.start_series(series_id=second.pk, by=factories.user(), now=start)
        afterwards = ruled(row, judge, now=start + timedelta(minutes=5))

        assert appeals.appeals_close_against(first) == start
        assert appeals.appeals_close_against(afterwards) is None
        assert appeal_against(first, now=start + timedelta(minutes=6)).late
        assert not appeal_against(afterwards, now=start + timedelta(minutes=6)).late

        factories.close_series(second)
        ended = start + timedelta(hours=2)
        cup = state_end(tournament_id=cup.pk, ended_at=ended, by=judge, now=ended)
        assert appeals.appeals_close_against(rulings.ruling_of(cup, 2)) == ended + timedelta(minutes=15)


class TestDeciding:
    @pytest.fixture
    def appeal(self, cup, ruling):
        for number in (9, 10):
            named(cup, plays_as=number)
        made = appeal_against(ruling)
        panel(made, 1, 2)
        return made

    def test_once_and_finally_with_a_document(self, appeal, row, ruling):
        assert points(row)[0] == 50

        decided = decide(appeal, deal(2, 1, GRAND))

        made = decided.decision
        assert (made.number, made.stage, made.sentence) == (2, "tribunal", "Der Grand ist gewonnen.")
        assert points(row)[0] == 3 * 122
        printed = rulings.ruling_document(made)
        assert printed.panel == ("Spieler 9", "Spieler 10")
        assert printed.before.played == GRAND_LOST
        for verdict in (Appeal.Verdict.UPHELD, Appeal.Verdict.DISMISSED):
            with pytest.raises(AlreadyDecided):
                decide(appeal, verdict=verdict)
        with pytest.raises(Refused, match="ruling-final"):
            appeal_against(ruling, appellant=2)
        with pytest.raises(Refused, match="ruling-final"):
            appeal_against(made)

    def test_until_then_others_may_appeal_against_the_same_decision(self, appeal, ruling):
        assert appeal_against(ruling, appellant=2).number == appeal.number + 1

    def test_or_leaves_it_as_it_was_decided(self, appeal, row):
        decide(appeal, verdict=Appeal.Verdict.DISMISSED, sentence="Die Entscheidung bleibt.")

        assert points(row)[0] == 50
        assert rulings.ruling_document(appeal.tournament.rulings.get(number=2)).seats == ()

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ({"sentence": ""}, "sentence-missing"),
            ({"clauses": []}, "clauses-missing"),
            ({"clauses": ["ISkO 99"]}, "unknown-clause"),
            ({"reasons": " "}, "reasons-missing"),
            ({"corrected": deal(3, 1, GRAND_LOST)}, "nothing-to-correct"),
            ({"corrected": deal(2, 1, GRAND), "seen": uuid4()}, "deal-corrected"),
        ],
    )
    def test_nothing_where_something_is_missing(self, appeal, fields, code):
        with pytest.raises(Refused, match=code):
            decide(appeal, **fields)

        appeal.refresh_from_db()
        assert (appeal.verdict, appeal.decision) == ("", None)

    def test_nothing_where_the_list_would_break(self, appeal, row):
        with pytest.raises(EntryRefused):
            decide(appeal, deal(2, 2, GRAND))

        appeal.refresh_from_db()
        assert (appeal.verdict, appeal.decision, points(row)[0]) == ("", None, 50)
        assert appeal.tournament.rulings.count() == 1

    def test_not_by_a_panel_that_has_become_biased(self, appeal, cup):
        cup.entrants.filter(number=9).update(club="Herz Dame")

        with pytest.raises(Biased):
            decide(appeal)

    def test_nor_written_down_by_a_player_of_the_table(self, appeal, cup):
        with pytest.raises(Refused, match="own-table"):
            decide(appeal, by=factories.judge(cup, "spielerin", plays_as=2))

    def test_a_panel_may_have_its_decision_written_down_by_anybody_else(self, appeal, judge):
        assert decide(appeal, by=judge).verdict == "upheld"


def test_where_there_is_no_tribunal_another_judge_decides(ruling, judge):
    appeal = appeal_against(ruling)

    with pytest.raises(Refused, match="own-ruling"):
        decide(appeal, by=judge)
    assert decide(appeal, deal(2, 1, GRAND)).decision.stage == "tribunal"


def test_the_final_ranking_waits_for_an_appeal_against_a_decision(cup, row, ruling):
    factories.close_series(row.table.series)
    factories.close_series(factories.running_series(cup, 2))
    state_end(tournament_id=cup.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
    late = appeal_against(ruling, now=EVENING + timedelta(hours=1))
    assert late.late
    release = {"tournament_id": cup.pk, "by": factories.user(), "now": EVENING + timedelta(hours=2)}

    with pytest.raises(Refused, match="appeals-open"):
        release_final_ranking(**release)
    decide(late, verdict=Appeal.Verdict.DISMISSED, sentence="Zu spät.")

    assert release_final_ranking(**release).released_at
