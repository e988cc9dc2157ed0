"""Results typed from paper, through their page."""

import re

import pytest

from scoring.lists.models import SeatResult
from scoring.lists.services import entry, presence
from tables.acts.services.refusals import Refused
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
TOTALS = "/t/cup/office/series/1/table/1/totals/"
DESK = "/t/cup/office/series/1/paper/"
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
    row = factories.running_list(seats=4, rounds=12)

    response = post_seen(director, TOTALS, totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4)), follow=True)

    assert "Table 1 is closed as signed on paper." in response.content.decode()
    assert [result.performance for result in row.results.order_by("seat__place")] == [2107, 300, 166, 342]


def test_impossible_totals_are_refused_and_kept(director):
    factories.running_list(seats=4, rounds=12)

    response = post_seen(director, TOTALS, totals((937, 40, 3), (0, 0, 0), (0, 0, 0), (5, 0, 0)))
    page = response.content.decode()

    assert response.status_code == 422
    assert re.findall(r'id="t1-s(\d)-troubles" data-troubles><li>', page) == ["1", "4"]
    assert 'value="937"' in page
    assert not SeatResult.objects.filter(performance__gt=0).exists()


@pytest.mark.parametrize("absurd", ["", "abc", "9" * 30, "-1"])
def test_absurd_counts_get_a_sentence_beside_the_field(director, absurd):
    factories.running_list(seats=3)

    response = post_seen(director, TOTALS, totals((0, 0, 0), (0, 0, 0), (0, 0, 0)) | {"s2-won": absurd})

    assert response.status_code == 422
    assert "marked fields" in response.content.decode()


@pytest.mark.parametrize("typed", ["1.107", "1107", "1 107", "1'107", "+1107", "\u202f1\u202f107 "])
def test_points_are_read_with_the_marks_that_people_set_between_thousands(director, typed):
    row = factories.running_list(seats=3, rounds=12)

    post_seen(director, TOTALS, totals((0, 20, 0), (0, 0, 0), (0, 0, 0)) | {"s1-game_points": typed})

    assert [own.game_points for own in row.totals.order_by("place")] == [1107, 0, 0]


@pytest.mark.parametrize("typed", ["1.0", "2.00", "1.10", "1,5", "1.1000", "96."])
def test_points_with_a_fraction_are_never_read_as_other_points(director, typed):
    factories.running_list(seats=3, rounds=12)

    response = post_seen(director, TOTALS, totals((0, 5, 0), (0, 0, 0), (0, 0, 0)) | {"s1-game_points": typed})

    assert response.status_code == 422
    assert f'value="{typed}"' in response.content.decode()


def test_a_table_typed_without_scripts_leads_to_the_next(director):
    series = factories.running_series(factories.tournament(entrants=9, rounds=1))

    response = post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))

    assert response["Location"] == "/t/cup/office/series/1/paper/?at=2"
    row = factories.list_of(series)
    assert (row.signed_at is not None, row.signed_by) == (True, factories.user())


def test_after_the_last_table_the_desk_leads_on_to_the_end_of_the_series(director):
    factories.running_list(seats=3, rounds=1)

    page = post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)), follow=True).content.decode()

    assert '<form class="actions" method="post" action="/t/cup/office/series/1/">' in page
    assert 'value="close">Close series 1<' in page
    assert "typed by direktor" in page


def test_a_slip_is_mended_in_place_and_costs_nobody_points(director):
    row = factories.running_list(seats=3, rounds=1)
    post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))

    post_seen(director, TOTALS, totals((84, 1, 0), (0, 0, 0), (-96, 0, 1)))

    assert [result.performance for result in row.results.order_by("seat__place")] == [84 + 50 + 40, 40, -96 - 50]
    row.refresh_from_db()
    assert row.signed_at is not None
    assert not row.corrections.exists()
    assert [entry.action for entry in row.table.series.tournament.journal.order_by("number")][-5:] == [
        "list.totals-entered",
        "list.signed",
        "list.reopened",
        "list.totals-entered",
        "list.signed",
    ]


def test_the_same_numbers_again_change_nothing(director):
    row = factories.running_list(seats=3, rounds=1)
    sent = totals((48, 1, 0), (0, 0, 0), (-96, 0, 1))
    post_seen(director, TOTALS, sent)
    lines = row.table.series.tournament.journal.count()

    assert post_seen(director, TOTALS, sent).status_code == 302
    assert row.table.series.tournament.journal.count() == lines


