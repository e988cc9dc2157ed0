"""A line as typed from paper, as written in words, in a table, and a list as a code on a screen."""

import json
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.codes import PROBLEM, Code
from scoring.rules.contract import CONTRACTS, Contract, Game, IllegalContract, contradictions
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import different_games
from scoring.rules.notation.line_table import ANNOUNCED, BROUGHT_ALONG, IN_NULL, line_table, runs
from scoring.rules.notation.messages import Unreadable, read_line, written
from scoring.rules.notation.packed import HEAD, PackedList, pack, packed_text, read_packed, unpack
from scoring.rules.notation.shorthand import LETTERS, Illegible, Slip, read, shortest
from scoring.rules.valuation import Played
from scoring.rules.values import BIDS
from tests.support.strategies import LINES, game_lists


@pytest.mark.slow
def test_every_line_a_table_can_write_is_read_as_it_was_meant():
    said = [replace(line, bid=line.bid if line.overbid else None) for line in LINES]
    deals = [Deal(number=4, declarer=2, played=line) for line in said]

    assert [read(shortest(deal), number=4).deal for deal in deals] == deals


def trump(game: Game, matadors: int, *announced: str, won: bool = True, **fields: object) -> Played:
    contract = Contract(game=game, **dict.fromkeys(announced, True))
    return Played(contract=contract, matadors=matadors, won=won, **fields)


HAND_AND_SCHNEIDER = ("hand", "schneider_announced")
OPEN = (*HAND_AND_SCHNEIDER, "schwarz_announced", "ouvert")


def test_what_a_line_says():
    grand, clubs, spades, hearts = Game.GRAND, Game.CLUBS, Game.SPADES, Game.HEARTS
    for line, played in (
        ("3g2h-", trump(grand, 2, "hand", won=False)),
        ("3g2", trump(grand, 2)),
        ("3g+2+", trump(grand, 2)),
        ("3g-2", trump(grand, -2)),
        ("3g-2-", trump(grand, -2, won=False)),
        ("3x11!", trump(clubs, 11)),
        (" 3 H 1 ", trump(hearts, 1)),
        ("3K1S", trump(Game.DIAMONDS, 1, schneider=True)),
        ("3p1w", trump(spades, 1, schneider=True, schwarz=True)),
        ("3♠1sh", trump(spades, 1, "hand", schneider=True)),
        ("3c3sa", trump(clubs, 3, *HAND_AND_SCHNEIDER, schneider=True)),
        ("3c3sa-", trump(clubs, 3, *HAND_AND_SCHNEIDER, won=False)),
        ("3c3sas-", trump(clubs, 3, *HAND_AND_SCHNEIDER, won=False, schneider=True)),
        ("3g4o", trump(grand, 4, *OPEN, schneider=True, schwarz=True)),
        ("3h1b50", trump(hearts, 1, won=False, bid=50, overbid=True)),
        ("3h1r50s", trump(hearts, 1, won=False, bid=50, overbid=True, schneider=True)),
        ("3n", Played(contract=Contract(game=Game.NULL), matadors=None, won=True)),
        ("3n-", Played(contract=Contract(game=Game.NULL), matadors=None, won=False)),
        ("3noh−", Played(contract=Contract(game=Game.NULL, hand=True, ouvert=True), matadors=None, won=False)),
        ("３ｇ２", trump(grand, 2)),
    ):
        assert read(line, number=7).deal == Deal(number=7, declarer=3, played=played), line
    for line in ("-", "p", "P", " – ", "-!"):
        assert read(line, number=7).deal == Deal(number=7), line
    for line in ("", "   ", "\t"):
        assert read(line, number=7) is None


def test_why_a_line_cannot_be_read():
    for line, slip, part in (
        ("g2", Slip.NO_SEAT, ""),
        ("!", Slip.NO_SEAT, ""),
        ("3", Slip.NO_GAME, ""),
        ("3t1", Slip.NO_GAME, "t"),
        ("33g1", Slip.NO_GAME, ""),
        ("3grand2", Slip.NOT_READABLE, "rand2"),
        ("3g2z", Slip.NOT_READABLE, "z"),
        ("3g222", Slip.NOT_READABLE, "2"),
        ("3g2hh", Slip.SAID_TWICE, "h"),
        ("3g2+-", Slip.SAID_TWICE, "+"),
        ("3g2b18b20", Slip.SAID_TWICE, "b18"),
        ("3g2b", Slip.NOT_READABLE, "b"),
    ):
        with pytest.raises(Illegible) as refused:
            read(line, number=1)
        assert (refused.value.slip, refused.value.part) == (slip, part), line
    with pytest.raises(IllegalContract) as refused:
        read("1nsa", number=1)
    assert refused.value.code is Code.LEVEL_ANNOUNCED_IN_NULL
    assert len(set("".join(LETTERS.values()))) == len("".join(LETTERS.values()))


