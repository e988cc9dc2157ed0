"""A whole tournament day through the pages, held against what was worked out by hand."""

import io
import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pypdfium2
import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring.results.models import Lot
from tables.accounts.models import User
from tables.acts.addresses import section
from tables.draw.services.reseating import swap_seats
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tests.exports.reading import below
from tests.reference.files import (
    ENTRANTS,
    NUMBER,
    RANKING,
    TABLES,
    Row,
    button,
    deals_of,
    results_of,
    shown,
    tapped,
    totals_of,
)
from tests.support import factories
from tests.support.classes_of_every_event import CODE_OF
from tests.support.page_reader import Page, Visitor, listed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BERLIN = ZoneInfo("Europe/Berlin")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class Day:
    """The people of the day and what they do; every step goes through a page."""

    def __init__(self, clock: time_machine.Traveller) -> None:
        self.clock = clock
        self.director = Visitor()
        self.judge = Visitor()
        self.slug = ""

    def at(self, time: str) -> None:
        """Let the clock in the hall show a time."""
        hour, minute = map(int, time.split(":"))
        self.clock.move_to(datetime(2026, 5, 16, hour, minute, tzinfo=BERLIN))

    def url(self, name: str, **place: Any) -> str:
        return reverse(name, kwargs={"slug": self.slug, **place})

    def office(self, name: str, **place: Any) -> Page:
        return self.director.get(self.url(name, **place))

    # Before the first series ------------------------------------------------------------------------------------

    def create(self) -> None:
        page = self.director.sign_in("direktor").get(f"{reverse('tables:tournament-new')}?empty=1")
        page = page.form("name", "rounds").send(
            name="Herz-Dame-Pokal",
            place="Altenburg",
            organiser="SC Herz Dame",
            starts_on="2026-05-16",
            series=3,
            rounds=1,
            seating_2="drawn",
            seating_3="by-standing",
            entry_fee="10,00",
        )
        assert page.status == 200, page.errors
        self.slug = Tournament.objects.get().slug
        assert page.url.endswith(self.url("tables:desk"))
        assert "Herz-Dame-Pokal" in Visitor().get(self.url("tables:plan")).text

    def engage_judge(self) -> None:
        page = (
            self.director.get(section(self.slug, "people"))
            .form("act=engage")
            .send(username="richterin", password="zehn-buben-auf-einmal", kind="judge")
        )
        assert "richterin" in page.text
        self.judge.sign_in("richterin", "zehn-buben-auf-einmal")

    def register(self) -> None:
        at_desk, pasted, in_file, public = (
            [row for row in ENTRANTS if row["how"].startswith(how)] for how in ("desk", "pasted", "file", "public")
        )
        for row in at_desk[:3]:
            page = (
                self.office("tables:desk")
                .form("name", "entry_key")
                .send(**registration(row, name="the name came later" not in row["how"]))
            )
            assert given(page, "given-number") == int(row["number"])
        page = self.director.get(self.url("scoring:entrant", number=3)).form("act=change").send(name=at_desk[2]["name"])
        assert at_desk[2]["name"] in page.text
        self._paste(pasted)
        self._send_file(in_file)
        self._register_themselves(public)
        shown_names = [cell.text for cell in Visitor().get(self.url("tables:entrants")).main.all("td", "name")]
        assert [name for row in ENTRANTS[:14] for name in shown_names if name.startswith(row["name"])] == shown_names
        assert len(shown_names) == 14

    def _paste(self, pasted: list[Row]) -> None:
        lines = ["; ".join([row["name"], row["club"], "", row["marks"]]) for row in pasted]
        page = self.office("tables:add").form("lines").send(lines="\n".join([*lines[:2], "12345", *lines[2:]]))
        (bad,) = page.root.one("ul", "review-rows").all("li")
        assert bad.one("strong").text == "Line 3"
        assert {one.text for one in bad.all(css="bad-sentence")} == {"“12345” is not a name: it contains no letter."}
        page = page.form("cells", "act=mend").send("act=check", out=["3"])
        page = page.form("cells", "act=take").send("act=take")
        assert "4 entrants registered as no. 4 to 7" in page.text

    def _send_file(self, in_file: list[Row]) -> None:
        book = openpyxl.Workbook()
        book.active.append(["Name", "Verein", "Dame", "Senior"])
        for row in in_file:
            marks = ["x" if mark in row["marks"] else "" for mark in ("lady", "senior")]
            book.active.append([row["name"], row["club"], *marks])
        content = io.BytesIO()
        book.save(content)
        upload = SimpleUploadedFile("liste.xlsx", content.getvalue(), content_type=XLSX)
        page = self.office("tables:add").link("From a file").form("file").send(file=upload)
        page = page.form("cells", "act=take").send("act=take")
        assert "5 entrants registered as no. 8 to 12" in page.text

    def _register_themselves(self, public: list[Row]) -> None:
        closed = Visitor().get(self.url("tables:self-registration"))
        assert not closed.offers("name", "entry_key")
        self.office("tables:desk").form("is_open=yes").send("is_open=yes")
        for row in public:
            page = Visitor().get(self.url("tables:self-registration"))
            page = page.form("name", "entry_key").send(name=row["name"], club=row["club"])
            assert given(page, "start-number-figure") == int(row["number"])
        self.office("tables:desk").form("is_open=no").send("is_open=no")

    def mark_present(self) -> None:
        page = self.office("tables:desk").form("mark=all present on").send("mark=all present on", sure=True)
        assert {one.attrs["aria-pressed"] for one in _toggles(page, "present")} == {"true"}
        page = self.office("tables:desk").form("mark=1 paid on").send("mark=1 paid on")
        assert [one.attrs["id"] for one in _toggles(page, "paid") if one.attrs["aria-pressed"] == "true"] == ["paid-1"]

    # A series ---------------------------------------------------------------------------------------------------

    def draw(self, series: int, *, public: str) -> None:
        """Draw, bring everyone into the reference's seats by swaps, the first of them by the page, publish."""
        alone = {"scope": "this"} if series == 1 else {}
        page = self.office("scoring:seat-plan", series=series).form("public").send(public=public, **alone)
        wanted = [NUMBER[name] for table in range(1, 5) for name in TABLES[series, table]]
        sits = _seats(page)
        assert sorted(sits) == sorted(wanted)
        first = next((at for at, number in enumerate(wanted) if sits[at] != number), None)
        if first is not None:
            page = page.form("act=look").send("act=look", swap=[sits[first], wanted[first]])
            page = page.form("act=swap", "because").send(because="as in the reference")
            sits = _seats(page)
        acts = {"because": "as in the reference", "by": User.objects.get(username="direktor"), "now": timezone.now()}
        held = Series.objects.get(number=series)
        for at, number in enumerate(wanted):
            if sits[at] != number:
                swap_seats(series_id=held.pk, numbers=(sits[at], number), **acts)
                other = sits.index(number)
                sits[at], sits[other] = number, sits[at]
        page = self.office("scoring:seat-plan", series=series)
        assert _seats(page) == wanted
        assert Visitor().get(self.url("tables:seats", series=series)).status == 404
        page = page.form("action=publish").send("action=publish")
        assert _seats(Visitor().get(self.url("tables:seats", series=series))) == wanted

    def start(self, series: int) -> dict[int, Page]:
        """Start a series; return the list of every table as the phone that scanned its card sees it."""
        self.office("scoring:board", series=series).form("action=start").send("action=start")
        cards = self.office("scoring:keys", series=series).root.all("li", "key-card")
        links = {int(card.one(css="table-number").text): card.one(css="key-link").text for card in cards}
        assert sorted(links) == [1, 2, 3, 4]
        phones = {table: Visitor().get(re.sub("^https?://[^/]+", "", link)) for table, link in links.items()}
        assert {page.url for page in phones.values()} == {
            self.url("scoring:list", series=series, table=table) for table in links
        }
        return phones

    def play(self, series: int, table: int, page: Page) -> Page:
        """Enter a table's deals; return its page with the sums."""
        names = TABLES[series, table]
        for row in deals_of(series, table):
            seat = names.index(row["declarer"]) + 1 if row["declarer"] else None
            if row["entry"] == "corrected":
                page = self._correct(page, row)
            elif row["entry"] != "by the appeal":
                assert f"dealer: {row['dealer']}" in page.text
                page = page.form("declarer", "outcome=won").send(button(row), tapped(row, seat=seat))
            assert page.status == 200, page.errors
        whole = page.visitor.get(f"{page.url}?deals").root.one("ol", "deals")
        entered = {row["deal"]: row for row in deals_of(series, table) if row["entry"] != "by the appeal"}
        assert [line.one("b").text for line in whole.all("li")] == [
            shown(row["points"]) if row["declarer"] else "" for row in reversed(entered.values())
        ]
        return page.link("Check and sign")

    def _correct(self, page: Page, row: Row) -> Page:
        page = page.link("Wrong? Correct it")
        form = page.form("because", "agreed")
        refused = form.send(button(row), schneider=True, because="Schneider was forgotten")
        assert refused.status == 422
        assert "needs the consent of all players" in refused.text
        return refused.form("because", "agreed").send(button(row), agreed=True)

    def sign(self, series: int, table: int, page: Page) -> Page:
        """Let every player of a table confirm, then sign; the sums are those worked out by hand."""
        expected = results_of(series, table, before_appeal=True)
        assert [one.one("strong").text for one in page.root.one(css="signatures").all("li")] == [
            shown(row["performance"]) for row in expected
        ]
        for place in range(1, len(TABLES[series, table]) + 1):
            assert not page.offers("action=sign")
            form = page.forms("place", "heard_by", "action=confirm")[0]
            assert form.holds()["place"] == [str(place)]
            page = form.send("action=confirm", heard_by=1 if place > 1 else 2)
        page = page.form("action=sign").send("action=sign")
        assert "igned and closed" in page.text
        assert not page.offers("declarer", "outcome=won")
        return page

    def type_totals(self, series: int, table: int) -> None:
        """Type the results of a paper list: that closes it for the signatures on the paper."""
        names = ("game_points", "won", "lost")
        values = {f"s{row['seat']}-{name}": row[name] for row in totals_of(series, table) for name in names}
        typed = [int(row["won"]) + int(row["lost"]) for row in totals_of(series, table)]
        values["passed"] = len(typed) - sum(typed)  # the lists have one round
        page = self.office("scoring:type-totals", series=series, table=table).form("s1-won").send(values=values)
        assert f"Table {table} is closed as signed on paper." in page.text
        page = self.office("scoring:list", series=series, table=table)
        assert "Signed and closed:" in page.text

    def close(self, series: int) -> None:
        page = self.director.get(self.url("scoring:board", series=series), close="")
        page = page.form("action=close").send("action=close")
        assert page.status == 200, page.errors
        twice = self.director.forge(self.url("scoring:board", series=series), action="close")
        assert twice.status == 422
        assert f"Series {series} has been closed already." in twice.text

    def play_series(self, series: int, phones: dict[int, Page]) -> dict[int, Page]:
        """Play and sign every list, then close the series; before the last signature it is refused."""
        for table in [4, 3, 2, 1]:
            if totals_of(series, table):
                self.type_totals(series, table)
            else:
                signing = self.play(series, table, phones[table])
                if table == 1:
                    refused = self.director.forge(self.url("scoring:board", series=series), action="close")
                    assert refused.status == 422
                    assert "the lists of these tables are not signed: 1" in refused.text
                    assert not self.office("scoring:board", series=series).offers("action=close")
                phones[table] = self.sign(series, table, signing)
        self.close(series)
        return phones

    # Standings and appeals --------------------------------------------------------------------------------------

    def standings(self) -> list[dict[str, str]]:
        """Return the ranking everybody sees, line by line, each cell under its heading."""
        return listed(Visitor().get(self.url("scoring:standings")))

    def appeal(self, page: Page, *, by: str, deal: int, text: str) -> Page:
        """File an appeal on a table's phone."""
        page = page.visitor.get(page.url).link("File an appeal")
        return page.form("appellant", "text").send(appellant=NUMBER[by], deal=deal, text=text)

    def decide(self) -> None:
        """Dismiss the late appeal; uphold the other one and correct its deal; neither can be decided again."""
        page = self.judge.get(self.url("scoring:case", kind="appeal", number=1))
        late = {"verdict": "dismissed", "sentence": "The deal stays.", "reasons": "Too late.", "clauses": "ISkO 4.5.10"}
        page = page.form("verdict", "reasons").send("action=preview", **late).form("verdict").send(action="decide")
        assert "The appeal is dismissed" in page.text
        form = self.judge.get(self.url("scoring:case", kind="appeal", number=2)).form("verdict", "reasons", "orders")
        assert [form.holds()[name] for name in ("declarer", "game", "matadors")] == [["2"], ["grand"], ["3"]]
        said = {"sentence": "The Grand was with 2.", "reasons": "All four say so.", "clauses": "SkWO 7.2.5"}
        preview = form.send("action=preview", verdict="upheld", orders="stated", matadors=2, **said)
        assert preview.status == 200, preview.errors
        assert "Inge Möller wins Grand with 2: 72" in preview.text
        page = preview.form("verdict").send(action="decide")
        assert page.status == 200, page.errors
        assert "The appeal is upheld" in page.text
        assert "Inge Möller wins Grand with 2: 72" in page.text
        assert "Inge Möller wins Grand with 3: 96" in page.text
        twice = form.send("action=preview", verdict="dismissed", **said | {"reasons": "On second thoughts."})
        assert twice.status == 422
        assert "The decision of the tribunal is final (SkWO 9.10)" in twice.text

    def end_page(self) -> Page:
        return self.director.get(f"{self.url('scoring:office')}?end")


