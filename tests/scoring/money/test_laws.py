"""What holds of every event, ledger and box, whatever is charged and won; and that no cent is a fraction."""

import ast
import doctest
import importlib
import json
import pkgutil
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scoring
import scoring.money.reckon
from scoring.money.reckon.ledger import PIECES, Account, Box, CutShort, Ledger, Movement, Purpose, counted, iban, refund
from scoring.money.reckon.prizes import Sharing, divided, rounded, shared
from scoring.money.reckon.tariffs import ChargedEntrant, GoesTo, Impossible, LostGames, MoneyFault
from tests.scoring.money.any_event import answered, asked, bent_events, events, reckoned
from tests.support.thorough import thorough

LONG = {"suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large], "deadline": None}
slow = settings(max_examples=50, **LONG)

amounts = st.lists(st.integers(0, 10**6), min_size=1, max_size=8)


def of_lists(event, kind):
    """Return an event with those of its prize lists alone whose plan is of a kind."""
    return {**event, "prizes": [one for one in event["prizes"] if one["plan"]["kind"] == kind]}


@pytest.mark.thorough
@slow
@given(events())
def test_of_any_event_the_pots_hold_what_goes_into_them_and_nobody_gets_what_is_not_theirs(event):
    answer = answered(event)

    placed = sum(sums[code] for sums in answer["charges"].values() for code in event["goes_to"])
    assert sum(answer["pots"].values()) == placed
    winners = [(prize["group"], prize["number"]) for prize in answer["prizes"]]
    assert len(winners) == len(set(winners))
    assert all(prize["cents"] > 0 for prize in answer["prizes"])
    for entrant in event["entrants"]:
        assert 0 <= answer["refunds"][str(entrant["number"])] <= entrant.get("paid", 0)
    one_of_shares = of_lists(event, "share")
    one_of_shares["prizes"] = one_of_shares["prizes"][:1]
    assert all(cents <= 0 for cents in answered(one_of_shares)["over"].values())


@pytest.mark.thorough
@slow
@given(events())
def test_prizes_of_fixed_amounts_never_come_to_more_than_the_plan(event):
    fixed = of_lists(event, "fixed")

    planned = sum(sum(one["plan"]["cents"]) for one in fixed["prizes"])

    assert sum(prize["cents"] for prize in answered(fixed)["prizes"]) <= planned


@given(st.integers(0, 10**6), st.integers(1, 12))
def test_the_less_was_played_the_more_comes_back(paid, planned):
    back = [
        refund(ChargedEntrant(number=1, paid=paid), CutShort(series_played=played, series_planned=planned))
        for played in range(planned + 1)
    ]

    assert back == sorted(back, reverse=True)
    assert (back[0], back[-1]) == (paid, 0)


@pytest.mark.thorough
@given(st.integers(0, 10**7), st.lists(st.integers(0, 12), min_size=1, max_size=8))
def test_what_is_divided_comes_to_the_whole(cents, shares):
    parts = divided(cents, [GoesTo(pot="p", share=share) for share in shares])

    assert sum(parts) == cents
    assert all(part == cents * share // 100 for part, share in zip(parts[:-1], shares, strict=False))


@given(amounts, st.lists(st.integers(1, 4), max_size=4), st.sampled_from(Sharing))
def test_sharing_leaves_the_sum_of_the_prizes(prizes, levels, sharing):
    places = [range(level) for level in levels]

    assert sum(shared(prizes, places, sharing)) == sum(prizes)


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=6))
def test_half_and_half_lies_between_the_own_prize_and_the_average(prizes):
    prizes = sorted(prizes, reverse=True)
    tied = [range(len(prizes))]

    halves = shared(prizes, tied, Sharing.HORT)
    average = sum(prizes) // len(prizes)

    assert list(halves) == sorted(halves, reverse=True)
    for own, half in zip(prizes[1:], halves[1:], strict=True):
        assert min(own, average) <= half <= max(own, average + 1)


@given(amounts, st.integers(1, 1000), st.integers(0, 10**5))
def test_rounding_and_floor_leave_the_sum_and_give_nothing_small(prizes, unit, floor):
    given_out = rounded(prizes, round_to=unit, floor=floor)

    assert sum(given_out) == sum(prizes)
    assert all(cents % unit == 0 and (cents == 0 or cents >= floor) for cents in given_out[1:])


@given(st.integers(0, 30), st.integers(0, 10), st.integers(0, 500), st.integers(0, 500))
def test_each_lost_game_costs_what_its_tier_says(lost, reach, first, then):
    tiers = LostGames(tiers=((reach, first), (None, then)))

    assert tiers.cents_for(lost + 1) - tiers.cents_for(lost) == (first if lost < reach else then)


@pytest.mark.thorough
@settings(slow, max_examples=5000)
@given(events())
def test_thousands_of_events_come_to_the_same_another_way(event):
    assert answered(event) == reckoned(event)


