"""A list handed to the direction as a code on a screen, and what is a signature and a sum without a network."""

import io
import json
import random

import pytest
import zxingcpp
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from PIL import Image
from playwright.sync_api import expect

from scoring.lists.models import DealRow
from scoring.lists.wording.games import sum_line
from scoring.rules.game_list.deals import Deal, GameList, booking
from scoring.rules.game_list.sums import rating, tallies
from scoring.rules.notation.messages import written
from scoring.rules.notation.packed import PackedList, pack, packed_text
from scoring.signing.drawings import BENT, HEIGHT, SHORTEST, WIDTH, is_signature
from tests.browser.conftest import WIDE
from tests.browser.offline.stub import HOME, cut_off, enter
from tests.support import factories
from tests.support.strategies import game_lists

LISTS = 1000


def drawn(strategy: st.SearchStrategy, count: int) -> list:
    found: list = []

    @settings(
        max_examples=count + 50,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(one):
        found.append(one)

    collect()
    return found[:count]


PACKED = st.builds(
    lambda made, series, table, second, sits: PackedList(
        series=series, table=table, second=second, sits=sits, deals=made.deals
    ),
    game_lists(rounds=12) | game_lists(),
    st.integers(1, 255),
    st.integers(1, 9999),
    st.booleans(),
    st.lists(st.integers(1, 65_535), max_size=4, unique=True).map(tuple),
)
"""Lists of every length, a third of them whole."""

PACK = """async ([home, lists]) => {
    const { pack } = await import(home + "/static/table/handover.js");
    return JSON.parse(lists).map((one) => [...pack(one)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
}"""


@pytest.mark.thorough
@pytest.mark.proof("one-code")
def test_a_thousand_lists_are_packed_on_the_phone_as_the_site_reads_them(phone, prove):
    lists = drawn(PACKED, LISTS)
    asked = [
        {
            "series": one.series,
            "table": one.table,
            "second": one.second,
            "sits": list(one.sits),
            "deals": [written(deal) | {"number": deal.number, "overruled": deal.overruled} for deal in one.deals],
        }
        for one in lists
    ]

    # As text: a thousand lists are a million values, which would be handed over one by one.
    packed = phone.evaluate(PACK, [HOME, json.dumps(asked)])

    assert len(lists) == LISTS
    assert sum(len(one.deals) for one in lists) > 10 * LISTS
    assert [bytes.fromhex(one) for one in packed] == [pack(one) for one in lists]
    prove(f"{LISTS:,} random lists packed by the phone and by the site: 0 differences")


SHOW = """async (home) => {
    const { address } = await import(home + "/static/table/handover.js");
    const { drawn } = await import(home + "/static/table/qr.js");
    const code = drawn(address(table), "The list as a code");
    document.body.append(code);
    return address(table);
}"""


@pytest.mark.thorough
def test_a_camera_reads_the_whole_list_from_the_screen(phone, site):
    site.spoil = lambda _body: cut_off
    enter(phone, *range(1, 49))

    address = phone.evaluate(SHOW, HOME)
    picture = phone.get_by_role("img", name="The list as a code").screenshot()

    (read,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture)))
    assert read.text == address
    assert address.startswith(f"{HOME}/t/cup/handover/#")
    assert len(address.partition("#")[2]) == 271


KEEP = """async (home) => {
    window.setTimeout = (work) => work();
    const { keepPage, offerCode } = await import(home + "/static/table/offline.js");
    await keepPage({ table_key: "k", words: {} }, async () => {});
    document.body.innerHTML = "<button>As a code</button><figure hidden></figure><p hidden>None</p>";
    offerCode(table, ...["button", "figure", "p"].map((name) => document.querySelector(name)));
}"""


def test_on_plain_http_the_open_page_has_beforehand_what_draws_the_code(phone, context, site):
    assert phone.evaluate("navigator.serviceWorker === undefined && !isSecureContext")
    with phone.expect_request_finished(lambda request: request.url.endswith("/vendor/uqr.js")):
        phone.evaluate(KEEP, HOME)
    context.set_offline(True)
    site.spoil = lambda _body: cut_off
    enter(phone, 1)

    phone.get_by_role("button").click()

    expect(phone.get_by_role("img", name="As a code")).to_be_visible()


