"""The list goes on in another browser, on pages that need no script.

Two phones that brought one deal with other words: what is shown of both, wherever somebody has to choose.
"""

import re

import pytest
from django.test import Client

from scoring.lists.models import GameListRow
from scoring.lists.selectors.sitting import words_of
from scoring.lists.services import phones
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.packed import PackedList, packed_text
from tests.scoring.table.pages import TABLE, sides
from tests.scoring.table.phones_seen import GRAND, Phone
from tests.support import factories
from tests.support.board_pages import BOARD
from tests.support.factories import EVENING
from tests.support.page_reader import Page, Visitor

pytestmark = pytest.mark.django_db


TAKE_OVER = f"{TABLE}take-over/"


@pytest.fixture
def row() -> GameListRow:
    return factories.running_list(rounds=3)


def came(row) -> Visitor:
    """Return another browser in which the table's code was opened."""
    made = Visitor()
    made.get(f"/l/{row.table.key}/")
    return made


@pytest.fixture
def scanner(row) -> Visitor:
    """The browser of the scanner's app, in which a deal was entered."""
    made = came(row)
    phone = Phone(row, device=device(made))
    phone.send(phone.deal(1))
    return made


@pytest.fixture
def safari(row, scanner) -> Visitor:
    return came(row)


def words_on(page: Page) -> str:
    """Return the words that a page shows; empty where it shows none."""
    shown = re.findall(r'data-note="words">.*?<strong data-known-by>(.*?)</strong>', html(page), re.DOTALL)
    return shown[0] if shown else ""


def html(page: Page) -> str:
    return page.response.content.decode()


def device(visitor: Visitor) -> str:
    return factories.device_of(visitor.client)


def take(page: Page, action: str, **typed: object) -> Page:
    return page.form(f"action={action}").send(f"action={action}", **typed)


@pytest.mark.slow
class TestTheWords:
    def test_stand_on_the_first_screen_beside_the_names(self, row):
        visitor = came(row)
        page = visitor.get(TABLE)

        assert words_on(page) == words_of(row, device(visitor))
        assert html(page).index('id="who"') < html(page).index("data-known-by") < html(page).index('id="deal-form"')

    def test_and_afterwards_above_the_tiles_and_among_everything_else(self, row, scanner):
        page = scanner.get(TABLE)

        assert words_on(page) == words_of(row, device(scanner))
        form, first, tiles, more, last = (
            html(page).index('id="deal-form"'),
            html(page).index("data-known-by"),
            html(page).index('id="ticks"'),
            html(page).index('id="more"'),
            html(page).rindex("data-known-by"),
        )
        assert form < first < tiles < more < last

    def test_stand_on_no_page_of_a_phone_that_watches_nor_on_the_directions(self, row, scanner, safari, director):
        words = [words_of(row, device(visitor)) for visitor in (scanner, safari)]
        told = [html(safari.get(address)) for address in (TABLE, TAKE_OVER, f"{TABLE}?deals", f"{TABLE}calls/")]
        told += [director.get(address).content.decode() for address in (TABLE, BOARD)]

        assert [one for one in words for page in told if one in page] == []


@pytest.mark.slow
class TestByWords:
    def test_the_list_goes_on_in_the_other_browser_which_shows_its_own(self, row, scanner, safari):
        words = words_on(scanner.get(TABLE))

        page = take(safari.get(TABLE), "by-words", words=f"  {words.upper().replace(' ', '-')} ")

        assert page.status == 200
        assert "This phone keeps the list" in page.text
        assert words_on(page) == words_of(row, device(safari)) != words
        assert row.phones.get(keeps="first").device == device(safari)
        assert "it had the words of the one before" in scanner.get(TABLE).text
        assert words_on(scanner.get(TABLE)) == ""

    def test_wrong_ones_are_said_to_be_wrong_and_stay_in_the_field(self, row, safari):
        page = take(safari.get(TABLE), "by-words", words="Apfel Apfel")

        assert page.status == 422
        assert "These are not the words of the phone that keeps the list." in page.text
        assert page.form("action=by-words").holds()["words"] == ["Apfel Apfel"]
        assert row.phones.filter(keeps="first", device=device(safari)).count() == 0

    @pytest.mark.thorough(after=1)
    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ("", "Please type the two words of the phone that keeps the list."),
            ("apfel", "A phone has two words with a space between them."),
            ("apfel apfel baer floete", "A phone has two words with a space between them."),
            ("baer apffel", "Is it “apfel”?"),
            ("x" * 2000, "60"),
        ],
    )
    def test_what_can_be_none_is_said_at_once_and_costs_no_try(self, row, scanner, safari, typed, said):
        page = safari.get(TABLE)
        for _ in range(11):
            answer = take(page, "by-words", words=typed)
        assert (answer.status, said in answer.text) == (422, True)

        assert take(page, "by-words", words=words_on(scanner.get(TABLE))).status == 200
        assert row.phones.get(keeps="first").device == device(safari)

    def test_after_ten_wrong_ones_it_says_until_when(self, scanner, safari):
        page = safari.get(TABLE)
        for _ in range(10):
            take(page, "by-words", words="apfel apfel")

        refused = take(page, "by-words", words=words_on(scanner.get(TABLE)))

        assert refused.status == 422
        assert "Too many wrong codes came from here." in refused.text


