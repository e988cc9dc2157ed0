"""Lists closed from their paper: mended, disputed, of house rules."""

from uuid import uuid4

import pytest

from scoring.disputes.models import Objection
from scoring.lists.services import entry, lists
from scoring.lists.services.lists import ListSigned
from scoring.paper_desk.services import take_deals
from scoring.rules.game_list.deals import Deal
from scoring.signing.forms import ListActForm
from tests.scoring.houses.evening import columns, house_list
from tests.scoring.paper_desk.test_paper_desk import DESK, LIST, TYPE, mend, points, take
from tests.support import factories
from tests.support.factories import EVENING, GRAND
from tests.support.forms_as_shown import post_seen
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def closed():
    """A list of three deals typed from paper, and closed with that."""
    closed = factories.running_list(seats=3, rounds=1)
    deals = [Deal(number=1, declarer=2, played=GRAND), Deal(number=2), Deal(number=3)]
    taken = take_deals(list_id=closed.pk, deals=deals, entry_key=uuid4(), by=factories.user(), now=EVENING)
    assert (taken.is_closed, taken.left) == (True, None)
    closed.refresh_from_db()
    return closed


def test_a_deal_is_mended_and_the_list_stays_closed(closed):
    before, first = points(closed), closed.signed_hash

    mend(closed)

    closed.refresh_from_db()
    assert points(closed) == [before[0], before[2], before[1]]
    assert closed.signed_at is not None
    assert closed.signed_hash != first
    assert not closed.corrections.exists()


def test_its_page_offers_the_direction_to_mend_it_without_asking_the_players(closed, director, client):
    page = director.get(f"{LIST}deal/1/").content.decode()
    assert "Mend a slip of typing" in page

    sent = {"agreed": "on", "declarer": "3", "game": "grand", "matadors": "2", "outcome": "won", "number": "1"}
    answer = post_seen(director, f"{LIST}deal/1/", sent | {"entry_key": str(uuid4())})

    assert answer.status_code == 302, answer.content.decode()
    closed.refresh_from_db()
    assert closed.signed_at is not None
    assert closed.deals.get(voided_at=None, number=1).declarer == 3
    assert closed.deals.get(number=1, declarer=2).voided_because == "A slip in typing from the paper"
    assert "Mend a slip of typing" not in client.get(f"{LIST}deal/1/").content.decode()


def test_what_the_players_closed_themselves_is_a_document(closed):
    closed.signed_by = None
    closed.save()

    with pytest.raises(ListSigned):
        mend(closed)


def test_what_somebody_disputes_is_not_mended_in_passing(closed):
    series = closed.table.series
    about = {"tournament": series.tournament, "number": 1, "series": series, "game_list": closed}
    said = {"text": "Das Spiel war anders.", "entry_key": uuid4(), "raised_at": EVENING}
    Objection.objects.create(**about, **said)

    with pytest.raises(ListSigned):
        mend(closed)
    with pytest.raises(ListSigned):
        take(closed, (0, 0, 0), (0, 0, 0), (0, 0, 0))


def test_whoever_plays_at_the_table_enters_it_but_does_not_close_it_alone():
    made = factories.tournament(entrants=3, rounds=1)
    made.roles.filter(user=factories.user()).update(plays_as=made.entrants.get(number=1))
    row = factories.list_of(factories.running_series(made))

    taken = take(row, (48, 1, 0), (0, 0, 0), (0, 0, 0), passed=2)

    assert (taken.is_closed, taken.left.code) == (False, "own-list")
    row.refresh_from_db()
    assert row.signed_at is None
    assert points(row)[0] == 98


@pytest.fixture
def house_row():
    return house_list("kneipe")


@pytest.fixture
def office(house_row, director):
    found = Visitor()
    found.client = director
    return found


def test_the_desk_leads_to_the_page_that_knows_the_rules_as_do_short_lines(office):
    page = office.get(DESK)

    assert "Kept by house rules: Kneipe" in page.text
    html = page.response.content.decode()
    assert f'href="{LIST}"' in html
    assert "paper-grid" not in html
    assert TYPE not in html
    assert office.client.get(TYPE)["Location"] == LIST
    assert "typed deal by deal" in office.get(LIST).text


def test_the_direction_types_it_deal_by_deal_and_closes_it_as_signed_on_paper(office, house_row):
    office.get(LIST)
    won = {"game": "hearts", "matadors": 2, "stakes": 1, "outcome": "won"}
    for number, seat in enumerate((1, 2, 3), start=1):
        office.client.post(LIST, won | {"entry_key": str(uuid4()), "number": number, "declarer": seat})
    house_row.refresh_from_db()
    seen = ListActForm(seen=lists.as_seen(house_row))["seen"].value()

    office.client.post("/t/cup/office/series/1/table/1/", {"action": "sign-for-paper", "seen": seen})

    house_row.refresh_from_db()
    assert columns(house_row) == [60, 60, 60]
    assert house_row.signed_at is not None


def test_a_list_of_which_only_the_results_were_typed_waits_for_no_first_deal(director):
    row = factories.running_list(seats=4)
    address = "/t/cup/series/1/table/1/"
    assert "Ready for the first deal</p>" in director.get(address).text
    lines = factories.totals((48, 1, 0), (-96, 0, 1), (0, 0, 0), (0, 0, 0))
    entry.enter_totals(list_id=row.pk, totals=lines, by=factories.user(), now=factories.EVENING)

    page = director.get(address).text

    assert "Ready for the first deal</p>" not in page
    assert "Only the results were typed from paper." in page
