"""Two who change the same are shown both values; a series that goes wrong is refused with a sentence."""

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve

from tests.access_matrix import addresses
from tests.access_matrix.hall import hall
from tests.access_matrix.rows import ACCOUNT, KEEPER, OFFICIALS, ROWS
from tests.access_matrix.walking import GIVES_A_KEY
from tests.support import factories
from tests.support.page_reader import Form, Page, Visitor
from tests.support.remembered_worlds import _rows
from tests.support.two_writers_cases import CASES, Case, event

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]

QUESTIONS: Final = {
    "scoring:rankings": ("?kind=team",),
    "scoring:case-new measure": ("?kind=penalty&entrant=2&series=2",),
    "scoring:board": ("?time",),
    "scoring:entrant": ("?at=data",),
    "scoring:office": ("?end",),
    "scoring:settings": ("?at=classes&class=1",),
    "scoring:money-desk": ("?who=2", "?box=", "?several&n=2"),
    "scoring:money-plan": ("?evening", "?preset=cards", "?tariff=1", "?kind=share", "?kind=steps", "?kind=goods"),
    "scoring:list": ("?copy=second", "?deals"),
    "scoring:correct-signed": ("?deal=1",),
    "tables:book-doubles": ("?person=1",),
}
"""What some pages have to be asked for before they offer a form."""


ALSO: Final = {"scoring:list": ("signed",), "scoring:seat-plan": ("drawn", "planned"), "scoring:board": ("published",)}
"""Where other states of a series or a list offer other forms."""


def offered(*visitors: Visitor) -> Iterator[tuple[str, Form]]:
    """Yield every form that is sent to an office, with the name of the address it is sent to, and of its section."""
    official = OFFICIALS | KEEPER | ACCOUNT
    for name, row in sorted(ROWS.items()):
        if name in GIVES_A_KEY or name.startswith("api:") or row.reads is None or not (row.reads & official):
            continue
        for address in (one for one in addresses.of(name) if one.about in {"", "open", *ALSO.get(name, ())}):
            for question in ("", *QUESTIONS.get(name, ())):
                yield from _on(address.path + question, visitors)


def _on(path: str, visitors: tuple[Visitor, ...]) -> Iterator[tuple[str, Form]]:
    for visitor in visitors:
        response = visitor.client.get(path)
        if response.status_code != 200 or response.streaming or "html" not in response["Content-Type"]:
            continue
        page = Page(visitor, response, path)
        for form in page.forms():
            if form.element.attrs.get("method") == "post":
                action = urljoin(path, form.element.attrs.get("action") or path)
                # What a page shows of an entrant is no section of its own.
                section = re.search(r"\bat=(?!data)\w+", urlsplit(action).query)
                match = resolve(urlsplit(action).path)
                name = " ".join(filter(None, (match.view_name, str(match.kwargs.get("kind", "")))))
                yield f"{name} {section[0]}" if section else name, form


def acts_of(form: Form) -> list[str]:
    """Return what the buttons of a form, or the act it names, are called: "act=change"; "" where nothing says."""
    named = [one for one in form.inputs if one.attrs["name"] in {"act", "action"} and one.attrs.get("value")]
    buttons = [one for one in form.inputs if one.tag == "button"]
    return sorted({f"{one.attrs['name']}={one.attrs.get('value', '')}" for one in (*named, *buttons)}) or [""]


NEW: Final = "it makes something new, known by its key"
ONE_WAY: Final = "it goes one way, once: whoever comes second is told, or finds it done"
STATED: Final = "it sets one of two states, the other of which it saw: a change in between is what it wants"
LOOKED: Final = "it only shows what would be done; what does it says what was shown"
CHECKED: Final = "it is held against what was shown, or what was there when the page was opened, by itself"
PERSONAL: Final = "nobody but oneself changes it"

