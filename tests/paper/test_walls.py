"""What hangs on a wall is read from afar: as large as it fits, never too small, never cut, on every paper."""

import io
import re
from collections.abc import Callable
from itertools import chain

import pypdf
import pytest
from django.conf import settings

from scoring.lists.selectors.boards import lists_with_results
from scoring.paper.documents import entrant_lists, lists_overview, rankings, seat_plans, team_rankings
from scoring.paper.documents.hung import Hanging
from scoring.paper.documents.print_order import Order, Sorted
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.columns import BEHIND, Columns, Look, Row
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.measuring import Face
from scoring.paper.typesetting.papers import Paper, Size
from scoring.paper.typesetting.walls import AT_A_DESK, IN_A_HALL, LINE, LINES, ON_A_WALL, Room, Wall, left_over, wall
from scoring.paper.typesetting.wrapping import POINT, SMALLEST, measured, wrapped
from scoring.results.selectors import standings
from scoring.results.selectors.rankings import rankings_of, shown_ranking
from tables.draw import selectors as draw_seats
from tables.people import selectors
from tables.tournaments.models import Tournament
from tests.paper.walls_read import boxes, lines
from tests.scoring.results.ranking_pages import assign, ranking
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROOM = Room(across=182, down=240, foot=25)

NAMES = {
    "short": ["Ida Au", "Ole Bo"],
    "long": ["Maximiliane-Friederike Freifrau von Schwarzenberg-Wolfenbüttel", "Ida Au"],
    "endless": ["W" * 80, "東" * 80, "a\N{COMBINING ACUTE ACCENT}" * 40, ""],
    "foreign": ["שלמה כהן", "Юрий Гагарин", "Νίκος Καζαντζάκης", "Łukasz Świątek"],
}


def rows(count: int, names: list[str], *, series: int = 1) -> list[Row]:
    return [
        Row(
            lead=(str(number), str(number)),
            name=names[number % len(names)],
            beside="SC Herz Dame",
            figures=(str(number),) * series,
        )
        for number in range(1, count + 1)
    ]


def hang(told: list[Row], room: Room = ROOM, *, pages: int | None = None, sizes=ON_A_WALL) -> Wall:
    series = len(told[0].figures) if told else 0
    columns = Columns.of(
        told, lead=["Rank", "No."], name="Name", beside="Club", figures=[f"S{one}" for one in range(series)]
    )
    return wall(told, columns, room, sizes=sizes, pages=pages)


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("count", [1, 8, 60, 200])
@pytest.mark.parametrize("series", [1, 4])
class TestAWall:
    @pytest.mark.thorough(after=1)
    def test_has_every_row_once_in_order_with_all_its_letters(self, names, count, series):
        told = rows(count, names, series=series)

        found = hang(told).rows

        assert [one.row for one in found] == told
        for one in found:
            assert one.name.text.replace("\n", "").replace(" ", "") == one.row.name.replace(" ", "")

    @pytest.mark.thorough(after=1)
    def test_is_never_too_small(self, names, count, series):
        found = hang(rows(count, names, series=series))

        assert SMALLEST <= found.size <= ON_A_WALL.largest
        assert found.size >= ON_A_WALL.least or series == 4
        assert all(text.size >= SMALLEST for one in found.rows for text in (one.name, one.beside))

    @pytest.mark.thorough(after=1)
    def test_stays_within_its_page(self, names, count, series):
        found = hang(rows(count, names, series=series))

        for page in found.pages:
            for column in page:
                high = sum(one.height(found.size, found.line) for one in column)
                assert len(column) == 1 or high <= ROOM.down
        for one in found.rows:
            room = found.widths.name + BEHIND * found.size * POINT
            assert all(measured(line) * one.name.size * POINT <= room for line in one.name.lines)

    @pytest.mark.thorough(after=1)
    def test_has_room_for_what_stands_below_the_last_row(self, names, count, series):
        found = hang(rows(count, names, series=series))

        assert len(found.rows) == 1 or left_over(found, ROOM) >= 0


def test_fills_its_page_with_the_largest_letters_that_fit():
    few, more = (hang(rows(count, NAMES["short"])) for count in (8, 28))

    assert (len(few.pages), len(more.pages)) == (1, 1)
    assert ON_A_WALL.largest >= few.size > more.size > ON_A_WALL.least


def test_who_takes_more_pages_fills_them_too():
    found = hang(rows(100, NAMES["short"]), Room(across=182, down=240))

    assert len(found.pages) == 3
    assert found.size > ON_A_WALL.least


def test_two_lines_come_before_smaller_letters():
    found = hang(rows(60, ["Maximiliane von Schwarzenberg"]), Room(across=130, down=240))

    [first, *_rest] = found.rows
    assert (len(first.name.lines), first.name.size) == (2, found.size)


def test_what_is_said_in_brackets_stands_together():
    assert wrapped("Ida Au (30 Strafpunkte)", room=75, size=20).lines == ("Ida Au", "(30 Strafpunkte)")


