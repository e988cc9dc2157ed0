"""The page behind the QR code of a signed list: genuine, corrected, altered, unknown.

What hangs on a wall is read from afar: as large as it fits, never too small, never cut.
"""

import re
from itertools import chain

import pytest
from django.conf import settings

from scoring.lists.models import GameListRow
from scoring.lists.selectors.freezing import list_hash
from scoring.lists.services.lists import note
from scoring.paper.typesetting.columns import BEHIND, Columns, Look, Row
from scoring.paper.typesetting.measuring import Face
from scoring.paper.typesetting.papers import Paper, Size
from scoring.paper.typesetting.walls import (
    AT_A_DESK,
    IN_A_HALL,
    LINE,
    LINES,
    ON_A_WALL,
    Room,
    Wall,
    left_over,
    wall,
)
from scoring.paper.typesetting.wrapping import POINT, SMALLEST, measured, wrapped
from tests.paper.sheets_read import NASTY
from tests.support import factories
from tests.support.factories import EVENING

pytestmark = pytest.mark.slow


@pytest.fixture
def signed():
    """A signed list, frozen, and noted in the journal."""
    row = factories.running_list(seats=4)
    factories.fill(row, seat=2)
    factories.confirm_and_sign(row)
    return freeze(factories.list_of(row.table.series))


def freeze(row):
    row.signed_hash = list_hash(row)
    row.save(update_fields=["signed_hash"])
    note("list.signed", row, by=None, now=EVENING, hash=row.signed_hash)
    return row


def read(client, hash_, status=200):
    answer = client.get(f"/verify/{hash_}/")
    assert answer.status_code == status
    return " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.django_db
def test_a_genuine_list_says_what_it_says(client, signed):
    text = read(client, signed.signed_hash)

    assert "Yes. A list with this hash was signed" in text
    assert "Series 1, table 1" in text
    assert "2 Spieler 2 No. 2 signed: said aloud, heard by No. 1 216 3 0 366" in text
    assert signed.signed_hash in text


@pytest.mark.django_db
def test_whoever_heard_a_signature_is_told_by_number_alone(client, signed):
    hearer = signed.table.seats.get(place=1).entrant
    hearer.shown_as, hearer.pseudonym = "pseudonym", "Kreuzbube"
    hearer.save()

    text = read(client, signed.signed_hash)

    assert "1 Kreuzbube No. 1" in text
    assert "heard by No. 1" in text
    assert "Spieler 1" not in text


@pytest.mark.django_db
def test_a_hash_may_be_typed_as_it_is_printed(client, signed):
    spaced = " ".join(re.findall(".{8}", signed.signed_hash.upper()))

    assert "Yes." in read(client, spaced)


@pytest.mark.django_db
def test_a_list_changed_behind_the_back_of_the_site_is_not_genuine(client, signed):
    signed.deals.filter(voided_at=None, number=1).update(points=240)

    text = read(client, signed.signed_hash)

    assert "No. The list was signed with this hash, but what is stored now does not fit it" in text
    assert "This is what the list says now" in text


@pytest.mark.django_db
def test_nor_is_one_whose_hash_was_changed_with_it(client, signed):
    before = signed.signed_hash
    signed.deals.filter(voided_at=None, number=1).update(points=240)
    GameListRow.objects.update(signed_hash=list_hash(signed))

    assert "no ruling says why" in read(client, before)


@pytest.mark.django_db
def test_a_list_that_judges_corrected_says_so(client, signed):
    before = signed.signed_hash
    signed.deals.filter(voided_at=None, number=1).update(points=48, matadors=1)
    after = freeze(signed).signed_hash

    assert "No longer." in read(client, before)
    assert "Yes." in read(client, after)


@pytest.mark.django_db
def test_a_list_that_was_opened_again_says_so(client, signed):
    before = signed.signed_hash
    GameListRow.objects.update(signed_at=None, signed_hash="")
    note("list.reopened", signed, by=None, now=EVENING, because="x")

    assert "No longer." in read(client, before)


@pytest.mark.django_db
@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("typed", ["0" * 64, "abc", "ä" * 64, "' OR 1=1", "%00", "f" * 900])
def test_anything_else_is_unknown(client, signed, typed):
    text = read(client, typed, status=404)

    assert "Unknown. No list kept here was ever signed with this hash." in text
    assert "Spieler" not in text


@pytest.mark.django_db
def test_lists_without_a_hash_are_found_by_nothing(client):
    factories.running_list(seats=4)

    assert client.get("/verify//").status_code == 404
    assert "Unknown." in read(client, "-", status=404)


@pytest.mark.django_db
def test_it_needs_few_queries(client, signed, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        read(client, signed.signed_hash)


@pytest.mark.django_db
def test_it_is_only_read(client, signed):
    assert client.post(f"/verify/{signed.signed_hash}/").status_code == 405


@pytest.mark.django_db
def test_hostile_names_stay_text(client, signed):
    entrant = signed.table.seats.get(place=1).entrant
    entrant.name = NASTY[3]
    entrant.save()

    assert b"<script>alert" not in client.get(f"/verify/{signed.signed_hash}/").content


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
