"""Everything that reads what comes from outside, without a database: bytes in, a reading or a refusal out.

Views, forms and services around them are asked through pages (``test_addresses``, ``test_fields``).
"""

import gzip
import io
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Final

from django.http import QueryDict

from scoring.archive.packing.contents import CheckRefused, check_archive
from scoring.disputes import forms
from scoring.history.views import HeadForm
from scoring.houses.views import EVERY_FIELD, DealForm, SwitchForm
from scoring.houses.wording.sheet import rule_sheet
from scoring.lists import views
from scoring.lists.forms.house import CannotPlay, read_house
from scoring.paper.runs.signing import BYTE_RANGE, HEXADECIMAL
from scoring.paper_desk.views.whole_list import TypedListForm
from scoring.results.forms.rankings import TeamsForm
from scoring.results.models import Ranking
from scoring.rules.contract import Contract, Game, IllegalContract
from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.findings import findings
from scoring.rules.notation import shorthand
from scoring.rules.notation.messages import Unreadable
from scoring.rules.notation.packed import PackedList, pack, packed_text, unpack
from scoring.rules.profiles.examples import house_worth
from scoring.rules.valuation import Played
from scoring.signing import forms as signing
from scoring.table.views.phone import asked, brought
from scoring.table.views.taking_over import HandoverForm
from scoring.venues.reading import NoVenueFile, read_venue_file
from tables import intake
from tables.acts.forms import Money, Paragraphs, TextLine
from tables.draw import codewords
from tables.hall import plan as hall_plan
from tables.intake.teams import read_teams
from tables.journal.selectors import head_in
from tables.people.forms import ListForm, Review
from tables.people.models import Entrant
from tables.seating import checks as sentences
from tables.tournaments.forms.plan import EventsForm
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.lists_read_in_one_go import read_lines, read_table
from tests.tables.intake.test_opendocuments_and_text import cell, ods, row, table

GRAND: Final = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
DEALS: Final = (Deal(number=1, declarer=1, played=GRAND), Deal(number=2))
PACKED: Final = PackedList(series=1, table=7, deals=DEALS)
TABLE: Final = GameList(seats=4, rounds=3, deals=DEALS)


def typed(data: bytes) -> object:
    """Read a list as it is typed, short line by short line."""
    form = TypedListForm(query(data), game_list=TABLE, names=("A", "B", "C", "D"))
    return list(form.lines()), list(form.refusals()), form.asks


def one_line(data: bytes) -> object:
    """Read one short line."""
    found = shorthand.read(text(data), number=3)
    return found and findings(GameList(seats=4, rounds=3, deals=(*DEALS, found.deal)))


def unpacked(data: bytes) -> object:
    """Read the bytes of a code."""
    found = unpack(data)
    return findings(GameList(seats=4, rounds=12, deals=found.deals)), packed_text(found)


HEADINGS: Final = b"Deal;Declarer;Game;Matadors;Announced;Result;Level;Bid\n3;1;Grand;2;;won;;\n4;;passed in;;;;;\n"
BROUGHT: Final = (
    b'{"copy": "first", "unsent": 1, "version": 2, "seated": true, "clock": "2026-05-16T19:00:00+02:00", "acts": ['
    b'{"do": "enter", "key": "00000000-0000-4000-8000-000000000001", "number": 1, "line": {"declarer": 1, "game":'
    b' "grand", "matadors": 2, "won": true}}, {"do": "take-back", "key": "00000000-0000-4000-8000-000000000002",'
    b' "number": 1, "of": "00000000-0000-4000-8000-000000000001"}, {"do": "correct", "key":'
    b' "00000000-0000-4000-8000-000000000003", "number": 1, "of": "00000000-0000-4000-8000-000000000001", "line":'
    b' {"declarer": null, "game": ""}, "agreed": true, "because": "x", "sits": [1, 2, 3]}, {"do": "call", "key":'
    b' "00000000-0000-4000-8000-000000000004", "kind": "help", "place": 1, "text": "x"}, {"do": "object", "key":'
    b' "00000000-0000-4000-8000-000000000005", "kind": "claim", "number": 1, "text": "x"}, {"do": "sign", "key":'
    b' "00000000-0000-4000-8000-000000000006", "place": 1, "shown": "AgAB", "drawing": "M0 0L99 99", "heard_by": null},'
    b' {"do": "close", "key": "00000000-0000-4000-8000-000000000007", "shown": "AgAB"}]}'
)

