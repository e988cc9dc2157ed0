"""Disputes from the table to the ranking, each step through a page, the ranking before and after (SkWO 7.2, 7.3)."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.page_reader import Page, Visitor, listed, url
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

GRAND_WON = {"Spieler 2": 72 + 50}
"""Seat 2 of table 1 won a Grand with 2, and nothing else is played."""

GRAND_LOST = {"Spieler 2": -144 - 50, "Spieler 1": 30, "Spieler 3": 30, "Spieler 4": 30}
"""The same Grand lost: seats 1, 3 and 4 sat against him, at a table of four."""


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(datetime(2026, 5, 16, 20, 0, tzinfo=ZoneInfo("Europe/Berlin")), tick=False) as made:
        yield made


@remembered
def at_play() -> Tournament:
    """Return a table of four and one of three at play in the first of two series; seat 2 has won a Grand with 2."""
    made = factories.tournament(entrants=7, series=2, rounds=1)
    factories.judge(made)
    series = factories.running_series(made)
    factories.enter(factories.list_of(series), (2, factories.GRAND))
    return made


@pytest.fixture
def cup(clock: Any) -> Tournament:
    return at_play()


@pytest.fixture
def judge(cup: Tournament) -> Visitor:
    return Visitor().sign_in("richterin")


@pytest.fixture
def director(cup: Tournament) -> Visitor:
    return Visitor().sign_in("direktor")


def phone_of(made: Tournament, table: int = 1) -> Page:
    """Return the list of a table as the phone that scanned its code sees it."""
    return Visitor().get(f"/l/{made.series.get(number=1).tables.get(number=table).key}/")


def card_of(made: Tournament, number: int) -> Page:
    """Return a player's own page, reached by the code of his start card."""
    return Visitor().get(f"/p/{made.entrants.get(number=number).key}/")


def ranking() -> dict[str, int]:
    """Return what everybody has in the ranking that everybody sees."""
    lines = listed(Visitor().get(url("scoring:standings")))
    return {line["Name"]: int(line["Points"].replace("−", "-") or 0) for line in lines}


def ruled(made: Tournament, judge: Visitor) -> Page:
    """Let the table object to its Grand, and a judge rule that it is lost."""
    page = phone_of(made).visitor.get(url("scoring:table-objection", series=1, table=1))
    page.form("kind", "deal").send(kind="revoke", deal="1", place="3", text="He had a spade left.")
    page = judge.get(url("scoring:case", kind="objection", number=1))
    said = {"sentence": "The Grand is lost.", "reasons": "He revoked.", "clauses": "ISkO 4.2.3"}
    shown = page.form("sentence", "orders").send("action=preview", orders="lost", **said)
    assert shown.status == 200, shown.errors
    return shown.form("sentence", "orders").send(action="decide")


def finished(made: Tournament) -> None:
    """Let everybody play to the end, sign, and close the series."""
    series = made.series.get(number=1)
    for number in (1, 2):
        row = factories.list_of(series, number)
        factories.fill(row, seat=1)
        factories.confirm_and_sign(row)
    factories.close_series(series)


class TestARuling:
    def test_is_shown_before_it_counts_and_then_counts(self, cup, judge):
        assert ranking() == scores(GRAND_WON)
        phone_of(cup).visitor.get(url("scoring:table-objection", series=1, table=1))
        page = judge.get(url("scoring:table-rule", series=1, table=1))
        said = {"sentence": "The Grand is lost.", "reasons": "He revoked.", "clauses": "ISkO 4.2.3"}

        shown = page.form("sentence", "orders").send("action=preview", deal="1", orders="lost", **said)

        assert "−144" in shown.text
        assert ranking() == scores(GRAND_WON)
        decided = shown.form("sentence", "orders").send(action="decide")
        assert "Saved." in decided.text
        assert ranking() == scores(GRAND_LOST)


