"""ISkO 3.2.11 to 3.2.13: a player dealt out of turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.game_list.deals import Deal, GameList
from scoring.rules.game_list.presence import Presence
from scoring.rules.game_list.redealing import Redealing, void_deals
from tests.support.strategies import changing_tables


def written(until, *, seats=4, rounds=12, presence=()):
    deals = tuple(Deal(number=number) for number in range(1, until + 1))
    return GameList(seats=seats, rounds=rounds, deals=deals, presence=presence)


def again(*void, number, dealer):
    return Redealing(void=void, number=number, dealer=dealer)


class TestWithinARound:
    @pytest.mark.parametrize(
        ("until", "mistake", "found", "expected"),
        [
            pytest.param(5, 6, 6, again(6, number=6, dealer=2), id="3.2.11-in-play"),
            pytest.param(6, 6, 6, again(6, number=6, dealer=2), id="3.2.11-even-when-finished"),
            pytest.param(7, 8, 8, again(8, number=8, dealer=4), id="3.2.11-even-the-last-of-the-round"),
            pytest.param(0, 1, 1, again(1, number=1, dealer=1), id="3.2.11-the-first-of-all"),
            pytest.param(6, 5, 7, again(5, 6, 7, number=5, dealer=1), id="3.2.12-all-since"),
            pytest.param(7, 6, 8, again(6, 7, 8, number=6, dealer=2), id="3.2.12-up-to-the-last-in-play"),
            pytest.param(47, 46, 48, again(46, 47, 48, number=46, dealer=2), id="3.2.12-at-the-end-of-the-series"),
        ],
    )
    def test_everything_since_the_mistake_is_void(self, until, mistake, found, expected):
        assert void_deals(written(until), mistake=mistake, found=found) == expected


class TestFinishedRounds:
    @pytest.mark.parametrize(
        ("until", "mistake", "found", "expected"),
        [
            pytest.param(9, 6, 10, again(9, 10, number=9, dealer=1), id="3.2.13-from-an-earlier-round"),
            pytest.param(8, 8, 9, again(9, number=9, dealer=1), id="3.2.13-from-the-last-deal-of-it"),
            pytest.param(20, 1, 21, again(21, number=21, dealer=1), id="3.2.13-from-long-ago"),
            pytest.param(10, None, 11, again(9, 10, 11, number=9, dealer=1), id="3.2.13-no-longer-shown"),
            pytest.param(1, None, 2, again(1, 2, number=1, dealer=1), id="3.2.13-no-longer-shown-in-round-1"),
            pytest.param(8, 6, 8, again(number=9, dealer=1), id="3.2.11-written-down-is-finished"),
            pytest.param(8, None, 8, again(number=9, dealer=1), id="3.2.13-between-two-rounds"),
        ],
    )
    def test_finished_rounds_stay(self, until, mistake, found, expected):
        assert void_deals(written(until), mistake=mistake, found=found) == expected

    def test_the_last_round_is_finished_when_its_last_deal_is_written_down(self):
        assert void_deals(written(48), mistake=47, found=48) == again(number=None, dealer=None)

    def test_or_when_the_list_is_signed_3_2_11(self):
        game_list = written(47)

        assert void_deals(game_list, mistake=48, found=48, signed=True) == again(number=None, dealer=None)
        assert void_deals(game_list, mistake=48, found=48) == again(48, number=48, dealer=4)

    def test_a_signature_finishes_no_other_round(self):
        assert void_deals(written(3), mistake=4, found=4, signed=True) == again(4, number=4, dealer=4)
        assert void_deals(written(46), mistake=47, found=47, signed=True) == again(47, number=47, dealer=3)


class TestOtherTables:
    def test_at_three_a_round_has_three_deals(self):
        assert void_deals(written(4, seats=3), mistake=3, found=5) == again(4, 5, number=4, dealer=1)

    def test_where_a_player_left_the_rounds_are_shorter(self):
        presence = (Presence(from_round=2, seats=(2, 3, 4)),)

        # Rounds: 1 to 4, 5 to 7, 8 to 10.
        assert void_deals(written(8, presence=presence), mistake=7, found=9) == again(8, 9, number=8, dealer=2)


@pytest.mark.parametrize(
    ("mistake", "found"), [(0, 1), (3, 2), (1, 0), (None, 0), (1, 49), (None, 49), (-1, 5), (49, 49)]
)
def test_a_mistake_is_one_of_the_series_and_not_found_before_it_was_made(mistake, found):
    with pytest.raises(ValueError, match=f"deal {mistake} went wrong, found with deal {found} of 48"):
        void_deals(written(4), mistake=mistake, found=found)


@given(changing_tables(), st.data())
def test_the_void_deals_are_the_last_ones_of_one_round(table, data):
    """Show ISkO 3.2.13."""
    found = data.draw(st.integers(1, table.length))
    mistake = data.draw(st.none() | st.integers(1, found))
    game_list = written(data.draw(st.integers(0, found)), rounds=table.rounds, presence=table.presence)

    redealing = void_deals(game_list, mistake=mistake, found=found)

    if redealing.void:
        first = redealing.void[0]
        assert redealing.void == tuple(range(first, found + 1))
        assert len({table.turn(number).round for number in redealing.void}) == 1
        assert redealing.number == first
        assert mistake is None or first >= mistake
    else:
        assert redealing.number in (found + 1, None)
        assert redealing.number is None or table.turn(found + 1).round > table.turn(found).round
    assert redealing.dealer == (redealing.number and table.dealer_of(redealing.number))
