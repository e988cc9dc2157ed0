"""Lists typed from paper, through their pages."""

from uuid import uuid4

import pytest

from scoring.models import SeatResult
from tests import factories
from tests.factories import GRAND

pytestmark = pytest.mark.django_db
TOTALS = "/t/cup/office/series/1/table/1/totals/"
TYPE = "/t/cup/office/series/1/table/1/type/"


def totals(*lines: tuple[int, int, int]) -> dict[str, int]:
    return {
        f"s{place}-{name}": value
        for place, line in enumerate(lines, start=1)
        for name, value in zip(("game_points", "won", "lost"), line, strict=True)
    }


@pytest.mark.parametrize("url", [TOTALS, TYPE])
def test_only_the_direction_types(client, url):
    row = factories.running_list()
    client.get(f"/l/{row.table.key}/")

    assert "/sign-in/" in client.get(url)["Location"]


def test_the_example_of_skwo_5_2_from_a_paper_list(director):
    factories.running_list(seats=4, rounds=12)

    response = director.post(TOTALS, totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)), follow=True)

    assert "937 + 750 + 420 = 2107" in response.content.decode()


def test_impossible_totals_are_refused_and_kept(director):
    factories.running_list(seats=4, rounds=12)

    response = director.post(TOTALS, totals((937, 40, 3), (0, 0, 0), (0, 0, 0), (5, 0, 0)))
    page = response.content.decode()

    assert response.status_code == 422
    assert "Seat 1" in page
    assert "Seat 4" in page
    assert 'value="937"' in page
    assert not SeatResult.objects.filter(performance__gt=0).exists()


@pytest.mark.parametrize("absurd", ["", "abc", "9" * 30, "-1"])
def test_absurd_counts_get_a_sentence_beside_the_field(director, absurd):
    factories.running_list(seats=3)

    response = director.post(TOTALS, totals((0, 0, 0), (0, 0, 0), (0, 0, 0)) | {"s2-won": absurd})

    assert response.status_code == 422
    assert "marked fields" in response.content.decode()


def test_a_paper_list_is_signed_by_the_direction(director):
    row = factories.running_list(seats=3, rounds=1)
    director.post(TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))

    director.post("/t/cup/office/series/1/table/1/", {"action": "sign-for-paper"})

    row.refresh_from_db()
    assert (row.signed_at is not None, row.signed_by) == (True, factories.user())


def line(number: int, **fields: object) -> dict[str, object]:
    return {f"d{number}-{name}": value for name, value in fields.items()}


def test_a_list_is_typed_in_two_sittings(director):
    row = factories.running_list(seats=3, rounds=1)
    first = line(1, declarer=2, game="hearts", matadors=1, won=1) | line(2, game="passed")
    director.post(TYPE, first | {"entry_key": uuid4()})
    assert row.deals.count() == 2

    last = line(3, declarer=1, game="null", announced="ho", won=0)
    director.post(TYPE, last | {"entry_key": uuid4()})

    assert [deal.points for deal in row.deals.order_by("number")] == [20, 0, -118]


def test_every_wrong_line_is_named_and_nothing_is_entered(director):
    row = factories.running_list(seats=4, rounds=1)
    typed = (
        line(1, declarer=2, game="grand", matadors=7, won=1)
        | line(2, declarer=3, game="null", matadors="", announced="hs", won=1)
        | line(3, declarer=1, game="", won=1)
        | line(4, declarer=2, game="hearts", matadors=1)
    )

    response = director.post(TYPE, typed | {"entry_key": uuid4()})

    assert response.status_code == 422
    assert not row.deals.exists()
    page = response.content.decode()
    assert "Which game?" in page
    assert "Please choose." in page


def test_rule_problems_of_all_lines_are_said_together(director):
    factories.running_list(seats=4, rounds=1)
    typed = line(1, declarer=2, game="grand", matadors=7, won=1) | line(
        2, declarer=3, game="clubs", matadors=-1, level="b", won=1
    )

    page = director.post(TYPE, typed | {"entry_key": uuid4()}).content.decode()

    assert "Deal 1:" in page
    assert "Deal 2:" in page


def test_rare_lines_are_asked_about_once(director):
    row = factories.running_list(seats=3, rounds=1)
    typed = line(1, declarer=2, game="clubs", matadors=6, won=1) | {"entry_key": uuid4()}

    assert director.post(TYPE, typed).status_code == 422
    director.post(TYPE, typed | {"sure": "on"})

    assert row.deals.get().points == 84


def test_a_gap_is_refused(director):
    factories.running_list(seats=3, rounds=1)

    response = director.post(TYPE, line(3, game="passed") | {"entry_key": uuid4()})

    assert response.status_code == 422


def test_what_is_entered_already_is_not_typed_again(director):
    row = factories.running_list(seats=3, rounds=1)
    factories.enter(row, (1, GRAND))

    page = director.get(TYPE).content.decode()

    assert 'name="d1-game"' not in page
    assert 'name="d2-game"' in page
