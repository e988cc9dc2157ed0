"""What the direction does on the day, all of it through pages."""

import re
import time
from datetime import date
from typing import Any

from tests.browser.day.phones import Guest, TablePhone, names
from tests.support.page_reader import Page, listed


class Office:
    """The director and the judge at their pages."""

    def __init__(self, site: str, *, tables: int) -> None:
        self.site, self.slug, self.tables = site, "", tables
        self.director, self.judge = Guest(site), Guest(site)

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
        people = self.office("people/").form("act=engage")
        people.send(username="richterin", password="zehn-buben-auf-einmal", kind="judge")
        self.judge.sign_in("richterin", "zehn-buben-auf-einmal")
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
        plan = Guest(self.site).get(self.at(f"series/{series}/seats/")).root.one("ol", "seats")
        numbers = [int(one.text.split()[-1]) for one in plan.all(css="seat-start")]
        assert sorted(numbers) == list(range(1, self.players + 1))
        return [numbers[at : at + 4] for at in range(0, self.players, 4)]

    def close(self, series: int) -> None:
        page = self.director.get(self.at(f"office/series/{series}/"), close="")
        page = page.form("action=close").send("action=close")
        assert page.status == 200, page.errors

    def hand_over(self, series: int) -> None:
        """Let the phone that asks keep the list."""
        page = self.office(f"series/{series}/").form("call", "action=grant").send("action=grant")
        assert "the other phone keeps the list now" in page.text

    def uphold(self, number: int, **line: Any) -> None:
        """Let the judge uphold an appeal and correct its deal."""
        form = self.judge.get(self.at(f"office/appeals/{number}/")).form("verdict", "reasons", "orders")
        said = {"sentence": "It was with 1.", "reasons": "All four say so.", "clauses": "SkWO 7.2.5"}
        page = form.send("action=preview", verdict="upheld", orders="stated", **line, **said)
        assert page.status == 200, page.errors
        page = page.form("verdict").send(action="decide")
        assert "The appeal is upheld" in page.text

    def put_right(self, *, series: int, table: int, deal: int, matadors: int) -> None:
        """Correct a signed list."""
        form = self.office(f"series/{series}/table/{table}/correct/?deal={deal}").form("reason", "matadors")
        page = form.send("action=preview", reason="Checked again", clause="SkWO 7.2.5", matadors=matadors)
        assert page.status == 200, page.errors
        page = page.form("action=order").send("action=order")
        assert page.status == 200, page.errors

    def state_end(self) -> None:
        page = self.office("end/").form("day", "time").send("action=state")
        assert page.status == 200, page.errors

    def release(self) -> None:
        page = self.office("end/").form("action=release").send("action=release")
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
        return listed(Guest(self.site).get(self.at("standings/")))

    def fetch(self, path: str) -> bytes:
        """Return a file as the director gets it."""
        answer = self.director.client.get(self.at(path))
        assert answer.status_code == 200, f"{answer.status_code} {path}"
        return answer.content


def appeal(phone: TablePhone, *, appellant: int, deal: int) -> None:
    """File an appeal on a table's phone."""
    page = phone.guest.get(phone.url).link("File an appeal").form("appellant", "text")
    page = page.send(appellant=appellant, deal=deal, text="It was with one less.")
    assert page.status == 200, page.errors
