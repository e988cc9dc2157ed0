"""What somebody owes says why."""

from scoring.money.reckon.charges import Reason, Word, charges
from scoring.money.reckon.played import Entrant, PlayedList, Seat
from scoring.money.reckon.tariffs import LostGames, PassedIn, PerEntrant, PerList, PerTeam, PlaceAtTable, Tariff


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
    table = PlayedList(passed=2, seats=[Seat(number=n, total=n, lost=3) for n in (1, 2, 3)])

    found = charges(tariffs, [Entrant(number=2, team="A")], [table])

    assert {charge.tariff: (charge.cents, charge.reason.code, charge.of_list) for charge in found} == {
        "entry": (1000, "entry 1", None),
        "team": (2000, "team 1", None),
        "list": (200, "list 1", 0),
        "loss": (150, "lost-games 3", 0),
        "place": (20, "place-at-table 2 3", 0),
        "passed": (20, "passed-in 2 3", 0),
    }


def test_who_is_free_is_told_so():
    tariff = Tariff(code="entry", kind=PerEntrant(cents=1000), free=frozenset({"juniors"}))

    (found,) = charges([tariff], [Entrant(number=1, classes=frozenset({"juniors"}))], [])

    assert (found.cents, found.reason) == (0, Reason(Word.FREE))


def test_a_class_may_pay_less_and_of_several_the_least():
    kind = PerEntrant(cents=1000, cheaper={"members": 800, "ladies": 700})
    entrants = [
        Entrant(number=n, classes=frozenset(of)) for n, of in enumerate([(), ("members",), ("members", "ladies")], 1)
    ]

    assert [charge.cents for charge in charges([Tariff(code="t", kind=kind)], entrants, [])] == [1000, 800, 700]


def test_a_team_pays_once():
    entrants = [Entrant(number=n, team=team) for n, team in enumerate(["A", "A", "B", None], 1)]

    found = charges([Tariff(code="t", kind=PerTeam(cents=500))], entrants, [])

    assert [(charge.number, charge.cents) for charge in found] == [(1, 500), (3, 500)]
