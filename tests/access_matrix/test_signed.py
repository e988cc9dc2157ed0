"""A signed list is closed: whatever is sent, whoever sends it, it says what was signed."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, transaction
from django.test import Client

from scoring.lists.models import GameListRow
from tables.clubs.models import Club
from tables.journal import chain, wording
from tables.journal.models import SiteEntry
from tests.access_matrix.addresses import Address
from tests.access_matrix.hall import ACCOUNTS, OPEN_TABLE, OWN, RUNNING, everybody, hall
from tests.access_matrix.hall import ROLES as BROWSERS
from tests.access_matrix.list_acts import LIST_ACTS, ListAct, looked_at, the_list
from tests.access_matrix.rows import EVERYBODY, ROWS, Answer
from tests.access_matrix.walking import KINDS, When, all_addresses, expected
from tests.support import factories
from tests.support.direction_measures import mended, seen
from tests.support.factories import EVENING
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
tables:marks tables:check-in tables:withdraw-event tables:mail
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


PARTS = [GameListRow._meta.get_field(name) for name in ("deals", "second_deals", "totals", "confirmations")]


def says(row: GameListRow) -> list[list[dict[str, object]]]:
    """Return everything that the list says, and who signed it."""
    said = []
    with connection.cursor() as cursor:
        for model, column in [(GameListRow, "id"), *((one.related_model, one.field.column) for one in PARTS)]:
            cursor.execute(f"SELECT * FROM {model._meta.db_table} WHERE {column} = %s ORDER BY id", [row.pk])
            names = [one[0] for one in cursor.description]
            said.append([dict(zip(names, values, strict=True)) for values in cursor.fetchall()])
    return said


def sign(row: GameListRow) -> GameListRow:
    """Sign the list as it stands: the signature is all that is different from a list that takes this act."""
    GameListRow.objects.filter(pk=row.pk).update(signed_at=EVENING, signed_hash="a" * 64)
    return the_list()


def test_every_address_that_writes_is_looked_at():
    writing = {name for name, row in ROWS.items() if row.acts is not None}

    beside = {*ELSEWHERE.split(), *BESIDE.split(), "scoring:case measure"} | TAKES_DOWN
    assert {f"scoring:{one.name}" for one in LIST_ACTS} | PUTS_RIGHT | beside == writing


@pytest.mark.usefixtures("undrawn")
@pytest.mark.proof("signed")
def test_what_changes_an_open_list_changes_a_signed_one_for_nobody(prove, is_thorough):
    """Whoever may do it while it is open sends it, and another one of those who come; everybody with --thorough."""
    hall()
    browsers = everybody() if is_thorough else {role: BROWSERS[role]() for role in ("visitor", *KINDS)}
    for turn, act in enumerate(LIST_ACTS):
        roles = [*browsers] if is_thorough else [act.role, ("visitor", *KINDS)[turn % 5]]
        with transaction.atomic():
            _is_tried(act, {role: browsers[role] for role in roles})
            transaction.set_rollback(True)
        prove(f"{act.label}: {len(roles)} roles")


def _is_tried(act: ListAct, browsers: dict[str, Client]) -> None:
    act.before(the_list())
    row = the_list()
    before = says(row)
    with transaction.atomic():
        act.send(browsers[act.role], row)
        assert says(row) != before, f"{act.label} is right while the list is open"
        transaction.set_rollback(True)

    row = sign(row)
    before = says(row)
    for role, browser in browsers.items():
        opens_it = act.label in OPENS_AGAIN and role in {"director", "owner"}
        with transaction.atomic():
            answer = act.send(browser, row)
            after = says(row)
            assert (act.label, role, after == before) == (act.label, role, not opens_it)
            assert (act.label, role, after[0][0]["signed_at"] is None) == (act.label, role, opens_it)
            assert answer.status_code in {200, 302, 400, 403, 409, 422}, (act.label, role)
            transaction.set_rollback(True)


@pytest.fixture
def signed():
    """Let the list be whole and signed; return it and a browser for everybody."""
    hall()
    browsers = everybody()
    factories.fill(the_list(), seat=1)
    factories.confirm_and_sign(the_list())
    return the_list(), browsers


def who_changed(row: GameListRow, browsers: dict[str, Client], act: Callable[[Client], object]) -> set[str]:
    """Return whose act changed what the list says; it is undone each time."""
    before, may = says(row), set()
    for role, browser in browsers.items():
        with transaction.atomic():
            act(browser)
            may |= {role} if says(row) != before else set()
            transaction.set_rollback(True)
    return may


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_the_direction_puts_it_right_with_a_reason_and_a_clause_and_nobody_else(signed):
    sent = mended(outcome="won", witnesses=[1, 2, 3, 4])
    for missing in ({"reason": ""}, {"clause": ""}, {"clause": "SkWO 99"}):
        bad = mended(outcome="won", **missing) | {"action": "order"}
        assert who_changed(*signed, lambda browser, bad=bad: browser.post(PUT_RIGHT, bad)) == set()

    def ordered(browser):
        return browser.post(PUT_RIGHT, {**sent, "action": "order", "shown": seen(browser.post(PUT_RIGHT, sent))})

    assert who_changed(*signed, ordered) == {"director", "owner"}


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_a_judge_corrects_it_with_reasons_and_a_clause_and_nobody_else(signed):
    ruling = said(deal="2", orders="lost")
    for missing in ({"sentence": ""}, {"reasons": ""}, {"clauses": ""}, {"clauses": "ISkO 99"}):
        bad = {**ruling, **missing, "action": "decide"}
        assert who_changed(*signed, lambda browser, bad=bad: browser.post(RULED, bad)) == set()

    def decided(browser):
        shown = browser.post(RULED, ruling)
        return browser.post(RULED, looked(browser, RULED, ruling) if shown.status_code == 200 else ruling)

    assert who_changed(*signed, decided) == {"judge"}


@pytest.mark.thorough
@pytest.mark.proof("signed")
def test_the_direction_opens_it_again_for_a_reason_and_then_everybody_confirms_anew(signed):
    row, browsers = signed
    opened = {"action": "reopen", "seen": looked_at(row)}

    assert who_changed(row, browsers, lambda browser: browser.post(OFFICE, opened | {"because": " "})) == set()
    # Who plays there leaves it to those who do not.
    because = opened | {"because": "Spiel 3"}
    assert who_changed(row, browsers, lambda browser: browser.post(OFFICE, because)) == {"director", "owner"}
    browsers["director"].post(OFFICE, because)
    assert the_list().signed_at is None
    assert not row.confirmations.exists()


OF_MONEY = ("money", "prize", "prizes", "card")
OF_DISPUTES = ("appeal", "call", "disputes", "measure", "objection", "panel", "query", "ruling", "tribunal")
OF_PLAY = (
    *("announcement", "clock", "deal", "list", "lists", "phone", "proposal", "pub", "ranking", "result", "results"),
    *("rules", "seats", "second", "series", "table"),
)
BEFORE_PLAY = frozenset(
    f"series.{act}" for act in ("drawn", "draw-discarded", "seated-by-hand", "seats-swapped", "set-up-by-hand")
)
"""What is done with seats before anybody may see them."""

ABOUT = {"series": RUNNING, "table": OPEN_TABLE, "deal": 1, "entrant": 2, "appeal": 1, "ruling": 1, "objection": 1}
"""About everything of which a page tells the history; of the players at the table, not no. 1, who looks."""

SHOWN = re.compile(r"«([a-z.-]+)»|\"action\": \"([a-z]+\.[a-z-]+)\"|&quot;action&quot;: &quot;([a-z]+\.[a-z-]+)")

ROLES = {"visitor", "table", "player", "judge", "director", "treasurer", "keeper", "owner"}
"""One of each kind: that whoever is refused an address reads nothing there, the matrix tries."""

PAPERS = ("-pdf", "-xlsx", "archive")
"""No journal is in them but in the archive, which is packed and the direction's."""