BROUGHT_BY_HOUSE: Final = (
    b'{"copy": "first", "unsent": 2, "version": 0, "seated": true, "acts": [{"do": "enter", "key":'
    b' "00000000-0000-4000-8000-000000000001", "number": 1, "line": {"said": "x", "form": {"declarer": "1", "game":'
    b' "hearts", "matadors": "2", "stakes": "1", "outcome": "won"}}}, {"do": "enter", "key":'
    b' "00000000-0000-4000-8000-000000000002", "number": 2, "line": {"form": {"outcome": "ramsch", "points_1": "40",'
    b' "points_2": "50", "points_3": "30"}, "declarer": 2}}]}'
)

VENUE: Final = (
    b'{"format": "skatturnier-venue-1", "event": {"name": "Cup", "first": "00"}, "made_at": "2026-05-16T17:00:00Z",'
    b' "lists": [{"series": 1, "table": 1, "seats": [[1, ""], [2, ""], [3, ""]], "agreed": [12, "", ""], "row": {},'
    b' "deals": [{"number": 1, "entry_key": "00000000-0000-4000-8000-000000000001"}], "second_deals": [], "totals": [],'
    b' "confirmations": [], "acts": [{"at": "2026-05-16T17:00:00+00:00", "action": "list.deal-entered", "by": "",'
    b' "data": {"series": 1, "table": 1, "deal": 1}}]}]}'
)


