"""What hangs on a wall is read from afar: as large as it fits, never too small, never cut, on every paper."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pypdf
import pytest
from django.conf import settings

from scoring.paper.documents.catalogue import compose
from scoring.paper.documents.kind import Task
from scoring.paper.documents.lists import entrant_list
from scoring.paper.forms import ListOrder, Sorted, WantedPaper
from scoring.paper.typesetting import pdf, walls
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import Face, width
from scoring.paper.typesetting.walls import (
    AT_A_DESK,
    IN_A_HALL,
    LINE,
    ON_A_WALL,
    POINT,
    RULE,
    SMALLEST,
    Columns,
    Layout,
    RowLook,
    Size,
    Taken,
    Wall,
    WallRow,
)
from tables.people import selectors
from tables.tournaments.models import Tournament
from tests.paper.printed import boxes, lines
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def rows(count: int, names: Sequence[str] = ("Ida Au", "Ole Bo"), *, series: int = 1) -> list[WallRow]:
    told = [(str(number), names[number % len(names)]) for number in range(1, count + 1)]
    return [WallRow(lead=(n, n), name=name, beside="SC Herz Dame", figures=(n,) * series) for n, name in told]


def hang(told: list[WallRow], *, pages: int | None = None, **more) -> Wall:
    figures = [f"S{one}" for one in range(len(told[0].figures))]
    columns = Columns.of(told, lead=["Rank", "No."], name="Name", beside="Club", figures=figures)
    return Wall(under="", rows=told, columns=columns, pages=pages, **more).fitted(reckoned)


def reckoned(wall: Wall) -> Taken:
    """Return what a wall takes if every row is a line, without setting it."""
    down = wall.layout.height / POINT - 60
    a_page = int(down / (wall.size * LINE + RULE)) * wall.layout.columns
    pages, rest = divmod(len(wall.rows) + wall.blank, a_page)
    return Taken(pages=pages + bool(rest), left=(a_page - rest) * (wall.size * LINE + RULE))


def test_fills_its_page_with_the_largest_letters_that_fit():
    few, more = (hang(rows(count)) for count in (8, 28))

    assert (reckoned(few).pages, reckoned(more).pages) == (1, 1)
    assert ON_A_WALL.largest >= few.size > more.size > ON_A_WALL.least
    assert reckoned(replace(more, size=more.size + 1)).pages == 2 or more.size == more._most(more.layout)
    # Who takes more pages fills them too; across a hall it is larger.
    assert hang(rows(100), sizes=replace(ON_A_WALL, least=14)).size > 14
    told = [WallRow(name="Ida", lead=(str(number),)) for number in range(120)]
    whole = Wall(under="", rows=told, columns=Columns.of(told, lead=["Rank"], name="Name"))
    across, on_a_wall = (replace(whole, sizes=sizes).fitted(reckoned) for sizes in (IN_A_HALL, ON_A_WALL))
    assert across.size >= IN_A_HALL.least > on_a_wall.size


def test_is_no_larger_than_the_longest_names_allow_and_never_too_small():
    for names in (["Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel"], ["W" * 80, ""]):
        assert SMALLEST <= hang(rows(12, names)).size < hang(rows(12)).size
    # One very long name of many does not make all others small.
    told = rows(60)
    assert hang([replace(told[0], name="W" * 80), *told[1:]]).size == hang(told).size


def test_a_name_or_club_longer_than_its_column_is_condensed_and_no_other():
    told = rows(60)
    name, club = f"Maximiliane{'-Friederike' * 4} von Schwarzenberg", "Skatclub Schellenbuben Meuselwitz von 1931"

    found = hang([replace(told[0], name=name), replace(told[1], beside=club), *told[2:]])

    assert found.condensed == {name, club}


def test_fits_as_many_pages_as_somebody_chose_though_it_is_smaller_then_but_never_too_small():
    told = rows(50)

    usual, chosen = hang(told, sizes=replace(ON_A_WALL, least=14)), hang(told, pages=1)
    too_few = hang(rows(400), pages=1)

    assert (reckoned(usual).pages, reckoned(chosen).pages) == (2, 1)
    assert SMALLEST <= chosen.size < usual.size
    assert not chosen.takes_more
    assert (too_few.size, too_few.takes_more) == (SMALLEST, True)


def test_columns_are_as_wide_as_the_paper_which_many_figures_turn_and_figures_have_their_room():
    found = hang(rows(30, series=4))

    assert sum(found.widths) == pytest.approx(100, abs=0.1)
    for wide, column in zip(found.widths, found.columns.all, strict=True):
        assert wide / 100 * found.layout.across >= column.width(found.size) * found.size * 0.99
    assert [hang(rows(8, series=series)).layout.is_turned for series in (1, 24)] == [False, True]


def test_blank_rows_fill_the_last_page_and_take_no_other():
    found = hang(rows(20), has_blank_rows=True, sizes=AT_A_DESK)

    assert found.blank > 0
    assert reckoned(found).pages == reckoned(replace(found, blank=0)).pages == 1
    assert reckoned(replace(found, blank=found.blank + 2)).pages == 2


def test_the_style_sheet_knows_every_paper():
    styles = (settings.BASE_DIR / "skatturnier/static/skatturnier/print/walls.css").read_text()
    for name in (Layout(size=size, is_turned=is_turned).name for size in Size for is_turned in (False, True)):
        assert f".on-{name} {{ page: {name}; }}" in styles
        assert f"@page {name} {{" in styles


NAMES_IN = {
    "german": ["Maximiliane Küpper-Landsberg", "Jürgen Weiß", "Karl-Heinz von der Au", "Öhler, Udo"],
    "polish": ["Łukasz Świątek", "Grzegorz Brzęczyszczykiewicz", "Żaneta Źdźbło", "Şükrü Yılmaz"],
    "russian": ["Юрий Алексеевич Гагарин", "Анна Ахматова", "Νίκος Καζαντζάκης", "Лев Толстой"],
    "hebrew": ["שלמה כהן", "דוד בן-גוריון", "Anna Berg", "גולדה מאיר"],
}

CLUBS = ["SC Herz Dame", "1. Skatclub Altenburg von 1813 e. V.", "", "Asse"]
MARGIN = 14 * 72 / 25.4
EDGES = {Size.A3: (841.89, 1190.55), Size.A4: (595.28, 841.89), Size.A5: (419.53, 595.28), Size.LETTER: (612, 792)}
"""Short and long edge in points."""


@remembered
def played(count: int) -> Tournament:
    made = factories.tournament(entrants=count, direction="Vera Vorsitz")
    factories.close_series(factories.running_series(made))
    teams = {f"Mannschaft {n}": " ".join(map(str, range(4 * n + 1, 4 * n + 5))) for n in range(count // 4)}
    assign(ranking(made, size=4), **teams)
    return made


def named(count: int, names: list[str]) -> Tournament:
    made = played(count)
    entrants = list(made.entrants.order_by("number"))
    for at, entrant in enumerate(entrants):
        # Every fourth name is somebody else's too.
        entrant.name = names[at % 4] if at < 8 else f"{names[at % 4]} {entrant.number}"
        entrant.club = CLUBS[at // 2 % 4]
    made.entrants.bulk_update(entrants, ["name", "club"])
    return made


Hanging = partial(WantedPaper, kind="wall")
"""How somebody wants it to hang."""


def task(made: Tournament, hanging: WantedPaper, **more: Any) -> Task:
    return Task(tournament=made, wanted=replace(hanging, **more), now=EVENING)


def document_of(made: Tournament, hanging: WantedPaper, **asked: Any) -> Document:
    return compose(task(made, hanging, **asked))


def entrants(made: Tournament, hanging: WantedPaper) -> Document:
    told = task(made, hanging, kind="entrants", order=ListOrder.NAME, has_boxes=False)
    return entrant_list(told, selectors.entrants(made))


KINDS: dict[str, Callable[[Tournament, WantedPaper], Document]] = {
    "seats by table": partial(document_of, kind="seats", series=1, sorted_by=Sorted.TABLE),
    "seats by name": partial(document_of, kind="seats", series=1, sorted_by=Sorted.NAME),
    "ranking": partial(document_of, kind="ranking"),
    "entrants": entrants,
    "lists": partial(document_of, kind="lists", series=1),
    "teams": partial(document_of, kind="rankings", ranking=1),
}


def told(rows: Iterable[WallRow]) -> list[str]:
    """Return rows as they are read: figures, name, club, figures."""
    return [" ".join(" ".join((*row.lead, row.name, row.beside, *row.figures)).split()) for row in rows]


def with_room(wall: Wall) -> list[WallRow]:
    """Return the rows whose name and club are no longer than their columns: all others may take two lines."""
    name, beside = wall.columns.name, wall.columns.beside
    return [
        row
        for row in wall.rows
        if row.look is not RowLook.NOTE
        and walls._width(row) <= name.below
        and (beside is None or width(row.beside, Face.PLAIN) <= beside.below)
    ]


def stays_in_its_place(content: bytes, tmp_path) -> None:
    for (wide, high), (left, top, right, bottom) in boxes(content, tmp_path):
        assert MARGIN - 1 <= left <= right <= wide - MARGIN + 1
        assert 0 <= top <= bottom <= high - 24


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("language", "count"), [("german", 12), ("polish", 60), ("russian", 400), ("hebrew", 60)])
def test_is_read_row_by_row_and_stays_in_its_place(kind, language, count, tmp_path):
    document = pdf.fitted(KINDS[kind](named(count, NAMES_IN[language]), Hanging()))

    content = pdf.typeset(document)

    if language != "hebrew":
        read = [" ".join(line.split()) for line in lines(content, tmp_path)]
        wanted = [line for wall in document.walls for line in told(with_room(wall))]
        assert sorted({*wanted} - {*read}) == []
        people = [row for wall in document.walls for row in wall.rows if row.look is not RowLook.NOTE]
        assert len(wanted) >= 0.6 * len(people) > 0
    stays_in_its_place(content, tmp_path)
    assert all(wall.size >= SMALLEST for wall in document.walls)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["seats by name", "ranking", "lists"])
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("is_large", [False, True])
def test_is_on_the_paper_that_was_chosen(kind, size, is_large, tmp_path):
    document = KINDS[kind](named(12, NAMES_IN["german"]), Hanging(size=size, is_large=is_large))

    content = pdf.typeset(document)

    for page in pypdf.PdfReader(io.BytesIO(content)).pages:
        edges = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert edges == pytest.approx(EDGES[size], abs=0.1)
    stays_in_its_place(content, tmp_path)


def test_namesakes_are_told_apart_who_is_excluded_is_marked_and_across_the_hall_a_ranking_says_little():
    made = played(12)
    namesakes = made.entrants.filter(number__in=[1, 2, 3])
    namesakes.update(name="Ida Au", club="Asse")
    namesakes.filter(number=3).update(club="SC Bube")
    # Namesakes are told apart by their clubs, and by their numbers where these are alike.
    names = [row.name for row in KINDS["seats by name"](made, Hanging()).walls[0].rows]
    assert names[:3] == ["Au, Ida (Asse; No. 1)", "Au, Ida (Asse; No. 2)", "Au, Ida (SC Bube)"]
    made.entrants.filter(number=4).update(present=False, excluded_at=EVENING)

    for kind, composed in KINDS.items():
        names = [row.name for row in composed(made, Hanging()).walls[0].rows]
        marked = [name for name in names if "(excluded)" in name]
        there = [name for name in names if "Spieler 4" in name or "4, Spieler" in name]
        assert (marked, marked[0].endswith("(excluded)")) == (there[:1], True), kind
    [wall] = KINDS["ranking"](made, Hanging(is_large=True)).walls
    assert [column.word for column in (*wall.columns.lead, *wall.columns.figures)] == ["Rank", "Total"]
