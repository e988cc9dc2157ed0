"""Bad input of any kind, about entrants and lists: a sentence, what was typed kept, nothing lost, never a 500."""

import io
import zipfile
from typing import Any
from uuid import uuid4

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.lists.models import DealRow, TotalsRow
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.support import factories
from tests.support.everything_public import shown
from tests.support.page_reader import Form, Page, Visitor, addresses, url

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

QUERIES = ("q=%00", "page=99999999999999999999", "page=x", "order=x", "sort=-x", "given=x", "only=x", "player=%00")

QUERIES += ("club=%00", "since=x", "from=9999-99-99", "rows=-1", "series=0", "ranking=x", "scenes=x", "me=%00&q=%00")

ASKED = (
    *("tables:desk", "tables:entrants", "scoring:standings", "tables:journal", "scoring:statistics"),
    *("scoring:embed", "scoring:season-embed", "scoring:share", "scoring:hall-screen", "scoring:hall-now"),
    *("scoring:standings-csv",),
)


NONSENSE = ["", "\x00", "9" * 30, "<b>\u202e💣 &amp; ²"]


def nonsensical_answers(visitor: Visitor, address: str) -> list[tuple[str, int]]:
    """Send every form of a page with every field filled with nonsense; return the addresses and answers."""
    page = visitor.get(address)
    answers = [(address, page.status)]
    for form in page.forms():
        action = form.element.attrs.get("action") or page.url
        if form.element.attrs.get("method") != "post" or "sign-out" in action or "language" in action:
            continue
        for nonsense in NONSENSE:
            data = dict.fromkeys((one.attrs["name"] for one in form.inputs), nonsense)
            for kept in ("csrfmiddlewaretoken", "act", "action"):
                if kept in form.holds():
                    data[kept] = form.holds()[kept][0]
            answers.append((action, visitor.post(action, data).status))
    return answers


@pytest.mark.thorough
def test_no_form_of_any_page_breaks_on_nonsense(director):
    made = factories.tournament(entrants=8, series=2)
    row = factories.list_of(factories.running_series(made))
    factories.enter(row, (2, factories.GRAND))
    director.forge(url("scoring:case-new", kind="appeal"), appellant=1, table=1, deal=1, text="x", entry_key=uuid4())
    factories.judge(made, "direktor")
    shown(made)
    place = {"slug": "cup", "series": 1, "table": 1, "deal": 1, "number": 1, "line": 1, "key": row.table.key}

    answers = [
        answer
        for name, address in addresses(**place).items()
        if not name.endswith(("pdf", "xlsx", "csv", "calendar", "feed"))
        for answer in nonsensical_answers(director, address)
    ]

    assert len(answers) > 60
    assert [answer for answer in answers if answer[1] >= 500] == []


@pytest.mark.thorough
def test_no_address_breaks_on_absurd_numbers(director):
    factories.judge(factories.running_list().table.series.tournament, "direktor")
    place = {"slug": "cup", "key": "x" * 999}
    place |= dict.fromkeys(["series", "table", "deal", "number", "line"], 10**25)

    for name, address in addresses(**place).items():
        if any(str(10**25) in part or "x" * 999 in part for part in address.split("/")):
            assert director.get(address).status in {404, 405}, name
    for query in QUERIES:
        for name in ASKED:
            assert director.get(f"{url(name)}?{query}").status < 500, (name, query)
        for address in ("/", "/clubs/", "/events.ics", "/api/v1/tournaments/"):
            assert director.get(f"{address}?{query}").status < 500, (address, query)


