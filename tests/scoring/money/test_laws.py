"""What holds of every event, ledger and box; that no cent is a fraction; what tariffs and plans of clubs come to."""

import ast
import doctest
import importlib
import json
import pkgutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import scoring
import scoring.money.reckon
from scoring.money.reckon.ledger import PIECES, Account, Box, Ledger, Movement, Purpose, counted, iban
from scoring.money.reckon.prizes import (
    Fixed,
    Good,
    Goods,
    PrizeList,
    Sharing,
    Size,
    Steps,
    amounts,
    awards,
    carried,
    expected,
    over,
    preview,
    rounded,
    shared,
)
from scoring.money.reckon.tariffs import (
    LOST_GAMES,
    ChargedEntrant,
    GoesTo,
    Impossible,
    LostGames,
    MoneyFault,
    PassedIn,
    PerEntrant,
    PerList,
    PerTeam,
    PlaceAtTable,
    PlayedList,
    PlayedSeat,
    Reason,
    Tariff,
    Word,
    charges,
)
from tests.scoring.money.any_event import answered, asked, bent_events, events, reckoned

slow = settings(
    max_examples=50, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)

some_prizes = st.lists(st.integers(0, 10**6), min_size=1, max_size=8)


@given(some_prizes, st.lists(st.integers(1, 4), max_size=4), st.sampled_from(Sharing))
def test_sharing_leaves_the_sum_of_the_prizes(prizes, levels, sharing):
    places = [range(level) for level in levels]

    assert sum(shared(prizes, places, sharing)) == sum(prizes)


@given(some_prizes, st.integers(1, 1000), st.integers(0, 10**5))
def test_rounding_and_floor_leave_the_sum_and_give_nothing_small(prizes, unit, floor):
    given_out = rounded(prizes, round_to=unit, floor=floor)

    assert sum(given_out) == sum(prizes)
    assert all(cents % unit == 0 and (cents == 0 or cents >= floor) for cents in given_out[1:])


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


def movement(key="a", *, source=OF_ENTRY, target=ANNA, cents=1000, at=AT_FIRST, **further):
    return Movement(key=key, at=at, source=source, target=target, cents=cents, reason="entry", **further)


def fault_of(act, *args, **further):
    with pytest.raises(Impossible) as found:
        act(*args, **further)
    return found.value.fault


@pytest.mark.database
class TestALedger:
    def test_takes_back_by_a_movement_against_it(self):
        moved = Ledger().moved(movement()).moved(movement("c", source=ANNA, target=BOX, cents=400))
        assert moved.balances() == {OF_ENTRY: -1000, ANNA: 600, BOX: 400}
        ledger = moved.reversed("c", by_key="d", at=LATER, reason="").reversed(
            "a", by_key="b", at=LATER, reason="entered by mistake"
        )

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


@pytest.mark.slow
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


def test_there_are_as_many_prizes_as_tables_or_every_fourth_wins():
    """Show 1.2: 93 players at 24 tables, and every fourth of them, 23 full fours; practice: 78 and 98 players."""
    plan = Steps(per=1, cents=(100000, 50000, 10000), of_tables=True)
    for players, tables in ((93, 24), (78, 20), (98, 25)):
        assert len(amounts(plan, pots={}, size=Size(entrants=players, tables=tables))) == tables

    found = amounts(Steps(per=4, cents=(500, 300)), pots={}, size=Size(entrants=93))
    assert (len(found), found[:3], found[-1]) == (23, (500, 300, 300), 300)


def test_a_plan_announced_for_100_is_scaled_in_proportion():
    """Show 1.2: 1300/900/600/300 at 100 players."""
    plan = Fixed(cents=(130000, 90000, 60000, 30000), announced_for=100)

    assert amounts(plan, pots={}, size=Size(entrants=100)) == (130000, 90000, 60000, 30000)
    assert amounts(plan, pots={}, size=Size(entrants=60)) == (78000, 54000, 36000, 18000)
    assert amounts(plan, pots={}, size=Size(entrants=33)) == (42900, 29700, 19800, 9900)


def test_goods_with_a_value_come_before_less_money():
    """Show 1.3: goods with a value stand beside money."""
    ham, sausage = Good(name="ham", cents=3000), Good(name="sausage")
    lists = [
        PrizeList(group="main", ranking=[[1], [2]], plan=Fixed(cents=(2000, 1000))),
        PrizeList(group="main", ranking=[[1], [2], [3]], plan=Goods(goods=(ham, sausage), pot="goods")),
    ]

    given = awards(lists, pots={"goods": 2500}, size=Size(entrants=3))

    found = [(a.number, a.prize.good or a.prize.cents, a.prize.place) for a in given]
    assert found == [(2, 2000, 1), (1, ham, 1), (3, sausage, 2)]
    assert over(lists, (a.prize for a in given), {"goods": 2500}) == {"goods": 500}


