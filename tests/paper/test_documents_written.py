"""Text that is written straight into a PDF file: nobody can tell it from what the typesetter sets."""

import io
import re

import pypdf
import pypdfium2
import pytest
from PIL import ImageChops

from scoring.lists.selectors import sheets
from scoring.lists.services import entry
from scoring.paper.documents import rankings
from scoring.paper.sheets import score_sheets
from scoring.paper.typesetting import pdf, stationery
from scoring.paper.typesetting.specimen import CannotWrite, Specimen, Written, may_be_whole, specimens_of
from scoring.paper.typesetting.typecase import Type
from scoring.results.selectors import standings as results_standings
from tests import factories
from tests.factories import EVENING, GRAND, GRAND_LOST
from tests.paper.lists_read import RANKING, running
from tests.paper.printed import read
from tests.paper.sheets_read import NASTY, correct

BEGINS = [
    b"1 0 0 -1 0 842 cm",
    b"q",
    b"0.75 0 0 0.75 0 0 cm",
    b"0 0 9 9 re",
    b"W",
    b"n",
    b"/a1.0 gs",
    b"0 0 0 rg",
    b"BT",
]
"""How the typesetter begins a page, and clips it."""


def lines_of(made):
    """Return the lines of each page, in whatever order."""
    return [sorted(page.extract_text().splitlines()) for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def pictures_of(made):
    return [page.render(scale=110 / 72).to_pil().convert("L") for page in pypdfium2.PdfDocument(made)]


def assert_nobody_can_tell(document):
    """Test that a document is the same, to the eye and to a search, as one that is typeset in full."""
    assert document.specimens
    written, in_full = pdf.typeset(document), pdf.typeset(document.in_full())
    assert lines_of(written) == lines_of(in_full)
    for one, other in zip(pictures_of(written), pictures_of(in_full), strict=True):
        assert ImageChops.difference(one, other).getextrema()[1] < 32


@pytest.mark.django_db
@pytest.mark.slow
class TestNobodyCanTellIt:
    @pytest.mark.parametrize(("seats", "rounds"), [(4, 12), (3, 12), (4, 1), (3, 17), (4, 24)])
    def test_on_a_score_sheet(self, seats, rounds):
        row = factories.running_list(seats=seats, rounds=rounds)
        factories.fill(row, seat=1)
        correct(row, 1, 3)

        assert_nobody_can_tell(sheet_of(row))

    def test_on_a_list_that_has_lost_games_and_names_gone_wrong(self):
        row = factories.running_list(seats=4, rounds=2)
        factories.enter(row, (2, GRAND), (1, GRAND_LOST), None, (3, GRAND))
        for seat, name in zip(row.table.seats.all(), NASTY, strict=False):
            seat.entrant.name = name
            seat.entrant.save()

        assert_nobody_can_tell(sheet_of(row))

    def test_on_a_list_of_results(self):
        row = factories.running_list(seats=4)
        lines = factories.totals((72, 1, 0), (0, 0, 0), (0, 0, 0), (-144, 0, 1))
        entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=EVENING)

        assert_nobody_can_tell(sheet_of(row))

    @pytest.mark.parametrize("clubs", [["SC Herz Dame"], [""], ["Avus Würfel", "W" * 60, "", "Öl & Co. <b>"], NASTY])
    def test_in_a_ranking(self, clubs):
        assert_nobody_can_tell(ranking_of(running(60), clubs))

    def test_in_a_ranking_of_more_clubs_than_a_page_has_lines(self):
        document = ranking_of(running(110), [f"Skatclub {number}" for number in range(110)])

        assert len(document.specimens) == 2 + 3
        assert_nobody_can_tell(document)


@pytest.mark.django_db
@pytest.mark.slow
class TestWhereItCannotBeWritten:
    def test_everything_is_typeset_in_full(self, monkeypatch):
        def refuse(*_args):
            raise CannotWrite("letters that are pictures")

        document = ranking_of(running(14), ["SC Herz Dame"])
        in_full = pdf.typeset(document.in_full())
        monkeypatch.setattr(stationery.Type, "read", refuse)

        assert pdf.typeset(document) == in_full

    def test_clubs_of_other_letters_are_left_to_the_typesetter(self):
        document = ranking_of(running(60), ["SC Herz Dame", "שלמה המלך"])

        assert [len(below.written) for below in document.under] == [2, 2]
        assert [may_be_whole(text) for text in ("", "Łódź", "Ærø", "Σ", "a\u0301", "🂡", "\u00ad", "\t")] == [
            *[True] * 3,
            *[False] * 5,
        ]

    def test_the_page_for_the_browser_has_it_all_the_same(self, client):
        series = running(60)
        ranking_of(series, ["Karo Sieben"])

        page = client.get(f"{RANKING}?as=page").content.decode()

        assert page.count("Karo Sieben") == 60
        assert all(re.search(rf" {number}(\n|<)", page) for number in range(1, 61))


