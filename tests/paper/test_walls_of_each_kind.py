"""Each list that hangs on a wall, with names of four languages, in small, middling and large fields."""

import io
from collections.abc import Callable

import pypdf
import pytest

from scoring.lists.selectors.lists import lists_with_results
from scoring.paper.documents import entrant_lists, lists_overview, rankings, seat_plans, team_rankings
from scoring.paper.documents.hung import Hanging
from scoring.paper.documents.print_order import Order, Sorted
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.papers import Size
from scoring.paper.typesetting.walls import ON_A_WALL
from scoring.paper.typesetting.wrapping import SMALLEST
from scoring.results.selectors import standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tables.draw.selectors import seats as draw_seats
from tables.people import selectors
from tables.tournaments.models import Tournament
from tests.paper.walls_read import boxes, lines
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = {
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


def seats(made: Tournament, sorted_by: Sorted, hanging: Hanging) -> Document:
    series = made.series.get()
    return seat_plans.seat_plan(series, draw_seats.seating_of(series), sorted_by=sorted_by, hanging=hanging)


def entrants(made: Tournament, hanging: Hanging, *, has_boxes: bool = False) -> Document:
    return entrant_lists.entrant_list(
        made, selectors.entrants(made), order=Order.NAME, has_boxes=has_boxes, as_of=EVENING, hanging=hanging
    )


def ranked(made: Tournament, hanging: Hanging) -> Document:
    return rankings.ranking(made, standings.standings(made), only=None, as_of=EVENING, hanging=hanging)


def lists(made: Tournament, hanging: Hanging) -> Document:
    series = made.series.get()
    return lists_overview.lists_overview(series, lists_with_results(series), as_of=EVENING, hanging=hanging)


def teams(made: Tournament, hanging: Hanging) -> Document:
    return team_rankings.team_ranking(shown_ranking(rankings_of(made)[0]), as_of=EVENING, hanging=hanging)


KINDS: dict[str, Callable[[Tournament, Hanging], Document]] = {
    "seats by table": lambda made, hanging: seats(made, Sorted.TABLE, hanging),
    "seats by name": lambda made, hanging: seats(made, Sorted.NAME, hanging),
    "ranking": ranked,
    "entrants": entrants,
    "lists": lists,
    "teams": teams,
}


def told(document: Document) -> list[str]:
    """Return the rows that take a line each, as they are read: figures, name, club, figures."""
    pages = document.context["pages"]
    rows = [row for page in pages for column in page.page for row in column]
    single = [row for row in rows if max(len(row.name.lines), len(row.beside.lines)) == 1]
    return [" ".join(f"{row.lead} {row.name.text} {row.beside.text} {row.behind}".split()) for row in single]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("count", [12, 60, 400])
def test_is_read_row_by_row_and_stays_in_its_place(kind, language, count, tmp_path):
    document = KINDS[kind](named(count, NAMES[language]), Hanging())

    content = pdf.typeset(document)

    assert len(pypdf.PdfReader(io.BytesIO(content)).pages) == len(document.under)
    if language != "hebrew":
        read = [" ".join(line.split()) for line in lines(content, tmp_path)]
        wanted = told(document)
        assert wanted
        assert [line for line in read if line in set(wanted)] == wanted
    for (wide, high), (left, top, right, bottom) in boxes(content, tmp_path):
        assert MARGIN - 1 <= left <= right <= wide - MARGIN + 1
        assert 0 <= top <= bottom <= high - 24
    for page in document.context["pages"]:
        assert page.wall.size >= ON_A_WALL.least
        assert all(text.size >= SMALLEST for row in page.wall.rows for text in (row.name, row.beside))


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("is_large", [False, True])
def test_is_on_the_paper_that_was_chosen(kind, size, is_large, tmp_path):
    document = KINDS[kind](named(12, NAMES["german"]), Hanging(size=size, is_large=is_large))

    content = pdf.typeset(document)

    found = pypdf.PdfReader(io.BytesIO(content)).pages
    for page in found:
        edges = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert edges == pytest.approx(EDGES[size], abs=0.1)
    assert len(found) == len(document.under)
    for (wide, high), (left, top, right, bottom) in boxes(content, tmp_path):
        assert MARGIN - 1 <= left <= right <= wide - MARGIN + 1
        assert 0 <= top <= bottom <= high - 24


def test_namesakes_are_told_apart_by_their_clubs_and_by_their_numbers_where_these_are_alike():
    made = played(12)
    made.entrants.filter(number__in=[1, 2, 3]).update(name="Ida Au", club="Asse")
    made.entrants.filter(number=3).update(club="SC Bube")

    names = [row.row.name for row in seats(made, Sorted.NAME, Hanging()).context["pages"][0].wall.rows]

    assert names[:3] == ["Au, Ida (Asse; No. 1)", "Au, Ida (Asse; No. 2)", "Au, Ida (SC Bube)"]


@pytest.mark.parametrize("kind", KINDS)
def test_who_is_excluded_is_marked(kind):
    made = played(12)
    made.entrants.filter(number=4).update(present=False, excluded_at=EVENING)

    names = [row.row.name for row in KINDS[kind](made, Hanging()).context["pages"][0].wall.rows]

    assert len([name for name in names if "(excluded)" in name]) == 1
    assert next(name for name in names if "Spieler 4" in name or "4, Spieler" in name).endswith("(excluded)")


def test_across_the_hall_a_ranking_says_nothing_but_place_name_club_and_total():
    document = ranked(played(12), Hanging(is_large=True))

    [part] = {id(page.part): page.part for page in document.context["pages"]}.values()
    assert [column.word for column in (*part.columns.lead, *part.columns.figures)] == ["Rank", "Total"]
