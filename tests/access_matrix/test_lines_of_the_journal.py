"""Who reads a line of a journal is whoever may read what it is about, on whatever page, and in whatever file."""

import json
import re
from collections.abc import Iterator

import pytest

from tables.clubs.models import Club
from tables.journal import chain, wording
from tables.journal.models import JournalEntry, SiteEntry
from tests.access_matrix.addresses import Address
from tests.access_matrix.expected import When, expected
from tests.access_matrix.hall import OPEN_TABLE, OWN, RUNNING, hall
from tests.access_matrix.roles import ACCOUNTS, everybody
from tests.access_matrix.rows import EVERYBODY, OFFICIALS, ROWS, Answer
from tests.access_matrix.walking import all_addresses
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

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


def looking(addresses) -> Iterator[tuple[str, Address]]:
    """Yield who looks where: what is everybody's is everybody's alike."""
    for address in addresses:
        for role in {"visitor"} if ROWS[address.name].reads == EVERYBODY else ROLES:
            is_open = expected(address, role, posts=False, when=When()) is Answer.OPEN
            if is_open and address.about in {"", "open"}:
                yield role, address


def test_nobody_reads_a_line_about_what_he_may_not_read(told_of):
    assert told_of.slug == OWN
    where, wrong = dict[str, set[str]](), set[tuple[str, str, str]]()
    addresses = [one for one in all_addresses() if ROWS[one.name].reads and not one.name.endswith(PAPERS)]
    browsers = {role: browser for role, browser in everybody().items() if role in ROLES}

    last = told_of.journal.latest("number").number
    for role, address in looking(addresses):
        path = address.path.replace("/5/", f"/{last}/") if address.name.endswith("-then") else address.path
        path += {"scoring:entrant": "?at=history", "scoring:rankings": f"?line={last}"}.get(address.name, "")
        for act in shown(browsers[role].get(path)):
            where.setdefault(address.name, set()).add(act)
            wrong |= {(address.name, role, act)} if role not in readers(act, address.name) else set()

    assert not wrong, "\n".join(map(str, sorted(wrong)))
    names = {name.partition(":")[2] for name in where}
    assert names == {
        *("list-history", "list-then", "rankings", "entrant", "journal", "deal"),
        *(
            "club-journal",
            "site-journal",
            "case decision",
            "case appeal",
            "case objection",
            "own-list",
            "own-data-json",
            "entrant-data-json",
            "book-data-json",
        ),
    }


def test_a_ranking_as_it_was_tells_an_official_of_the_lines_that_are_theirs(told_of):
    browsers = {role: browser for role, browser in everybody().items() if role in OFFICIALS and role in ACCOUNTS}
    lines = {word(line.action): line for line in JournalEntry.objects.filter(tournament=told_of)}

    for line in lines.values():
        for role, browser in browsers.items():
            answer = browser.get(f"/t/{OWN}/office/rankings/?line={line.number}")
            may = role in readers(line.action, "scoring:rankings")
            assert shown(answer) == ({line.action} if may else set()), (role, line.action)

    assert {"money", "entrants", "measure", "list"} <= lines.keys()


@pytest.mark.parametrize(
    ("kind", "may_read"),
    [
        (None, set()),
        ("treasurer", ROWS_OF_MONEY),
        ("judge", ROWS_OF_DISPUTES),
        ("director", ROWS_OF_MONEY | ROWS_OF_DISPUTES),
    ],
)
def test_the_keeper_of_a_book_reads_of_money_and_disputes_by_his_office_in_each_event(kind, may_read):
    made = hall()
    browsers = everybody()
    number = made.entrants.get(number=1).person_id
    if kind:
        made.roles.create(user=factories.user(ACCOUNTS["keeper"]), kind=kind)

    told = json.loads(browsers["keeper"].get(f"/clubs/sc-herz-dame/book/{number}/data.json").content)["events"][0]
    own = json.loads(browsers["player"].get(f"/t/{OWN}/seats/1/data.json").content)

    assert told.keys() & (ROWS_OF_MONEY | ROWS_OF_DISPUTES) == own.keys() & may_read
    (entrant,) = told["tables.Entrant"]
    assert ("paid" in entrant) is (may_read >= ROWS_OF_MONEY)
    assert ("excluded_at" in entrant) is (may_read >= ROWS_OF_DISPUTES)
    assert {"scoring.MovementRow", "scoring.Ruling", "scoring.Appeal", "tables.Seat"} <= own.keys()
    assert "tables.Seat" in told
