"""Two who change the same are shown both values; a series that goes wrong is refused with a sentence."""

import re
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.urls import reverse

from scoring.disputes.models import Appeal
from scoring.lists.models import DealRow
from tables.draw.models import Table
from tables.tournaments.models import Series, Tournament
from tests.access_matrix.hall import hall
from tests.support import factories
from tests.support.forms_on_office_pages import acts_of, offered
from tests.support.page_reader import Form, Page, Visitor, url
from tests.support.remembered_worlds import _rows
from tests.support.two_writers_cases import CASES, Case, event

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


NEW: Final = "it makes something new, known by its key"
ONE_WAY: Final = "it goes one way, once: whoever comes second is told, or finds it done"
STATED: Final = "it sets one of two states, the other of which it saw: a change in between is what it wants"
LOOKED: Final = "it only shows what would be done; what does it says what was shown"
CHECKED: Final = "it is held against what was shown, or what was there when the page was opened, by itself"
PERSONAL: Final = "nobody but oneself changes it"

UNSEEN: Final = {
    NEW: """scoring:list outcome=lost, scoring:list outcome=passed, scoring:list outcome=won, scoring:case-new query,
        scoring:case-new objection, scoring:print-desk, scoring:rankings, scoring:ranking-office action=substitute,
        scoring:table-appeal, scoring:case-new appeal, scoring:table-calls action=call,
        scoring:table-calls action=leaves, scoring:table-objection,
        scoring:seated action=wrong, scoring:tribunal, scoring:pub-table, tables:book act=paste, tables:book act=person,
        tables:book act=take-over,
        tables:club act=add-keeper, tables:club-new act=change, tables:desk nameless=on, tables:desk paid=on,
        scoring:office act=announce,
        scoring:settings at=classes act=state,
        tables:self-registration, tables:tournament-new, scoring:settings at=people act=engage,
        scoring:seat-plan act=draw, tables:add, scoring:settings at=wishes act=apart,
        scoring:list action=keep-second,
        scoring:money-account act=gift, scoring:money-account act=jackpot,
        scoring:money-desk act=count, scoring:money-desk act=put-in, scoring:money-desk act=take-out,
        scoring:list action=take-over, scoring:handover, scoring:archive,
        scoring:list, scoring:season-new act=change, scoring:competition-new act=change,
        scoring:season-office act=add-events, scoring:season-office act=add-members, scoring:league-office act=level,
        scoring:level act=day, scoring:level act=division, scoring:league-team act=players, scoring:match act=report,
        scoring:season-days act=plan, scoring:season-days act=like,
        scoring:season-shared act=add-helper, scoring:season-shared act=add-club, scoring:final-new act=make,
        scoring:door act=register""",
    ONE_WAY: """scoring:money-account act=refund, scoring:money-account act=carry, scoring:money-account act=close,
        scoring:money-desk act=award, scoring:board, scoring:board action=end-clock,
        scoring:board action=publish, scoring:calls action=grant,
        scoring:calls action=no, scoring:calls action=done, scoring:case objection action=take-on,
        scoring:case objection action=settle,
        scoring:case objection action=withdraw, scoring:clear, scoring:seated action=seated,
        scoring:tribunal action=leave, scoring:tribunal member=N, scoring:office, scoring:office action=drop,
        tables:club act=remove-keeper, tables:club keeper=N, scoring:office act=take_down,
        scoring:settings at=people act=dismiss,
        scoring:settings at=people role=N, tables:desk act=withdraw, scoring:entrant act=remove,
        scoring:board action=unpublish,
        tables:check-in, tables:withdraw-event act=withdraw, scoring:entrant act=erase, scoring:post-result,
        scoring:post-result action=withdraw, scoring:post-result action=shorten,
        scoring:ranking-office action=lots, scoring:ranking-office action=draw, scoring:ranking-office action=take-back,
        scoring:table-calls taken_back=N, scoring:table-objection withdraw=N, scoring:board action=start,
        scoring:board action=close, scoring:board action=discard, scoring:settings at=wishes act=meet,
        scoring:season-office act=remove-event, scoring:season-office act=remove-member, scoring:season-office number=N,
        scoring:season-shared act=remove-club, scoring:season-shared act=remove-helper, scoring:season-shared number=N,
        scoring:season-office act=delete, scoring:competition act=delete, scoring:competition act=release,
        scoring:division-office act=renew-key, scoring:division-office act=take-back, scoring:division-office number=N,
        scoring:level act=delete, scoring:level act=remove-day, scoring:level number=N, scoring:match act=agree,
        scoring:match act=decide, scoring:season-days act=cancel,
        scoring:final-called, scoring:final-called number=N, scoring:case decision act=take-back,
        scoring:division-office act=reject, scoring:door, scoring:money-desk act=at-once,
        scoring:seat-plan act=chair""",
    STATED: """tables:marks mark=N paid on, tables:marks mark=N present off, tables:marks mark=N present on,
        tables:marks mark=N paid off, tables:registration-switch is_open=no, tables:registration-switch is_open=yes,
        scoring:entrant act=withdraw, scoring:entrant act=reinstate, scoring:entrant act=fill-in,
        scoring:entrant act=fill-in-no-more, scoring:ranking-office action=off,
        scoring:ranking-office action=on, scoring:rankings action=off, scoring:rankings action=on,
        scoring:board action=pause, scoring:board action=resume, scoring:settings at=venues act=spread,
        tables:book-doubles act=apart, tables:book-doubles act=again,
        scoring:league-team act=captain,
        scoring:season-strength act=strength, scoring:season-strength act=consent, scoring:season-days act=land,
        scoring:league-team act=end, scoring:match act=venue, scoring:seat-plan gives_chairs=yes,
        scoring:seat-plan gives_chairs=no, scoring:seat-plan act=release""",
    LOOKED: """scoring:correct-signed action=preview, scoring:case measure action=preview,
        scoring:case-new measure action=preview,
        scoring:seat-plan act=preview, scoring:table-rule action=deal, scoring:table-rule action=preview,
        scoring:table-rule start=N, scoring:case objection action=deal, scoring:case objection action=preview,
        scoring:case objection start=N, scoring:seat-plan act=look, tables:add act=file,
        tables:add act=paste, scoring:ranking-office action=file, scoring:season-earlier, tables:book act=file,
        tables:book-doubles act=preview,
        scoring:seat-plan act=check, scoring:settings at=venues act=look, scoring:final-new act=look,
        scoring:code, scoring:verify-file, phones-poster, venue-backup, scoring:money-account act=look,
        scoring:money-plan look=on,
        scoring:case correction action=preview,
        scoring:case appeal action=preview,
        scoring:case appeal action=deal, scoring:case appeal start=N, scoring:money-desk act=show,
        scoring:season-earlier act=look""",
    CHECKED: """scoring:money-desk act=cash, scoring:money-desk act=transfer, scoring:money-desk act=voucher,
        scoring:money-desk act=put-off,
        scoring:type-list check=again, scoring:type-list check=sums, scoring:deal-again,
        scoring:proposals action=accept,
        scoring:proposals action=dismiss, scoring:second-list, scoring:differences, scoring:case objection action=state,
        scoring:case appeal action=decide, scoring:case query action=answer,
        scoring:case query action=preview, scoring:case query""",
    PERSONAL: """tables:account act=name, tables:account act=password, tables:account, logout, login,
        first-account""",
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


@pytest.mark.thorough(after=2)
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


def test_what_the_second_did_not_touch_stays_as_the_first_left_it():
    hall()
    case = CASES[0]
    form = opened(director(), case)
    case.other()

    on(form.send(case.press, case.typed), case).send(case.press)

    found = event().entrants.get(number=2)
    assert (found.name, found.club, found.present) == ("Erna Schulz", "SC Neu", False)


def test_the_same_form_sent_twice_is_no_conflict():
    hall()
    form = opened(director(), CASES[0])

    answers = [form.send(CASES[0].press, CASES[0].typed) for _ in range(2)]

    assert [answer.status for answer in answers] == [200, 200]


@pytest.mark.parametrize("seen", ["", "x", ".eJx:y", "e30:abc"])
def test_a_form_that_does_not_say_what_it_saw_is_not_taken(seen):
    hall()
    form = opened(director(), CASES[0])
    before = rows()

    answer = form.send(CASES[0].press, {**CASES[0].typed, "seen": seen})

    assert answer.status == 422
    assert "This form did not arrive completely." in answer.text
    assert rows() == before


@pytest.mark.slow
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


class TestKeys:
    def test_that_of_another_table_does_not_open_this_one(self):
        series = factories.running_series(factories.tournament(entrants=8))
        phone = Visitor()
        page = phone.get(reverse("scoring:list-key", kwargs={"key": factories.list_of(series, 2).table.key}))
        assert page.status == 200

        page = phone.get(url("scoring:list", series=1, table=1))

        assert page.status == 403
        assert "QR" in page.main.text
        for name in ("list", "sign", "table-appeal"):
            assert phone.forge(url(f"scoring:{name}", series=1, table=1), number=1).status == 403

    def test_an_unknown_one_leads_nowhere_with_a_sentence(self):
        factories.running_list()

        for key in ("nonsense", "A" * 22, "%00", "ü" * 300):
            page = Visitor().get(f"/l/{quote(key)}/")
            assert page.status == 404
            assert len(page.main.text) > 20

    def test_a_renewed_one_shuts_the_old_phone_out_and_lets_the_new_one_in(self, phone, director):
        old = Table.objects.get().key
        director.get(url("scoring:list", series=1, table=1)).form("action=renew-key").send("action=renew-key")

        page = phone.get(url("scoring:list", series=1, table=1))
        assert page.status == 403
        assert len(page.main.text) > 20
        assert phone.get(reverse("scoring:list-key", kwargs={"key": old})).status == 404
        new = phone.get(reverse("scoring:list-key", kwargs={"key": Table.objects.get().key}))
        assert new.status == 200
        assert new.offers("declarer", "outcome=won")

    def test_a_renewed_one_refuses_the_deal_that_was_being_typed(self, phone, director):
        form = phone.get(url("scoring:list", series=1, table=1)).form("declarer", "outcome=won")
        director.get(url("scoring:list", series=1, table=1)).form("action=renew-key").send("action=renew-key")

        assert form.send("outcome=passed").status == 403
        assert not DealRow.objects.exists()


class TestSeries:
    @pytest.mark.parametrize(
        ("entrants", "sentence"),
        [
            (0, "Present: 0. Tables of four and three need"),
            (1, "Present: 1. Tables of four and three need"),
            (2, "Present: 2. Tables of four and three need"),
            (5, "Present: 5. Tables of four and three need 3, 4, or 6 and more (SkWO 7.1.1)."),
        ],
    )
    def test_so_few_cannot_be_drawn(self, director, entrants, sentence):
        factories.tournament(entrants=entrants)
        page = director.get(url("scoring:seat-plan", series=1))
        assert sentence in page.text
        assert not page.offers("public")

        page = director.forge(url("scoring:seat-plan", series=1), act="draw", public="x")

        assert page.status == 422
        assert sentence in page.text
        assert Series.objects.get().status == "planned"

    def test_drawn_twice_counts_once(self, director):
        factories.tournament(entrants=8)
        form = director.get(url("scoring:seat-plan", series=1)).form("public")
        first = form.send(public="eins")
        seats = [one.text for one in first.root.all(css="seat-start")]

        again = form.send(public="zwei")

        assert again.status == 422
        assert "Series 1 has been drawn already, perhaps by somebody else just now." in again.text
        assert [one.text for one in again.root.all(css="seat-start")] == seats
        assert Series.objects.get().draw.record["lots"]["public"] == "eins"

    def test_the_second_waits_for_the_first(self, director):
        made = factories.tournament(entrants=8, series=2)
        factories.running_series(made)

        page = director.forge(url("scoring:seat-plan", series=2), act="draw", public="x")

        assert page.status == 422
        assert "Series 1 is not closed yet." in page.text

    @pytest.mark.parametrize("action", ["publish", "start", "close", "dance", ""])
    def test_an_act_that_does_not_fit_is_refused(self, director, action):
        factories.tournament(entrants=8)

        page = director.forge(url("scoring:board", series=1), action=action)

        assert page.status == 422
        assert page.errors
        assert Series.objects.get().status == "planned"

    def test_closed_twice_is_closed_once(self, director):
        factories.close_series(factories.running_series(factories.tournament(entrants=8)))

        page = director.forge(url("scoring:board", series=1), action="close")

        assert page.status == 422
        assert "Series 1 has been closed already." in page.text

    SWAPS = {
        "nobody": ([], "x"),
        "one": ([1], "x"),
        "three": ([1, 2, 3], "x"),
        "no reason": ([1, 5], ""),
        "a stranger": ([1, 99], "x"),
        "himself": ([1, 1], "x"),
        "nonsense": (["eins", "zwei"], "x"),
    }

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize(("ticked", "because"), SWAPS.values(), ids=list(SWAPS))
    def test_a_swap_that_is_none_changes_nothing_and_keeps_what_was_typed(self, director, ticked, because):
        factories.running_series(factories.tournament(entrants=8), published_only=True)
        before = [one.text for one in director.get(url("scoring:seat-plan", series=1)).root.all(css="seat-start")]

        page = director.forge(url("scoring:seat-plan", series=1), act="swap", swap=ticked, because=because)

        assert page.status == 422
        assert page.errors
        assert [one.text for one in page.root.all(css="seat-start")] == before
        form = page.form("swap", "because")
        assert form.holds()["because"] == [because]
        assert form.holds().get("swap", []) == [str(one) for one in dict.fromkeys(ticked) if one in range(1, 9)]

    def test_nobody_else_may(self):
        factories.tournament(entrants=8)
        factories.user("gast")
        guest, nobody = Visitor().sign_in("gast"), Visitor()

        for name in ("scoring:seat-plan", "scoring:board"):
            assert guest.forge(url(name, series=1), action="publish", act="draw", public="x").status == 403
            assert reverse("login") in nobody.forge(url(name, series=1), action="publish", act="draw").url
        assert Series.objects.get().status == "planned"


class TestAppeals:
    @pytest.mark.parametrize(
        "filled",
        [{"text": "  "}, {"text": "x" * 5000}, {"deal": 99}, {"deal": "x"}, {"appellant": 99}, {"appellant": ""}],
        ids=lambda filled: str(filled)[:30],
    )
    def test_one_that_says_nothing_is_refused_and_kept(self, phone, filled):
        page = phone.get(url("scoring:table-appeal", series=1, table=1))
        data = {name: values[0] for name, values in page.form("appellant", "text").holds().items()}
        page = phone.post(page.url, {**data, "appellant": 1, "text": "Es war Schneider.", **filled})

        assert page.status == 422
        assert page.errors
        if "text" not in filled:
            assert page.form("appellant", "text").holds()["text"] == ["Es war Schneider."]
        assert not Appeal.objects.exists()

    def test_sent_twice_is_logged_once(self, phone):
        form = phone.get(url("scoring:table-appeal", series=1, table=1)).form("appellant", "text")
        for _again in range(2):
            assert form.send(appellant=1, text="Es war Schneider.").status == 200

        assert Appeal.objects.count() == 1

    def test_at_the_desk_the_table_and_the_player_have_to_be_there(self, phone, director):
        form = director.get(url("scoring:case-new", kind="appeal")).form("appellant", "text")

        for filled in ({"table": 99}, {"deal": 1}, {"appellant": 77}, {"table": 1, "deal": 4}):
            page = form.send(**{"appellant": 1, "text": "Es war Schneider.", **filled})
            assert page.status == 422
            assert page.errors
            assert page.form("appellant", "text").holds()["text"] == ["Es war Schneider."]
        assert not Appeal.objects.exists()


class TestTheEnd:
    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("day", "time", "sentence"),
        [
            ("", "", "required"),
            ("gestern", "abends", "valid"),
            ("2999-01-01", "12:00", "still to come"),
            ("1999-01-01", "12:00", "cannot have ended before"),
        ],
    )
    def test_a_moment_that_cannot_be_is_refused_and_kept(self, director, day, time, sentence):
        factories.close_series(factories.running_series(factories.tournament(entrants=4)))

        page = director.get(url("scoring:office") + "?end").form("day", "time").send("action=state", day=day, time=time)

        assert page.status == 422
        assert sentence in page.text
        held = page.form("day", "time").holds()
        assert (held["day"], held["time"]) == ([day], [time])

    def test_neither_end_nor_release_while_a_series_is_open(self, director):
        factories.running_series(factories.tournament(entrants=4))

        assert director.forge(url("scoring:office") + "?end", action="release").status == 422
        page = director.forge(url("scoring:office") + "?end", action="state", day="2026-05-16", time="18:00")
        assert page.status == 422
        assert Tournament.objects.get().ended_at is None