def registration(row: Row, *, name: bool = True) -> dict[str, Any]:
    return {
        "name": row["name"] if name else "",
        "club": row["club"],
        "classes": [code for mark, code in CODE_OF.items() if mark in row["marks"]],
        "present": True,
    }


def given(page: Page, css: str) -> int:
    """Return the start number that was given."""
    return int(re.findall(r"\d+", page.root.one(css=css).text)[0])


def _toggles(page: Page, mark: str) -> list[Any]:
    return [one for one in page.root.all("button", "toggle") if one.attrs["id"].startswith(f"{mark}-")]


def _seats(page: Page) -> list[int]:
    """Return the start numbers in the order of tables and seats."""
    return [int(one.text.split()[-1]) for one in page.root.one("ol", "seats").all(css="seat-start")]


COLUMNS = {
    "No.": "number",
    "Name": "name",
    "Series 1": "series_1",
    "Series 2": "series_2",
    "Series 3": "series_3",
    "Total": "total",
    "Won": "won",
    "Lost": "lost",
}
"""What stands under which heading of the page, and in which column of the file."""


def expected() -> list[Row]:
    """Return the ranking worked out by hand, with ranks in the order of the lots where only a lot decides."""
    lots = {str(number): lot for number, lot in Lot.objects.values_list("entrant__number", "number")}
    by_lot = [row for row in RANKING if row["why"].endswith("by lot")]
    assert [row["name"] for row in by_lot] == ["Bernd Krause", "Frank Peters"]
    drawn = iter(sorted(by_lot, key=lambda row: lots[row["number"]]))
    lines = [next(drawn) if row in by_lot else row for row in RANKING]
    return [{**row, "rank": str(rank)} for rank, row in enumerate(lines, start=1)]


