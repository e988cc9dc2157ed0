"""A series that plays itself through the pages of a site that runs, so that board and standings can be watched."""

import heapq
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from html.parser import HTMLParser
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import LWPCookieJar
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode, urljoin
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.lists.selectors import boards
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.notation.messages import written
from simulation.course import miswritten
from simulation.deals import play
from simulation.people import skills
from simulation.scenario import DEAL_TAKES
from tables.draw import selectors as draw_seats
from tables.seating import Chance
from tables.tournaments.models import Series

TIMEOUT: Final = 20
"""Seconds until a site that says nothing is taken to be out of reach."""


class OutOfReach(Exception):
    """The site does not answer."""


@dataclass(slots=True, kw_only=True)
class Form:
    """A form with what it would send, and its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: set[tuple[str, str]] = field(default_factory=set)


@dataclass(slots=True, kw_only=True)
class Page:
    """A page as far as it is needed to go on from it."""

    status: int
    url: str
    forms: list[Form]
    data: dict[str, Any]

    def with_button(self, name: str, value: str) -> Iterator[Form]:
        """Yield the forms that have this button."""
        yield from (form for form in self.forms if (name, value) in form.buttons)


class Browser:
    """One phone."""

    def __init__(self, site: str, *, cookies: Path | None = None) -> None:
        """``cookies`` is the file where its cookies are kept from one time to the next."""
        if not site.startswith(("http://", "https://")):
            raise ValueError(site)
        self.site = site.rstrip("/")
        self._jar = LWPCookieJar(cookies)
        if cookies and cookies.exists():
            self._jar.load(ignore_discard=True)
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))

    def keep_cookies(self) -> None:
        if self._jar.filename:
            Path(self._jar.filename).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._jar.save(ignore_discard=True)

    def get(self, path: str) -> Page:
        """Open a page. Raise OutOfReach if the site does not answer."""
        return _page(*self._ask(urllib.request.Request(self._at(path))))  # noqa: S310  (http and https only)

    def submit(self, page: Page, form: Form, **values: str) -> Page:
        """Send a form of a page with some values of its own. Raise OutOfReach if the site does not answer."""
        sent = urlencode({**form.fields, **values}).encode()
        address = urljoin(page.url, form.action or page.url)
        return _page(*self._ask(urllib.request.Request(address, sent, {"Referer": page.url})))  # noqa: S310

    def send(self, path: str, message: Mapping[str, Any], headers: Mapping[str, str]) -> tuple[int, dict[str, Any]]:
        """Send what the page of a table sends; return the answer, {} for none. Raise OutOfReach if none comes."""
        asked = urllib.request.Request(  # noqa: S310
            self._at(path), json.dumps(message).encode(), {**headers, "Content-Type": "application/json"}
        )
        status, _url, body = self._ask(asked)
        try:
            answer = json.loads(body)
        except ValueError:
            answer = {}
        return status, answer if isinstance(answer, dict) else {}

    def _at(self, path: str) -> str:
        return urljoin(self.site + "/", path)

    def _ask(self, asked: urllib.request.Request) -> tuple[int, str, str]:
        try:
            with self._opener.open(asked, timeout=TIMEOUT) as answer:
                return answer.status, answer.url, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                if error.code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                    raise OutOfReach(str(error)) from None
                return error.code, error.url, error.read().decode(errors="replace")
        except (OSError, HTTPException) as error:
            raise OutOfReach(str(error)) from None


def _page(status: int, url: str, body: str) -> Page:
    reader = _Reader()
    reader.feed(body)
    reader.close()
    try:
        data = json.loads(reader.script) if reader.script else {}
    except ValueError:
        data = {}
    return Page(status=status, url=url, forms=reader.forms, data=data)


class _Reader(HTMLParser):
    """Reads the forms of a page, and the JSON it hands to its scripts under ``table-data``."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.script = ""
        self._open: Form | None = None
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(action=given.get("action", ""))
            self.forms.append(self._open)
        elif tag == "script":
            self._in_script = given.get("id") == "table-data"
        elif self._open is not None and (name := given.get("name")):
            if tag == "button":
                self._open.buttons.add((name, given.get("value", "")))
            elif tag == "input" and (given.get("type") not in {"checkbox", "radio"} or "checked" in given):
                self._open.fields[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "script":
            self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.script += data


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

        self._data: dict[str, Any] = {}
        self._list: dict[str, Any] = {}
        self._waiting: list[dict[str, Any]] = []
        self._unheard = 0

    def course(self) -> Iterator[timedelta]:
        """Yield how long it takes until the next thing happens here. Raise LeftAlone if the table needs somebody."""
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
        number = len(self._list["deals"])
        blank = GameList(seats=self._data["seats"], rounds=self._data["rounds"])
        for deal in play(blank, until=blank.length, skills=self.skills, chance=self.chance)[number:]:
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
        """Send what waits on the phone; return whether nothing waits any more."""
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


class NothingToPlay(Exception):
    """There is no table that could play; the message says why."""


def series_to_play(slug: str = "") -> Series:
    """Return the series that runs or starts with its first deal, the latest such. Raise NothingToPlay if none does."""
    begun = Series.objects.filter(status__in=[Series.Status.RUNNING, Series.Status.PUBLISHED])
    if slug:
        begun = begun.filter(tournament__slug=slug)
    latest = [
        each_series
        for each_series in begun.select_related("tournament").order_by("-published_at")
        if each_series.status == Series.Status.RUNNING or draw_seats.open_before(each_series) is None
    ]
    # One with something left to play before one that only waits to be closed.
    if (
        series := [
            each_series for each_series in latest if boards.lists_of(each_series).filter(signed_at=None).exists()
        ]
        or latest
    ):
        return series[0]
    where = f" of “{slug}”" if slug else ""
    raise NothingToPlay(f"No series{where} is being played: draw one and publish its seats first.")


def live_tables(series: Series, *, site: str, most: int | None, seed: str, phones: Path) -> list[LiveTable]:
    """Return the unfinished tables of a series, each with a phone; ``phones`` is the folder of their cookies.

    :raises NothingToPlay: if there is none, or the site does not answer.
    """
    signed = set(boards.lists_of(series).exclude(signed_at=None).values_list("table_id", flat=True))
    seating = [(table, seats) for table, seats in draw_seats.seating_of(series) if table.pk not in signed][:most]
    if not seating:
        raise NothingToPlay(f"Every list of series {series.number} is signed: nothing is left to play.")
    try:
        Browser(site).get("/")
    except OutOfReach:
        raise NothingToPlay(f"The site does not answer at {site}. Start it, or say with --site where it is.") from None
    able = skills(max(seat.entrant.number for _table, seats in seating for seat in seats), seed=seed)
    return [
        LiveTable(
            Browser(site, cookies=phones / f"{table.pk}.txt"),
            key=table.key,
            number=table.number,
            skills={seat.place: able[seat.entrant.number] for seat in seats},
            chance=Chance(seed, purpose=f"live {series.number} {table.number}"),
        )
        for table, seats in seating
    ]


def play_live(
    tables: Sequence[LiveTable],
    *,
    speed: float,
    say: Callable[[str], None],
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Let the tables play side by side, ``speed`` times as fast as in a hall, until all are done."""
    begun = clock()
    due = [(0.0, place, table.course()) for place, table in enumerate(tables)]
    heapq.heapify(due)
    while due:
        at, place, course = heapq.heappop(due)
        sleep(max(0.0, at - (clock() - begun)))
        try:
            pause = next(course)
        except StopIteration:
            say(f"Table {tables[place].number} is done.")
        except LeftAlone as alone:
            say(f"Table {tables[place].number} is left alone: {alone}.")
        except OutOfReach:
            say(f"Table {tables[place].number} is left alone: the site does not answer.")
        else:
            heapq.heappush(due, (at + pause.total_seconds() / speed, place, course))