@pytest.mark.thorough
@slow
@given(bent_events())
def test_a_bent_event_is_answered_or_refused_and_never_fails(event):
    answer, code = asked(event)

    assert code in (0, 2)
    assert (code == 2) == (answer.keys() == {"error", "at"})
    json.dumps(answer)


@given(st.binary(max_size=60))
def test_any_bytes_are_answered_or_refused(sent):
    assert asked(sent)[1] in (0, 2)


AT_FIRST = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)

LATER = datetime(2026, 11, 20, 18, 5, tzinfo=UTC)

ANNA = Account(Purpose.ENTRANT, "1")

OF_ENTRY = Account(Purpose.TARIFF, "entry")

PRIZES = Account(Purpose.POT, "prizes")

BOX = Account(Purpose.BOX, "desk")

ACCOUNTS = [ANNA, Account(Purpose.ENTRANT, "2"), OF_ENTRY, PRIZES, BOX, Account(Purpose.ORGANISER)]


def movement(key="a", *, source=OF_ENTRY, target=ANNA, cents=1000, at=AT_FIRST, **further):
    return Movement(key=key, at=at, source=source, target=target, cents=cents, reason="entry", **further)


def fault_of(act, *args, **further):
    with pytest.raises(Impossible) as found:
        act(*args, **further)
    return found.value.fault


@pytest.mark.database
class TestALedger:
    def test_is_a_claim_then_cash_then_a_prize(self):
        charged = Ledger().moved(movement())
        assert charged.balances() == {OF_ENTRY: -1000, ANNA: 1000}

        paid = charged.moved(movement("b", source=ANNA, target=BOX))
        assert paid.balances() == {OF_ENTRY: -1000, ANNA: 0, BOX: 1000}

        in_pot = paid.moved(movement("c", source=PRIZES, target=OF_ENTRY))
        given = in_pot.moved(movement("d", source=BOX, target=PRIZES, cents=600))
        assert given.balances() == {OF_ENTRY: 0, ANNA: 0, BOX: 400, PRIZES: -400}

    def test_takes_back_by_a_movement_against_it(self):
        ledger = Ledger().moved(movement()).reversed("a", by_key="b", at=LATER, reason="entered by mistake")

        assert set(ledger.balances().values()) == {0}
        assert ledger.movements["b"] == Movement(
            key="b", at=LATER, source=ANNA, target=OF_ENTRY, cents=1000, reason="entered by mistake", reverses="a"
        )
        assert ledger.movements["a"] == movement()

    def test_moves_and_reverses_once_what_is_asked_twice(self):
        moved = Ledger().moved(movement())
        assert moved.moved(movement(at=LATER)) is moved
        for other in ({"cents": 1001}, {"target": BOX}, {"source": PRIZES}):
            assert fault_of(moved.moved, movement(**other)) is MoneyFault.KEY_TAKEN, other

        back = moved.reversed("a", by_key="b", at=AT_FIRST, reason="mistake")
        assert back.reversed("a", by_key="b", at=LATER, reason="mistake") is back
        assert fault_of(back.reversed, "a", by_key="c", at=AT_FIRST, reason="mistake") is MoneyFault.REVERSED_BEFORE
        assert fault_of(back.reversed, "b", by_key="c", at=AT_FIRST, reason="") is MoneyFault.IS_REVERSAL

    def test_refuses_what_cannot_be_moved_or_reversed(self):
        for bent, fault in (
            ({"cents": 0}, MoneyFault.NO_AMOUNT),
            ({"cents": -1}, MoneyFault.NO_AMOUNT),
            ({"target": OF_ENTRY}, MoneyFault.SAME_ACCOUNT),
            ({"at": datetime(2026, 11, 20)}, MoneyFault.NO_TIME_ZONE),
        ):
            assert fault_of(movement, **bent) is fault, bent
        assert fault_of(Ledger().reversed, "x", by_key="y", at=AT_FIRST, reason="") is MoneyFault.NOT_MOVED
        moved = Ledger().moved(movement())
        assert fault_of(moved.moved, movement("b", reverses="x")) is MoneyFault.NOT_MOVED
        for other in ({"cents": 999}, {"target": BOX}, {"source": BOX}):
            back = {"source": ANNA, "target": OF_ENTRY} | other
            assert fault_of(moved.moved, movement("b", reverses="a", **back)) is MoneyFault.NOT_MOVED, other


@pytest.mark.database
@given(st.lists(st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(-1, 10**7)), max_size=30))
def test_all_accounts_together_hold_nothing_after_every_act(acts):
    ledger = Ledger()

    for key, (source, target, cents) in enumerate(acts):
        try:
            ledger = ledger.moved(movement(str(key), source=source, target=target, cents=cents))
        except Impossible:
            assert source == target or cents < 1
        assert sum(ledger.balances().values()) == 0


@pytest.mark.parametrize("seed", [*range(3), *thorough(*range(3, 500))])
def test_all_accounts_together_hold_nothing_over_thousands_of_acts(seed):
    walked(seed, acts=200)


