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
from scoring.paper.documents.kind import Task, hung
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
from simulation.people import people
from tables.people import selectors
from tables.tournaments.models import Tournament
from tests.paper.printed import boxes, lines
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def rows(count: int, names: Sequence[str] = ("Ida Au", "Ole Bo"), *, series: int = 1) -> list[WallRow]:
    return [
        WallRow(
            lead=(str(number), str(number)),
            name=names[number % len(names)],
            beside="SC Herz Dame",
            figures=(str(number),) * series,
        )
        for number in range(1, count + 1)
    ]


def hang(told: list[WallRow], *, pages: int | None = None, **more) -> Wall:
    columns = Columns.of(
        told,
        lead=["Rank", "No."],
        name="Name",
        beside="Club",
        figures=[f"S{one}" for one in range(len(told[0].figures))],
    )
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


def test_who_takes_more_pages_fills_them_too():
    found = hang(rows(100), sizes=replace(ON_A_WALL, least=14))

    assert found.size > 14


@pytest.mark.parametrize("names", [["Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel"], ["W" * 80, ""]])
def test_is_no_larger_than_the_longest_names_allow_and_never_too_small(names):
    short, long = hang(rows(12)), hang(rows(12, names))

    assert SMALLEST <= long.size < short.size


def test_one_very_long_name_of_fifty_does_not_make_all_others_small():
    told = rows(60)

    assert hang([replace(told[0], name="W" * 80), *told[1:]]).size == hang(told).size


def test_a_name_or_club_longer_than_its_column_is_condensed_and_no_other():
    told = rows(60)
    name, club = (
        "Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel",
        "Skatclub Schellenbuben Meuselwitz von 1931",
    )

    found = hang([replace(told[0], name=name), replace(told[1], beside=club), *told[2:]])

    assert found.condensed == {name, club}


def test_fits_as_many_pages_as_somebody_chose_though_it_is_smaller_then():
    told = rows(50)

    usual, chosen = hang(told, sizes=replace(ON_A_WALL, least=14)), hang(told, pages=1)

    assert (reckoned(usual).pages, reckoned(chosen).pages) == (2, 1)
    assert SMALLEST <= chosen.size < usual.size
    assert not chosen.takes_more


def test_nothing_is_smaller_than_the_smallest_however_few_pages_somebody_chose():
    found = hang(rows(400), pages=1)

    assert found.size == SMALLEST
    assert found.takes_more


def test_across_a_hall_it_is_larger():
    told = [WallRow(name="Ida", lead=(str(number),)) for number in range(120)]
    columns = Columns.of(told, lead=["Rank"], name="Name")

    across, on_a_wall = (
        Wall(under="", rows=told, columns=columns, sizes=sizes).fitted(reckoned) for sizes in (IN_A_HALL, ON_A_WALL)
    )

    assert across.size >= IN_A_HALL.least > on_a_wall.size


def test_many_figures_turn_the_paper():
    assert not hang(rows(8)).layout.is_turned
    assert hang(rows(8, series=24)).layout.is_turned


def test_columns_are_as_wide_as_the_paper_and_figures_have_their_room():
    found = hang(rows(30, series=4))

    assert sum(found.widths) == pytest.approx(100, abs=0.1)
    for wide, column in zip(found.widths, found.columns.all, strict=True):
        assert wide / 100 * found.layout.across >= column.width(found.size) * found.size * 0.99


def test_blank_rows_fill_the_last_page_and_take_no_other():
    found = hang(rows(20), has_blank_rows=True, sizes=AT_A_DESK)

    assert found.blank > 0
    assert reckoned(found).pages == reckoned(replace(found, blank=0)).pages == 1
    assert reckoned(replace(found, blank=found.blank + 2)).pages == 2


@pytest.mark.thorough
@pytest.mark.parametrize("series", [1, 3])
def test_hardly_any_real_name_or_club_is_broken_in_two(series, tmp_path):
    """Of 2,000 names as they come 95 % stand in one line, in rankings as long as they come."""
    whole = 0
    made = factories.tournament()
    everybody = people(2000, seed="names")
    for start in range(0, 2000, 200):
        told = [
            WallRow(lead=(str(at), str(at)), name=one.name, beside=one.club, figures=("1234",) * series + ("12", "3"))
            for at, one in enumerate(everybody[start : start + 200], start=1)
        ]
        columns = Columns.of(
            told, lead=["Rank", "No."], name="Name", beside="Club", figures=["S1"] * series + ["Won", "Lost"]
        )
        wall = Wall(under="", rows=told, columns=columns)
        content = pdf.typeset(hung(task(made, Hanging()), wall, title="Ranking"))
        read = [" ".join(line.split()) for line in lines(content, tmp_path)]
        wanted = {" ".join(" ".join((*row.lead, row.name, row.beside, *row.figures)).split()) for row in told}
        whole += len(wanted & set(read))
    assert whole >= 0.95 * 2000


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("is_turned", [False, True])
def test_the_style_sheet_knows_every_paper(size, is_turned):
    styles = (settings.BASE_DIR / "skatturnier/static/skatturnier/print/walls.css").read_text()
    name = Layout(size=size, is_turned=is_turned).name

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