class TestAPreview:
    TARIFFS = (
        Tariff(code="entry", kind=PerEntrant(cents=1000)),
        Tariff(code="loss", kind=LostGames(tiers=((None, 50),))),
    )

    GOES_TO = {"entry": [GoesTo(pot="prizes", share=100)], "loss": [GoesTo(pot="club", share=100)]}

    def at(self, entrants, **so_far):
        lists = [PrizeList(group="main", ranking=[], plan=Fixed(cents=(40000, 25000), pot="prizes"))]
        size = Size(entrants=entrants, tables=-(-entrants // 4))
        sums = expected(self.TARIFFS, so_far, now=40 if so_far else 0, entrants=entrants)
        return preview(sums, self.GOES_TO, lists, size, {})

    def test_says_whether_the_pot_carries_the_plan_and_follows_what_was_charged_so_far(self):
        for entrants, over_all in ((60, 5000), (80, -15000), (100, -35000)):
            found = self.at(entrants)
            assert found.over == {"prizes": over_all}
            assert found.prizes == ((40000, 25000),)

        found = self.at(80, entry=38000, loss=2001)
        assert found.pots == {"prizes": 76000, "club": 4002}
        assert found.paid_out == 65000 * 100 // 80002
        assert carried((40000, 25000), 60000) == (36924, 23076)
        assert carried((40000, 25000), 65000) == (40000, 25000)
        assert carried((), 100) == ()


def test_lost_games_cost_what_is_printed():
    """Show 1.1: what each preset comes to."""
    for preset, printed in (
        ("usual", {0: 0, 3: 150, 4: 250, 6: 450, 8: 650, 12: 1050}),
        ("three tiers", {6: 650, 8: 1250, 12: 2450}),
        ("dear", {4: 500, 8: 1300}),
        ("cheap", {4: 190, 8: 590}),
        ("half a euro", {7: 350}),
        ("one euro", {7: 700}),
    ):
        assert {lost: LOST_GAMES[preset].cents_for(lost) for lost in printed} == printed, preset
    assert LostGames(tiers=()).cents_for(9) == 0


def test_every_charge_says_why_in_a_word_and_its_numbers():
    kinds = {
        "entry": PerEntrant(cents=1000),
        "team": PerTeam(cents=2000),
        "list": PerList(cents=200),
        "loss": LostGames(tiers=((None, 50),)),
        "place": PlaceAtTable(cents={3: (10, 20, 30)}),
        "passed": PassedIn(cents=30),
    }
    tariffs = [Tariff(code=code, kind=kind) for code, kind in kinds.items()]
    table = PlayedList(passed=2, seats=[PlayedSeat(number=n, total=n, lost=3) for n in (1, 2, 3)])

    found = charges(tariffs, [ChargedEntrant(number=2, team="A")], [table])

    assert {charge.tariff: (charge.cents, charge.reason.code, charge.of_list) for charge in found} == {
        "entry": (1000, "entry 1", None),
        "team": (2000, "team 1", None),
        "list": (200, "list 1", 0),
        "loss": (150, "lost-games 3", 0),
        "place": (20, "place-at-table 2 3", 0),
        "passed": (20, "passed-in 2 3", 0),
    }


def test_who_is_free_is_told_so_and_a_team_pays_once():
    tariff = Tariff(code="entry", kind=PerEntrant(cents=1000), free=frozenset({"juniors"}))
    (found,) = charges([tariff], [ChargedEntrant(number=1, classes=frozenset({"juniors"}))], [])
    assert (found.cents, found.reason) == (0, Reason(Word.FREE))

    entrants = [ChargedEntrant(number=n, team=team) for n, team in enumerate(["A", "A", "B", None], 1)]
    found = charges([Tariff(code="t", kind=PerTeam(cents=500))], entrants, [])
    assert [(charge.number, charge.cents) for charge in found] == [(1, 500), (3, 500)]


def test_a_class_may_pay_less_and_of_several_the_least():
    kind = PerEntrant(cents=1000, cheaper={"members": 800, "ladies": 700})
    entrants = [
        ChargedEntrant(number=n, classes=frozenset(of))
        for n, of in enumerate([(), ("members",), ("members", "ladies")], 1)
    ]

    assert [charge.cents for charge in charges([Tariff(code="t", kind=kind)], entrants, [])] == [1000, 800, 700]
