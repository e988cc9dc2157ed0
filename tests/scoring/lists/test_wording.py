"""Every code has words, and the words say what the rule book says."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from scoring.lists.wording import games
from scoring.lists.wording import names as lists_names
from scoring.lists.wording.games import GAME, LEVEL
from scoring.lists.wording.problems import PROBLEM
from scoring.rules.codes import Code
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.valuation import Played, StepKind, book
from tables.acts.services.refusals import Refused
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REFUSED
from tables.names.short import short_names
from tests.support import factories
from tests.tables.acts.test_hall_wording import FACTS

LISTS = Path(__file__).parents[3] / "scoring"
SERVICES = [*LISTS.glob("*/services.py"), *LISTS.glob("*/services/*.py")]


@pytest.fixture(autouse=True)
def _english():
    with override("en"):
        yield


def played(game: Game, matadors: int | None, *, won: bool = True, **fields: bool | int) -> Played:
    announced = ("hand", "schneider_announced", "schwarz_announced", "ouvert")
    contract = Contract(game=game, **{name: fields.pop(name) for name in announced if name in fields})
    return Played(contract=contract, matadors=matadors, won=won, **fields)


def test_every_problem_has_words():
    assert set(PROBLEM) == set(Code)


def test_every_game_and_every_step_has_words():
    assert set(GAME) == set(Game)
    rest = {StepKind.WITH, StepKind.WITHOUT, StepKind.PRODUCT, StepKind.FIXED, StepKind.OVERBID, StepKind.DOUBLED}
    assert set(LEVEL) | rest == set(StepKind)


def test_every_refusal_of_the_services_has_words():
    codes = {code for file in SERVICES for code in re.findall(r'Refused\(\s*"([a-z-]+)"', file.read_text())}
    generic = refusals.refusal(Refused("no-such-code"))

    assert codes
    spoken = {code: refusals.refusal(Refused(code, **Anything(code))) for code in codes}

    assert generic not in spoken.values()


class Anything(dict):
    """Facts enough for every sentence."""

    def __init__(self, code: str) -> None:
        names = re.findall(r"%\((\w+)\)s", str(REFUSED.get(code, "")))
        named = dict.fromkeys(names or ["number", "series"], 1)
        super().__init__({**FACTS, "places": [1], "open": "appeal 1", **named})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (played(Game.CLUBS, 2), "Clubs with 2"),
        (played(Game.SPADES, -1, hand=True, schneider=True), "Spades Hand without 1, Schneider"),
        (
            played(Game.GRAND, 4, hand=True, schneider_announced=True, schneider=True),
            "Grand Hand, Schneider announced with 4",
        ),
        (played(Game.NULL, None, hand=True, ouvert=True), "Null Hand ouvert"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_is_read_out_as_at_the_table(line, words):
    deal = Deal(number=1, declarer=1, played=line)

    assert games.deal_entry(deal, ["Bernd"]) == f"Bernd: {words}"


def test_the_computation_of_the_issue_reads_line_by_line():
    line = played(Game.CLUBS, 2, won=False, hand=True, schneider=True)

    assert games.computation(book(line)) == ("with 2, game 3, Hand 4, Schneider 5; 5 × 12 = 60; lost, doubled: −120")


def test_an_overbid_game_says_the_bid_it_had_to_reach():
    line = played(Game.HEARTS, 1, won=False, bid=50, overbid=True)

    assert games.computation_lines(book(line))[-2:] == ("overbid, bid 50: 5 × 10 = 50", "lost, doubled: −100")


def test_the_example_of_skwo_5_2_as_a_line():
    assert games.sum_line(game_points=937, own_games=750, bonus=420, performance=2107) == "937 + 750 + 420 = 2107"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (["Erna Schulz", "Bernd Lehmann", "Ute Meier"], ["Erna", "Bernd", "Ute"]),
        (["Erna Schulz", "Erna Berg", "Ute Meier"], ["Erna S.", "Erna B.", "Ute"]),
        (["Schulz, Erna", "No. 7", "Ute"], ["Erna", "No. 7", "Ute"]),
        (["Dr. Ute Meier", "", "X"], ["Dr. Ute Meier", "", "X"]),
        (["Hans Müller", "Hans Meier", "Maier, Hans"], ["Hans Mü.", "Hans Me.", "Hans Ma."]),
    ],
)
def test_names_are_short_but_told_apart(names, short):
    assert short_names(names) == short


@pytest.mark.django_db
def test_no_two_of_a_table_share_a_name_anywhere_it_is_short():
    made = factories.tournament(entrants=4)
    for number, name in enumerate(("Hans Müller", "Hans Meier", "Hans Müller", "Hans Maier"), start=1):
        made.entrants.filter(number=number).update(name=name)
    row = factories.list_of(factories.running_series(made))
    seats = list(row.table.seats.select_related("entrant").order_by("place"))

    by_number = {seat.entrant.number: name for seat, name in zip(seats, lists_names.short_names_at(seats), strict=True)}

    assert by_number == {1: "Hans Müller (1)", 2: "Hans Me.", 3: "Hans Müller (3)", 4: "Hans Ma."}