KEEPS_A_BOOK = {"scoring:book-data-json"}


@pytest.fixture
def told_of(monkeypatch):
    """Return an event with lines of every act about everything; the sentence of each is its name."""
    made = hall()
    known = sorted({*wording.PLAIN, *wording.TOLD})
    for one in known:
        monkeypatch.setitem(wording.TOLD, one, lambda _data, one=one: f"«{one}»")
        monkeypatch.delitem(wording.PLAIN, one, raising=False)
    monkeypatch.setattr(chain.following, "follow", lambda *_about, **_when: None)
    # What a page works something out from is there already.
    told = [one for one in known if word(one) not in {*OF_PLAY, "objection", "call"}]
    facts = [chain.Act(action=one, data=dict(ABOUT)) for one in told]
    chain.record_all(facts, tournament=made, by=factories.user(), at=EVENING)
    for club in [*Club.objects.all(), None]:
        act = OUTSIDE["tables:club-journal" if club else "tables:site-journal"]
        SiteEntry.objects.filter(club=club).delete()
        SiteEntry.objects.create(club=club, number=1, at=EVENING, action=act, data=dict(ABOUT, user=1), hash="0" * 64)
    return made


def word(act: str) -> str:
    return act.partition(".")[0]


OUTSIDE = {"tables:club-journal": "club.founded", "tables:site-journal": "account.made"}
"""Journals that are not an event's, and what each tells of."""


