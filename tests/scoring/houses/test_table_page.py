"""The page at the table follows the rules of its list: what they know is asked, what comes of it the server says."""

import re
from uuid import uuid4

import pytest

from scoring.lists.models import DealRow
from tests.scoring.houses.evening import columns, deal, enter, house_list, passed, played, ramsch
from tests.support import factories

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TEMPLATES = re.compile("<template data-ahead.*?</template>", re.DOTALL)


@pytest.fixture
def at_table(client):
    """Return what opens the page of a list at its table, and posts to it."""

    def opened(row):
        client.get(f"/l/{row.table.key}/", follow=True)
        return AtTable(client, row)

    return opened


class AtTable:
    def __init__(self, client, row):
        self.client, self.row = client, row
        self.path = f"/t/cup/series/1/table/{row.table.number}/"

    def page(self, path=""):
        """Return what is shown: the forms of the deals after the next one lie in templates."""
        return TEMPLATES.sub("", self.client.get(self.path + path).content.decode())

    def post(self, path="", **fields):
        number = self.row.deals.filter(voided_at=None).count() + 1
        return self.client.post(self.path + path, {"entry_key": str(uuid4()), "number": number, **fields})


def boxes(page, name):
    return page.count(f'name="{name}"')


def test_a_list_by_the_book_has_nothing_of_it(client):
    row = factories.running_list(seats=3)
    client.get(f"/l/{row.table.key}/", follow=True)
    page = client.get("/t/cup/series/1/table/1/").content.decode()

    for name in ("stakes", "contra_by", "revolution", "points_1", "pushes"):
        assert boxes(page, name) == 0
    assert 'value="ramsch"' not in page
    assert 'id="house"' not in page
    assert "table-data" in page


def test_kneipe_has_everything(at_table):
    page = at_table(house_list("kneipe bock_events=1 klopfen=true schenken=true spitze=1")).page()

    assert (boxes(page, "stakes"), boxes(page, "contra_by"), boxes(page, "pushes")) == (4, 3, 4)
    assert (boxes(page, "knocks"), boxes(page, "given_up")) == (4, 3)
    for name in ("announced_spitze", "has_sixty", "points_2", "tricks_3"):
        assert boxes(page, name) == 1
    assert 'name="game" value="revolution"' in page
    assert 'value="ramsch"' in page
    # Its deals wait on the phone like those of any list; the script that knows the book's values has no part in it.
    assert "table-data" in page
    assert "table/page.js" not in page


def test_only_what_the_rules_know_is_asked(at_table):
    page = at_table(house_list("classic")).page()

    for name in ("stakes", "given_up", "has_sixty", "announced_spitze", "knocks", "points_1"):
        assert boxes(page, name) == 0
    assert 'value="ramsch"' not in page
    assert 'value="revolution"' not in page


def test_tricks_of_a_ramsch_that_fewest_card_points_win_are_asked_where_all_tricks_win(at_table):
    assert boxes(at_table(house_list("gewinner-ramsch tricks_win=true")).page(), "tricks_1") == 1


def test_in_raeuberskat_nobody_bids_and_one_is_in_turn(at_table):
    page = at_table(house_list("raeuberskat")).page()

    assert (
        boxes(page, "hand") == boxes(page, "bid") == boxes(page, "overbid") == boxes(page, "schneider_announced") == 0
    )
    assert 'value="passed"' not in page
    assert page.count(" disabled>") == 2


def test_a_game_with_contra_is_entered(at_table):
    table = at_table(house_list("contra"))

    sent = table.post(declarer="1", game="hearts", matadors="2", stakes="1", contra_by="3", outcome="won")

    assert sent.status_code == 302
    assert columns(table.row) == [60, 0, 0]
    assert "Hearts with 2, Contra" in table.page()
    assert '<strong id="last-points">60</strong>' in table.page()


def test_a_ramsch_is_entered_seat_by_seat_with_a_jungfrau(at_table):
    table = at_table(house_list("kneipe"))
    seats = {"points_1": 40, "points_2": 0, "points_3": 80, "tricks_1": 4, "tricks_2": 0, "tricks_3": 6}

    sent = table.post(outcome="ramsch", pushes="2", last_trick="3", **seats)

    assert sent.status_code == 302
    assert columns(table.row) == [0, 0, -640]
    page = table.page("?deals")
    assert "0 (jungfrau)" in page
    assert "pushed 2 times" in page
    assert "−640" in page


