"""A table that plays through the pages of a site as its phone does: scan, confirm the seats, enter, sign."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.notation.messages import written
from simulation.browser import Browser, Form, OutOfReach, Page
from simulation.course import miswritten
from simulation.deals import play
from simulation.scenario import DEAL_TAKES
from tables.seating import Chance

PACE: Final = (85, 100, 100, 110, 115, 150)
"""Of a deal's usual time in percent, by table: one in six is slow."""

SPELLS: Final = 12
"""Deals of a thousand with which a phone loses the network for a while."""

LONGEST_SPELL: Final = 5
SIGNATURE: Final = "M90 130L150 60L190 140L240 70L290 135L380 90L470 110"
HALF_A_MINUTE: Final = timedelta(seconds=30)


class LeftAlone(Exception):
    """The table cannot go on by itself; the message says why."""


class LiveTable:
    """One table with its phone."""

    def __init__(self, browser: Browser, *, key: str, number: int, skills: Mapping[int, int], chance: Chance) -> None:
        self.browser, self.key, self.number = browser, key, number
        self.skills, self.chance = skills, chance
        self.entered = 0
        """Deals that were entered here."""

        self._data: dict[str, Any] = {}
        self._list: dict[str, Any] = {}
        self._waiting: list[dict[str, Any]] = []
        self._unheard = 0

    def course(self) -> Iterator[timedelta]:
        """Yield how long it takes, by the clock of the hall, until the next thing happens here.

        :raises LeftAlone: if the table needs somebody.
        """
        self._open()
        if self._list["state"] in {"signed", "closed", "totals"}:
            return
        pace = DEAL_TAKES * PACE[self.chance.below(len(PACE))] / 100
        yield pace * self.chance.below(100) / 100
        yield from self._play(pace)
        while not self._sent():
            yield HALF_A_MINUTE
        yield 2 * HALF_A_MINUTE
        yield from self._sign()

    def _open(self) -> None:
        page = self.browser.get(f"/l/{self.key}/")
        self.browser.keep_cookies()
        self._data, self._list = page.data, page.data.get("list", {})
        if not self._list:
            raise LeftAlone(f"its page does not open here ({page.status})")
        if self._list["kept_by_other"]:
            raise LeftAlone("another phone keeps its list")
        if self._list["state"] == "waiting":
            raise LeftAlone(self._list["says"])

    def _play(self, pace: timedelta) -> Iterator[timedelta]:
        there = len(self._list["deals"])
        blank = GameList(seats=self._data["seats"], rounds=self._data["rounds"])
        for deal in play(blank, until=blank.length, skills=self.skills, chance=self.chance)[there:]:
            if deal.number > (self._list["struck_after"] or blank.length):
                return
            yield pace * (60 + self.chance.below(80)) / 100
            wrong = miswritten(deal, self.chance)
            key = self._enter(wrong or deal)
            if wrong:
                yield pace / 10
                self._take_back(deal.number, of=key)
                self._enter(deal)
            self.entered += 1

    def _enter(self, deal: Deal) -> UUID:
        key = uuid4()
        self._waiting.append({"key": str(key), "do": "enter", "number": deal.number, "line": written(deal)})
        if self._unheard == 0 and self.chance.below(1000) < SPELLS:
            self._unheard = 1 + self.chance.below(LONGEST_SPELL)
        if self._unheard:
            self._unheard -= 1
        else:
            self._sent()
        return key

    def _take_back(self, number: int, *, of: UUID) -> None:
        self._waiting.append({"key": str(uuid4()), "do": "take-back", "number": number, "of": str(of)})

    def _sent(self) -> bool:
        """Send what waits on the phone; return whether nothing waits any more.

        :raises LeftAlone: if the list does not take it.
        """
        if not self._waiting:
            return True
        try:
            status, answer = self.browser.send(self._data["phone"], self._message(), self._headers())
        except OutOfReach:
            # As on a phone: what is written down stays there, and goes with the next.
            return False
        if "receipts" not in answer:
            raise LeftAlone(answer.get("says") or f"the site answers {status}")
        receipts = {receipt["key"]: receipt for receipt in answer["receipts"]}
        self._waiting = [act for act in self._waiting if act["key"] not in receipts]
        self._list = {**answer["list"], "deals": []}
        for receipt in receipts.values():
            if receipt["state"] != "saved" and receipt["code"] != "deal-struck":
                raise LeftAlone(receipt["says"] or receipt["state"])
        return not self._waiting

    def _message(self) -> dict[str, Any]:
        return {
            "copy": "first",
            "unsent": 0,
            "version": self._list["version"],
            "clock": timezone.now().isoformat(),
            "seated": True,
            "acts": self._waiting,
        }

    def _headers(self) -> dict[str, str]:
        return {"X-Table-Key": self._data["table_key"], "X-Device": self._data["device"]}

    def _sign(self) -> Iterator[timedelta]:
        page = self.browser.get(self._data["sign"])
        for _place in range(self._data["seats"]):
            form = next(page.with_button("action", "confirm"), None)
            if form is None:
                break
            page = self._confirm(page, form)
            yield HALF_A_MINUTE
        closing = next(page.with_button("action", "sign"), None)
        if closing is None:
            raise LeftAlone("its list waits for somebody before it can be signed")
        self.browser.submit(page, closing, action="sign")

    def _confirm(self, page: Page, form: Form) -> Page:
        heard_by = "2" if form.fields["place"] == "1" else "1"
        how = {"drawing": SIGNATURE} if self.chance.below(2) else {"heard_by": heard_by}
        return self.browser.submit(page, form, action="confirm", **how)