def seats(made: Tournament, sorted_by: Sorted, hanging: WantedPaper) -> Document:
    return compose(task(made, hanging, kind="seats", series=1, sorted_by=sorted_by))


def entrants(made: Tournament, hanging: WantedPaper, *, has_boxes: bool = False) -> Document:
    told = task(made, hanging, kind="entrants", order=ListOrder.NAME, has_boxes=has_boxes)
    return entrant_list(told, selectors.entrants(made))


def ranked(made: Tournament, hanging: WantedPaper) -> Document:
    return compose(task(made, hanging, kind="ranking"))


def lists(made: Tournament, hanging: WantedPaper) -> Document:
    return compose(task(made, hanging, kind="lists", series=1))


def teams(made: Tournament, hanging: WantedPaper) -> Document:
    return compose(task(made, hanging, kind="rankings", ranking=1))


KINDS: dict[str, Callable[[Tournament, WantedPaper], Document]] = {
    "seats by table": lambda made, hanging: seats(made, Sorted.TABLE, hanging),
    "seats by name": lambda made, hanging: seats(made, Sorted.NAME, hanging),
    "ranking": ranked,
    "entrants": entrants,
    "lists": lists,
    "teams": teams,
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


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", NAMES_IN)
@pytest.mark.parametrize("count", [12, 60, 400])
def test_is_read_row_by_row_and_stays_in_its_place(kind, language, count, tmp_path):
    document = pdf.fitted(KINDS[kind](named(count, NAMES_IN[language]), Hanging()))

    content = pdf.typeset(document)

    if language != "hebrew":
        read = [" ".join(line.split()) for line in lines(content, tmp_path)]
        wanted = [line for wall in document.walls for line in told(with_room(wall))]
        assert sorted({*wanted} - {*read}) == []
        people = [row for wall in document.walls for row in wall.rows if row.look is not RowLook.NOTE]
        assert len(wanted) >= 0.6 * len(people) > 0
    for (wide, high), (left, top, right, bottom) in boxes(content, tmp_path):
        assert MARGIN - 1 <= left <= right <= wide - MARGIN + 1
        assert 0 <= top <= bottom <= high - 24
    assert all(wall.size >= SMALLEST for wall in document.walls)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("is_large", [False, True])
def test_is_on_the_paper_that_was_chosen(kind, size, is_large, tmp_path):
    document = KINDS[kind](named(12, NAMES_IN["german"]), Hanging(size=size, is_large=is_large))

    content = pdf.typeset(document)

    found = pypdf.PdfReader(io.BytesIO(content)).pages
    for page in found:
        edges = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert edges == pytest.approx(EDGES[size], abs=0.1)
    for (wide, high), (left, top, right, bottom) in boxes(content, tmp_path):
        assert MARGIN - 1 <= left <= right <= wide - MARGIN + 1
        assert 0 <= top <= bottom <= high - 24


@pytest.mark.thorough
def test_namesakes_are_told_apart_by_their_clubs_and_by_their_numbers_where_these_are_alike():
    made = played(12)
    made.entrants.filter(number__in=[1, 2, 3]).update(name="Ida Au", club="Asse")
    made.entrants.filter(number=3).update(club="SC Bube")

    names = [row.name for row in seats(made, Sorted.NAME, Hanging()).walls[0].rows]

    assert names[:3] == ["Au, Ida (Asse; No. 1)", "Au, Ida (Asse; No. 2)", "Au, Ida (SC Bube)"]


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_excluded_is_marked(kind):
    made = played(12)
    made.entrants.filter(number=4).update(present=False, excluded_at=EVENING)

    names = [row.name for row in KINDS[kind](made, Hanging()).walls[0].rows]

    assert len([name for name in names if "(excluded)" in name]) == 1
    assert next(name for name in names if "Spieler 4" in name or "4, Spieler" in name).endswith("(excluded)")


def test_across_the_hall_a_ranking_says_nothing_but_place_name_club_and_total():
    document = ranked(played(12), Hanging(is_large=True))

    [wall] = document.walls
    assert [column.word for column in (*wall.columns.lead, *wall.columns.figures)] == ["Rank", "Total"]
