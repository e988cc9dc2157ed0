"""Bad input about entrants: names, pasted lists, files. A sentence, what was typed kept, nothing lost."""

import io
import zipfile
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tests import factories
from tests.flows.pages import Visitor, url

pytestmark = pytest.mark.django_db


class TestNames:
    ABSURD = {
        "too long": "Erna " * 20,
        "far too long": "x" * 20_000,
        "only digits": "12345",
        "only a dash": "–",
        "only smiles": "😀😀",
    }

    @pytest.mark.parametrize("name", ABSURD.values(), ids=list(ABSURD))
    def test_an_absurd_one_is_refused_beside_the_field_and_stays_there(self, director, name):
        factories.tournament()
        page = director.get(url("tables:desk")).form("name", "entry_key").send(name=name, club="SC Herz Dame")

        assert page.status == 422
        assert page.errors
        assert page.form("name", "entry_key").holds()["name"] == [name]
        assert page.form("name", "entry_key").holds()["club"] == ["SC Herz Dame"]
        assert not Entrant.objects.exists()

    ODD = {
        "a script": "<script>alert(1)</script>",
        "a formula": "=HYPERLINK(A1)",
        "right to left": "شلومو ‮كوهين",
        "with a null": "Erna\x00 Schulz",
        "in a language of its own": "Zoë Ångström-Đặng",
        "apostrophes": 'O\'Neill "Kid"',
    }

    @pytest.mark.parametrize("name", ODD.values(), ids=list(ODD))
    def test_an_odd_one_is_only_text(self, director, name):
        factories.tournament()
        page = director.get(url("tables:desk")).form("name", "entry_key").send(name=name)

        assert page.status in {200, 422}
        for entrant in Entrant.objects.all():
            assert entrant.name in director.get(url("tables:desk")).text
            assert "<script>alert" not in Visitor().get(url("tables:entrants")).response.content.decode()

    def test_at_the_desk_none_is_needed_and_in_public_one_is(self, director):
        factories.tournament(registration_open=True)

        assert director.get(url("tables:desk")).form("name", "entry_key").send("nameless=on", name="  ").status == 200
        page = Visitor().get(url("tables:self-registration")).form("name", "entry_key").send(name="  ", club="Gera")

        assert page.status == 422
        assert "Please say who you are." in page.text
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
        page = director.get(url("tables:paste")).form("lines").send(lines=text)

        assert page.status == 422
        assert "The list has more than 5000 lines" in page.text
        assert page.form("lines").holds()["lines"] == [text]
        assert not Entrant.objects.exists()

    def test_six_megabytes_are_refused_with_a_sentence(self, director):
        factories.tournament()
        page = director.get(url("tables:paste")).form("lines").send(lines="x" * 6_000_000)

        assert page.status in {400, 413, 422}
        assert len(page.main.text) > 20

    def test_rows_that_are_wrong_are_named_and_none_is_lost(self, director):
        factories.tournament()
        lines = ["Erna Schulz", "???", "Otto Kurz; ; ; kaiser", "x" * 200, "Anna, Bernd, Clara, Dora", "Karl Ö."]
        page = director.get(url("tables:paste")).form("lines").send(lines="\n".join(lines))
        bad = page.root.one("ul", "review-rows").all("li")

        assert [row.one("strong").text for row in bad] == ["Line 2", "Line 3", "Line 4", "Line 5"]
        assert all(row.all(css="bad-sentence") for row in bad)
        page = page.form("cells", "act=take").send("act=take")
        assert list(Entrant.objects.values_list("name", flat=True)) == ["Erna Schulz", "Karl Ö."]
        held = page.form("cells", "act=mend").holds()
        assert [held[f"{line}.name"] for line in (2, 3, 4)] == [["???"], ["Otto Kurz"], ["x" * 200]]

    def test_the_same_list_sent_twice_counts_once(self, director):
        factories.tournament()
        page = director.get(url("tables:paste")).form("lines").send(lines="Erna Schulz\nOtto Kurz")
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

    @pytest.mark.thorough(after=5)
    @pytest.mark.parametrize("content", BROKEN.values(), ids=list(BROKEN))
    def test_a_broken_one_is_refused_with_a_sentence(self, director, content):
        factories.tournament()
        upload = SimpleUploadedFile("liste.xlsx", content())
        page = director.get(url("tables:intake-file")).form("file").send(file=upload)

        assert page.status in {200, 413, 422}
        assert page.errors or "Please check." in page.text or "more than the site takes at once" in page.text
        assert not Entrant.objects.exists()

    def test_none_at_all_is_asked_for(self, director):
        factories.tournament()
        page = director.get(url("tables:intake-file")).form("file").send()

        assert page.status == 422
        assert "Please choose a file." in page.text

    def test_rows_that_are_wrong_are_named(self, director):
        factories.tournament()
        upload = SimpleUploadedFile("liste.xlsx", workbook(["Name", "Verein"], ["Erna Schulz", "Gera"], [42, "Gera"]))
        page = director.get(url("tables:intake-file")).form("file").send(file=upload)

        assert [row.one("strong").text for row in page.root.one("ul", "review-rows").all("li")] == ["Line 3"]
        assert not Entrant.objects.exists()
