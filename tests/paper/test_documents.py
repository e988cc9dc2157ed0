"""Every kind of document: tags, sizes of letters, what is kept for years, batches, hostile names, pages to look at."""

import ctypes
import io
import re
import shutil
import subprocess
from collections.abc import Iterator

import pikepdf
import pypdf
import pypdfium2
import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.utils.translation import override

from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.laying import put_together
from tables.draw.models import Table
from tables.tournaments.models import Tournament
from tests.paper.every_kind import TOLD, document
from tests.paper.printed import (
    CERTIFICATES,
    ENTRANTS,
    LISTS,
    PLAN,
    RANKING,
    SEATS,
    SHEET,
    SHEETS,
    SITE,
    START_CARDS,
    TABLE_CARDS,
    is_white,
    picture,
    read,
    running,
    words,
)
from tests.paper.trees import faults, faults_of_kept, kinds_of
from tests.support import factories
from tests.support.remembered_worlds import remembered
from tests.support.thorough import thorough

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BRINGS = {
    "sheets": ["lists.json"],
    "ranking": ["ranking.csv", "ranking.json"],
    "ranking, of a class": ["ranking.csv", "ranking.json"],
    "rankings": ["ranking.csv", "ranking.json"],
}
"""What comes along with those that have something for machines."""

HEADED = ["seats", "ranking", "ranking, of a class", "plan", "decisions", "start-cards", "table-cards", "certificates"]
PARTED = ["sheets", "seats", "start-cards", "ranking", "certificates"]
"""Those of more than one page."""

LEAST = 7.45
"""Points: what a person must read is 7.5 pt at least, and sizes are set in hundredths of a millimetre."""

MEANT = {"sheets": r"((Protokoll|Journal)\d+:[0-9a-f-]+skat\.example/t/cup/head/|SHA-256[0-9a-f]{64})+"}
"""Small print that is meant, by kind: fingerprints of list and journal are compared by a program."""

ALIKE = {"goods-list", "refund-list", "money-journal", "spare", "rankings"}
"""Set by the templates of the account, of the list of payouts, of sheets and of the ranking."""

SORTS = [name for name, told in TOLD.items() if "kind" not in told and name not in ALIKE]
"""One of each kind; the others are the same otherwise filled in."""


