"""The whole record of an event in one file: made outside the request, known to the journal, every change shows."""

import hashlib
import io
import json
import subprocess
import zipfile
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from uuid import uuid4

import openpyxl
import pypdfium2
import pytest
import zxingcpp
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import models
from django.utils.translation import override

from scoring.archive.packing import contents, record
from scoring.archive.packing.contents import CheckRefused, check_archive, pack
from scoring.archive.packing.record import word_of
from scoring.disputes import models as disputes
from scoring.lists.models import Confirmation, DealRow, GameListRow, SeatResult, TotalsRow
from scoring.lists.services import entry
from scoring.management.commands.print_run import work
from scoring.paper.runs import runs
from scoring.paper.typesetting.pdf import CannotTypeset
from tables.accounts.models import Guess
from tables.clubs.models import Club
from tables.declared import way_to_event
from tables.draw.models import Draw, Table
from tables.journal import chain as journal
from tables.journal.models import JournalEntry
from tables.people.models import Entrant
from tables.tournaments.models import PlayerClass, Series, Tournament
from tables.tournaments.selectors.tournaments import keep_until
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING, GRAND_LOST
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.django_db


@remembered
def event() -> Tournament:
    """An event of two series, the first closed, with a corrected deal in the second."""
    made = factories.tournament(entrants=8, series=2)
    Entrant.objects.filter(number=1).update(name='=HYPERLINK("http://x","y")', classes=["ladies"])
    Entrant.objects.filter(number=2).update(name="Yvonne Ysop", shown_as="number")
    assign(ranking(made), Buben="3 4")
    factories.close_series(factories.running_series(made, 1))
    row = factories.list_of(factories.running_series(made, 2))
    factories.enter(row, (2, factories.GRAND))
    deal = entry.Deal(number=1, declarer=3, played=GRAND_LOST)
    told = {"because": "verschrieben", "entry_key": uuid4(), "by": factories.user(), "now": EVENING}
    entry.correct_deal(list_id=row.pk, deal=deal, **told)
    return made


def changed(packed: Path, *, leave_out: tuple[str, ...] = (), **contents: bytes) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(packed) as file, zipfile.ZipFile(out, "w") as other:
        for name in file.namelist():
            if name not in leave_out:
                other.writestr(name, contents.pop(name, None) or file.read(name))
        for name, content in contents.items():
            other.writestr(name, content)
    out.seek(0)
    return out


@pytest.fixture
def made():
    return event()


@pytest.fixture
def packed(tmp_path):
    """An archive of two files."""
    files = {"README.txt": b"Read me.", "record.json": b"[]"}
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in files.items())
    with zipfile.ZipFile(tmp_path / "cup.zip", "w") as file:
        for name, content in {**files, "SHA256SUMS": sums.encode()}.items():
            file.writestr(name, content)
    return tmp_path / "cup.zip"


NOT_IN_IT = {
    # Keys that open something, keys of forms, and what other columns of the record say.
    *("key", "secret", "entry_key", "id"),
    *("tournament", "series", "draw", "game_list", "appellant", "seat", "table"),
    *("entered_by", "voided_by", "signed_by", "filed_by", "decided_by", "by"),
    *("correction", "replaced", "replaced_by", "entry", "entrant", "substitute", "counts_from"),
    *("decision_key", "device", "call", "taken_by", "ended_by", "stated_by", "voided", "user", "plays_as"),
    *("objection", "ruling", "decision", "appeal", "named_by", "left_by", "person", "same_as"),
    # Told of whoever started with points alone.
    "brought",
    *("lift_key", "answer_key", "ordered_by", "lifted_by", "corrected_by", "raised_by", "answered_by"),
}


@pytest.mark.slow
def test_no_column_is_forgotten():
    for model in (
        *(Entrant, Series, GameListRow, DealRow, TotalsRow, Confirmation, SeatResult),
        *(disputes.Appeal, disputes.Objection, disputes.Statement, disputes.Ruling, disputes.TribunalMember),
        *(disputes.Panel, disputes.Measure, disputes.Correction, disputes.ResultQuery, Draw),
    ):
        there = {field.name for field in model._meta.concrete_fields}
        assert there - NOT_IN_IT <= set(record.columns(model)), model
    assert {field.name for field in JournalEntry._meta.concrete_fields} - NOT_IN_IT <= set(record.LINE)


