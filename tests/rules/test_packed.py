"""A list survives its way through a code on a phone's screen, and a damaged one is noticed."""

from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.notation.messages import Unreadable
from scoring.rules.notation.packed import HEAD, PackedList, pack, packed_text, read_packed, unpack
from scoring.rules.valuation import Played
from tests.support.strategies import game_lists

packed_lists = st.builds(
    lambda game_list, **fields: PackedList(deals=game_list.deals, **fields),
    game_lists(),
    series=st.integers(1, 255),
    table=st.integers(1, 65535),
    second=st.booleans(),
    sits=st.lists(st.integers(1, 65_535), max_size=4).map(tuple),
)


def test_a_list_of_the_format_before_names_nobody():
    body = bytes([1, 0, 1, 0, 7, 1]) + bytes(4)

    found = unpack(body + crc32(body).to_bytes(4))

    assert (found.table, found.sits, found.deals) == (7, (), (Deal(number=1),))


@pytest.mark.parametrize("seats", [b"", b"\x05" + bytes(10), b"\x04\x00\x01"])
def test_seats_that_are_not_all_there_are_no_list(seats):
    body = bytes([2, 0, 1, 0, 7, 0]) + seats

    with pytest.raises(Unreadable):
        unpack(body + crc32(body).to_bytes(4))


@given(packed_lists)
def test_a_list_comes_back_as_it_was(packed):
    assert read_packed(packed_text(packed)) == packed


def test_a_series_of_48_deals_takes_192_bytes_and_a_short_head():
    grand = Played(contract=Contract(game=Game.GRAND), matadors=2, won=True)
    deals = tuple(Deal(number=n, declarer=1 + n % 3, played=grand) for n in range(1, 49))

    packed = PackedList(series=1, table=12, sits=(3, 17, 150, 4), deals=deals)

    assert len(pack(packed)) == HEAD + 1 + 4 * 2 + 192 + 4
    assert len(packed_text(packed)) == 282


def test_the_entry_of_a_judge_may_be_anything_the_table_can_write():
    odd = Played(contract=Contract(game=Game.NULL), matadors=0, won=True, schneider=True, bid=19, overbid=True)
    packed = PackedList(series=1, table=1, deals=(Deal(number=1, declarer=4, played=odd, overruled=True),))

    assert unpack(pack(packed)) == packed


@given(packed_lists, st.data())
def test_a_byte_read_wrongly_is_noticed(packed, data):
    content = bytearray(pack(packed))
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))

    with pytest.raises(Unreadable):
        unpack(bytes(content))


@given(st.binary(max_size=300))
def test_any_other_bytes_are_no_list(content):
    with pytest.raises(Unreadable):
        unpack(content)


@given(st.text(max_size=300))
def test_any_other_text_is_no_list(text):
    with pytest.raises(Unreadable):
        read_packed(text)


NONSENSE = {
    "no such game": 1 << 29 | 7 << 26,
    "announced without Hand": 1 << 29 | 5 << 26 | 1 << 9,
    "a game of nobody": 5 << 26,
    "seat 5": 5 << 29 | 5 << 26,
    "a declarer without a game": 1 << 29,
}


@pytest.mark.parametrize("word", NONSENSE.values(), ids=NONSENSE.keys())
def test_a_deal_that_cannot_be_written_is_no_list(word):
    whole = pack(PackedList(series=1, table=1, deals=(Deal(number=1),)))
    body = whole[: HEAD + 1] + word.to_bytes(4)

    with pytest.raises(Unreadable):
        unpack(body + crc32(body).to_bytes(4))
