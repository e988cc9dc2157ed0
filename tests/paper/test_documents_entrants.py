"""Lists of entrants on paper: for the desk and for the wall, in every order."""

import re

import pytest

from tests import factories
from tests.factories import EVENING
from tests.paper.lists_read import name
from tests.paper.papers_read import ENTRANTS
from tests.paper.printed import pages, read
from tests.paper.walls_read import rows

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def made():
    """Four entrants of two clubs."""
    made = factories.tournament(entrants=4)
    for number, called in enumerate(["Zoë Ohm", "Anna Berg", "Özil, Oskar", ""], start=1):
        name(made, number, called)
    made.entrants.filter(number__in=[1, 3]).update(club="SC Herz Dame", team="SC Herz Dame 2", classes=["ladies"])
    made.entrants.filter(number=2).update(club="Asse", paid=True)
    return made


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("by", "order"),
    [
        ("", ["Zoë Ohm", "Anna Berg", "Özil, Oskar", "No. 4"]),
        ("number", ["Zoë Ohm", "Anna Berg", "Özil, Oskar", "No. 4"]),
        ("name", ["Berg, Anna", "Ohm, Zoë", "Özil, Oskar", "No. 4"]),
        ("club", ["Berg, Anna", "Ohm, Zoë", "Özil, Oskar", "No. 4"]),
    ],
)
def test_everybody_is_there_in_the_order_asked_for(director, made, by, order):
    [text] = pages(director.get(ENTRANTS, {"by": by}))

    places = [text.index(called) for called in order]
    assert places == sorted(places)
    assert "4 entrants" in text


def test_for_the_desk_has_what_is_ticked_already(director, made):
    [text] = pages(director.get(ENTRANTS))

    assert "Present" in text
    assert "Paid" in text
    assert text.count("×") == 4 + 1


def test_for_the_wall_tells_nothing_of_money(director, made):
    [text] = pages(director.get(ENTRANTS, {"for": "wall"}))

    assert "Paid" not in text
    assert "×" not in text
    assert "Zoë Ohm" in text


def test_for_the_wall_has_no_lines_to_be_filled_in(director, made):
    wall, desk = (director.get(ENTRANTS, {**asked, "as": "page"}).content for asked in ({"for": "wall"}, {}))

    assert wall.count(b"<tr") == 1 + 4
    assert desk.count(b"<tr") > 1 + 20


def test_says_what_the_marks_of_classes_mean(director, made):
    made.entrants.filter(number=2).update(classes=["seniors"])

    [text] = pages(director.get(ENTRANTS))

    assert "L: Ladies · S: Seniors" in text
    assert "J:" not in text


def test_says_the_class_and_what_tells_a_team_from_others_of_its_club(director, made):
    [first, second, third, _fourth, *_blank] = rows(director.get(ENTRANTS, {"as": "page"}).content.decode())

    assert [one["Club"] for one in (first, second, third)] == ["SC Herz Dame 2", "Asse", "SC Herz Dame 2"]
    assert [one["Class"] for one in (first, second, third)] == ["L", "", "L"]


def test_leaves_out_who_withdrew(director, made):
    made.entrants.filter(number=2).update(withdrawn_at=EVENING, present=False)

    [text] = pages(director.get(ENTRANTS))

    assert "Anna" not in text
    assert "3 entrants" in text


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(("count", "sheets"), [(0, 1), (30, 1), (70, 2), (300, 7)])
def test_takes_as_many_pages_as_it_needs(director, count, sheets):
    factories.tournament(entrants=count)

    response = director.get(ENTRANTS)

    assert len(read(response).pages) == sheets
    text = "\n".join(pages(response))
    for number in range(1, count + 1):
        assert len(re.findall(rf"Spieler {number}\b", text)) == 1


@pytest.mark.parametrize("by", ["x", "Name", "number'", "9" * 300])
def test_in_no_known_order_is_not_found(director, made, by):
    assert director.get(ENTRANTS, {"by": by}).status_code == 404