@pytest.mark.slow
class TestWhenAllAgree:
    def test_the_list_goes_on_here_and_the_direction_sees_it_on_the_board(self, row, scanner, safari, director):
        page = take(safari.get(TABLE), "agreed", agrees=[1, 2, 3, 4])

        assert "This phone keeps the list" in page.text
        assert row.phones.get(keeps="first").device == device(safari)
        board = director.get(BOARD).content.decode()
        assert re.search(r"Another phone has kept the list since \d\d:\d\d: all players agreed\.", board)
        assert "Called to these tables" not in board
        assert "The direction, please" not in director.get("/t/cup/hall/now/?show=calls").content.decode()

    def test_one_who_is_missing_is_named_and_the_others_stay_ticked(self, row, scanner, safari):
        page = take(safari.get(TABLE), "agreed", agrees=[1, 2, 4])

        assert page.status == 422
        assert "Not agreed yet: Spieler 3." in page.text
        assert page.form("action=agreed").holds()["agrees"] == ["1", "2", "4"]
        assert row.phones.get(keeps="first").device == device(scanner)

    def test_one_stray_tap_does_nothing(self, row, scanner, safari):
        page = take(safari.get(TABLE), "agreed")

        assert page.status == 422
        assert "Every player of the table taps their own name first." in page.text
        assert row.phones.get(keeps="first").device == device(scanner)

    def test_the_second_list_stays_the_second_list(self, row, scanner, safari):
        safari.get(TABLE).form("action=keep-second").send("action=keep-second")
        third = came(row)

        page = take(third.get(f"{TABLE}?copy=second"), "agreed", agrees=[1, 2, 3, 4])

        assert "This phone keeps the second list" in page.text
        assert row.phones.get(keeps="second").device == device(third)
        assert row.phones.get(keeps="first").device == device(scanner)

    def test_who_sits_elsewhere_now_agreed_to_nothing(self, row, scanner, safari):
        page = take(safari.get(TABLE), "agreed", agrees=[1, 2, 3, 4], seated="11 12 13 14")

        assert "The seats of this table were changed after this was written." in page.text
        assert row.phones.get(keeps="first").device == device(scanner)


@pytest.mark.slow
class TestItsPage:
    def test_needs_the_key_of_the_table(self, row, scanner, director):
        for client in (Client(), director):
            for answer in (client.get(TAKE_OVER), client.post(TAKE_OVER, {"action": "agreed", "agrees": [1, 2, 3, 4]})):
                assert answer.status_code == 403

    @pytest.mark.parametrize("sent", [{}, {"action": "sing"}, {"action": "agreed", "entry_key": "x", "agrees": "9"}])
    def test_what_nobody_means_does_nothing(self, row, scanner, sent):
        other = Client()
        other.get(f"/l/{row.table.key}/")

        assert other.post(TAKE_OVER, sent).status_code in {302, 422}
        assert row.phones.get(keeps="first").device == device(scanner)

    def test_leads_to_the_list_where_there_is_nothing_to_take_over(self, row):
        assert came(row).client.get(TAKE_OVER)["Location"] == TABLE

    def test_and_from_a_signed_list_that_refuses(self, row, scanner, safari):
        page = safari.get(TABLE)
        factories.fill(row)
        factories.confirm_and_sign(row)

        refused = take(page, "agreed", agrees=[1, 2, 3, 4])

        assert refused.url == TABLE
        assert "The list is signed." in refused.text
        assert row.phones.get(keeps="first").device == device(scanner)


@pytest.mark.parametrize("won", [True, False])
def test_two_versions_that_differ_in_won_or_lost_alone_look_different_everywhere(director, won):
    """On the phone, where the direction settles it, on the phone that keeps the list, and read from a code."""
    made = factories.tournament(entrants=8, rounds=2)
    row = factories.list_of(factories.running_series(made))
    keeper, other = Phone(row), Phone(row, device="b" * 32)
    keeper.send(keeper.deal(1))
    factories.enter(row, (3, factories.GRAND if won else factories.GRAND_LOST))
    other.send(other.deal(2, GRAND | {"declarer": 3, "won": not won}))
    ours, theirs = ("won", "lost") if won else ("lost", "won")
    points = ("72", "−144") if won else ("−144", "72")
    said = [
        f"result (different): {result}, points (different): {value}"
        for result, value in zip((ours, theirs), points, strict=True)
    ]

    (receipt,) = keeper.send(keeper.deal(2, GRAND | {"declarer": 3, "won": not won}))["receipts"]
    assert receipt["state"] == "conflict"
    assert [side["lines"][-1] for side in receipt["sides"]] == [
        [["result", ours, True], ["points", points[0], True]],
        [["result", theirs, True], ["points", points[1], True]],
    ]
    shown = sides(director.get("/t/cup/office/series/1/table/1/proposals/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))

    code = PackedList(
        series=1,
        table=1,
        sits=(1, 2, 3, 4),
        deals=(
            Deal(number=1, declarer=2, played=factories.GRAND),
            Deal(number=2, declarer=3, played=factories.GRAND_LOST if won else factories.GRAND),
        ),
    )
    read = director.get("/t/cup/handover/", {"packed": packed_text(code)}).content.decode()
    assert f"Different (list / phone): result: {ours} / {theirs}; points: {points[0]} / {points[1]}" in read
    client = Client(headers={"accept-language": "en"})
    client.get(f"/l/{row.table.key}/")
    phones.hand_over(list_id=row.pk, device=factories.device_of(client), copy="first", by=factories.user(), now=EVENING)
    shown = sides(client.get("/t/cup/series/1/table/1/").content.decode())
    assert len(shown) == 4
    assert all(words in side for words, side in zip(said * 2, shown, strict=True))