def readers(act: str, where: str) -> frozenset[str]:
    """Return who may read a line: whoever opens the page that is about such things."""
    if where in OUTSIDE:
        return ROWS[where].reads if act == OUTSIDE[where] else frozenset()
    if word(act) in OF_MONEY:
        return ROWS["scoring:money-account"].reads
    if where in KEEPS_A_BOOK and word(act) in OF_DISPUTES:
        return ROWS["scoring:bench"].reads
    if (word(act) in OF_PLAY and act not in BEFORE_PLAY) or word(act) in OF_DISPUTES:
        return ROWS[where].reads
    return ROWS["tables:journal"].reads


ROWS_OF_MONEY = {"scoring.MovementRow", "scoring.Deferral", "scoring.AwardRow", "scoring.CardReturn"}
ROWS_OF_DISPUTES = {
    *("scoring.Call", "scoring.Objection", "scoring.Statement", "scoring.Ruling", "scoring.Correction"),
    *("scoring.Appeal", "scoring.ResultQuery", "scoring.Measure", "scoring.TribunalMember"),
}


def shown(answer) -> set[str]:
    """Return the acts of which an answer tells a line."""
    text = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return {next(filter(None, found)) for found in SHOWN.findall(text.decode(errors="replace"))}


def looking(addresses, *, is_thorough: bool) -> Iterator[tuple[str, Address]]:
    """Yield who looks where: what is everybody's is everybody's alike, and what tells nobody a line one asks for."""
    for address in addresses:
        roles = {"visitor"} if ROWS[address.name].reads == EVERYBODY else ROLES
        may = [one for one in sorted(roles) if expected(address, one, posts=False, when=When()) is Answer.OPEN]
        if address.about in {"", "open"}:
            tells = is_thorough or address.name.partition(":")[2] in TELLS
            yield from ((role, address) for role in (may if tells else may[:1]))


TELLS = {
    *("list-history", "list-then", "rankings", "entrant", "journal", "deal", "club-journal", "site-journal"),
    *("case decision", "case appeal", "case objection", "own-list"),
    *("own-data-json", "entrant-data-json", "book-data-json"),
}
"""Where somebody reads a line of a journal."""


@pytest.mark.thorough
def test_nobody_reads_a_line_about_what_he_may_not_read(told_of, is_thorough):
    assert told_of.slug == OWN
    where, wrong = dict[str, set[str]](), set[tuple[str, str, str]]()
    addresses = [one for one in all_addresses() if ROWS[one.name].reads and not one.name.endswith(PAPERS)]
    browsers = {role: BROWSERS[role]() for role in ROLES}

    last = told_of.journal.latest("number").number
    for role, address in looking(addresses, is_thorough=is_thorough):
        path = address.path.replace("/5/", f"/{last}/") if address.name.endswith("-then") else address.path
        path += {"scoring:entrant": "?at=history", "scoring:rankings": f"?line={last}"}.get(address.name, "")
        for act in shown(browsers[role].get(path)):
            where.setdefault(address.name, set()).add(act)
            wrong |= {(address.name, role, act)} if role not in readers(act, address.name) else set()

    assert not wrong, "\n".join(map(str, sorted(wrong)))
    assert {name.partition(":")[2] for name in where} == TELLS


def test_the_keeper_of_a_book_reads_of_money_and_disputes_by_his_office_in_each_event():
    made = hall()
    browsers = {role: BROWSERS[role]() for role in ("keeper", "player")}
    number = made.entrants.get(number=1).person_id
    own = json.loads(browsers["player"].get(f"/t/{OWN}/seats/1/data.json").content)
    assert {"scoring.MovementRow", "scoring.Ruling", "scoring.Appeal", "tables.Seat"} <= own.keys()

    for kind, may_read in (
        (None, set()),
        ("treasurer", ROWS_OF_MONEY),
        ("judge", ROWS_OF_DISPUTES),
        ("director", ROWS_OF_MONEY | ROWS_OF_DISPUTES),
    ):
        made.roles.filter(user__username=ACCOUNTS["keeper"]).delete()
        if kind:
            made.roles.create(user=factories.user(ACCOUNTS["keeper"]), kind=kind)
        page = browsers["keeper"].get(f"/clubs/sc-herz-dame/book/{number}/data.json")
        told = json.loads(page.content)["events"][0]

        assert told.keys() & (ROWS_OF_MONEY | ROWS_OF_DISPUTES) == own.keys() & may_read, kind
        (entrant,) = told["tables.Entrant"]
        assert ("paid" in entrant) is (may_read >= ROWS_OF_MONEY)
        assert ("excluded_at" in entrant) is (may_read >= ROWS_OF_DISPUTES)
        assert "tables.Seat" in told