def archive() -> bytes:
    """Return an archive with one file."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr("SHA256SUMS", "0" * 64 + "  a.txt\n")
        packed.writestr("a.txt", "a")
    return made.getvalue()


def book(*rows: tuple[str, ...]) -> bytes:
    """Return a workbook with these rows."""
    from openpyxl import Workbook

    workbook, made = Workbook(), io.BytesIO()
    for cells in rows:
        workbook.active.append(cells)  # type: ignore[union-attr]
    workbook.save(made)
    return made.getvalue()


def text(data: bytes) -> str:
    """Return bytes as text with everything in it that a form can bring, NUL and halves of pairs included."""
    return data.decode("utf-8", "surrogatepass") if _is_text(data) else data.decode("latin-1")


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


def query(data: bytes) -> QueryDict:
    """Return bytes as what stands behind a question mark, or as the body of a form."""
    return QueryDict(data, encoding="utf-8")


MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Parser:
    """One reader of what comes from outside."""

    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()
    """What it raises of its own accord; anything else is a hole."""

    seeds: tuple[bytes, ...] = (b"",)
    """What it is meant for: damage begins there."""

    most: int = 2_000_000
    """No more comes to it; its form sees to that."""

    def take(self, data: bytes) -> None:
        """Read, or refuse."""
        with suppress(*self.refusals):
            self.read(data[: self.most])


def _lines(data: bytes) -> object:
    found = read_lines(text(data), limit=MOST, classes=BEGUN_WITH)
    names = {at: row.registration.name for at, row in enumerate(found.rows)}
    return intake.doubles(names)


def _hall(data: bytes) -> object:
    found = hall_plan.read(text(data))
    return [hall_plan.whereabouts(found, table) for table in found.tables]


def _teams(data: bytes) -> object:
    ranking = Ranking(kind=Ranking.Kind.MIXED, size=2)
    form = TeamsForm({"teams": text(data)}, ranking=ranking)
    people = [Entrant(number=n, name=name) for n, name in enumerate(("Anna Berg", "Bernd", "Schulz, Erna"), start=1)]
    return form.is_valid() and form.read(ranking, people)


def _columns(data: bytes) -> object:
    sent = QueryDict(mutable=True)
    sent.update({"cells": text(data), "c0": "name", "c1": text(data), "gone": text(data)})
    review = Review.sent(sent, offered=list(intake.Field), classes=BEGUN_WITH)
    return review.carried(), review.read(limit=MOST), review.twice


def _record(data: bytes) -> object:
    with NamedTemporaryFile() as file:
        Path(file.name).write_bytes(data)
        return sentences.record_said(file.name)


def _clauses(data: bytes) -> object:
    return forms.read(text(data)), forms.PickedForm(into="clauses", typed=text(data), add=text(data)[:9]).is_valid()


def _house(data: bytes) -> object:
    asked = read_house(query(data), beside=EVERY_FIELD)
    form = DealForm(asked.house.profile, query(data))
    if form.is_valid():
        house_worth(form.cleaned_data["line"], asked.house.profile, in_bock=True)
    return rule_sheet(asked.house), SwitchForm(asked.house).as_p()


def _fields(data: bytes) -> object:
    typed = text(data)
    return [_cleaned(kind, typed) for kind in (TextLine, Paragraphs, Money)], codewords.read(typed)


def _cleaned(kind: Callable[..., Any], typed: str) -> object:
    from django.core.exceptions import ValidationError

    try:
        return kind(required=False).clean(typed)
    except ValidationError:
        return None


REFUSED: Final = (intake.IntakeRefused,)


def _file(name: str) -> Callable[[bytes], object]:
    return lambda data: read_table(data, name, limit=MOST, classes=BEGUN_WITH)


PARSERS: Final[dict[str, Parser]] = {
    "pasted entrants": Parser(
        _lines,
        refusals=REFUSED,
        seeds=("Schulz, Erna; SC Ulm; Ulm 1; Dame bezahlt\n7. Otto Kurz\tSC Köln".encode(), "Ümit\u200d;;x".encode()),
    ),
    "file of entrants": Parser(
        _file("list.csv"),
        refusals=REFUSED,
        seeds=(
            b"Name;Verein;Dame\nErna;SC Ulm;x\n",
            b'"Name","Club"\r\n"a ""b""",c',
            "Name\tClub\nÄ\tÖ".encode("utf-16"),
        ),
    ),
    "workbook of entrants": Parser(
        _file("list.xlsx"), refusals=REFUSED, seeds=(book(("Name", "Club"), ("Erna", "SC Ulm")),)
    ),
    "workbook of LibreOffice": Parser(
        _file("list.ods"),
        refusals=REFUSED,
        seeds=(ods(table(row(cell("Name"), cell("Club")), row(cell("Erna"), cell("SC Ulm")))),),
    ),
    "cards": Parser(
        _file("people.vcf"),
        refusals=REFUSED,
        seeds=(
            b"BEGIN:VCARD\nN;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\nller;Erna\nTEL;HOME:1\nBDAY:19600501\nEND:VCARD\n",
            b"BEGIN:VCARD\r\nFN:Erna\r\n Schulz\r\nORG:SC\\;Ulm;x\r\n",
        ),
    ),
    "columns named by hand": Parser(_columns, refusals=REFUSED, seeds=(b"1\tName\tClub\n2\tErna\tSC Ulm",)),
    "lines mended by hand": Parser(
        lambda data: intake.mended_from_text(text(data), BEGUN_WITH),
        refusals=REFUSED,
        seeds=(b"1\tErna Schulz\tSC Ulm\t\t7\t\tladies paid",),
    ),
    "seats from elsewhere": Parser(
        lambda data: intake.read_plan(text(data), first=1),
        refusals=REFUSED,
        seeds=(b"Serie 1\nTisch 1: 1 2 3 4\n2: 5, 6, 7\n\nSeries 2\n1 5 6 7",),
    ),
    "seats from a file": Parser(
        lambda data: intake.read_plan_file(data, first=1),
        refusals=REFUSED,
        seeds=(b"Series;Table;Seat;Number\n1;1;1;7\n1;1;2;8\n", book(("Table", "1", "2", "3"), ("1", "4", "5", "6"))),
    ),
    "plan of the hall": Parser(_hall, seeds=("Bühne\n1 2 . 3\n4 5 . 6\nEingang".encode(),)),
    "teams": Parser(_teams, seeds=(b"Herz Buben: 1, Anna Berg; 3\nGrand Hand: No. 2",)),
    "teams from a file": Parser(
        lambda data: read_teams(intake.read_cells(data, most_rows=MOST), by_number=True),
        refusals=REFUSED,
        seeds=(b"Team;Start number;Substitute\nHerz;1;\n;2;x\n", b"Herz;1;2\n"),
    ),
    "address book": Parser(
        lambda data: (ListForm(query(data)).is_valid(), ListForm({"lines": text(data)}, classes=BEGUN_WITH).is_valid()),
        seeds=(b"lines=Erna+Schulz;SC+Ulm%0AOtto&act=paste",),
    ),
    "line of a list": Parser(
        one_line,
        refusals=(shorthand.Illegible, IllegalContract),
        seeds=(b"3g2h-", "1♣-1s18!".encode(), b"-", b"2no", b"4d4hszu+36"),
    ),
    "typed list": Parser(typed, seeds=(b"d3=3g2h-&d4=-&d5=2no&entry_key=00000000-0000-4000-8000-000000000001",)),
    "deals of a phone": Parser(partial(brought, game_list=GameList(seats=4)), refusals=(Unreadable,), seeds=(BROUGHT,)),
    "deals of a phone by house rules": Parser(
        partial(brought, game_list=GameList(seats=3, profile="kneipe")),
        refusals=(Unreadable,),
        seeds=(BROUGHT_BY_HOUSE,),
    ),
    "question of a phone": Parser(lambda data: asked(query(data).dict()), seeds=(b"version=3&unsent=0&copy=second",)),
    "bytes of a code": Parser(unpacked, refusals=(Unreadable,), seeds=(pack(PACKED),)),
    "code of a list": Parser(
        lambda data: HandoverForm({"packed": text(data)}).is_valid(),
        seeds=(b"https://x/t/cup/handover/#" + packed_text(PACKED).encode(),),
    ),
    "head of a journal": Parser(
        lambda data: (head_in(text(data)), HeadForm({"head": text(data)}).is_valid()),
        seeds=(b"Journal 412:3f9a-0c71-88de-12ab-45cd",),
    ),
    "record of a draw": Parser(
        _record,
        seeds=(
            b'{"method": "drawn", "options": {"series": 1, "policy": {}}, "entries": [{"number": 1}], "tables": []}',
        ),
    ),
    "drawn signature": Parser(
        lambda data: signing.ConfirmForm(dict.fromkeys(("drawing", "name", "place", "version"), text(data))).is_valid(),
        seeds=(b"M10 10L200 100L300 20M1 1L5 5",),
    ),
    "clauses": Parser(_clauses, most=1_000, seeds=(b"ISkO 4.2.3, SkWO 6.2.5 (2018/2022)\n3.2.1",)),
    "worth of a game": Parser(
        lambda data: views.WorthForm(query(data)).is_valid(),
        seeds=(b"game=clubs&matadors=1&hand=on&bid=50&outcome=lost",),
    ),
    "house rules": Parser(
        _house,
        refusals=(CannotPlay,),
        seeds=(
            b"profile=kneipe&bock_events=2&bock_events=64&spitze=1&game=hearts&matadors=2&stakes=1&bock=on",
            b"profile=schmegegge&klopfen=true&game=ramsch&points_1=20&points_2=50&tricks_1=4&tricks_2=6&knocks=1",
        ),
    ),
    "search of events": Parser(
        lambda data: EventsForm(query(data)).is_valid(), seeds=(b"q=cup&from=2026-05-16&to=2026-12-31&page=2",)
    ),
    "fields": Parser(_fields, seeds=("10,50 €".encode(), "Bär-Anker, FLÖTE  strauß".encode())),
    "archive": Parser(lambda data: check_archive(io.BytesIO(data)), refusals=(CheckRefused,), seeds=(archive(),)),
    "venue file": Parser(lambda data: read_venue_file(gzip.compress(data, 1)), refusals=(NoVenueFile,), seeds=(VENUE,)),
    "signed file": Parser(
        lambda data: (BYTE_RANGE.findall(data), HEXADECIMAL.fullmatch(data)),
        seeds=(b"%PDF-1.7 /ByteRange [0 100 200 300] <00ff>",),
    ),
}
"""By what is read."""
