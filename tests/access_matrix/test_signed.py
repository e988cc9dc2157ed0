"""A signed list is closed: whatever is sent, whoever sends it, it says what was signed."""

import pytest
from django.db import transaction

from scoring.lists.models import GameListRow
from tables.tournaments.models import Tournament
from tests.access_matrix.act_of_list import ListAct
from tests.access_matrix.cells import MORE
from tests.access_matrix.hall import OPEN_TABLE, RUNNING, hall
from tests.access_matrix.list_acts import LIST_ACTS, looked_at
from tests.access_matrix.roles import everybody
from tests.access_matrix.rows import ROWS
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.measure_pages import mended, seen
from tests.support.ruling_pages import looked, said

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PUT_RIGHT = "/t/cup/office/series/2/table/1/correct/?deal=1"
RULED = "/t/cup/office/series/2/table/1/rule/"
OFFICE = "/t/cup/office/series/2/table/1/"

ELSEWHERE = """
login logout first-account demo phones-poster laptop-backup laptop-restore laptop-restart laptop-go-on laptop-stop
api:openapi-view api:api-root scoring:code scoring:verify-file tables:self-registration
tables:account tables:tournament-new tables:club-new tables:club tables:book tables:book-person tables:book-doubles
tables:book-list
scoring:settings tables:desk tables:add scoring:entrant
tables:registration-switch
tables:marks tables:check-in tables:withdraw-event
scoring:seat-plan
scoring:own-name scoring:pub-table scoring:pub-stop scoring:pub-players
scoring:board scoring:office scoring:final-new scoring:final-called scoring:post-result
scoring:rankings scoring:ranking-office scoring:print-desk
scoring:archive venue-backup
scoring:season-new scoring:season-shared scoring:season-office scoring:competition-new scoring:competition
scoring:league-office scoring:level scoring:division-office scoring:league-team scoring:match
scoring:season-strength scoring:season-days scoring:season-earlier
scoring:money-desk scoring:money-plan scoring:money-account scoring:door
"""
"""What writes about people, seats, the course of an event, clubs, paper, money."""

BESIDE = """
scoring:seated scoring:table-calls scoring:calls scoring:table-objection scoring:table-appeal
scoring:own-objection scoring:own-appeal scoring:own-query scoring:tribunal scoring:clear
"""
"""What is said beside a list: who keeps it, calls, objections, appeals, queries, who decides them; measures change what
counts of it, not what it says."""

OPENS_AGAIN = frozenset({"two on each other's chairs", "the exchange of two chairs taken back"})
"""What the direction does with a signed list too: it is opened again with it, and signed anew (SkWO 7.2.5)."""

TAKES_DOWN = {
    *(f"scoring:case-new {kind}" for kind in ("objection", "appeal", "query", "measure")),
    "scoring:case measure",
}

PUTS_RIGHT = frozenset(
    {
        *("scoring:correct-signed", "scoring:table-rule"),
        *(f"scoring:case {kind}" for kind in ("appeal", "query", "decision", "objection")),
    }
)
"""What may put a signed list right: by the judges or the direction, with reasons and a clause."""


def the_list() -> GameListRow:
    return factories.list_of(Tournament.objects.get(slug="cup").series.get(number=RUNNING), OPEN_TABLE)


def says() -> list[object]:
    """Return everything that the list says, and who signed it."""
    row = the_list()
    parts = (row.deals, row.second_deals, row.totals, row.confirmations)
    return [GameListRow.objects.filter(pk=row.pk).values().get(), *(list(p.order_by("pk").values()) for p in parts)]


def sign() -> None:
    """Sign the list as it stands: the signature is all that is different from a list that takes this act."""
    GameListRow.objects.filter(pk=the_list().pk).update(signed_at=EVENING, signed_hash="a" * 64)


def test_every_address_that_writes_is_looked_at():
    writing = {name for name, row in ROWS.items() if row.acts is not None}

    beside = {*ELSEWHERE.split(), *BESIDE.split(), "scoring:case measure"} | TAKES_DOWN
    assert {f"scoring:{one.name}" for one in LIST_ACTS} | PUTS_RIGHT | beside == writing


@pytest.mark.proof("signed")
@pytest.mark.parametrize("act", LIST_ACTS, ids=lambda act: act.label.replace(" ", "-"))
def test_what_changes_an_open_list_changes_a_signed_one_for_nobody(act: ListAct, prove, is_thorough):
    """Whoever holds less than somebody else who is refused is tried with --thorough."""
    hall()
    browsers = {role: one for role, one in everybody().items() if is_thorough or role not in MORE}
    act.before(the_list())
    before = says()

    with transaction.atomic():
        act.send(browsers[act.role], the_list())
        assert says() != before, "this act is right while the list is open"
        transaction.set_rollback(True)

    sign()
    before = says()
    for role, browser in browsers.items():
        opens_it = act.label in OPENS_AGAIN and role in {"director", "owner"}
        with transaction.atomic():
            answer = act.send(browser, the_list())
            assert (role, says() == before) == (role, not opens_it)
            assert (role, the_list().signed_at is None) == (role, opens_it)
            assert answer.status_code in {200, 302, 400, 403, 409, 422}, role
            transaction.set_rollback(True)
    prove(f"{act.label}: {len(browsers)} roles")


@pytest.fixture
def signed():
    """Let the list be whole and signed; return a browser for everybody."""
    hall()
    browsers = everybody()
    factories.fill(the_list(), seat=1)
    factories.confirm_and_sign(the_list())
    return browsers


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_the_direction_puts_it_right_with_a_reason_and_a_clause_and_nobody_else(signed):
    before, may = says(), set()

    for role, browser in signed.items():
        for missing in ({"reason": ""}, {"clause": ""}, {"clause": "SkWO 99"}):
            browser.post(PUT_RIGHT, mended(outcome="won", **missing) | {"action": "order"})
            assert says() == before
        sent = mended(outcome="won", witnesses=[1, 2, 3, 4])
        shown = browser.post(PUT_RIGHT, sent)
        with transaction.atomic():
            browser.post(PUT_RIGHT, {**sent, "action": "order", "shown": seen(shown)})
            may |= {role} if says() != before else set()
            transaction.set_rollback(True)

    assert may == {"director", "owner"}


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_a_judge_corrects_it_with_reasons_and_a_clause_and_nobody_else(signed):
    before, may, ruling = says(), set(), said(deal="2", orders="lost")

    for role, browser in signed.items():
        for missing in ({"sentence": ""}, {"reasons": ""}, {"clauses": ""}, {"clauses": "ISkO 99"}):
            browser.post(RULED, {**ruling, **missing, "action": "decide"})
            assert says() == before
        shown = browser.post(RULED, ruling)
        with transaction.atomic():
            browser.post(RULED, looked(browser, RULED, ruling) if shown.status_code == 200 else ruling)
            may |= {role} if says() != before else set()
            transaction.set_rollback(True)

    assert may == {"judge"}


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_the_direction_opens_it_again_for_a_reason_and_then_everybody_confirms_anew(signed):
    before, may = says(), set()

    for role, browser in signed.items():
        opened = {"action": "reopen", "seen": looked_at(the_list())}
        browser.post(OFFICE, opened | {"because": " "})
        assert says() == before
        with transaction.atomic():
            browser.post(OFFICE, opened | {"because": "Spiel 3"})
            if says() != before:
                may.add(role)
                assert the_list().signed_at is None
                assert not the_list().confirmations.exists()
            transaction.set_rollback(True)

    # Who plays there leaves it to those who do not.
    assert may == {"director", "owner"}