@pytest.mark.django_db(transaction=True)
@pytest.mark.browser_context_args(locale="en-GB")
def test_the_direction_takes_it_over_by_opening_the_address(opened, live_server):
    row = factories.running_list(seats=3)
    factories.enter(row, (1, factories.GRAND))
    deals = (
        Deal(number=1, declarer=1, played=factories.GRAND),
        Deal(number=2, declarer=2, played=factories.GRAND_LOST),
        Deal(number=3),
    )
    page = opened(**WIDE)
    client = Client()
    client.force_login(factories.user())
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])

    page.goto(f"{live_server.url}/t/cup/handover/#{packed_text(PackedList(series=1, table=1, deals=deals))}")
    page.get_by_role("button", name="Take the 2 deals over").click()

    page.get_by_text("2 deals were taken over.").wait_for()
    assert list(DealRow.objects.order_by("number").values_list("points", flat=True)) == [72, -144, 0]


TAKEN = """async ([home, paths, bounds]) => {
    const { isSignature } = await import(home + "/static/table/pad.js");
    return paths.map((path) => isSignature(path, bounds));
}"""


def _drawn(chance: random.Random) -> str:
    """Return strokes from a touch to a name, or a swipe."""
    step = chance.choice((3, 12, 40))
    x, y = chance.randint(0, WIDTH), chance.randint(0, HEIGHT)
    strokes = f"M{x} {y}"
    for _ in range(chance.randint(0, 12)):
        x = min(WIDTH, max(0, x + chance.randint(-step, step)))
        y = min(HEIGHT, max(0, y + chance.randint(-step, step)))
        strokes += f"{chance.choice('LLLLM')}{x} {y}"
    return strokes


def test_the_page_takes_for_a_signature_what_the_site_takes_for_one(phone):
    chance = random.Random(7)
    drawings = [_drawn(chance) for _ in range(400)]

    taken = phone.evaluate(TAKEN, [HOME, drawings, {"shortest": SHORTEST, "bent": BENT}])

    assert taken == [is_signature(one) for one in drawings]
    assert 50 < sum(taken) < 350


SUMS = """async ([home, lists]) => {
    const { linesOf } = await import(home + "/static/table/lines.js");
    const { sumLine, sumsOf } = await import(home + "/static/table/dialogs/sums.js");
    const lines = linesOf(await (await fetch(home + "/static/table/lines.json")).json());
    return JSON.parse(lists).map(({ seats, parts, deals }) =>
        sumsOf(deals, { seats, lines, parts }).map((sum) => [sum.won, sum.lost, sum.others, sumLine(sum)]));
}"""


def parts(game_list: GameList) -> list[list[object]]:
    """Return from which deal and round on which seats are taken."""
    turns = list(enumerate(game_list.turns, start=1))
    return [
        [number, turn.round, list(turn.present)]
        for number, turn in turns
        if number == 1 or turn.present != turns[number - 2][1].present
    ]


def sums(game_list: GameList) -> list[list[object]]:
    made = []
    for tally in tallies(game_list):
        line = rating(tally, seats=game_list.seats)
        words = sum_line(
            game_points=line.game_points, own_games=line.own_games, bonus=line.bonus, performance=line.performance
        )
        made.append([tally.won, tally.lost, tally.opponents_lost, words])
    return made


@pytest.mark.thorough
def test_the_page_adds_up_what_the_rules_add_up(phone):
    lists = drawn(game_lists() | game_lists(rounds=12) | game_lists(changing=True), 400)
    asked = [
        {
            "seats": one.seats,
            "parts": parts(one),
            "deals": [
                written(deal) | {"number": deal.number, "points": found.points if (found := booking(deal)) else 0}
                for deal in one.deals
            ],
        }
        for one in lists
    ]

    added = phone.evaluate(SUMS, [HOME, json.dumps(asked)])

    assert added == [sums(one) for one in lists]
    assert len({len(part) for part in map(parts, lists)}) > 1
