"""Whom a player met in a season: lists at one table, worked out by hand."""

from datetime import date

import pytest

from scoring.lists.models import GameListRow
from scoring.season.selectors.head_to_head import meetings
from scoring.season.selectors.played import year_of
from tables.clubs.models import Person
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import GRAND, GRAND_LOST
from tests.tables.clubs import club_books

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def season():
    """Two evenings of Anna, Bert, Carl and Dora, who sit in this order, and a third at play.

    On the first Anna wins her four Grands and the others nothing; on the second Bert loses four.
    """
    club = club_books.club()
    for number, (seat, lost) in enumerate([(1, False), (2, True)], start=1):
        event = club_years.evening(club, f"abend-{number}", day=date(2026, 1, number), closed=0)
        series = factories.running_series(event)
        row = GameListRow.objects.get(table__series=series)
        factories.enter(row, *((seat, GRAND_LOST if lost else GRAND) if seat in at else None for at in PLAY))
        factories.confirm_and_sign(row)
        factories.close_series(series)
    made = club_years.season(club)
    club_years.with_events(made, *club.tournaments.order_by("starts_on"))
    return made


PLAY = ({2, 3, 4}, {1, 3, 4}, {1, 2, 4}, {1, 2, 3})
"""Who plays each of the four deals of a round of four."""


def test_is_counted_list_by_list(season):
    people = {one.name: one.pk for one in Person.objects.all()}
    year = year_of(season)

    found = {one.opponent.name: one for one in meetings(year, player=people["Anna Ast"])}

    assert set(found) == {"Bert Bär", "Carl Clas", "Dora Dorn"}
    # First evening: Anna has all; second: Bert loses, and the three others have the same.
    assert (found["Bert Bär"].lists, found["Bert Bär"].ahead, found["Bert Bär"].behind) == (2, 2, 0)
    assert (found["Carl Clas"].lists, found["Carl Clas"].ahead, found["Carl Clas"].behind) == (2, 1, 0)


def test_what_one_is_ahead_the_other_is_behind(season):
    year = year_of(season)
    people = list(year.players)
    found = {(one, met.opponent.number): met for one in people for met in meetings(year, player=one)}

    assert len(found) == 12
    for (one, other), met in found.items():
        back = found[other, one]
        assert (met.lists, met.ahead, met.behind) == (back.lists, back.behind, back.ahead)
        assert met.difference == -back.difference


def test_costs_one_query_and_stands_on_the_page_of_a_player(season, client, django_assert_num_queries):
    year = year_of(season)
    anna = Person.objects.get(name="Anna Ast").pk
    with django_assert_num_queries(1):
        meetings(year, player=anna)
    club_years.competition(season)

    page = client.get(f"{club_years.PAGE}players/{anna}/").content.decode()

    assert "Against whom" in page
    assert "2 : 0" in page


def test_somebody_alone_met_nobody(season):
    assert meetings(year_of(season), player=999_999) == []