def test_fits_as_many_pages_as_somebody_chose_though_it_is_smaller_then():
    told = rows(50, NAMES["short"])

    assert len(hang(told).pages) == 2
    chosen = hang(told, pages=1)
    assert len(chosen.pages) == 1
    assert SMALLEST <= chosen.size < ON_A_WALL.least


@pytest.mark.thorough
def test_nothing_is_smaller_than_the_smallest_however_few_pages_somebody_chose():
    found = hang(rows(400, NAMES["long"]), pages=1)

    assert found.size == SMALLEST
    assert len(found.pages) > 1
    assert len(found.rows) == 400


def test_across_a_hall_it_is_larger_and_on_a_desk_there_is_more_of_it():
    told = rows(120, NAMES["short"])

    across_a_hall, on_a_wall, at_a_desk = (hang(told, sizes=sizes) for sizes in (IN_A_HALL, ON_A_WALL, AT_A_DESK))

    assert across_a_hall.size >= 24 > on_a_wall.size >= 14
    assert len(across_a_hall.pages) > len(on_a_wall.pages) > len(at_a_desk.pages)


def test_many_figures_make_it_smaller_before_names_lose_their_room():
    found = hang(rows(8, NAMES["short"], series=30), Room(across=269, down=160))

    assert SMALLEST <= found.size < ON_A_WALL.least
    assert found.widths.name + found.widths.beside >= 40


def test_those_of_a_table_stay_together():
    told = [Row(name="Ida", is_first=number % 4 == 0) for number in range(400)]

    found = wall(told, Columns.of(told, name="Name"), ROOM, sizes=ON_A_WALL)

    assert len(found.pages) > 1
    assert all(column[0].row.is_first for column in chain(*found.pages))


def test_columns_stand_side_by_side():
    told = [Row(name="Ida", figures=(str(number),)) for number in range(60)]

    found = wall(
        told, Columns.of(told, name="Name", figures=["No."]), Room(across=88, down=240, columns=2), sizes=ON_A_WALL
    )

    [page] = found.pages
    assert [row.row for column in page for row in column] == told
    assert len(page) == 2


def test_figures_stand_flush_right_below_their_heads():
    told = [Row(name="Ida", figures=("1", "1234")), Row(name="Ole", figures=("12", "−50"))]

    found = hang_figures(told, ["Gewonnen", "S1"])

    wide = [head.figures for head in found.widths.figures]
    assert [row.behind for row in found.rows] == [
        "1".rjust(wide[0]) + "1234".rjust(wide[1]),
        "12".rjust(wide[0]) + "−50".rjust(wide[1]),
    ]
    for head in found.widths.figures:
        assert measured(head.word) * found.widths.head <= head.figures * 0.602 * found.size


def hang_figures(told: list[Row], words: list[str]) -> Wall:
    return wall(told, Columns.of(told, name="Name", figures=words), ROOM, sizes=ON_A_WALL)


def test_a_team_is_bold_and_its_players_stand_further_in():
    told = [
        Row(name="W" * 30, figures=("1",), look=Look.TEAM),
        Row(name="W" * 30, figures=("1",), look=Look.MEMBER, is_first=False),
    ]

    found = hang_figures(told, ["No."])

    team, member = found.rows
    assert all(measured(line, Face.BOLD) * team.name.size * POINT <= found.widths.name for line in team.name.lines)
    assert all(measured(line) * member.name.size * POINT <= found.widths.inset for line in member.name.lines)


def styles() -> str:
    return (settings.BASE_DIR / "skatturnier/static/skatturnier/print/walls.css").read_text()


def test_the_style_sheet_has_a_class_for_every_size_and_width():
    sizes, percents, figures, spacings = (
        set(map(int, re.findall(rf"\.{css}-(\d+) ", styles()))) for css in ("pt", "w", "c", "line")
    )

    assert sizes >= set(range(SMALLEST, IN_A_HALL.largest + 1))
    assert percents == set(range(1, 100))
    assert figures >= set(range(1, 41))
    assert spacings == {round(10 * line) for line in LINES}
    assert LINE in LINES


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("is_turned", [False, True])
def test_the_style_sheet_knows_every_paper(size, is_turned):
    paper = Paper(size=size, is_turned=is_turned)

    [(wide, high)] = re.findall(
        rf"\.on-{paper.name} {{ page: {paper.name}; width: ([\d.]+)mm; height: ([\d.]+)mm; }}", styles()
    )
    assert (float(wide), float(high)) == (pytest.approx(paper.width), pytest.approx(paper.height))


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
@pytest.mark.parametrize("language", NAMES_IN)
@pytest.mark.parametrize("count", [12, 60, 400])
def test_is_read_row_by_row_and_stays_in_its_place(kind, language, count, tmp_path):
    document = KINDS[kind](named(count, NAMES_IN[language]), Hanging())

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
    document = KINDS[kind](named(12, NAMES_IN["german"]), Hanging(size=size, is_large=is_large))

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