def test_the_second_of_two_typists_sees_what_the_first_entered(director):
    row = factories.running_list(seats=3, rounds=1)
    sent = totals((84, 1, 0), (0, 0, 0), (-96, 0, 1))
    seen = seen_at(director, TOTALS, sent)
    post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))

    answer = director.post(TOTALS, seen | sent)

    assert answer.status_code == 409
    assert "Somebody else has changed this" in answer.content.decode()
    assert row.results.get(seat__place=1).performance == 48 + 50 + 40


def test_a_list_that_is_disputed_or_closed_with_its_series_is_not_mended(director):
    row = factories.running_list(seats=3, rounds=1)
    post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))
    seen = seen_at(director, TOTALS, totals((0, 0, 0)))
    factories.close_series(row.table.series)

    answer = director.post(TOTALS, seen | totals((84, 1, 0), (0, 0, 0), (-96, 0, 1)))

    assert answer.status_code == 422
    assert "name=&quot;s1-won&quot;" not in answer.content.decode()
    assert row.results.get(seat__place=1).performance == 48 + 50 + 40


def test_a_closed_list_that_cannot_be_mended_here_shows_what_it_came_to(director):
    row = factories.running_list(seats=3, rounds=1)
    post_seen(director, TOTALS, totals((48, 1, 0), (0, 0, 0), (-96, 0, 1)))
    factories.close_series(row.table.series)

    page = " ".join(director.get(DESK).content.decode().split())

    assert re.findall(r'<strong class="figures">(.*?)</strong>', page) == ["138", "40", "−146"]


def test_a_table_that_keeps_its_list_on_a_phone_is_told_so(director):
    row = factories.running_list(seats=3, rounds=1)
    factories.enter(row, None)

    page = director.get(DESK).content.decode()

    assert "kept deal by deal: 1 of 3" in page
    assert 'name="s1-won"' not in page


def test_what_the_numbers_come_to_is_told_while_they_are_typed(director):
    factories.running_list(seats=4, rounds=12)
    typed = totals((937, 18, 3), (-60, 5, 5), (-144, 4, 5), (-48, 4, 4))

    whole = director.get(f"{TOTALS}reckon/", typed).json()
    half = director.get(f"{TOTALS}reckon/", totals((937, 40, 3))).json()

    assert [seat["total"] for seat in whole["seats"]] == ["2107", "300", "166", "342"]
    assert (whole["sums"], whole["whole"], whole["troubles"]) == (["685", "31", "17", "2915"], True, [])
    assert [seat["total"] for seat in half["seats"]] == ["2787", "", "", ""]
    assert half["seats"][0]["troubles"] != []
    assert half["whole"] is False


def test_more_games_than_the_list_has_are_told_while_they_are_typed(director):
    factories.running_list(seats=3, rounds=1)

    said = director.get(f"{TOTALS}reckon/", totals((48, 2, 0), (48, 2, 0), (0, 0, 0))).json()

    assert said["troubles"] == ["The players have more games together than the list has deals. (SkWO 6.2)"]


def test_an_open_desk_asks_for_news_and_gets_none_while_nothing_happens(director):
    factories.running_list(seats=3, rounds=1)
    seen = re.search(r'"X-Seen": "(\w+)"', director.get(DESK).content.decode())[1]

    assert director.get(DESK, headers={"X-Seen": seen, "HX-Request": "true"}).status_code == 204
    news = director.get(DESK, headers={"X-Seen": "before", "HX-Request": "true"}).content.decode()
    assert 'id="table-1"' in news
    assert "<html" not in news


def test_where_somebody_left_the_results_alone_are_not_taken_and_the_way_is_shown(director):
    row = factories.running_list(seats=4, rounds=12)
    assert "Somebody left or came" in director.get(DESK).content.decode()
    presence.leave(list_id=row.pk, place=3, from_round=5, by=factories.user(), now=EVENING)

    page = director.get(DESK).content.decode()
    assert "From round 5 on without Spieler 3. The bonus follows from the deals" in page
    assert f'href="{TYPE}"' in page
    assert 'name="s1-won"' not in page
    with pytest.raises(Refused, match="players-changed"):
        entry.enter_totals(list_id=row.pk, totals=factories.totals(*[(0, 0, 0)] * 4), by=factories.user(), now=EVENING)


def test_its_deals_are_typed_line_by_line_in_the_order_of_those_who_stayed(director):
    row = factories.running_list(seats=4, rounds=2)
    presence.leave(list_id=row.pk, place=3, from_round=2, by=factories.user(), now=EVENING)

    page = director.get(TYPE).content.decode()
    assert 'name="d7"' in page
    assert 'name="d8"' not in page