@pytest.mark.django_db
@pytest.mark.slow
def test_every_mark_on_a_page_has_its_element_and_every_element_its_mark(client):
    series = running(60)
    ranking_of(series, ["SC Herz Dame", ""])

    ranked = read(client.get(RANKING))

    root = ranked.trailer["/Root"]["/StructTreeRoot"]
    for page, entered in zip(ranked.pages, root["/ParentTree"]["/Nums"][1::2], strict=True):
        marks = [operands[1]["/MCID"] for operands, word in page.get_contents().operations if word == b"BDC"]
        assert sorted(marks) == list(range(len(entered.get_object())))
        for number, element in enumerate(entered.get_object()):
            found = element.get_object()
            assert (found["/K"][0], found["/Pg"].get_object()) == (number, page)
            assert element in found["/P"].get_object()["/K"]


class TestASpecimen:
    def test_has_every_character_of_its_blocks_once_in_lines_as_long_as_theirs(self):
        [figures, marks] = specimens_of(
            [
                Written(look="a", lines=("  12", "30")),
                Written(look="b", lines=("<",)),
                Written(look="a", lines=("1     ",)),
            ]
        )

        assert (figures.alphabet, marks.alphabet) == ("  0123", "<")
        assert marks.text == "&lt;\n&lt;"


class TestReadingASpecimen:
    def test_says_how_each_character_is_shown_and_where(self):
        found = of(b"/A 9 Tf", b"[<0001>0<0002>-5<0003>] TJ")

        assert found.written(["ba", "", "c"]).splitlines() == [
            b"q",
            b"1 0 0 -1 0 842 cm",
            b"q",
            b"0.75 0 0 0.75 0 0 cm",
            b"/a1.0 gs",
            b"0 0 0 rg",
            b"BT",
            b"/A 9 Tf",
            b"1 0 0 -1 10.000 20.000 Tm [<0002>-5<0001>] TJ",
            b"1 0 0 -1 10.000 60.000 Tm [<0003>] TJ",
            b"ET",
            b"Q",
            b"Q",
        ]

    def test_takes_a_character_from_another_font_where_the_typesetter_did(self):
        found = of(b"/A 9 Tf", b"[<0001>] TJ", b"/B 9 Tf", b"[<0002>] TJ", b"/A 9 Tf", b"[<0003>] TJ")

        assert b"[<0001>] TJ /B 9 Tf [<0002>] TJ /A 9 Tf [<0003>] TJ" in found.written(["abc"])

    @pytest.mark.parametrize(
        "words",
        [
            (b"/A 9 Tf", b"[<00010002>] TJ"),
            (b"/A 9 Tf", b"[<0001000200030004>] TJ"),
            (b"/A 9 Tf", b"[<010203>] TJ"),
            (b"/A 9 Tf", b"[3<000100020003>] TJ"),
            (b"/A 9 Tf", b"2 Ts", b"[<000100020003>] TJ"),
            (b"/A 9 Tf", b"[<000100020003>] TJ", b"/picture Do"),
            (b"/A 9 Tf", b"[<000100020003>] TJ", b"1 0 0 1 3 3 cm"),
        ],
    )
    def test_refuses_what_is_more_than_a_glyph_for_each_character(self, words):
        with pytest.raises(CannotWrite):
            of(*words)

    def test_refuses_a_page_without_text(self):
        with pytest.raises(CannotWrite):
            Type.read(Specimen(look="a", alphabet=" ", text=""), [b"q", b"Q"])

    def test_refuses_to_write_what_it_has_not(self):
        with pytest.raises(CannotWrite):
            of(b"/A 9 Tf", b"[<000100020003>] TJ").written(["abcd"])


def of(*words):
    """Return the type of an alphabet of a, b and c that is set with such words."""
    marked = [b"/Span", b"<</MCID 0>>", b"BDC"]
    content = [
        *BEGINS[:6],
        *marked,
        *BEGINS[6:],
        b"1 0 0 -1 10 20 Tm",
        *words,
        b"1 0 0 -1 10 40 Tm",
        *words,
        b"ET",
        b"EMC",
        b"Q",
    ]
    return Type.read(Specimen(look="a", alphabet="abc", text=""), content)


def sheet_of(row):
    return score_sheets.score_sheet(sheets.sheet(factories.list_of(row.table.series)), now=EVENING, link=None)


def ranking_of(series, clubs):
    """Return the ranking of a series whose entrants are of these clubs in turn."""
    for number, entrant in enumerate(series.tournament.entrants.order_by("number")):
        entrant.club = clubs[number % len(clubs)]
        entrant.save()
    standings = results_standings.standings(series.tournament)
    return rankings.ranking(series.tournament, standings, only=None, as_of=EVENING)
