"""A whole day on which everything goes wrong that can: three series, the real site, real phones.

There are eight tables, with --thorough fifteen: the same happens at them. In the end the ranking is held against what
an independent checker makes of the phones' own records.
"""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE
from tests.browser.day.phones import Refused, TablePhone, names, sign_a_list, tap_a_list
from tests.durability.site import ROOT, Site
from tests.support import scores_second_way as independent
from tests.support.page_reader import Page, listed
from tests.windows.overland import visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.browser_context_args(locale="en-GB")]

AHEAD = Path(__file__).with_name("ahead")


class Office:
    """The director and the judge at their pages."""

    def __init__(self, site: str, *, tables: int) -> None:
        self.site, self.slug, self.tables = site, "", tables
        self.director, self.judge = visitor(site), visitor(site)

    @property
    def players(self) -> int:
        return 4 * self.tables

    def at(self, path: str) -> str:
        return f"/t/{self.slug}/{path}"

    def office(self, path: str = "") -> Page:
        return self.director.get(self.at(f"office/{path}"))

    def set_up(self, password: str) -> None:
        """Make the event and its judge, take in all players, mark them as present."""
        page = self.director.sign_in("direktor", password).get("/new/?empty=1").form("name", "rounds")
        page = page.send(
            name="Herz-Dame-Pokal",
            place="Altenburg",
            organiser="SC Herz Dame",
            starts_on=date.today().isoformat(),
            series=3,
            rounds=3,
            seating_2="drawn",
            seating_3="by-standing",
            entry_fee="10,00",
        )
        assert page.status == 200, page.errors
        self.slug = re.findall(r"/t/([\w-]+)/office/", page.url)[0]
        people = self.office("settings/?at=people").form("act=engage")
        people.send(username="richterin", password=JUDGE, kind="judge")
        self.judge.sign_in("richterin", JUDGE)
        lines = "\n".join(f"{first} {last}; SC {last}" for first, last in names()[: self.players])
        page = self.office("entrants/add/").form("lines").send(lines=lines)
        page = page.form("cells", "act=take").send("act=take")
        assert f"{self.players} entrants registered" in page.text
        self.office("entrants/").form("mark=all present on").send("mark=all present on", sure=True)

    def open_series(self, series: int) -> list[str]:
        """Draw, publish and start a series; return the links that the codes on the tables hold."""
        page = self.office(f"series/{series}/draw/").form("public")
        page = page.send(public="altenburg", **({"scope": "this"} if series == 1 else {}))
        page = page.form("action=publish").send("action=publish")
        assert page.status == 200, page.errors
        self.office(f"series/{series}/").form("action=start").send("action=start")
        cards = self.office(f"series/{series}/keys/").root.all("li", "key-card")
        found = {int(card.one(css="table-number").text): card.one(css="key-link").text for card in cards}
        assert sorted(found) == list(range(1, self.tables + 1))
        return [re.sub(r"^https?://[^/]+", "", found[table]) for table in sorted(found)]

    def seats(self, series: int) -> list[list[int]]:
        """Return the start numbers of each table, by seat, as everybody sees them."""
        plan = visitor(self.site).get(self.at(f"series/{series}/seats/")).root.one("ol", "seats")
        numbers = [int(one.text.split()[-1]) for one in plan.all(css="seat-start")]
        assert sorted(numbers) == list(range(1, self.players + 1))
        return [numbers[at : at + 4] for at in range(0, self.players, 4)]

    def close(self, series: int) -> None:
        page = self.director.get(self.at(f"office/series/{series}/"), close="")
        page = page.form("action=close").send("action=close")
        assert page.status == 200, page.errors

    def hand_over(self, series: int) -> None:
        page = self.office(f"series/{series}/").form("call", "action=grant").send("action=grant")
        assert "Saved." in page.text
        assert not page.offers("action=grant")

    def uphold(self, number: int, **line: Any) -> None:
        """Let the judge uphold an appeal and correct its deal."""
        form = self.judge.get(self.at(f"office/appeals/{number}/")).form("verdict", "reasons", "orders")
        said = {"sentence": "It was with 1.", "reasons": "All four say so.", "clauses": "SkWO 7.2.5"}
        page = form.send("action=preview", verdict="upheld", orders="stated", **line, **said)
        assert page.status == 200, page.errors
        page = page.form("verdict").send(action="decide")
        assert "The appeal is upheld" in page.text

    def put_right(self, *, series: int, table: int, deal: int, matadors: int) -> None:
        form = self.office(f"series/{series}/table/{table}/correct/?deal={deal}").form("reason", "matadors")
        page = form.send("action=preview", reason="Checked again", clause="SkWO 7.2.5", matadors=matadors)
        assert page.status == 200, page.errors
        page = page.form("action=order").send("action=order")
        assert page.status == 200, page.errors

    def state_end(self) -> None:
        page = self.office().form("day", "time").send("action=state")
        assert page.status == 200, page.errors

    def release(self) -> None:
        page = self.office().form("action=release").send("action=release")
        assert "final" in page.text.lower()

    def print_sheets(self) -> bytes:
        """Have all score sheets made, and wait for the file."""
        page = self.office("print/?kind=sheets").form("entry_key", "language").send()
        assert page.status == 200, page.errors
        end = time.monotonic() + 90
        while time.monotonic() < end:
            answer = self.director.client.get(f"{page.url}file/")
            if answer.content.startswith(b"%PDF"):
                return answer.content
            time.sleep(0.2)
        raise AssertionError("the sheets were not made")

    def standings(self) -> list[dict[str, str]]:
        return listed(visitor(self.site).get(self.at("standings/")))

    def fetch(self, path: str) -> bytes:
        answer = self.director.client.get(self.at(path))
        assert answer.status_code == 200, f"{answer.status_code} {path}"
        return answer.content


