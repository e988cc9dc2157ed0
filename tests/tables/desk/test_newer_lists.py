"""A list that comes once more: names for numbers, who is new, changed, gone; and how few acts a list takes."""

import pytest

from tests.support import factories
from tests.support.page_reader import Visitor
from tests.tables.desk.list_pages import pasted, review, sent, taken

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def office(director):
    return Visitor(director)


def test_numbers_without_names_get_them_from_a_list(office):
    made = factories.tournament(entrants=3)
    made.entrants.update(name="", club="")

    page = pasted(office, "Startnummer;Name;Verein\n2;Ute Kurz;SC Bonn\n1;Hans Meier;\n")
    assert [one.number for one in page.response.context["updates"]] == [2, 1]
    taken(page)

    named = made.entrants.order_by("number").values_list("number", "name", "club")
    assert [*named] == [(1, "Hans Meier", ""), (2, "Ute Kurz", "SC Bonn"), (3, "", "")]


def test_a_newer_list_shows_who_is_new_changed_and_gone_each_with_a_tick(office):
    made = factories.tournament()
    taken(sent(office, ["Name", "Verein"], ["Hans Meier", "Ulm"], ["Ute Kurz", "Bonn"], ["Karl Lang", "Ulm"]))

    page = sent(office, ["Name", "Verein"], ["Meier, Hans", "Gera"], ["Ute Kurz", "Bonn"], ["Eva Maus", "Jena"])

    context = page.response.context
    assert [(one.number, one.says) for one in context["updates"]] == [(1, ("Club: Ulm → Gera",))]
    assert [one.name for one in context["gone"]] == ["Karl Lang"]
    taken(page, leaves=["3"])
    told = made.entrants.order_by("number").values_list("name", "club", "withdrawn_at")
    assert [(name, club, bool(out)) for name, club, out in told] == [
        ("Hans Meier", "Gera", False),
        ("Ute Kurz", "Bonn", False),
        ("Karl Lang", "Ulm", True),
        ("Eva Maus", "Jena", False),
    ]


def test_nobody_is_changed_or_removed_without_a_tick(office):
    made = factories.tournament()
    taken(sent(office, ["Name", "Verein"], ["Hans Meier", "Ulm"], ["Ute Kurz", "Bonn"], ["Karl Lang", "Ulm"]))

    page = sent(office, ["Name", "Verein"], ["Hans Meier", "Gera"], ["Ute Kurz", "Bonn"], ["Eva Maus", "Jena"])
    taken(page, update=[])

    told = made.entrants.order_by("number").values_list("name", "club", "withdrawn_at")
    assert [one for one in told if one[2] or one[1] == "Gera"] == []
    assert made.entrants.count() == 4


CHAT = """Freitag 27.11. Skatabend wer kommt?
1. Hans Meier ✔
2. Ute Kurz, SC Bonn
3. Karl und Eva Lang
4. Otto Groß (kommt später)
5. Rolf Blau
6. Inge Rot - leider krank
7. Max Weiß
8. Hein Grün
9. Tim Klein
"""


def test_an_evening_from_a_group_chat_takes_four_acts_at_most(office):
    made = factories.tournament()

    page = pasted(office, CHAT)
    page = review(page).send("split=4")
    page = review(page).send("act=mend")
    taken(page)

    names = {*made.entrants.values_list("name", flat=True)}
    assert names == {
        *("Hans Meier", "Ute Kurz", "Karl Lang", "Eva Lang", "Otto Groß", "Rolf Blau"),
        *("Max Weiß", "Hein Grün", "Tim Klein"),
    }


def test_an_evening_from_a_workbook_with_odd_headings_takes_three_acts_at_most(office):
    made = factories.tournament()
    people = ["Hans Meier", "Ute Kurz", "Karl Lang", "Eva Lang", "Otto Groß", "Rolf Blau", "Max Weiß", "Hein Grün"]

    page = sent(
        office,
        ["Skatabend im November"],
        ["Lfd. Nr.", "Skatfreundinnen und -freunde", "Ort", "T-Shirt", "Startgeld"],
        *([at, name, "Ulm", "L", 10] for at, name in enumerate(people, start=1)),
        ["", "Summe", "", "", 80],
    )
    taken(page, sure="on")

    assert [*made.entrants.order_by("number").values_list("name", flat=True)] == people