def test_nothing_that_opens_something_is_told_of_any_row():
    opening = ("key", "secret", "device", "password", "words")
    # Of a table the record names what it tells; the words of a class are headings of files.
    for model in set(OF_AN_EVENT) - {Table, PlayerClass}:
        assert not {name for name in record.columns(model) if any(word in name for word in opening)}, model


@pytest.mark.slow
class TestPacked:
    @pytest.mark.thorough
    def test_the_papers_have_no_code_that_opens_anything_and_every_system_can_check_the_hashes(self, made, tmp_path):
        pytest.importorskip("weasyprint")
        with override("en"):
            pack(made, tmp_path / "cup.zip", now=EVENING)
        with zipfile.ZipFile(tmp_path / "cup.zip") as file:
            file.extractall(tmp_path / "unpacked")

        done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=tmp_path / "unpacked", check=False)
        papers = list((tmp_path / "unpacked/paper").glob("*.pdf"))
        assert (done.returncode, len(papers) >= 12) == (0, True)
        pages = [page for paper in papers for page in pypdfium2.PdfDocument(paper)]
        assert not any(zxingcpp.read_barcodes(page.render(scale=150 / 72).to_pil().convert("L")) for page in pages)

    @pytest.mark.usefixtures("untypeset")
    def test_it_has_papers_tables_every_entry_and_the_whole_chain_and_nothing_that_opens_a_list(self, made, tmp_path):
        """Its papers are drawn, not set."""
        with override("en"):
            pack(made, tmp_path / "cup.zip", now=EVENING)

        with (tmp_path / "cup.zip").open("rb") as whole:
            assert check_archive(whole).is_whole
        with zipfile.ZipFile(tmp_path / "cup.zip") as file:
            names = set(file.namelist())
            everything = b"".join(file.read(name) for name in names if not name.endswith(".xlsx"))
            record = json.loads(file.read("record.json"))
            named = [b"Ysop" in file.read(f"paper/{name}.pdf") for name in ("ranking", "entrants", "seats-of-series-1")]
            book = openpyxl.load_workbook(io.BytesIO(file.read("tables/entrants.xlsx")))
            csv = file.read("tables/entrants.csv")

        assert {"README.txt", "SHA256SUMS", "tables/deals.xlsx", "tables/deals.csv", "tables/entrants.csv"} <= names
        assert {f"paper/{name}.pdf" for name in ("ranking", "ranking-of-series-1", "seats-of-series-2")} <= names
        assert any(name.startswith("paper/ranking-1-mannschaften") for name in names)
        assert named == [True] * 3, "whoever hides his name is named there"
        assert (sum("sheets" in name for name in names), sum(name.endswith(".pdf") for name in names) >= 12) == (
            2,
            True,
        )
        second = record["series"][1]["tables"][0]["list"]["deals"]
        assert [(deal["points"], deal["voided_because"]) for deal in second] == [(72, "verschrieben"), (-144, "")]
        lists = [table["list"] for one in record["series"] for table in one["tables"] if table["list"]]
        assert sum(len(one["deals"]) for one in lists) == DealRow.objects.count()
        assert (len(record["journal"]), len(record["entrants"])) == (made.journal.count(), 8)
        opening = [said for table in Table.objects.all() for said in (table.key, table.words)]
        assert [one for one in (*opening, factories.user().password) if one.encode() in everything] == []
        # Text stays text.
        is_formula = b"'=HYPERLINK" not in csv
        assert (book.worksheets[0]["B5"].data_type, csv[:3], is_formula) == ("s", b"\xef\xbb\xbf", False)
        follow_the_chain(record["journal"])


