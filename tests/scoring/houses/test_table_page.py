"""The page at the table follows the rules of its list: what they know is asked, what comes of it the server says."""

import re
from html import unescape
from uuid import uuid4

import pytest

from scoring.lists.models import DealRow
from scoring.rules.profiles.naming import name_of
from tests.scoring.houses.evening import columns, deal, enter, house_list, passed, played, ramsch
from tests.support import factories
from tests.support.page_reader import read

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SEATS = {"points_1": 40, "points_2": 0, "points_3": 80, "tricks_1": 4, "tricks_2": 0, "tricks_3": 6}
TEMPLATES = re.compile("<template data-ahead.*?</template>", re.DOTALL)


@pytest.fixture
def at_table(client):
    """Return what opens the page of a list at its table, and posts to it."""

    def opened(row):
        return AtTable(client, row, client.get(f"/l/{row.table.key}/", follow=True))

    return opened


class AtTable:
    def __init__(self, client, row, opened):
        self.client, self.row = client, row
        self.path = f"/t/cup/series/1/table/{row.table.number}/"
        self.opened = TEMPLATES.sub("", opened.content.decode())

    def page(self, path=""):
        """Return what is shown: the forms of the deals after the next one lie in templates."""
        return TEMPLATES.sub("", self.client.get(self.path + path).content.decode())

    def post(self, path="", **fields):
        number = self.row.deals.filter(voided_at=None).count() + 1
        return self.client.post(self.path + path, {"entry_key": str(uuid4()), "number": number, **fields})


def without(fields):
    """Return a Ramsch of which some fields are left empty."""
    return {name: own for name, own in SEATS.items() if name not in fields}


def boxes(page, name):
    return page.count(f'name="{name}"')


def test_a_list_by_the_book_has_nothing_of_it(client):
    row = factories.running_list(seats=3)
    page = client.get(f"/l/{row.table.key}/", follow=True).content.decode()

    for name in ("stakes", "contra_by", "revolution", "points_1", "pushes"):
        assert boxes(page, name) == 0
    assert 'value="ramsch"' not in page
    assert 'id="house"' not in page
    assert "table-data" in page


KNEIPE = "kneipe bock_events=1 klopfen=true schenken=true spitze=1"


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize(
    ("profile", "asked", "not_asked"),
    [
        (
            KNEIPE,
            # Of a Ramsch whoever lost it, and what with: only that is written.
            {"stakes": 4, "contra_by": 3, "pushes": 4, "knocks": 4, "given_up": 3, "announced_spitze": 1}
            | {"has_sixty": 1, "lost_with": 1},
            "points_2 tricks_3",
        ),
        ("ramsch", {"loses_2": 1, "lost_with": 1, "virgins": 2}, "points_1 tricks_1 last_trick pushes"),
        ("schieberamsch klopfen=true", {"loses_2": 1, "lost_with": 1, "pushes": 4, "knocks": 4}, "points_1"),
        ("ramsch ramsch_amount=fixed", {"loses_2": 1, "virgins": 2}, "points_1 lost_with"),
        ("ramsch virgin_doubles=false", {"loses_2": 1, "lost_with": 1}, "tricks_1 virgins"),
        ("ramsch durchmarsch=true virgin_doubles=false", {"loses_2": 1, "virgins": 1}, "tricks_1"),
        ("tournee", {"loses_2": 1, "virgins": 2}, "tricks_1 lost_with"),
        ("ramsch ramsch_writes=everybody", {"points_2": 1, "tricks_2": 1, "last_trick": 3}, "loses_2 lost_with"),
        ("gewinner-ramsch", {"points_2": 1}, "loses_2 lost_with virgins"),
        # Tricks are, where whoever makes all of them wins.
        ("gewinner-ramsch tricks_win=true", {"tricks_1": 1}, ""),
    ],
)
def test_only_what_the_rules_know_is_asked(at_table, profile, asked, not_asked):
    page, never = at_table(house_list(profile)).opened, not_asked.split()

    assert {name: boxes(page, name) for name in (*asked, *never)} == asked | dict.fromkeys(never, 0)


