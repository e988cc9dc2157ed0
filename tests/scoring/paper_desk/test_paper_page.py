"""Results typed from paper, through their page."""

import pytest

from scoring.lists.models import SeatResult
from tests import factories
from tests.seen import post_seen

pytestmark = pytest.mark.django_db
TOTALS = "/t/cup/office/series/1/table/1/totals/"
TYPE = "/t/cup/office/series/1/table/1/type/"


def totals(*lines: tuple[int, int, int]) -> dict[str, int]:
    return {
        f"s{place}-{name}": value
        for place, line in enumerate(lines, start=1)
        for name, value in zip(("game_points", "won", "lost"), line, strict=True)
    }


@pytest.mark.parametrize("url", [TOTALS, TYPE, f"{TYPE}read/"])
def test_only_the_direction_types(client, url):
    row = factories.running_list()
    client.get(f"/l/{row.table.key}/")

    assert "/sign-in/" in client.get(url)["Location"]


def test_the_example_of_skwo_5_2_from_a_paper_list(director):
    factories.running_list(seats=4, rounds=12)

    response = post_seen(director, TOTALS, totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)), follow=True)

    assert "937 + 750 + 420 = 2107" in response.content.decode()


def test_impossible_totals_are_refused_and_kept(director):
    factories.running_list(seats=4, rounds=12)

    response = post_seen(director, TOTALS, totals((937, 40, 3), (0, 0, 0), (0, 0, 0), (5, 0, 0)))
    page = response.content.decode()

    assert response.status_code == 422
    assert "Seat 1" in page
    assert "Seat 4" in page
    assert 'value="937"' in page
    assert not SeatResult.objects.filter(performance__gt=0).exists()


@pytest.mark.parametrize("absurd", ["", "abc", "9" * 30, "-1"])
def test_absurd_counts_get_a_sentence_beside_the_field(director, absurd):
    factories.running_list(seats=3)

    response = post_seen(director, TOTALS, totals((0, 0, 0), (0, 0, 0), (0, 0, 0)) | {"s2-won": absurd})

    assert response.status_code == 422
    assert "marked fields" in response.content.decode()


def test_a_paper_list_is_signed_by_the_direction(director):
    row = factories.running_list(seats=3, rounds=1)
    post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))

    post_seen(
        director,
        "/t/cup/office/series/1/table/1/",
        {"action": "sign-for-paper"},
        page="/t/cup/series/1/table/1/",
    )

    row.refresh_from_db()
    assert (row.signed_at is not None, row.signed_by) == (True, factories.user())