def follow_the_chain(lines):
    """Reckon the hashes of the journal anew from what an archive says alone."""
    before = journal.START_OF_CHAIN
    for line in lines:
        at = datetime.fromisoformat(line["at"]).astimezone(UTC).isoformat(timespec="microseconds")
        data = line["data"]
        if salt := data.pop("salt", None):
            data["because"] = {"sha256": hashlib.sha256((salt + data["because"]).encode()).hexdigest()}
        for name, seal in data.get("seals", {}).items():
            # Hash and salt of what it sealed: in the chain is a hash of both, which stays when the salt goes.
            if seal and len(seal) == 2:
                data["seals"][name] = [hashlib.sha256("".join(seal).encode()).hexdigest()[:32]]
        facts = [before, line["number"], at, line["action"], line["by_id"], data]
        said = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        before = hashlib.sha256(said.encode()).hexdigest()
        assert before == line["hash"]


@pytest.mark.slow
class TestChecked:
    def test_every_change_is_named_and_a_file_hidden_behind_another_of_its_name_shows(self, packed):
        found = check_archive(changed(packed, leave_out=("README.txt",), **{"record.json": b"{}", "new.txt": b"x"}))

        said = (found.changed, found.missing, found.added, found.is_whole)
        assert said == (("record.json",), ("README.txt",), ("new.txt",), False)
        out = io.BytesIO(packed.read_bytes())
        with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(out, "a") as file:
            file.writestr("README.txt", b"x")
        assert check_archive(out).added == ("README.txt",)
        # Anything else is refused.
        for data in (b"", b"PK\x03\x04", b"x" * 1000):
            with pytest.raises(CheckRefused):
                check_archive(io.BytesIO(data))

    def test_by_a_command(self, packed, tmp_path, capsys):
        call_command("check_archive", str(packed))
        assert "all right" in capsys.readouterr().out
        packed.write_bytes(changed(packed, **{"record.json": b"{}"}).getvalue())
        for file, said in ((packed, "not as it was packed"), (tmp_path / "nowhere", "cannot be read")):
            with pytest.raises(CommandError, match=said):
                call_command("check_archive", str(file))


@pytest.mark.slow
@pytest.mark.usefixtures("untypeset")
def test_the_command_packs_an_event_before_anything_happened_too_and_says_what_it_cannot_do(tmp_path, capsys):
    factories.tournament()
    path = tmp_path / "x.zip"

    call_command("archive", "cup", "--to", str(path))

    assert capsys.readouterr().out.split()[0] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert Tournament.objects.get().journal.last().action == "archive.made"
    with path.open("rb") as file:
        assert check_archive(file).is_whole
    elsewhere = ("cup", "--to", str(tmp_path / "no" / "x.zip"))
    for told, said in ((("nowhere",), "no tournament"), (elsewhere, "cannot be written")):
        with pytest.raises(CommandError, match=said):
            call_command("archive", *told)


@pytest.mark.slow
def test_it_is_kept_for_six_months():
    for ended, until in (
        ((2026, 5, 16), (2026, 11, 16)),
        ((2026, 8, 31), (2027, 2, 28)),
        ((2026, 12, 1), (2027, 6, 1)),
    ):
        assert keep_until(Tournament(ends_on=date(*ended))) == date(*until)


OF_AN_EVENT = [model for model in apps.get_models() if way_to_event(model)]

SAMPLES = {
    models.BooleanField: True, models.CharField: "x", models.TextField: "x", models.JSONField: [1],
    models.DateField: date(2026, 5, 16), models.DateTimeField: EVENING, models.TimeField: time(9),
    models.DecimalField: Decimal("1.50"), models.DurationField: timedelta(seconds=1), models.IntegerField: 1,
    models.UUIDField: uuid4(),
}  # fmt: skip


def sample(field):
    """Return what a column may hold, by the nearest kind of it; a kind that is not known here is an error."""
    return next(SAMPLES[kind] for kind in type(field).__mro__ if kind in SAMPLES)


