"""Lists by house rules from paper: what the desk cannot know it does not ask, and where they are typed instead."""

from uuid import uuid4

import pytest

from scoring.lists.services import lists
from scoring.signing.forms import ListActForm
from tests.scoring.houses.evening import columns, house_list
from tests.support.page_reader import Visitor

pytestmark = pytest.mark.django_db

DESK, LIST = "/t/cup/office/series/1/paper/", "/t/cup/series/1/table/1/"
TYPE, FILE = "/t/cup/office/series/1/table/1/type/", "/t/cup/office/series/1/table/1/file/"


@pytest.fixture
def row():
    return house_list("kneipe")


@pytest.fixture
def office(row, director):
    found = Visitor()
    found.client = director
    return found


def test_the_desk_leads_to_the_page_that_knows_the_rules(office):
    page = office.get(DESK)

    assert "Kept by house rules: Kneipe" in page.text
    assert f'href="{LIST}"' in page.response.content.decode()
    assert "paper-grid" not in page.response.content.decode()
    assert TYPE not in page.response.content.decode()


@pytest.mark.parametrize("address", [TYPE, FILE])
def test_short_lines_and_workbooks_lead_there_too(office, address):
    response = office.client.get(address)

    assert response["Location"] == LIST
    assert "typed deal by deal" in office.get(LIST).text


def test_the_direction_types_it_deal_by_deal_and_closes_it_as_signed_on_paper(office, row):
    office.get(LIST)
    for number, seat in enumerate((1, 2, 3), start=1):
        office.client.post(
            LIST,
            {
                "entry_key": str(uuid4()),
                "number": number,
                "declarer": seat,
                "game": "hearts",
                "matadors": 2,
                "stakes": 1,
                "outcome": "won",
            },
        )
    row.refresh_from_db()
    seen = ListActForm(seen=lists.as_seen(row))["seen"].value()

    office.client.post("/t/cup/office/series/1/table/1/", {"action": "sign-for-paper", "seen": seen})

    row.refresh_from_db()
    assert columns(row) == [60, 60, 60]
    assert row.signed_at is not None