UNSEEN: Final = {
    NEW: """
        scoring:list outcome=lost, scoring:list outcome=passed, scoring:list outcome=won, scoring:case-new query,
        scoring:case-new objection, scoring:print-desk, scoring:rankings, scoring:ranking-office action=substitute,
        scoring:table-appeal, scoring:case-new appeal, scoring:table-calls action=call, scoring:table-calls
        action=leaves, scoring:table-objection, scoring:seated action=wrong, scoring:tribunal, scoring:pub-table,
        tables:book act=paste, tables:book act=person, tables:book act=take-over, tables:club act=add-keeper,
        tables:club-new act=change, tables:desk nameless=on, tables:desk paid=on, scoring:office act=announce,
        scoring:settings at=classes act=state, tables:self-registration, tables:tournament-new, scoring:settings
        at=people act=engage, scoring:seat-plan act=draw, tables:add, scoring:settings at=wishes act=apart,
        scoring:list action=keep-second, scoring:money-account act=gift, scoring:money-account act=jackpot,
        scoring:money-desk act=count, scoring:money-desk act=put-in, scoring:money-desk act=take-out, scoring:list
        action=take-over, scoring:handover, scoring:archive, scoring:list, scoring:season-new act=change,
        scoring:competition-new act=change, scoring:season-office act=add-events, scoring:season-office
        act=add-members, scoring:league-office act=level, scoring:level act=day, scoring:level act=division,
        scoring:league-team act=players, scoring:match act=report, scoring:season-days act=plan, scoring:season-days
        act=like, scoring:season-shared act=add-helper, scoring:season-shared act=add-club, scoring:final-new
        act=make, scoring:door act=register""",
    ONE_WAY: """
        scoring:money-account act=refund, scoring:money-account act=carry, scoring:money-account act=close,
        scoring:money-desk act=award, scoring:board, scoring:board action=end-clock, scoring:board action=publish,
        scoring:calls action=grant, scoring:calls action=no, scoring:calls action=done, scoring:case objection
        action=take-on, scoring:case objection action=settle, scoring:case objection action=withdraw, scoring:clear,
        scoring:seated action=seated, scoring:tribunal action=leave, scoring:tribunal member=N, scoring:office,
        scoring:office action=drop, tables:club act=remove-keeper, tables:club keeper=N, scoring:office act=take_down,
        scoring:settings at=people act=dismiss, scoring:settings at=people role=N, tables:desk act=withdraw,
        scoring:entrant act=remove, scoring:board action=unpublish, tables:check-in, tables:withdraw-event
        act=withdraw, scoring:entrant act=erase, scoring:post-result, scoring:post-result action=withdraw,
        scoring:post-result action=shorten, scoring:ranking-office action=lots, scoring:ranking-office action=draw,
        scoring:ranking-office action=take-back, scoring:table-calls taken_back=N, scoring:table-objection withdraw=N,
        scoring:board action=start, scoring:board action=close, scoring:board action=discard, scoring:settings
        at=wishes act=meet, scoring:season-office act=remove-event, scoring:season-office act=remove-member,
        scoring:season-office number=N, scoring:season-shared act=remove-club, scoring:season-shared
        act=remove-helper, scoring:season-shared number=N, scoring:season-office act=delete, scoring:competition
        act=delete, scoring:competition act=release, scoring:division-office act=renew-key, scoring:division-office
        act=take-back, scoring:division-office number=N, scoring:level act=delete, scoring:level act=remove-day,
        scoring:level number=N, scoring:match act=agree, scoring:match act=decide, scoring:season-days act=cancel,
        scoring:final-called, scoring:final-called number=N, scoring:case decision act=take-back,
        scoring:division-office act=reject, scoring:door, scoring:money-desk act=at-once,
        scoring:seat-plan act=chair""",
    STATED: """
        tables:marks mark=N paid on, tables:marks mark=N present off, tables:marks mark=N present on, tables:marks
        mark=N paid off, tables:registration-switch is_open=no, tables:registration-switch is_open=yes,
        scoring:entrant act=withdraw, scoring:entrant act=reinstate, scoring:entrant act=fill-in, scoring:entrant
        act=fill-in-no-more, scoring:ranking-office action=off, scoring:ranking-office action=on, scoring:rankings
        action=off, scoring:rankings action=on, scoring:board action=pause, scoring:board action=resume,
        scoring:settings at=venues act=spread, tables:book-doubles act=apart, tables:book-doubles act=again,
        scoring:league-team act=captain, scoring:season-strength act=strength, scoring:season-strength act=consent,
        scoring:season-days act=land, scoring:league-team act=end, scoring:match act=venue, scoring:seat-plan
        gives_chairs=yes, scoring:seat-plan gives_chairs=no, scoring:seat-plan act=release""",
    LOOKED: """
        scoring:correct-signed action=preview, scoring:case measure action=preview, scoring:case-new measure
        action=preview, scoring:seat-plan act=preview, scoring:table-rule action=deal, scoring:table-rule
        action=preview, scoring:table-rule start=N, scoring:case objection action=deal, scoring:case objection
        action=preview, scoring:case objection start=N, scoring:seat-plan act=look, tables:add act=file, tables:add
        act=paste, scoring:ranking-office action=file, scoring:season-earlier, tables:book act=file,
        tables:book-doubles act=preview, scoring:seat-plan act=check, scoring:settings at=venues act=look,
        scoring:final-new act=look, scoring:code, scoring:verify-file, phones-poster, venue-backup,
        scoring:money-account act=look, scoring:money-plan look=on, scoring:case correction action=preview,
        scoring:case appeal action=preview, scoring:case appeal action=deal, scoring:case appeal start=N,
        scoring:money-desk act=show, scoring:season-earlier act=look""",
    CHECKED: """
        scoring:money-desk act=cash, scoring:money-desk act=transfer, scoring:money-desk act=voucher,
        scoring:money-desk act=put-off, scoring:type-list check=again, scoring:type-list check=sums,
        scoring:deal-again, scoring:proposals action=accept, scoring:proposals action=dismiss, scoring:second-list,
        scoring:differences, scoring:case objection action=state, scoring:case appeal action=decide, scoring:case
        query action=answer, scoring:case query action=preview, scoring:case query""",
    PERSONAL: """
        tables:account act=name, tables:account act=password, tables:account, logout, login, first-account""",
}
"""Forms that carry nothing of a row, by why they need not."""