@pytest.mark.slow
def test_whatever_a_row_of_an_event_holds_the_record_can_tell_it():
    for field in (one._meta.get_field(name) for one in OF_AN_EVENT for name in record.columns(one)):
        if field.is_relation:
            assert record.KNOWN_BY.get(field.related_model) or field.related_model._meta.get_field("number"), str(field)
        else:
            assert json.loads(record.as_json({field.name: sample(field)})), str(field)


@pytest.mark.slow
def test_the_club_of_an_event_is_its_name_and_a_row_without_words_is_an_error_that_says_so():
    factories.tournament(club=Club.objects.create(slug="sc-herz-dame", name="SC Herz-Dame", created_at=EVENING))

    told = json.loads(record.as_json(record.record(Tournament.objects.get(), made_at=EVENING)))

    assert told["tournament"]["club"] == "SC Herz-Dame"
    with pytest.raises(TypeError, match="no words for a Guess"):
        word_of(Guess(address_hash="0", at=EVENING))


def cannot(_document, **_told):
    raise CannotTypeset


DESK = "/t/cup/office/print/?kind=archive"
PAGE = "/t/cup/office/archive/"


def ask(client):
    """Ask for an archive and return the address that says how far it is."""
    return client.post(DESK, {"entry_key": uuid4(), "language": "en"})["Location"]


def check(client, content):
    return client.post(PAGE, {"file": SimpleUploadedFile("x.zip", content)})


@pytest.mark.slow
class TestFromThePrintDesk:
    def test_the_desk_says_what_is_in_it_and_once_made_part_by_part_it_is_fetched_and_the_journal_knows_it(
        self, director, made, asked, monkeypatch
    ):
        monkeypatch.setattr(contents, "typeset", cannot)
        told, report = [], runs.report
        monkeypatch.setattr(runs, "report", lambda run, **state: (told.append(state), report(run, **state)))
        wanted = ("every entry and the journal", "SkWO 7.4.4", "/t/cup/office/settings/?at=record#record")
        desk = director.get(DESK).text
        assert [said for said in wanted if said not in desk] == []
        page = ask(director)
        assert [f"/t/cup/office/print/{key}/" for key in asked] == [page]
        assert director.get(f"{page}file/").status_code == 404

        work(runs.by_key(asked[0]))

        answer = director.get(f"{page}file/")
        content = b"".join(answer.streaming_content)
        digest = hashlib.sha256(content).hexdigest()
        named, _dash, _rest = answer["Content-Disposition"].partition("-")
        assert (answer["Content-Type"], named) == ("application/zip", 'attachment; filename="cup')
        assert digest in director.get(page).text
        line = made.journal.last()
        assert (line.action, line.by, line.data["sha256"]) == ("archive.made", factories.user(), digest)
        assert journal.first_broken_line(made) is None
        assert "Unchanged" in check(director, content).text
        steps = [(state["done"], state["pages"]) for state in told if "done" in state]
        assert len(steps) > 10
        assert steps == [(done, len(steps) - 1) for done in range(len(steps))]

    def test_what_went_wrong_is_said_and_no_half_file_is_left(self, director, made, asked, monkeypatch):
        page = ask(director)
        monkeypatch.setattr("scoring.archive.packing.contents.record.as_json", lambda _data: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            work(runs.by_key(asked[0]))

        assert "could not be made" in director.get(page).text
        assert director.get(f"{page}file/").status_code == 404
        assert not list(runs.by_key(asked[0]).path.parent.glob("file*"))
        assert made.journal.last().action != "archive.made"


@pytest.mark.slow
def test_one_that_was_changed_one_not_known_and_what_is_none_are_told_in_words(director, packed, made, asked):
    assert PAGE in director.get("/t/cup/office/settings/").text
    bent = check(director, changed(packed, **{"record.json": b"{}"}).getvalue())
    assert "changed: record.json" in bent.text
    assert "knows no such archive" in check(director, packed.read_bytes()).text

    answers = [director.post(PAGE), *(check(director, data) for data in (b"", b"x", b"PK\x03\x04"))]

    assert [answer.status_code for answer in answers] == [422] * 4
    assert all(answer.context["form"].errors["file"] for answer in answers)