def appeal(phone: TablePhone, *, appellant: int, deal: int) -> None:
    page = phone.guest.get(phone.url).link("File an appeal").form("appellant", "text")
    page = page.send(appellant=appellant, deal=deal, text="It was with one less.")
    assert page.status == 200, page.errors


class Laptop(Site):
    """One laptop. Another one with the same port stands for another laptop with the same address."""

    def __init__(self, data: Path, *, port: int = 0, ahead: int = 0) -> None:
        """``ahead`` is how many minutes its clock is ahead: nobody waits for a quarter of an hour here."""
        data.mkdir(exist_ok=True)
        super().__init__(data)
        self.port = port or self.port
        self.env["SKATTURNIER_HOUSE"] = "off"
        if ahead:
            # Every Python that is started there reads it, and so does the one that becomes the web server.
            self.env |= {"PYTHONPATH": f"{AHEAD}{os.pathsep}{ROOT}", "AHEAD": str(ahead)}

    def end(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it: asked to, or by pulling the plug."""
        if self.process and self.is_running:
            os.killpg(self.process.pid, how)
            self.process.wait()


PASSWORD, JUDGE = "herz-dame-liegt-im-skat", "zehn-buben-auf-einmal"
BY_HAND = 2
"""The table whose list is tapped in a browser in series 3."""


@pytest.fixture
def laptops(tmp_path: Path) -> Iterator[Callable[..., Laptop]]:
    made: list[Laptop] = []

    def laptop(name: str, **fields: int) -> Laptop:
        made.append(Laptop(tmp_path / name, **fields))
        return made[-1]

    yield laptop
    for one in made:
        one.end(signal.SIGKILL)


def together(phones: list[TablePhone], act: Callable[[TablePhone], object]) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(act, phones))


def send_all(phones: list[TablePhone]) -> None:
    """Let every phone send until it has an answer: the site is back, or will be in a moment."""

    def send(phone: TablePhone) -> None:
        end = time.monotonic() + 60
        while not phone.send():
            assert time.monotonic() < end, "the site does not come back"

    together(phones, send)


@pytest.mark.thorough
@pytest.mark.proof("whole-day")
def test_three_series_and_everything_that_can_go_wrong(laptops, tmp_path, new_context, prove, is_thorough):
    laptop = laptops("laptop")
    laptop.migrate()
    laptop.env["DJANGO_SUPERUSER_PASSWORD"] = PASSWORD
    laptop.run("manage.py", "createsuperuser", "--noinput", "--username", "direktor", "--email", "")
    laptop.start()
    office = Office(laptop.address, tables=15 if is_thorough else 8)
    office.set_up(PASSWORD)

    # Series 1: the plug is pulled while everybody enters.
    phones = came(office, 1)
    records = [*phones]
    together(phones, lambda phone: phone.play(4))
    pull_the_plug(laptop, phones)
    send_all(phones)
    finish(office, 1, phones)
    wrong, matadors = phones[0].with_one_less()
    appeal(phones[0], appellant=office.seats(1)[0][0], deal=wrong)
    assert office.print_sheets()
    for path in ("standings.pdf", "series/1/seats.pdf", "series/1/table/1/sheet.pdf"):
        assert office.fetch(path).startswith(b"%PDF")

    # Series 2: no site for a while, a phone that falls into the water, and in the end another laptop.
    phones = came(office, 2)
    together(phones, lambda phone: phone.play(3))
    laptop.end()
    together(phones, lambda phone: phone.play(2))
    assert all(phone.unsent for phone in phones)
    laptop.start()
    send_all(phones)
    drowned = phones[2]
    drowned.write()
    phones[2] = taken_over(office, drowned)
    laptop.run("manage.py", "backup", "--to", str(tmp_path / "stick"))
    together(phones, lambda phone: phone.play(3))
    laptop.end(signal.SIGKILL)
    other = laptops("other laptop", port=laptop.port)
    other.run("manage.py", "restore", str(next((tmp_path / "stick").glob("skatturnier-*"))))
    other.start()
    # Nobody is signed in by what lies in a backup.
    office.director.sign_in("direktor", PASSWORD)
    office.judge.sign_in("richterin", JUDGE)
    lacking = [table for table in (1, 4) if deals_there(office, 2, table) < len(phones[table - 1].lines)]
    assert lacking == [1, 4]
    send_all(phones)
    with pytest.raises(Refused, match="proposed"):
        drowned.send()
    leave_what_was_proposed(phones[2])
    records += phones
    finish(office, 2, phones)

    # Series 3: one list is kept in a browser that loses the network; a signed one is corrected.
    phones = came(office, 3)
    tapping = phones.pop(BY_HAND - 1)
    together(phones, lambda phone: phone.play(5))
    page = new_context(**PHONE).new_page()
    tap_a_list(page, tapping, office.seats(3)[BY_HAND - 1])
    sign_a_list(page, tapping)
    records += [*phones, tapping]
    finish(office, 3, phones)
    deal, less = phones[5].with_one_less()
    office.put_right(series=3, table=phones[5].table, deal=deal, matadors=less)
    office.state_end()
    office.uphold(1, matadors=matadors)
    assert "all right" in other.run("manage.py", "verify")
    other.end()

    # A quarter of an hour later.
    late = laptops("other laptop", port=laptop.port, ahead=20)
    late.start()
    office.release()

    assert told(office) == checked(office, records)
    deals = sum(len(phone.lines) for phone in records)
    prove(f"{office.players} players, 3 series, {deals} deals: 0 places differ")


def came(office: Office, series: int) -> list[TablePhone]:
    """Open a series; a phone scans the code of each table."""
    links = enumerate(office.open_series(series), start=1)
    return [TablePhone(office.site, link, series=series, table=table) for table, link in links]


def pull_the_plug(laptop: Laptop, phones: list[TablePhone]) -> None:
    """Kill the site while the phones enter, and start it again."""
    before = sum(len(phone.acts) for phone in phones)
    with ThreadPoolExecutor(8) as pool:
        playing = [pool.submit(phone.play, 4) for phone in phones]
        end = time.monotonic() + 60
        while sum(len(phone.acts) for phone in phones) < before + 20:
            assert time.monotonic() < end, "nobody plays"
            time.sleep(0.005)
        laptop.end(signal.SIGKILL)
        for one in playing:
            one.result()
    assert any(phone.unsent for phone in phones), "the plug was pulled too late"
    laptop.start()


def taken_over(office: Office, drowned: TablePhone) -> TablePhone:
    """Let another phone keep the list from where the site has it; what only the first one had is written anew."""
    phone = TablePhone(office.site, drowned.link, series=drowned.series, table=drowned.table, seed="new")
    phone.page.form("action=take-over").send("action=take-over")
    office.hand_over(drowned.series)
    kept = drowned.guest.get(drowned.url).root.one("strong", id="kept")
    assert kept.text.startswith("Another phone has kept the list since")
    phone.lines = drowned.lines[: -drowned.unsent]
    return phone


def leave_what_was_proposed(phone: TablePhone) -> None:
    page = phone.guest.get(phone.url)
    while page.offers("action=dismiss"):
        page = page.forms("action=dismiss")[0].send("action=dismiss")


def deals_there(office: Office, series: int, table: int) -> int:
    page = office.director.get(office.at(f"series/{series}/table/{table}/?deals"))
    return len(page.root.one("ol", "deals").all("li"))


def finish(office: Office, series: int, phones: list[TablePhone]) -> None:
    """Play every list to its end, sign it, close the series."""
    together(phones, lambda phone: phone.play(4 * phone.rounds))
    send_all(phones)
    together(phones, lambda phone: phone.sign())
    office.close(series)


Places = list[tuple[int, int, int, frozenset[int]]]
"""Points, games won and lost, and who has them, best first: within a group only a lot decides."""


def told(office: Office) -> Places:
    """Return what the final ranking on the page says."""
    lines = office.standings()
    assert [line["Rank"] for line in lines] == [str(rank) for rank in range(1, office.players + 1)]
    return grouped([(_int(line["Total"]), _int(line["Won"]), _int(line["Lost"]), _int(line["No."])) for line in lines])


def checked(office: Office, records: list[TablePhone]) -> Places:
    seats = {series: office.seats(series) for series in (1, 2, 3)}
    results: dict[int, list[independent.Score]] = {}
    for phone in records:
        scores = independent.scores(phone.record, seats=phone.seats)
        for number, score in zip(seats[phone.series][phone.table - 1], scores, strict=True):
            results.setdefault(number, []).append(score)
    assert {len(series) for series in results.values()} == {3}
    return grouped([(one.total, one.won, one.lost, number) for _rank, number, one in independent.ranking(results)])


def grouped(lines: list[tuple[int, int, int, int]]) -> Places:
    found: Places = []
    for *merit, number in lines:
        if found and list(found[-1][:3]) == merit:
            found[-1] = (*found[-1][:3], found[-1][3] | {number})
        else:
            found.append((*merit, frozenset([number])))
    return found


def _int(text: str) -> int:
    return int(text.replace("−", "-"))