def test_a_rare_line_carries_its_sign_behind_the_matadors():
    assert [read(line, number=1).sure for line in ("1g2!", "1g2", "-!")] == [True, False, True]
    for line in ("1!", "1g!2"):
        with pytest.raises(Illegible):
            read(line, number=1)


REST = st.text("0123456789+-hswoa!br", max_size=9)


@pytest.mark.slow
@given(st.text(max_size=12) | st.tuples(*map(st.sampled_from, ("0123456789", "cshdgnxpk")), REST).map("".join))
def test_whatever_is_typed_is_read_or_refused(line):
    try:
        found = read(line, number=1)
    except (Illegible, IllegalContract):
        return

    assert found is None or found.deal.number == 1


packed_lists = st.builds(
    lambda game_list, **fields: PackedList(deals=game_list.deals, **fields),
    game_lists(),
    series=st.integers(1, 255),
    table=st.integers(1, 65535),
    second=st.booleans(),
    sits=st.lists(st.integers(1, 65_535), max_size=4).map(tuple),
)


def sealed(body: bytes) -> bytes:
    return body + crc32(body).to_bytes(4)


def test_a_list_of_the_format_before_names_nobody():
    found = unpack(sealed(bytes([1, 0, 1, 0, 7, 1]) + bytes(4)))

    assert (found.table, found.sits, found.deals) == (7, (), (Deal(number=1),))


def test_seats_that_are_not_all_there_and_deals_that_cannot_be_written_are_no_list():
    whole = pack(PackedList(series=1, table=1, deals=(Deal(number=1),)))
    seats = (b"", b"\x05" + bytes(10), b"\x04\x00\x01")
    # No such game; announced without Hand; a game of nobody; seat 5; a declarer without a game.
    words = (1 << 29 | 7 << 26, 1 << 29 | 5 << 26 | 1 << 9, 5 << 26, 5 << 29 | 5 << 26, 1 << 29)
    bodies = [bytes([2, 0, 1, 0, 7, 0]) + one for one in seats] + [whole[: HEAD + 1] + one.to_bytes(4) for one in words]
    for body in bodies:
        with pytest.raises(Unreadable):
            unpack(sealed(body))


@pytest.mark.slow
@given(packed_lists, st.data())
def test_a_list_comes_back_as_it_was_and_a_byte_read_wrongly_is_noticed(packed, data):
    content = bytearray(pack(packed))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))

    assert read_packed(packed_text(packed)) == packed
    with pytest.raises(Unreadable):
        unpack(bytes(content))


def test_a_series_of_48_deals_takes_192_bytes_and_a_short_head_and_a_judges_entry_may_be_anything():
    grand = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
    deals = tuple(Deal(number=n, declarer=1 + n % 3, played=grand) for n in range(1, 49))
    packed = PackedList(series=1, table=12, sits=(3, 17, 150, 4), deals=deals)
    assert (len(pack(packed)), len(packed_text(packed))) == (HEAD + 1 + 4 * 2 + 192 + 4, 282)

    odd = Played(contract=Contract(game=Game.NULL), matadors=0, won=True, schneider=True, bid=19, overbid=True)
    packed = PackedList(series=1, table=1, deals=(Deal(number=1, declarer=4, played=odd, overruled=True),))
    assert unpack(pack(packed)) == packed


@given(st.binary(max_size=300), st.text(max_size=300))
def test_any_other_bytes_or_text_are_no_list(content, text):
    with pytest.raises(Unreadable):
        unpack(content)
    with pytest.raises(Unreadable):
        read_packed(text)


NULL = {"declarer": 1, "game": "null"}


def test_every_game_comes_back_as_it_was_written():
    for game in different_games():
        for won, bid in ((True, None), (False, None), (False, BIDS[-1])):
            deal = Deal(number=7, declarer=3, played=replace(game, won=won, bid=bid, overbid=bid is not None))

            assert read_line(7, json.loads(json.dumps(written(deal)))) == deal