def walked(seed, *, acts):
    """Move, repeat and reverse at random: the balances are those of what was moved and not reversed."""
    chance = random.Random(seed)
    ledger, open_ones = Ledger(), {}
    for number in range(acts):
        act = chance.choice(["move", "move", "move", "repeat", "reverse"])
        if act == "move" or not open_ones:
            source, target = chance.sample(ACCOUNTS, 2)
            made = movement(str(number), source=source, target=target, cents=chance.randint(1, 10**6))
            ledger, open_ones[made.key] = ledger.moved(made), made
        elif act == "repeat":
            key = chance.choice(list(ledger.movements))
            assert ledger.moved(ledger.movements[key]) is ledger
        else:
            key = chance.choice(list(open_ones))
            del open_ones[key]
            ledger = ledger.reversed(key, by_key=f"{number}", at=LATER, reason="mistake")
        balances = ledger.balances()
        assert sum(balances.values()) == 0
        assert {name: cents for name, cents in balances.items() if cents} == held(open_ones.values())


def held(movements):
    found = dict.fromkeys(ACCOUNTS, 0)
    for one in movements:
        found[one.source] -= one.cents
        found[one.target] += one.cents
    return {name: cents for name, cents in found.items() if cents}


boxes = st.builds(Box, **dict.fromkeys(("opening", "put_in", "takings", "paid", "taken_out"), st.integers(0, 10**6)))


def test_a_count_adds_up_of_fifteen_pieces_from_500_euros_to_a_cent():
    assert (len(PIECES), PIECES[0], PIECES[-1]) == (15, 50000, 1)
    assert counted(dict.fromkeys(PIECES, 1)) == 88888
    assert counted({}) == 0
    assert counted({50000: 1, 2000: 4, 500: 3, 200: 7, 5: 1, 1: 3}) == 60908


def test_a_count_of_no_piece_is_refused():
    for pieces, fault in (
        ({300: 1}, MoneyFault.NO_SUCH_PIECE),
        ({0: 1}, MoneyFault.NO_SUCH_PIECE),
        ({100: -1}, MoneyFault.NEGATIVE),
    ):
        assert fault_of(counted, pieces) is fault


def test_the_report_runs_backwards_from_what_was_counted():
    """Show 1.4: counted - opening - put in + paid out + taken out are the takings."""
    box = Box(opening=10000, put_in=5000, takings=93000, paid=70000, taken_out=20000)

    assert box.expected == 18000
    assert box.difference(17950) == -50
    assert box.takings_by(17950) == 92950


@given(boxes, st.integers(0, 10**7))
def test_the_difference_is_that_between_booked_and_counted_takings(box, found):
    assert box.difference(found) == box.takings_by(found) - box.takings


def test_an_iban_is_read_with_and_without_blanks_and_what_is_none_is_seen():
    for typed in ("DE89370400440532013000", "de89 3704 0044 0532 0130 00", "PL61109010140000071219812874"):
        assert iban(typed) == "".join(typed.split()).upper()
    none = ("DE89370400440532013001", "DE8937040044053201300", "DE89-3704", "٣E89370400440532013000")
    assert [iban(typed) for typed in ("", "DE", *none)] == [None] * 6


@given(st.permutations(range(22)))
def test_two_digits_exchanged_are_seen(order):
    right = "DE89370400440532013000"
    first, second = sorted(order[:2])
    swapped = right[:first] + right[second] + right[first + 1 : second] + right[first] + right[second + 1 :]

    assert iban(swapped) == (right if swapped == right else None)


HERE = Path(scoring.__file__).parent

SOURCES = sorted(
    [
        *(HERE / "money").rglob("*.py"),
        HERE / "paper/documents/money.py",
        HERE / "paper/workbooks.py",
        HERE / "templatetags/money.py",
    ]
)


def floating(source: str) -> list[int]:
    """Return the lines in which a float could come about."""
    return [node.lineno for node in ast.walk(ast.parse(source)) if _is_floating(node)]


def _is_floating(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            return True
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            return True
        case ast.Name(id="float" | "round" | "complex"):
            return True
        case ast.Attribute(attr="FloatField" | "fsum" | "sqrt" | "total_seconds"):
            return True
    return False


def test_no_module_makes_a_float():
    assert {path.name: found for path in SOURCES if (found := floating(path.read_text(encoding="utf-8")))} == {}


def test_what_makes_a_float_is_seen():
    for source in ("0.5", "a / b", "a /= 2", "float(a)", "round(a)", "10 ** -2", "models.FloatField()"):
        assert floating(source) == [1], source
    assert floating("a // b % 3 * 2 ** 3") == []


def test_the_examples_of_all_modules_hold():
    modules = [info.name for info in pkgutil.walk_packages(scoring.money.reckon.__path__, "scoring.money.reckon.")]
    assert modules
    assert [name for name in modules if doctest.testmod(importlib.import_module(name)).failed] == []