class TestAnAppeal:
    def test_against_a_ruling_turns_the_ranking_back_and_holds_the_release(self, cup, judge, director):
        ruled(cup, judge)
        finished(cup)
        before = ranking()
        card = card_of(cup, 2)
        form = card.visitor.get(url("scoring:own-appeal", number=2, series=1)).form("ruling", "text")
        filed = form.send(ruling="1", text="The spade was played in the third trick.")
        assert "in time" in filed.text
        self._name_the_tribunal(director)

        page = judge.get(url("scoring:case", kind="appeal", number=1)).form("verdict", "orders")
        said = {"sentence": "The Grand is won.", "reasons": "The tricks were seen.", "clauses": "ISkO 4.2.5"}
        shown = page.send("action=preview", verdict="upheld", orders="stated", outcome="won", **said)
        assert shown.status == 200, shown.errors
        assert ranking() == before
        shown.form("verdict").send(action="decide")

        back = {"Spieler 2": 72 + 50 + 144 + 50, "Spieler 1": -30, "Spieler 3": -30, "Spieler 4": -30}
        assert ranking() == {name: points + back.get(name, 0) for name, points in before.items()}
        assert "final" in judge.get(url("scoring:case", kind="decision", number=2)).text

    def _name_the_tribunal(self, director: Visitor) -> None:
        page = director.get(url("scoring:bench"))
        page = page.form("plays_as", "name").send(plays_as="3")
        page = page.form("plays_as", "name").send(name="Hannelore Wirth")
        panel = director.get(url("scoring:case", kind="appeal", number=1))
        assert panel.form("members").options("members") == ["2"], "no. 3 plays at that table"
        named = panel.form("members").send("action=panel", members=["2"])
        assert named.status == 200, named.errors


class TestAQuery:
    def test_about_a_posted_result_is_answered_and_put_right(self, cup, director, clock):
        finished(cup)
        before = ranking()
        page = director.get(url("scoring:bench"))
        page.form("back").send()
        card = card_of(cup, 2).visitor
        card.get(url("scoring:own-query", number=2)).form("text").send(series="1", text="The Grand was with 3.")
        page = director.get(f"{url('scoring:case', kind='query', number=1)}?series=1&table=1&deal=1")

        form = page.form("verdict", "matadors", "witnesses")
        said = {"verdict": "upheld", "reasons": "All four say so.", "witnesses": ["1", "2", "3", "4"]}
        shown = form.send("action=preview", matadors="3", **said)
        assert shown.status == 200, shown.errors
        assert ranking() == before
        shown.form("verdict", "matadors").send("action=answer")

        assert ranking() == before | {"Spieler 2": before["Spieler 2"] + 24}
        assert "upheld" in card.get(url("scoring:my-seat", number=2)).text.lower()


class TestTheDirection:
    def test_sets_a_series_to_zero_and_the_others_keep_everything(self, cup, director):
        finished(cup)
        before = ranking()
        page = director.get(f"{url('scoring:case-new', kind='measure')}?kind=zeroed&series=1&table=1")

        said = {"entrant": "1", "series": "1", "reason": "He sat in the wrong seat.", "clause": "SkWO 7.1.2"}
        shown = page.form("reason").send("action=preview", **said)
        assert shown.status == 200, shown.errors
        assert ranking() == before
        shown.form("action=order").send("action=order")

        assert ranking() == before | {"Spieler 1": 0}


class TestThePlayer:
    def test_sees_his_list_and_what_was_changed_in_it_and_nobody_elses(self, cup, judge):
        ruled(cup, judge)
        card = card_of(cup, 2).visitor

        page = card.get(url("scoring:own-list", number=2, series=1))

        assert "Spieler 2 wins Grand with 2: 72" in page.text
        assert "The Grand is lost." in page.text
        assert card.client.get(url("scoring:own-list", number=3, series=1)).status_code == 403


def scores(changed: dict[str, int]) -> dict[str, int]:
    """Return a ranking in which everybody else has nothing yet."""
    return {f"Spieler {number}": 0 for number in range(1, 8)} | changed