def test_what_does_not_sum_is_said_and_kept(at_table):
    table = at_table(house_list("ramsch"))
    seats = {"points_1": 20, "points_2": 35, "points_3": 64, "tricks_1": 2, "tricks_2": 3, "tricks_3": 5}

    sent = table.post(outcome="ramsch", **seats)

    page = sent.content.decode()
    assert sent.status_code == 422
    assert "The card points do not add up to 120." in page
    assert 'value="64"' in page
    assert not DealRow.objects.exists()


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    "fields",
    [
        {"outcome": "ramsch", "game": "hearts"},
        {"outcome": "ramsch"},
        {"outcome": "ramsch", "points_1": "viel"},
        {"outcome": "won", "stakes": "9", "game": "hearts", "matadors": "1", "declarer": "1"},
        {"outcome": "passed", "stakes": "x"},
        {"outcome": "nonsense"},
        {"outcome": "won", "game": "revolution"},
        {"outcome": "ramsch", "pushes": "4"},
        {"outcome": "lost", "declarer": "9", "game": "null"},
    ],
)
def test_nonsense_is_refused_with_a_sentence(at_table, fields):
    table = at_table(house_list("kneipe"))

    sent = table.post(**fields)

    assert sent.status_code == 422
    assert "Not entered." in sent.content.decode()


def test_a_revolution_needs_no_other_game(at_table):
    table = at_table(house_list("revolution"))

    table.post(declarer="2", game="revolution", outcome="lost", bid="92")

    assert columns(table.row) == [0, -184, 0]
    assert "loses Revolution: −184" in table.page()


def test_a_game_that_was_given_up_is_entered_and_shown_again(at_table):
    table = at_table(house_list("contra schenken=true"))

    sent = table.post(declarer="1", game="hearts", matadors="2", given_up="2", schneider="on", outcome="won")

    assert sent.status_code == 302
    assert columns(table.row) == [50, 0, 0]
    assert "Hearts with 2, Schneider, insisted on Schneider" in table.page()
    assert 'name="given_up" value="2" checked' in table.page("deal/1/")


def test_sixty_card_points_bring_bock(at_table):
    table = at_table(house_list("kneipe bock_events=1", rounds=2))

    table.post(declarer="1", game="hearts", matadors="2", has_sixty="on", outcome="lost")

    assert "Hearts with 2, with 60 card points: −60" in table.page()
    assert "Bock: counts × 2 (3 to go)" in table.page()


def test_who_knocks_in_a_ramsch_doubles_it(at_table):
    table = at_table(house_list("ramsch klopfen=true"))
    seats = {"points_1": 20, "points_2": 35, "points_3": 65, "tricks_1": 2, "tricks_2": 3, "tricks_3": 5}

    table.post(outcome="ramsch", knocks="2", **seats)

    assert columns(table.row) == [0, 0, -260]
    assert "knocked: 2" in table.page("?deals")


def test_a_contract_of_north_american_skat_is_entered(at_table):
    table = at_table(house_list("tournee"))

    table.post(
        declarer="1", kind="solo", game="clubs", matadors="3", schneider="on", schneider_announced="on", outcome="won"
    )
    table.post(declarer="2", kind="null", outcome="lost")
    table.post(outcome="ramsch", tricks_1=2, tricks_2=3, tricks_3=5)

    assert columns(table.row) == [72, -20, -20]


def test_bock_is_shown_before_the_deal_it_doubles(at_table):
    profile = "kneipe bock_events=4"
    row = house_list(profile, rounds=2)
    enter(row, deal(1, 1, played(won=False), stakes=1, profile=profile))

    assert "Bock: counts × 2 (3 to go)" in at_table(row).page()


def test_a_list_to_a_target_says_who_is_there(at_table):
    row = house_list("bierlachs target=50")
    table = at_table(row)
    assert "Bierlachs to 50" in table.page()

    enter(row, deal(1, 2, played(won=False), profile="bierlachs target=50"))

    page = table.page()
    assert "Spieler 2 has reached the target" in page
    assert "All deals are entered." in page


def test_a_deal_is_corrected_with_what_was_entered_shown(at_table):
    row = house_list("ramsch")
    table = at_table(row)
    enter(row, ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch"), passed(2, profile="ramsch"))
    page = table.page("deal/1/")
    assert 'value="65"' in page

    seen = str(row.deals.get(number=1).entry_key)
    seats = {"points_1": 20, "points_2": 65, "points_3": 35, "tricks_1": 2, "tricks_2": 5, "tricks_3": 3}
    sent = table.post("deal/1/", **{"number": 1, "seen": seen, "agreed": "on", "outcome": "ramsch", **seats})

    assert sent.status_code == 302
    assert columns(row) == [0, -65, 0]