@pytest.mark.parametrize(
    ("profile", "ends", "not_asked"),
    [
        (KNEIPE, {"ramsch", "revolution", "passed"}, ""),
        ("classic", {"passed"}, "stakes given_up has_sixty announced_spitze knocks points_1 lost_with"),
        ("raeuberskat", {"ramsch"}, "hand bid overbid schneider_announced"),
    ],
)
def test_a_deal_ends_as_the_rules_let_it_and_their_name_leads_to_them(at_table, client, profile, ends, not_asked):
    page = at_table(house_list(profile)).opened

    assert {one for one in ("ramsch", "revolution", "passed") if f'value="{one}"' in page} == ends
    assert [name for name in not_asked.split() if boxes(page, name)] == []
    # In Räuberskat one is in turn.
    assert page.count(" disabled>") == (2 if profile == "raeuberskat" else 0)
    # Its deals wait on the phone like those of any list; the script that knows the book's values has no part in it.
    assert "table-data" in page
    assert "table/page.js" not in page
    link = read(page).one("p", id="house").one("a")
    found = client.get(unescape(link.attrs["href"])).context["house"]
    assert name_of(found.profile.code, found.settings) == profile
    assert link.text


def test_equals_in_a_ramsch_are_asked_for_as_the_rules_decide_them(at_table):
    assert "If equal: who took the last trick." in at_table(house_list("ramsch ramsch_tie=last-trick")).opened


HEARTS = {"declarer": "1", "game": "hearts", "matadors": "2", "outcome": "won"}
RAMSCH = {"outcome": "ramsch", **SEATS}
SHORT_LINE = {"outcome": "ramsch", "loses_3": "on", "lost_with": 80, "virgins": 1}
DURCHMARSCH = {"outcome": "ramsch", "loses_3": "on", "virgins": 2}


@pytest.mark.parametrize(
    ("profile", "said", "written", "shown"),
    [
        ("contra", HEARTS | {"stakes": "1", "contra_by": "3"}, [60, 0, 0], "Hearts with 2, Contra"),
        (
            "contra schenken=true",
            HEARTS | {"given_up": "2", "schneider": "on"},
            [50, 0, 0],
            "Hearts with 2, Schneider, insisted on Schneider",
        ),
        (
            "revolution",
            {"declarer": "2", "game": "revolution", "outcome": "lost", "bid": "92"},
            [0, -184, 0],
            "loses Revolution: −184",
        ),
        (
            "kneipe bock_events=1",
            HEARTS | {"has_sixty": "on", "outcome": "lost"},
            [-60, 0, 0],
            "Hearts with 2, with 60 card points: −60",
        ),
        ("kneipe", RAMSCH | {"pushes": "2", "last_trick": "3"}, [0, 0, -640], "pushed 2 times"),
        ("kneipe", RAMSCH, [0, 0, -160], "0 (jungfrau)"),
        ("ramsch klopfen=true", RAMSCH | {"knocks": "2"}, [0, 0, -640], "knocked: 2"),
        ("ramsch", SHORT_LINE, [0, 0, -160], "Ramsch: Spieler 3 80, without a trick: 1"),
        ("ramsch ramsch_tie=share", SHORT_LINE | {"loses_1": "on", "lost_with": 60}, [-60, 0, -60], "Ramsch: "),
        ("kneipe", SHORT_LINE | {"pushes": 1}, [0, 0, -320], "Ramsch: "),
        # All tricks have all card points: nobody types them.
        ("ramsch", DURCHMARSCH, [0, 0, -480], "Ramsch: "),
        ("ramsch durchmarsch=true", DURCHMARSCH, [0, 0, 120], "Ramsch: "),
        ("ramsch durchmarsch=true ramsch_skat=left-out", DURCHMARSCH | {"lost_with": ""}, [0, 0, 120], "Ramsch: "),
        ("tournee", {"outcome": "ramsch", "loses_2": "on", "virgins": 1}, [0, -30, 0], "Ramsch: "),
        (
            "tournee",
            {"declarer": "1", "kind": "solo", "game": "clubs", "matadors": "3", "outcome": "won"}
            | {"schneider": "on", "schneider_announced": "on"},
            [72, 0, 0],
            "Clubs with 3",
        ),
        ("tournee", {"declarer": "2", "kind": "null", "outcome": "lost"}, [0, -20, 0], "Null"),
        ("tournee", {"outcome": "ramsch", "tricks_1": 2, "tricks_2": 3, "tricks_3": 5}, [0, 0, -20], "Ramsch: "),
    ],
)
def test_a_deal_is_entered_and_shown(at_table, profile, said, written, shown):
    table = at_table(house_list(profile, rounds=2))

    assert table.post(**said).status_code == 302
    assert columns(table.row) == written
    page = table.page("?deals")
    assert shown in page
    assert max(written) <= 0 or f'<strong id="last-points">{max(written)}</strong>' in page
    # Sixty card points bring it.
    assert ("Bock: counts × 2 (3 to go)" in page) == ("has_sixty" in said)
    if "given_up" in said:
        assert 'name="given_up" value="2" checked' in table.page("deal/1/")


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("profile", ["kneipe", "ramsch ramsch_writes=everybody", "ramsch"])
def test_what_the_sum_says_need_not_be_typed(at_table, profile):
    table = at_table(house_list(profile, rounds=2))
    leaves = ("", "points_1 tricks_1", "points_2 tricks_3", "points_3 tricks_2", "points_1", "tricks_3")
    for number, left in enumerate(leaves, start=1):
        # Who deals changes nothing at a table of three.
        assert table.post(number=number, outcome="ramsch", **without(left.split())).status_code == 302, left

    assert len({str(row.house) for row in table.row.deals.all()}) == 1