def test_what_is_not_ticked_may_be_left_out_or_said_and_a_deal_passed_in_is_nothing_but_that():
    played = Played(contract=Contract(game=Game.NULL), matadors=None, won=False)
    edge = {"declarer": 4, "game": "clubs"}

    assert written(Deal(number=7)) == {"declarer": None, "game": ""}
    assert read_line(7, {"declarer": None, "game": ""}) == read_line(7, {}) == Deal(number=7)
    assert read_line(1, NULL) == Deal(number=1, declarer=1, played=played)
    assert read_line(1, {**NULL, "won": False, "bid": None, "matadors": None}).played == played
    assert read_line(1, {**edge, "matadors": -11, "bid": 999}).played.bid == 999
    assert read_line(1, {**edge, "matadors": 11, "bid": 0}).played.bid == 0


def test_what_is_no_line_is_refused():
    wrong = {"declarer": (0, 5, "1", True, 1.0, None), "game": ("", "tarot", 7, []), "matadors": (12, -12, "1")}
    wrong |= {"won": (1, None), "bid": (-1, 1000, 18.5), "points": (23,)}
    exchanged = [{**NULL, name: value} for name, values in wrong.items() for value in values]
    passed = [{"declarer": None, "game": "", **beside} for beside in ({"won": True}, {"matadors": 1}, {"bid": 18})]

    for line in (None, 7, [], "null", *exchanged, *passed):
        with pytest.raises(Unreadable):
            read_line(1, line)
    with pytest.raises(IllegalContract, match="ouvert-without-announcements"):
        read_line(1, {"declarer": 1, "game": "clubs", "matadors": 1, "ouvert": True})


LINE_TABLE = Path(__file__).parents[2] / "skatturnier" / "static" / "skatturnier" / "table" / "lines.json"


@pytest.fixture(scope="module")
def table():
    return line_table()


@pytest.mark.slow
def test_the_file_is_what_the_rules_say_and_quick_to_load(table):
    said = json.dumps(table, separators=(",", ":")) + "\n"

    assert LINE_TABLE.read_text(encoding="utf-8") == said, "run manage.py write_line_table"
    assert LINE_TABLE.stat().st_size <= 25_000


def test_it_has_every_announcement_with_every_level_and_tells_questions_from_refusals(table):
    rows = [(table["games"][game], contract) for game, found in enumerate(table["lines"]) for contract in found]
    asked = {table["codes"][number] for number in table["asked"]}

    assert len(rows) == len(CONTRACTS)
    assert {(game == Game.NULL, len(contract)) for game, contract in rows} == {(False, 3), (True, 1)}
    assert asked == {one for one in table["codes"] if PROBLEM[Code(one)].severity == "warning"}
    assert Code.MANY_MATADORS in asked


def test_the_dealer_of_a_table_of_four_sits_out_and_where_one_left_the_others_deal_and_play_4_5_9(table):
    assert table["turns"]["1234"] == [(1, [2, 3, 4]), (2, [1, 3, 4]), (3, [1, 2, 4]), (4, [1, 2, 3])]
    assert table["turns"]["123"] == [(dealer, [1, 2, 3]) for dealer in (1, 2, 3)]
    assert sorted(table["turns"]) == ["123", "1234", "124", "134", "234"]
    assert table["turns"]["124"] == [(dealer, [1, 2, 4]) for dealer in (1, 2, 4)]


def test_what_an_announcement_brings_along_is_legal_and_needed():
    def broken(ticks):
        return contradictions(game=Game.GRAND, **{one: one in ticks for one in ANNOUNCED})

    for level in ANNOUNCED:
        ticked = {level, *BROUGHT_ALONG[level]}
        assert not broken(ticked)
        assert all(broken(ticked - {other}) for other in BROUGHT_ALONG[level])
    assert IN_NULL == ("hand", "ouvert")


def test_runs_lose_nothing():
    for values in ([5], [1, 2, 3], [3, 3, 3, 9], [24, 36, 48, 24, 5], [1, 4, 2, 8]):
        found = runs(values)
        triples = zip(found[::3], found[1::3], found[2::3], strict=True)
        assert [first + change * place for first, change, length in triples for place in range(length)] == values