SAME: Final = {
    "tables:marks mark=all paid on": "tables:marks mark=all present off",
    "tables:marks mark=all present on": "tables:marks mark=all present off",
    "scoring:settings at=hall act=look": "scoring:settings at=hall act=plan",
    "scoring:deal outcome=won": "scoring:deal outcome=lost",
    "scoring:deal outcome=passed": "scoring:deal outcome=lost",
    "scoring:ranking-office action=check": "scoring:ranking-office action=take",
    "scoring:settings at=wishes act=no-table": "scoring:settings at=wishes act=table",
    "scoring:list-office action=sign-for-paper": "scoring:list-office action=reopen",
    "scoring:list-office action=drop-totals": "scoring:list-office action=reopen",
    "scoring:list-office action=leave": "scoring:list-office action=accept-short",
    "scoring:list-office action=join": "scoring:list-office action=accept-short",
    "scoring:list-office action=exchange": "scoring:list-office action=accept-short",
}
"""Buttons that send a form that is tried with another of its buttons."""

TRIED_ELSEWHERE: Final = {
    "scoring:level act=level",
    *("scoring:entrant act=renew-key", "scoring:list-office action=renew-key"),
    "scoring:case appeal action=preview",
    *("scoring:money-plan act=evening", "scoring:money-plan act=change", "scoring:money-plan act=remove"),
    *("scoring:board action=set-length", "scoring:league-team act=rename", "scoring:league-team act=sanction"),
}
"""Of two who renew a key the second renews nothing; an appeal is decided once, about the entry that was shown;
what is charged and owed is all of it held against what was shown (``tests/scoring/money``); the length of a series and
a team of a league are tried with their acts (``tests/scoring/office/test_length.py``, ``tests/scoring/league``)."""


def director() -> Visitor:
    visitor = Visitor()
    visitor.client.force_login(factories.user("owner"))
    return visitor


def rows() -> dict[str, Any]:
    """Return all rows by their table; how many names of accounts were typed is counted, whatever comes of it."""
    return {name: there for name, there in _rows().items() if name != '"tables_guess"'}


def opened(visitor: Visitor, case: Case) -> Form:
    page = visitor.get(case.page)
    if case.first:
        press, values = case.first
        page = page.form(press).send(press, values)
    return on(page, case)


def on(page: Page, case: Case) -> Form:
    return page.form(*(name for name in (case.press, case.has) if name))


@pytest.mark.thorough
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.address)
def test_a_change_in_between_is_shown_and_nothing_is_lost(case):
    hall()
    form = opened(director(), case)
    case.other()
    before = rows()

    refused = form.send(case.press, case.typed)

    assert refused.status == 409
    assert rows() == before
    assert [words for words in case.both if words not in refused.text] == []
    again = on(refused, case)
    kept = again.holds()
    assert {name: value for name, value in case.typed.items() if not _holds(kept.get(name, []), value)} == {}

    assert again.send(case.press).status == 200
    assert rows() != before

    done = rows()
    again.send(case.press)
    assert {name for name, there in rows().items() if there != done.get(name)} == set(), "sent again, it is done once"


def _holds(kept: list[str], typed: Any) -> bool:
    return bool(kept) is typed if isinstance(typed, bool) else kept == [str(typed)]


def test_what_the_second_did_not_touch_stays_as_the_first_left_it_and_what_was_seen_must_be_said():
    hall()
    case = CASES[0]
    form = opened(director(), case)
    before = rows()
    for seen in ("", "x", ".eJx:y", "e30:abc"):
        answer = form.send(case.press, {**case.typed, "seen": seen})
        assert (answer.status, rows() == before) == (422, True), seen
        assert "This form did not arrive completely." in answer.text, seen
    case.other()

    on(form.send(case.press, case.typed), case).send(case.press)

    found = event().entrants.get(number=2)
    assert (found.name, found.club, found.present) == ("Erna Schulz", "SC Neu", False)


@pytest.mark.thorough
def test_every_form_of_an_office_says_what_it_saw_or_why_it_need_not():
    hall()
    judge = Visitor()
    judge.client.force_login(factories.user("richterin"))
    excused = {" ".join(one.split()) for names in UNSEEN.values() for one in names.split(",")}
    tried = {case.address for case in CASES} | TRIED_ELSEWHERE
    says, says_nothing = set(), set()

    for address, form in offered(director(), judge):
        carries = any(one.attrs["name"].rpartition("-")[2] == "seen" for one in form.inputs)
        names = {re.sub(r"=\d+|(?<=start)=.*", "=N", f"{address} {act}".strip()) for act in acts_of(form)}
        (says if carries else says_nothing).update(names)

    assert says_nothing - excused == set()
    assert {one for one in says - excused if SAME.get(one, one) not in tried} == set()