def test_nonsense_and_what_no_sum_says_is_refused_with_a_sentence(at_table):
    table = at_table(house_list("kneipe"))
    for fields in (
        {"outcome": "ramsch", **without(["points_1", "points_2"])},
        {"outcome": "ramsch", **without(["tricks_1", "tricks_3"])},
        {"outcome": "ramsch", "game": "hearts"},
        {"outcome": "ramsch"},
        {"outcome": "ramsch", "points_1": "viel"},
        {"outcome": "won", "stakes": "9", "game": "hearts", "matadors": "1", "declarer": "1"},
        {"outcome": "passed", "stakes": "x"},
        {"outcome": "nonsense"},
        {"outcome": "won", "game": "revolution"},
        {"outcome": "ramsch", "pushes": "4"},
        {"outcome": "lost", "declarer": "9", "game": "null"},
    ):
        sent = table.post(**fields)
        assert sent.status_code == 422, fields
        assert "Not entered." in sent.text


def test_what_cannot_be_is_said_and_kept_in_columns_and_in_short(at_table):
    table = at_table(house_list("ramsch"))
    sent = table.post(**RAMSCH | {"points_3": 64})
    page = sent.content.decode()
    assert sent.status_code == 422
    assert "The card points do not add up to 120." in page
    assert 'value="64"' in page

    for said, sentence in (
        ({"lost_with": 80}, "Who lost the Ramsch?"),
        ({"loses_3": "on"}, "How many card points did the loser have?"),
        ({"loses_3": "on", "lost_with": 40}, "whoever has most loses"),
        ({"loses_1": "on", "loses_3": "on", "lost_with": 60, "virgins": 2}, "not so many took none"),
        ({"loses_3": "on", "lost_with": "viel"}, "whole number"),
    ):
        sent = table.post(outcome="ramsch", **said)
        assert sent.status_code == 422, said
        form = read(TEMPLATES.sub("", sent.content.decode())).one("form", id="deal-form")
        assert sentence in unescape(form.text)
        ticked = [box for box in form.all("input", name="loses_3") if "checked" in box.attrs]
        assert len(ticked) == ("loses_3" in said)
        assert 'id="ramsch" open' in sent.content.decode()
    assert not DealRow.objects.exists()


def test_a_list_to_a_target_says_who_is_there_and_misses_no_deal(at_table):
    row = house_list("bierlachs target=50")
    table = at_table(row)
    assert "Bierlachs to 50" in table.opened

    enter(row, deal(1, 2, played(won=False), profile="bierlachs target=50"))

    page = table.page()
    assert "Spieler 2 has reached the target" in page
    assert "All deals are entered." in page


def test_a_deal_is_corrected_in_the_form_it_was_written_in_with_what_was_entered_shown(at_table):
    row = house_list("ramsch", rounds=2)
    table = at_table(row)
    short = ramsch(2, None, losers=(3,), lost_with=70, virgins=1, profile="ramsch")
    enter(row, ramsch(1, (20, 35, 65), (2, 3, 5), profile="ramsch"), short, passed(3, profile="ramsch"))

    in_columns, in_short = table.page("deal/1/"), table.page("deal/2/")
    assert 'value="65"' in in_columns
    assert (boxes(in_columns, "points_3"), boxes(in_columns, "loses_3")) == (1, 0)
    assert (boxes(in_short, "points_3"), boxes(in_short, "loses_3")) == (0, 1)
    assert 'name="loses_3" checked' in in_short
    assert 'value="70"' in in_short

    seats = {"points_1": 20, "points_2": 65, "points_3": 35, "tricks_1": 2, "tricks_2": 5, "tricks_3": 3}
    for number, said in ((1, {"outcome": "ramsch", **seats}), (2, SHORT_LINE)):
        seen = str(row.deals.get(number=number).entry_key)
        sent = table.post(f"deal/{number}/", **said | {"number": number, "seen": seen, "agreed": "on"})
        assert sent.status_code == 302, number
    assert columns(row) == [0, -65, -160]