@pytest.mark.parametrize(("language", "is_kept"), [("de", True), *thorough(("en", False))])
@pytest.mark.parametrize("name", [*SORTS, *thorough(*sorted(TOLD.keys() - {*SORTS}))])
def test_every_kind_is_tagged_and_whole_and_what_is_read_is_large_enough(made, name, language, is_kept, tmp_path):
    """What is kept for years, too."""
    with override(language):
        content = pdf.typeset(document(made, name), is_kept=is_kept)

    assert faults(content) == []
    with pikepdf.open(io.BytesIO(content)) as found:
        kinds = kinds_of(found)
        assert kinds["H1"] >= 1 or name not in HEADED
        assert sorted(found.attachments) == (BRINGS.get(name, []) if is_kept else [])
        if name == "ranking":
            heads = [one for one in found.objects if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TH"]
            assert (kinds["Table"], kinds["TR"], kinds["TH"]) == (1, 1 + 11, len(heads))
            assert {str(head.A.Scope) for head in heads} == {"/Column"}
    if is_kept:
        assert faults_of_kept(content) == []
    printed = [(letter, size) for letter, size in letters(content) if letter.strip()]
    assert len(printed) > 20
    small = {round(size, 2) for _letter, size in printed if size < LEAST}
    unmeant = {at: "".join(letter for letter, size in printed if round(size, 2) == at) for at in small}
    assert {at: text for at, text in unmeant.items() if not re.fullmatch(MEANT.get(name, "$^"), text)} == {}
    if shutil.which("qpdf"):
        file = tmp_path / "document.pdf"
        file.write_bytes(content)
        checked = subprocess.run(["qpdf", "--check", file], capture_output=True, text=True, check=False)
        assert (checked.returncode, "WARNING" in checked.stdout + checked.stderr) == (0, False), checked.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("is_kept", [False, True])
@pytest.mark.parametrize("name", PARTED)
def test_in_batches_it_has_one_sound_tree_and_says_the_same_in_the_same_order(made, name, is_kept, monkeypatch):
    """Many pages are set forty at a time, and joined."""
    whole = pdf.typeset(document(made, name), is_kept=is_kept)
    monkeypatch.setattr(pdf, "A_BATCH", 1)

    parted = pdf.typeset(document(made, name), is_kept=is_kept)

    assert faults(parted) == []
    assert _texts(parted) == _texts(whole)
    if is_kept:
        assert faults_of_kept(parted) == []
        assert sorted(pypdf.PdfReader(io.BytesIO(parted)).attachments) == BRINGS.get(name, [])


def test_heads_of_tables_are_called_by_one_name_each_in_the_whole_file_and_links_have_numbers_of_their_own():
    """Where the typesetter gives them identifiers."""
    page = "<table><thead><tr><th>Name</th><th>Club</th></tr></thead><tr><td>Ida</td><td>Bube</td></tr></table>"
    link = '<p><a href="https://skat.example" title="the site">site</a></p>'
    html = f"<html lang=en><head><title>x</title></head><body><h1>x</h1>{page}{link}</body></html>"

    content = put_together([pdf._written(html, "pdf/ua-1")] * 3, lambda: b"", [None] * 3)

    with pikepdf.open(io.BytesIO(content)) as found:
        assert len({str(name) for name in pikepdf.NameTree(found.Root.StructTreeRoot.IDTree)}) == 6
    about = ("cell", "identifiers", "number", "in the tree")
    assert [fault for fault in faults(content) if any(word in fault for word in about)] == []


def letters(content: bytes) -> Iterator[tuple[str, float]]:
    """Yield each letter of a file with its size in points, as it is printed."""
    with pypdfium2.PdfDocument(content) as document:
        for text in (page.get_textpage() for page in document):
            for at in range(text.count_chars()):
                matrix = pypdfium2.raw.FS_MATRIX()
                pypdfium2.raw.FPDFText_GetMatrix(text.raw, at, ctypes.byref(matrix))
                size = pypdfium2.raw.FPDFText_GetFontSize(text.raw, at)
                yield chr(pypdfium2.raw.FPDFText_GetUnicode(text.raw, at)), size * (matrix.b**2 + matrix.d**2) ** 0.5


def _texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


NASTY = ("W" * 80, "שלמה המלך", "🂡 Emil 👨‍👩‍👧", "<script>x</script>", "=HYPERLINK(1)", "", "a\u0301" * 40, "東" * 80)
"""Names that have gone wrong elsewhere."""

LOOKS = (
    *(START_CARDS, f"{START_CARDS}?sheet=4", *(f"{TABLE_CARDS}?sheet={number}" for number in (1, 2, 4))),
    *(ENTRANTS, f"{ENTRANTS}?by=club&for=wall", LISTS, PLAN, RANKING, f"{RANKING}?class=ladies", SEATS),
    *(f"{CERTIFICATES}?places=all", f"{CERTIFICATES}?places=all&paper=portrait"),
)
"""Everything that has entrants or the event on it, in each of its shapes."""

NAMELESS = {PLAN, *(one for one in LOOKS if TABLE_CARDS in one)}

MARGIN = {START_CARDS: 5.0, TABLE_CARDS: 5.0, CERTIFICATES: 10.0, RANKING: 13.5, SEATS: 13.5}
"""Millimetres at the sides that stay white, cuts and folds aside; 13 where nothing is said."""


@pytest.fixture(autouse=True)
def _site(settings):
    cache.clear()
    settings.SITE_URL = SITE


@remembered
def hostile_event() -> Tournament:
    called = {"name": "<b>Pokal</b> " * 9, "place": "Übersee " * 14, "direction": "Dr. Vera Vorsitz " * 11}
    hostile = factories.tournament(entrants=8, **called)
    for number, name in enumerate(NASTY, start=1):
        told = {"name": name, "club": name, "team": f"2 {name}"[:80], "classes": ["ladies"]}
        hostile.entrants.filter(number=number).update(number=number + 9000, **told)
    factories.close_series(factories.running_series(hostile))
    Table.objects.update(number=F("number") + 8000)
    return hostile


ABSURD = ("first=x", "last=-1", f"sheet={'9' * 300}", "sheet=²")
ELSEWHERE = {
    **dict.fromkeys((START_CARDS, TABLE_CARDS), ABSURD),
    CERTIFICATES: ("series=9", "series=x", "class=x", "paper=x", "places=-1", "places=²"),
    RANKING: (
        *("class=x", "class=lady", "class=LADIES", f"class={'9' * 300}", "ranking=1", "ranking=x", "ranking=-1"),
        *("series=9", "series=0", "series=-1", "series=x", "series=1'", f"series={'9' * 400}"),
    ),
    ENTRANTS: ("by=x", "by=Name", "by=number'", f"by={'9' * 300}"),
}


def test_of_what_nobody_knows_nothing_is_found(director):
    factories.close_series(running(4))

    for address, asked in ELSEWHERE.items():
        assert director.get(address).status_code == 200, address
        for one in asked:
            assert director.get(f"{address}?{one}").status_code == 404, (address, one)


def test_what_is_not_there_yet_says_so_where_one_is_led_or_on_the_page(director):
    made = factories.tournament(entrants=8)

    for address, board, said in (
        (TABLE_CARDS, "/t/cup/office/series/1/", "There is nothing of it to print"),
        (SHEETS, "/t/cup/office/series/1/", "Publish the seats"),
        (CERTIFICATES, "/t/cup/office/", "until then places may change"),
    ):
        page = director.get(address, follow=True)
        assert (page.redirect_chain, said in page.text) == ([(board, 302)], True), address
    for address, said in ((LISTS, "Publish the seats of a series first"), (RANKING, "No series has begun yet.")):
        assert said in director.get(address, {"as": "page"}).text
    public = Client()
    assert [browser.get(address).status_code for browser, address in ((public, SEATS), (director, SHEET))] == [404, 404]
    factories.running_series(made, published_only=True)
    assert public.get(SEATS, {"as": "page"}).status_code == 200


def test_they_take_as_many_queries_for_many_as_for_few(director, django_assert_max_num_queries):
    public, few = Client(), {}
    most = {START_CARDS: 8, LISTS: 15, RANKING: 9, SEATS: 8, "/t/cup/office/results.xlsx": 20}
    running(8)
    for address, allowed in most.items():
        with django_assert_max_num_queries(allowed) as few[address]:
            assert (director if "office" in address else public).get(address, {"as": "page"}).status_code == 200
    Tournament.objects.update(slug="small")
    running(16, director="zweite")
    director.force_login(factories.user("zweite"))

    for address, queries in few.items():
        with django_assert_max_num_queries(len(queries)):
            assert (director if "office" in address else public).get(address, {"as": "page"}).status_code == 200


@pytest.mark.thorough
@pytest.mark.parametrize("address", LOOKS)
def test_hostile_names_stay_text_and_within_the_page(director, address):
    hostile_event()

    response = director.get(address, headers={"accept-language": "de"})

    margin = MARGIN.get(address.partition("?")[0], 13.0)
    for number in range(len(read(response).pages)):
        image = picture(response, number)
        across = 210 if image.width < image.height else 297
        if "cards" not in address:
            assert is_white(image, 0, 0, margin, 400)
            assert is_white(image, across - margin, 0, across, 400)
            if address in (RANKING, SEATS):
                assert is_white(image, 0, 210 + 297 - across - 9.5, across, 400)
            continue
        # Between the dashes along which it is cut, and the marks where it is folded.
        for top in (3, 20, 40, 60, 152, 170, 200):
            assert is_white(image, 0, top, margin - 1, top + 8)
            assert is_white(image, across - margin + 1, top, across, top + 8)
    text = "".join(words(response, number) for number in range(len(read(response).pages)))
    lost = [called for called in ("<script>x</script>", "=HYPERLINK(1)", "9006") if called not in text]
    assert lost == [] or address in NAMELESS
    assert "<b>Pokal</b>" in text or address not in (RANKING, SEATS)
    content = director.get(f"{address}{'&' if '?' in address else '?'}as=page").text
    assert [said for said in ("<script", "style=") if said in content] == []