@pytest.fixture
def day(db: None) -> Iterator[Day]:
    factories.user("direktor")
    with time_machine.travel(datetime(2026, 5, 16, 8, 0, tzinfo=BERLIN), tick=False) as clock:
        yield Day(clock)


@pytest.mark.thorough
def test_a_whole_day_from_the_first_registration_to_the_final_ranking(day):
    day.create()
    day.engage_judge()
    day.register()
    day.mark_present()

    day.at("9:50")
    day.draw(1, public="altenburg")
    day.at("10:00")
    first = day.play_series(1, day.start(1))
    assert [line["Name"] for line in day.standings()][:3] == ["Clara Vogt", "Inge Möller", "Ludwig Fuchs"]

    day.at("12:00")
    page = day.office("scoring:entrant", number=14).form("act=withdraw").send("act=withdraw")
    assert "withdrawn" in page.text.lower()
    page = day.office("tables:desk").form("name", "entry_key").send(**registration(ENTRANTS[14]))
    assert given(page, "given-number") == 15
    day.draw(2, public="altenburg")
    day.at("13:00")
    phones = day.start(2)
    late = day.appeal(first[2], by="Gerda Weiß", deal=4, text="I never bid 33.")
    assert "logged after the deadline and marked late" in late.text
    day.play_series(2, phones)

    # The reference's seats in series 3 are the standing, but for No. 14, who has gone.
    standing = [line["Name"] for line in day.standings() if line["Name"] != "Norbert Zöllner"]
    assert standing == [name for table in range(1, 5) for name in TABLES[3, table]]
    day.at("15:00")
    day.draw(3, public="altenburg")
    day.at("15:30")
    third = day.play_series(3, day.start(3))
    assert [line["Name"] for line in day.standings()][:2] == ["Inge Möller", "Anna Berg"]

    day.at("18:00")
    page = day.end_page().form("day", "time").send("action=state")
    assert page.status == 200, page.errors
    day.at("18:10")
    page = day.appeal(third[1], by="Anna Berg", deal=1, text="The jack of hearts was mine: the Grand was with 2.")
    assert "in time" in page.text
    refused = day.director.forge(day.url("scoring:office") + "?end", action="release")
    assert refused.status == 422
    assert "Appeals are possible until" in refused.text
    assert not day.end_page().offers("action=release")
    day.at("18:15")
    refused = day.director.forge(day.url("scoring:office") + "?end", action="release")
    assert "An appeal is not decided yet: no. 1, 2." in refused.text
    assert "provisional" not in Visitor().get(day.url("scoring:standings")).text

    day.decide()
    page = day.end_page().form("action=release").send("action=release")
    assert "final" in page.text.lower()

    ranking = expected()
    assert [{name: line[name] for name in ("Rank", *COLUMNS)} for line in day.standings()] == [
        {"Rank": row["rank"], **{heading: shown(row[name]) or "–" for heading, name in COLUMNS.items()}}
        for row in ranking
    ]
    assert journal.first_broken_line(Tournament.objects.get()) is None
    assert_paper_says_the_same(day, ranking)
    assert_workbook_says_the_same(day, ranking)