class TestNames:
    ABSURD = {
        "too long": "Erna " * 20,
        "far too long": "x" * 20_000,
        "only digits": "12345",
        "only a dash": "–",
        "only smiles": "😀😀",
    }

    def test_an_absurd_one_is_refused_beside_the_field_and_stays_there(self, director):
        factories.tournament()
        form = director.get(url("tables:desk")).form("name", "entry_key")

        for what, name in self.ABSURD.items():
            page = form.send(name=name, club="SC Herz Dame")

            assert page.status == 422, what
            assert page.errors, what
            held = page.form("name", "entry_key").holds()
            assert (held["name"], held["club"]) == ([name], ["SC Herz Dame"]), what
            assert not Entrant.objects.exists(), what

    ODD = {
        "a script": "<script>alert(1)</script>",
        "a formula": "=HYPERLINK(A1)",
        "right to left": "شلومو ‮كوهين",
        "with a null": "Erna\x00 Schulz",
        "in a language of its own": "Zoë Ångström-Đặng",
        "apostrophes": 'O\'Neill "Kid"',
    }

    def test_an_odd_one_is_only_text(self, director):
        factories.tournament()

        for what, name in self.ODD.items():
            page = director.get(url("tables:desk")).form("name", "entry_key").send(name=name)
            assert page.status in {200, 422}, what
        desk = director.get(url("tables:desk")).text
        assert [one.name for one in Entrant.objects.all() if one.name not in desk] == []
        assert Entrant.objects.exists()
        assert "<script>alert" not in Visitor().get(url("tables:entrants")).response.content.decode()

    def test_at_the_desk_none_is_needed_and_in_public_one_is(self, director):
        factories.tournament(registration_open=True)

        assert director.get(url("tables:desk")).form("name", "entry_key").send("nameless=on", name="  ").status == 200
        page = Visitor().get(url("tables:self-registration")).form("name", "entry_key").send(name="  ", club="Gera")

        assert page.status == 422
        assert "This field is required." in page.text
        assert page.form("name", "entry_key").holds()["club"] == ["Gera"]
        assert Entrant.objects.get().called == "No. 1"

    def test_a_tournament_needs_a_name_a_place_and_days_in_order(self, director):
        page = director.get(f"{reverse('tables:tournament-new')}?empty=1").form("name", "rounds")
        page = page.send(name="", place=" ", starts_on="2026-05-16", ends_on="2026-05-15", rounds=99, entry_fee="-1")

        assert page.status == 422
        assert len(page.errors) >= 5
        held = page.form("name", "rounds").holds()
        assert (held["ends_on"], held["rounds"], held["entry_fee"]) == (["2026-05-15"], ["99"], ["-1"])
        assert not Tournament.objects.exists()


class TestLists:
    def test_ten_thousand_pasted_lines_are_refused_and_stay_in_the_box(self, director):
        factories.tournament()
        text = "\n".join(f"Spieler {n}" for n in range(10_000))
        page = director.get(url("tables:add")).form("lines").send(lines=text)

        assert page.status == 422
        assert "The list has more than 5000 lines" in page.text
        assert page.form("lines").holds()["lines"] == [text]
        assert not Entrant.objects.exists()

    def test_six_megabytes_are_refused_with_a_sentence(self, director):
        factories.tournament()
        page = director.get(url("tables:add")).form("lines").send(lines="x" * 6_000_000)

        assert page.status in {400, 413, 422}
        assert len(page.main.text) > 20

    def test_rows_that_are_wrong_are_named_and_none_is_lost(self, director):
        factories.tournament()
        lines = ["Erna Schulz", "???", "Otto Kurz; ; ; kaiser", "x" * 200, "Anna, Bernd, Clara, Dora", "Karl Ö."]
        page = director.get(url("tables:add")).form("lines").send(lines="\n".join(lines))
        bad = page.root.one("ul", "review-rows").all("li")

        assert [row.one("strong").text for row in bad] == ["Line 2", "Line 3", "Line 4", "Line 5"]
        assert all(row.all(css="bad-sentence") for row in bad)
        page = page.form("cells", "act=take").send("act=take")
        assert list(Entrant.objects.values_list("name", flat=True)) == ["Erna Schulz", "Karl Ö."]
        held = page.form("cells", "act=mend").holds()
        assert [held[f"{line}.name"] for line in (2, 3, 4)] == [["???"], ["Otto Kurz"], ["x" * 200]]

    def test_the_same_list_sent_twice_counts_once(self, director):
        factories.tournament()
        page = director.get(url("tables:add")).form("lines").send(lines="Erna Schulz\nOtto Kurz")
        form = page.form("cells", "act=take")

        form.send("act=take")
        again = form.send("act=take")

        assert Entrant.objects.count() == 2
        assert again.status == 422
        assert again.errors


