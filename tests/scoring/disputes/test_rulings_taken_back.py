"""A decision of direction or judge taken back while nobody appealed: list, ranking and objection are as before."""

from datetime import timedelta

import pytest

from scoring.disputes.models import Objection
from scoring.disputes.selectors import rulings as selectors
from scoring.disputes.services.rulings import WrongDealer, take_back
from scoring.history.selectors.verification import verified
from scoring.results.selectors import standings
from tables.acts.services import Refused
from tables.journal.wording import journal_line
from tests.support import factories
from tests.support import tribunal_acts as steps
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.objections_and_rulings import deal, points, raised, ruled
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(row):
    """A full list of four: a Grand with 2 won by seat 2, then seat 1 three times."""
    factories.fill(row, seat=1)
    row.refresh_from_db()
    return row


@pytest.fixture
def judge(row):
    return factories.judge(row.table.series.tournament)


def taken_back(ruling, judge, because="falsch gehört"):
    return take_back(ruling_id=ruling.pk, because=because, by=judge, now=EVENING + timedelta(minutes=5))


def ranking(row):
    lines = standings.standings(row.table.series.tournament).lines
    return [(one.entrant.number, one.rank, one.total) for one in lines]


@pytest.mark.slow
def test_list_and_ranking_are_as_before_and_its_objection_is_open_again_and_decided_by_another_one(row, judge):
    factories.confirm_and_sign(row)
    row.refresh_from_db()
    objection, before = raised(row, deal=2), (points(row), ranking(row))
    made = ruled(row, judge, deal(2, 1, GRAND_LOST), objection=objection)
    assert (points(row), ranking(row)) != before

    taken_back(made, judge)

    assert (points(row), ranking(row)) == before
    objection.refresh_from_db()
    assert (objection.outcome, objection.ended_at) == (Objection.Outcome.OPEN, None)
    # The bell of the table rings again.
    assert (objection.call.settled_at, objection.call.granted) == (None, False)
    other = ruled(row, judge, None, objection=objection)
    assert other.objection == objection
    assert verified(row.table.series.tournament).discrepancies == ()


def test_twice_is_once_and_without_a_reason_or_about_the_table_one_plays_at_it_is_refused(row, judge):
    tournament = row.table.series.tournament
    made = ruled(row, judge, deal(2, 1, GRAND_LOST))
    with pytest.raises(Refused, match="reason-missing"):
        taken_back(made, judge, because=" ")
    with pytest.raises(Refused, match="own-table"):
        taken_back(made, factories.judge(tournament, "spielend", plays_as=1))

    taken_back(made, judge)
    taken_back(made, judge)

    (line,) = tournament.journal.filter(action="ruling.taken-back")
    assert journal_line(line) == "Decision 1 taken back, because: falsch gehört"


@pytest.mark.slow
def test_a_deal_that_it_entered_is_taken_out_while_it_is_the_last_and_deals_dealt_again_stay(judge):
    series = factories.running_series(factories.tournament(slug="other", entrants=4, rounds=2))
    row, judging = factories.list_of(series), factories.judge(series.tournament, "anderer")
    made = ruled(row, judging, deal(1, 2, GRAND))

    taken_back(made, judging)

    assert not row.deals.filter(voided_at=None).exists()
    kept = ruled(row, judging, deal(1, 2, GRAND))
    factories.enter(row, (3, GRAND))
    with pytest.raises(Refused, match="not-the-last-deal"):
        taken_back(kept, judging)
    row.refresh_from_db()
    again = ruled(row, judging, wrong_dealer=WrongDealer(mistake=2, last_begun=2, version=row.version))
    with pytest.raises(Refused, match="dealt-again-since"):
        taken_back(again, judging)


def test_what_is_corrected_since_the_release_and_an_appeal_which_is_named_stand_in_the_way(row, judge):
    made = ruled(row, judge, deal(2, 1, GRAND_LOST))
    event = type(row.table.series.tournament).objects
    event.update(ended_at=EVENING, released_at=EVENING)
    with pytest.raises(Refused, match="released-before"):
        taken_back(made, judge)
    event.update(ended_at=None, released_at=None)
    later = ruled(row, judge, deal(2, 3, GRAND))
    with pytest.raises(Refused, match="deal-corrected"):
        taken_back(made, judge)
    appeal = steps.appeal_against(later)

    with pytest.raises(Refused, match="ruling-appealed") as refused:
        taken_back(later, judge)

    assert refused.value.facts == {"ruling": later.number, "appeal": appeal.number}


@pytest.mark.slow
def test_nobody_can_appeal_against_it_any_more_and_its_page_says_when_and_why(row, judge):
    tournament = row.table.series.tournament
    made = ruled(row, judge, deal(2, 1, GRAND_LOST))
    visitor = Visitor()
    visitor.client.force_login(judge)
    page = visitor.get(f"/t/{tournament.slug}/office/decisions/1/")

    page = page.form("because").send("act=take-back", because="falsch gehört")

    assert "Saved." in page.text
    assert "by richterin: falsch gehört" in page.text
    assert "File an appeal" not in page.text
    assert selectors.appealable(row.table.series) == []
    assert "taken back" in visitor.get(f"/t/{tournament.slug}/office/bench/?state=all").text
    made.refresh_from_db()
    assert made.taken_back_by == judge