def assert_paper_says_the_same(day: Day, ranking: list[Row]) -> None:
    answer = Visitor().client.get(day.url("scoring:standings-pdf"))
    assert answer["Content-Type"] == "application/pdf"
    with pypdfium2.PdfDocument(answer.content) as pdf:
        printed = " ".join(pdf[0].get_textpage().get_text_range().split())
    columns = [name for heading, name in COLUMNS.items() if heading not in {"No.", "Name"}]
    lines = [
        [row["rank"], row["number"], row["name"], *((shown(row[name]) or "–") for name in columns)] for row in ranking
    ]
    told = [
        rf"\b{rank}(L?) {number} {re.escape(name)} (?:.*? )?{' '.join(points)}" for rank, number, name, *points in lines
    ]
    found = re.search(".*".join(told), printed)
    assert found, printed
    assert found.groups().count("L") == 2
    assert "L: only a lot decided the place" in printed


def assert_workbook_says_the_same(day: Day, ranking: list[Row]) -> None:
    answer = day.director.client.get(day.url("scoring:results-xlsx"))
    book = openpyxl.load_workbook(io.BytesIO(answer.content))
    headings, *lines = below(book.worksheets[0])
    found = [dict(zip(headings, line, strict=True)) for line in lines]
    wanted = {"Rank": "rank", "Start number": "number", **COLUMNS}
    del wanted["No."]
    assert [{heading: str("" if line[heading] is None else line[heading]) for heading in wanted} for line in found] == [
        {heading: row[name] for heading, name in wanted.items()} for row in ranking
    ]
    assert [len([*below(sheet)]) - 1 for sheet in book.worksheets[1:-1]] == [14, 14, 14]