def workbook(*lines: list[Any]) -> bytes:
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append(line)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def zipped(**files: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return content.getvalue()


def bomb() -> bytes:
    """A workbook of a few kilobytes whose one sheet unpacks to two hundred megabytes."""
    content = io.BytesIO(workbook(["Name"]))
    archive = zipfile.ZipFile(content, "a", zipfile.ZIP_DEFLATED)
    with archive, archive.open("xl/worksheets/sheet9.xml", "w") as sheet:
        for _megabyte in range(200):
            sheet.write(b" " * 1_000_000)
    return content.getvalue()


class TestFiles:
    BROKEN = {
        "empty": lambda: b"",
        "noise": lambda: bytes(range(256)) * 40,
        "cut off": lambda: workbook(["Name"], ["Erna Schulz"])[:900],
        "another zip": lambda: zipped(hello=b"world"),
        "a picture": lambda: b"\x89PNG\r\n\x1a\n" + b"\0" * 2000,
        "a PDF": lambda: b"%PDF-1.7\n" + b"x" * 500,
        "an old workbook": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 2000,
        "too big": lambda: b"PK\x03\x04" + b"\0" * 6_000_000,
        "a bomb": bomb,
        "no names in it": lambda: workbook(["Stadt", "Land"], ["Altenburg", "Thüringen"]),
        "nobody in it": lambda: workbook(["Name", "Verein"]),
    }

    def test_a_broken_one_is_refused_with_a_sentence(self, director):
        factories.tournament()
        form = director.get(url("tables:add") + "?at=file").form("file")

        for name, content in self.BROKEN.items():
            page = form.send(file=SimpleUploadedFile("liste.xlsx", content()))

            assert page.status in {200, 413, 422}, name
            assert page.errors or "Please check." in page.text or "more than the site takes at once" in page.text, name
            assert not Entrant.objects.exists(), name

    def test_none_at_all_is_asked_for(self, director):
        factories.tournament()
        page = director.get(url("tables:add") + "?at=file").form("file").send()

        assert page.status == 422
        assert "Please choose a file." in page.text

    def test_rows_that_are_wrong_are_named(self, director):
        factories.tournament()
        upload = SimpleUploadedFile("liste.xlsx", workbook(["Name", "Verein"], ["Erna Schulz", "Gera"], [42, "Gera"]))
        page = director.get(url("tables:add") + "?at=file").form("file").send(file=upload)

        assert [row.one("strong").text for row in page.root.one("ul", "review-rows").all("li")] == ["Line 3"]
        assert not Entrant.objects.exists()


def deal(form: Form, **fields: Any) -> Page:
    """Send a deal as no page would."""
    data = {name: values[0] for name, values in form.holds().items()}
    return form.page.visitor.post(form.page.url, {**data, "outcome": "won", **fields})


GRAND = {"declarer": 2, "game": "grand", "matadors": 2}


class TestDeals:
    def form(self, phone: Visitor) -> Form:
        return phone.get(url("scoring:list", series=1, table=1)).form("declarer", "outcome=won")

    def test_sent_twice_is_entered_once(self, phone):
        form = self.form(phone)

        pages = [deal(form, **GRAND), deal(form, **GRAND)]

        assert [page.status for page in pages] == [200, 200]
        assert "Deal 2 of 4" in pages[1].text
        assert DealRow.objects.count() == 1

    def test_sent_again_with_other_content_is_refused(self, phone):
        form = self.form(phone)
        deal(form, **GRAND)

        page = deal(form, **{**GRAND, "declarer": 3})

        assert page.status == 422
        assert "This has been sent already with something else in it." in page.text
        assert DealRow.objects.get().declarer == 2

    def test_the_same_number_from_two_phones_is_entered_once(self, phone):
        first, second = self.form(phone), self.form(phone)
        deal(first, **GRAND)

        page = deal(second, **{**GRAND, "declarer": 3})

        assert page.status == 422
        assert "Deal 1 has been entered already." in page.text
        assert page.form("declarer", "outcome=won").holds()["declarer"] == ["3"]

    def test_for_a_signed_list_is_refused(self, phone):
        form = self.form(phone)
        row = factories.list_of(Series.objects.get())
        factories.fill(row)
        factories.confirm_and_sign(row)

        page = deal(form, **GRAND)

        assert page.status == 422
        assert "The list is signed." in page.text
        assert "What was sent: deal 1, Spieler 2: Grand with 2" in page.text
        assert DealRow.objects.count() == 4

    def test_for_a_closed_series_is_refused(self, phone):
        form = self.form(phone)
        factories.close_series(Series.objects.get())

        assert deal(form, **GRAND).status == 422
        assert DealRow.objects.count() == 4

    def test_a_fifth_of_four_is_refused(self, phone):
        form = self.form(phone)
        factories.fill(factories.list_of(Series.objects.get()))

        page = deal(form, **GRAND, number=5)

        assert page.status == 422
        assert "The series has fewer deals. (SkWO 6.2)" in page.text

    def test_everything_wrong_is_said_at_once_and_kept(self, phone):
        page = deal(self.form(phone), **{**GRAND, "matadors": 5}, declarer_="", schwarz="on", bid="19")

        assert page.status == 422
        assert "at most 4 in Grand" in page.text
        assert "ISkO 3.3.1" in page.text
        held = page.form("declarer", "outcome=won").holds()
        assert (held["declarer"], held["game"], held["matadors"], held["schwarz"]) == (["2"], ["grand"], ["5"], ["on"])

    NONSENSE = (
        {"number": "x"},
        {"number": "-1"},
        {"number": "99999999999999999999"},
        {"number": "7"},
        {"declarer": "1"},
        {"declarer": "9"},
        {"declarer": ""},
        {"game": "poker"},
        {"game": ""},
        {"matadors": "0"},
        {"matadors": "12"},
        {"matadors": "²"},
        {"matadors": ""},
        {"bid": "1e9"},
        {"bid": "-18"},
        {"bid": "19", "overbid": "on"},
        {"overbid": "on"},
        {"outcome": "maybe"},
        {"outcome": "passed"},
        {"entry_key": "nonsense"},
        {"entry_key": ""},
        {"game": "null"},
    )

    def test_nonsense_is_refused_with_a_sentence(self, phone):
        form = self.form(phone)

        for nonsense in self.NONSENSE:
            page = deal(form, **{**GRAND, **nonsense})

            assert page.status == 422, nonsense
            assert len(page.root.one(id="refused").text) > 20, nonsense
            assert not DealRow.objects.exists(), nonsense

    def test_a_deal_that_is_not_there_has_no_page(self, phone):
        for number in (1, 99, 99999999999999999999):
            assert phone.get(url("scoring:deal", series=1, table=1, deal=number)).status == 404


class TestSigning:
    def test_an_unfinished_list_is_neither_confirmed_nor_signed(self, phone):
        place = url("scoring:sign", series=1, table=1)
        page = phone.get(place)
        assert not page.offers("action=confirm")

        page = phone.forge(place, action="confirm", place=1, version=0, heard_by=2)
        assert "Deals are still missing" in page.text
        page = phone.forge(place, action="sign")
        assert "Not everyone has confirmed yet" in page.text

    def test_a_confirmation_needs_a_signature_a_seat_and_the_list_as_it_is(self, phone):
        factories.fill(factories.list_of(Series.objects.get()))
        form = phone.get(url("scoring:sign", series=1, table=1)).forms("place", "action=confirm")[0]

        page = form.send("action=confirm")
        assert page.status == 422
        assert "Nothing is signed yet" in page.text
        page = form.send("action=confirm", place=9)
        assert page.status == 422
        page = form.send("action=confirm", version=1)
        assert "Somebody else has changed this in the meantime" in page.text
        page = form.send("action=confirm", place="x", version="y", drawing="z" * 500)
        assert page.status == 422
        assert not page.root.all("p", "good")


class TestPaper:
    IMPOSSIBLE = (
        ("abc", "1", "0"),
        ("", "", ""),
        ("72", "-1", "0"),
        ("99999999999", "1", "0"),
        ("19", "1", "0"),
        ("72", "9", "9"),
    )

    def test_results_that_cannot_be_are_refused_and_kept(self, director):
        factories.running_list(seats=3)
        form = director.get(url("scoring:type-totals", series=1, table=1)).form("s1-won")
        names = ("game_points", "won", "lost")
        zeros = {f"s{seat}-{name}": "0" for seat in (2, 3) for name in names}

        for line in self.IMPOSSIBLE:
            page = form.send(values={**zeros, **{f"s1-{name}": value for name, value in zip(names, line, strict=True)}})

            assert page.status == 422, line
            assert len(page.root.one(css="alert-error").text) > 20, line
            held = page.form("s1-won").holds()
            assert [held[f"s1-{name}"] for name in names] == [[value] for value in line]
            assert not TotalsRow.objects.exists(), line

    def test_a_whole_list_with_bad_lines_names_each_enters_nothing_and_keeps_all(self, director):
        factories.running_list(seats=3)
        form = director.get(url("scoring:type-list", series=1, table=1)).form("d1", "check=again")
        lines = {"d1": "1g2", "d2": "1g99", "d3": "1x"}

        page = form.send("check=again", lines)

        assert page.status == 422
        assert page.text.count("That many matadors do not exist") == 1
        assert [line.attrs["id"] for line in page.root.all("tr", "is-wrong")] == ["row-2", "row-3"]
        assert {name: value for name, (value,) in page.form("d1").holds().items() if name in lines} == lines
        assert not DealRow.objects.exists()

    def test_an_empty_one_is_no_list(self, director):
        factories.running_list(seats=3)
        page = director.get(url("scoring:type-list", series=1, table=1)).form("d1").send("check=again")

        assert page.status == 422
        assert "No deal was filled in." in page.text
