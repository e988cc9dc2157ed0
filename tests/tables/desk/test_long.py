"""Long lists on their way in: every row is reached, and what was ticked or typed on the way is meant.

A text that is far too long is refused for its length, and not read line by line before.
"""

import time

import pytest
from django.core.exceptions import ValidationError

from tables.acts.forms.fields import LONGEST_TEXT, Paragraphs
from tests.support import factories
from tests.support.page_reader import Page, Visitor

PASTE = "/t/cup/office/entrants/paste/"


@pytest.fixture
def made():
    return factories.tournament()


def pasted(director, *lines: str) -> Page:
    return Visitor(director).get(PASTE).form("lines").send(lines="\n".join(lines))


def people(count: int, *, first: int = 1) -> list[str]:
    return [f"Spieler {'abcdefghij'[n % 10]}{'klmnopqrst'[n // 10 % 10]} Nr{n}" for n in range(first, first + count)]


def review(page: Page):
    return page.form("cells", "mended")


def turned(page: Page, part: str, way: str = "Next", **ticked: object) -> Page:
    """Return the next page of a part, or another, with what was ticked or typed on this one."""
    (button,) = [one for one in page.main.all("button", name=f"{part}.to") if one.text == way]
    values = ticked.pop("values", None)
    return review(page).send(f"{part}.to={button.attrs['value']}", values, **ticked)


def on_page(page: Page) -> list[str]:
    return review(page).options("out")


@pytest.mark.django_db
@pytest.mark.thorough
def test_every_row_is_reached_once_and_fast(director, made):
    page = pasted(director, *people(1_000))
    reached = on_page(page)
    while "Next" in [one.text for one in page.main.all("button", name="good.to")]:
        begun = time.process_time()
        page = turned(page, "good")
        assert time.process_time() - begun < 2
        assert len(page.response.content) < 400_000
        reached += on_page(page)

    assert reached == [str(n) for n in range(1, 1_001)]
    assert "901 to 1000 of 1000" in page.text


@pytest.mark.django_db
def test_what_is_ticked_on_any_page_is_left_out_or_asked_about_and_nobody_is_skipped(director, made):
    page = pasted(director, *people(350))
    page = turned(page, "good", out=["3", "4", "100"], change=["7"])
    assert on_page(page)[1] == "101"
    page = turned(page, "good", out=["150"])
    page = turned(page, "good", out=["201", "300"], change=["250"])
    assert on_page(page)[2:] == [str(n) for n in range(301, 351)]
    page = turned(page, "good", "Previous", out=["350"])
    assert [row.key for row in page.response.context["preview"].bad] == ["7", "250"]

    page = review(page).send("act=take")

    assert made.entrants.count() == 350 - 7 - 2
    assert "Rows left to look at" in page.text
    assert review(review(page).send("act=mend", {"7.club": "SC Ulm"})).send("act=take").status == 200
    gone = {f"Nr{n}" for n in (3, 4, 100, 150, 201, 300, 350)}
    names = dict(made.entrants.values_list("name", "club"))
    assert {name.split()[-1] for name in names} == {f"Nr{n}" for n in range(1, 351)} - gone
    assert [name.split()[-1] for name, club in names.items() if club] == ["Nr7"]


@pytest.mark.django_db
def test_rows_that_are_asked_about_and_lines_left_out_are_reached_too(director, made):
    asked = [f"{name};;;king" for name in people(150)]
    heads = ["Name;Verein" for _n in range(150)]
    page = pasted(director, *asked, *heads, "Erna Schulz; SC Ulm")

    page = turned(page, "bad", values={"2.name": "Ida Lang"})
    page = turned(page, "marked")
    assert review(page).has("148.name")
    page = review(page).send("act=check", take=["298"], values={"150.name": "Uwe Ohm"})

    assert {"Ida Lang", "Uwe Ohm"} <= {row.registration.name for row in page.response.context["preview"].rows}
    assert "298" not in review(page).options("take")


@pytest.mark.django_db
@pytest.mark.thorough(after=3)
@pytest.mark.parametrize("at", ["x", "-1", "99999999999", "9999999-999", "1-0"])
def test_a_place_nobody_offered_is_another_one(director, made, at):
    page = pasted(director, *people(120))

    data = review(page).holds() | {"good.to": at}
    page = page.visitor.post("/t/cup/office/entrants/list/", data)

    assert page.status == 200
    assert on_page(page)


@pytest.mark.parametrize("length", [LONGEST_TEXT + 1, 11 * LONGEST_TEXT])
def test_is_refused(length):
    with pytest.raises(ValidationError, match=str(LONGEST_TEXT)):
        Paragraphs().clean("x" * length)


def test_is_taken_where_only_its_white_space_is_too_much():
    assert Paragraphs().clean("a" + " " * LONGEST_TEXT + "b\n\n\n\nc") == "a b\n\nc"
