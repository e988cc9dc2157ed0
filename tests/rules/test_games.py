"""ISkO 2.1.2, 3.4, 5.2: what can be announced, and the rule book's "Milagro de Números": 664 games, 63 values."""

import dataclasses
import doctest
import importlib
import pkgutil
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest

import scoring.rules
from scoring.rules.clauses import MOVED, REPLACED, Citation, Edition, cite
from scoring.rules.codes import CLAUSE, Code
from scoring.rules.contract import CONTRACTS, MAX_MATADORS, Contract, Game, IllegalContract
from scoring.rules.judging import different_games
from scoring.rules.register import CLAUSES
from scoring.rules.register.citing import UnknownClause, citation, clauses_about, meant_by, replaced_by
from scoring.rules.register.clause import CLAIMS
from scoring.rules.valuation import book
from scoring.rules.values import ALL_LEVELS, BIDS
from tests.support.strategies import contract_of, line

FLAGS = ("hand", "schneider_announced", "schwarz_announced", "ouvert")


def test_there_are_29_announcements():
    """Show ISkO 2.1.1, ISkO 2.1.2 and ISkO 2.2.4."""
    counted = Counter(contract.game for contract in CONTRACTS)

    assert len(set(CONTRACTS)) == len(CONTRACTS) == 29
    assert counted == {game: 4 if game is Game.NULL else 5 for game in Game}


def test_the_29_are_all_that_can_be_constructed():
    """Show ISkO 2.1.2 and ISkO 3.4.1."""
    constructed = []
    for game, *flags in product(Game, *[(False, True)] * 4):
        try:
            constructed.append(Contract(game=game, **dict(zip(FLAGS, flags, strict=True))))
        except IllegalContract:
            continue

    assert len(constructed) == 29
    assert set(constructed) == set(CONTRACTS)


@pytest.mark.parametrize("game", [game for game in Game if game is not Game.NULL])
@pytest.mark.parametrize(
    ("flags", "code"),
    [
        pytest.param({"schneider_announced": True}, Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND, id="5.2.5"),
        pytest.param({"hand": True, "schwarz_announced": True}, Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER, id="5.2.1"),
        pytest.param({"hand": True, "ouvert": True}, Code.OUVERT_WITHOUT_ANNOUNCEMENTS, id="5.2.6"),
        pytest.param({"ouvert": True}, Code.OUVERT_WITHOUT_ANNOUNCEMENTS, id="5.2.6-skat"),
        pytest.param(
            {"hand": True, "schneider_announced": True, "ouvert": True},
            Code.OUVERT_WITHOUT_ANNOUNCEMENTS,
            id="5.2.6-schneider-only",
        ),
        pytest.param(
            {"schneider_announced": True, "schwarz_announced": True, "ouvert": True},
            Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND,
            id="2.1.2-ouvert-is-a-hand-game",
        ),
    ],
)
def test_a_contradiction_names_its_reason_3_4_4(game, flags, code):
    """Show ISkO 3.4.5."""
    with pytest.raises(IllegalContract) as refused:
        Contract(game=game, **flags)

    assert refused.value.code is code
    assert str(refused.value) == code


def test_of_several_contradictions_the_most_basic_one_is_named():
    with pytest.raises(IllegalContract) as refused:
        Contract(game=Game.GRAND, schneider_announced=True, ouvert=True)

    assert refused.value.code is Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND


def test_only_null_has_no_matadors():
    assert [game for game in Game if MAX_MATADORS[game] == 0] == [Game.NULL]


@pytest.mark.parametrize("flag", ["schneider_announced", "schwarz_announced"])
def test_null_announces_no_level(flag):
    """Show ISkO 5.1.2."""
    with pytest.raises(IllegalContract) as refused:
        Contract(game=Game.NULL, hand=True, **{flag: True})

    assert refused.value.code is Code.LEVEL_ANNOUNCED_IN_NULL


def test_an_announcement_is_a_value():
    contract = Contract(game=Game.CLUBS, hand=True)

    assert contract == Contract(game=Game.CLUBS, hand=True)
    assert not hasattr(contract, "__dict__")
    with pytest.raises(AttributeError):
        contract.hand = False


def test_games_are_spelt_as_others_store_them():
    assert [game.value for game in Game] == ["diamonds", "hearts", "spades", "clubs", "grand", "null"]


WITH = [
    ("", False, False),
    ("hand", False, False),
    ("", True, False),
    ("hand", True, False),
    ("schneider", True, False),
    ("", True, True),
    ("hand", True, True),
    ("schneider", True, True),
    ("schwarz", True, True),
    ("ouvert", True, True),
]
"""The ten forms printed for "Grand with one": announced, Schneider, Schwarz."""

WITHOUT = WITH[:5]
"""The five forms printed for "Grand without one"."""

TABLE = {
    Game.DIAMONDS: (9, 18),
    Game.HEARTS: (10, 18),
    Game.SPADES: (11, 18),
    Game.CLUBS: (12, 18),
    Game.GRAND: (24, 11),
}
"""Base value and most multiples of each row of the table in 5.6."""

PRINTED = {
    Game.DIAMONDS: [18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162],
    Game.HEARTS: [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180],
    Game.SPADES: [22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132, 143, 154, 165, 176, 187, 198],
    Game.CLUBS: [24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 168, 180, 192, 204, 216],
    Game.GRAND: [48, 72, 96, 120, 144, 168, 192, 216, 240, 264],
}
"""The values of 5.6 as printed, from two multiples on."""


def multiples(played):
    contract = played.contract
    ticks = [
        True,
        contract.hand,
        played.schneider,
        contract.schneider_announced,
        played.schwarz,
        contract.schwarz_announced,
        contract.ouvert,
    ]
    return abs(played.matadors) + sum(ticks)


def forms(game, matadors):
    return [
        (p.contract, p.schneider, p.schwarz)
        for p in different_games()
        if p.contract.game is game and p.matadors == matadors
    ]


def as_printed(game, printed):
    return {(contract_of(game, announced), *ticks) for announced, *ticks in printed}


def test_there_are_664_different_games():
    counted = Counter(played.contract.game for played in different_games())

    assert len(set(different_games())) == len(different_games()) == 664
    assert counted == {
        Game.GRAND: 60,
        Game.CLUBS: 150,
        Game.SPADES: 150,
        Game.HEARTS: 150,
        Game.DIAMONDS: 150,
        Game.NULL: 4,
    }


@pytest.mark.parametrize("game", PRINTED)
def test_with_matadors_a_game_has_the_ten_printed_forms(game):
    """Show ISkO 5.2.1 and SkWO 8.10."""
    for matadors in range(1, (4 if game is Game.GRAND else 11) + 1):
        found = forms(game, matadors)

        assert len(found) == 10
        assert set(found) == as_printed(game, WITH)


@pytest.mark.parametrize("game", PRINTED)
def test_without_matadors_a_game_has_the_five_printed_forms(game):
    """Show ISkO 5.2.1."""
    for matadors in range(1, (4 if game is Game.GRAND else 6) + 1):
        found = forms(game, -matadors)

        assert len(found) == 5
        assert set(found) == as_printed(game, WITHOUT)


@pytest.mark.parametrize("game", [game for game in PRINTED if game is not Game.GRAND])
def test_without_seven_or_more_a_suit_game_has_two_forms(game):
    for matadors in range(7, 12):
        assert set(forms(game, -matadors)) == as_printed(game, WITHOUT[:2])


def test_null_has_four_games():
    """Show ISkO 5.1.2."""
    nulls = [played for played in different_games() if played.contract.game is Game.NULL]

    assert sorted(book(played).points for played in nulls) == [23, 35, 46, 59]


def test_the_values_of_all_games_are_exactly_the_63_bids():
    """Show ISkO 3.3.1."""
    assert tuple(sorted({book(played).points for played in different_games()})) == BIDS
    assert len(BIDS) == 63
    assert (BIDS[0], BIDS[-1]) == (18, 264)


def test_the_bids_below_100_are_the_published_sequence():
    published = "18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84 88 90 96 99"

    assert [bid for bid in BIDS if bid < 100] == [int(word) for word in published.split()]


@pytest.mark.parametrize(
    ("game", "cases", "value"),
    [
        pytest.param(game, cases, value, id=f"5.6-{game}-{cases}")
        for game, row in PRINTED.items()
        for cases, value in enumerate(row, start=2)
    ],
)
def test_the_table_of_values_holds_cell_by_cell(game, cases, value):
    """Show ISkO 5.1.1 and ISkO 5.3.1."""
    in_cell = [played for played in different_games() if played.contract.game is game and multiples(played) == cases]

    assert in_cell
    assert {book(played).points for played in in_cell} == {value}


@pytest.mark.parametrize("game", PRINTED)
def test_no_game_falls_outside_the_table(game):
    """Show ISkO 5.3.2."""
    base, most = TABLE[game]
    counted = {multiples(p) for p in different_games() if p.contract.game is game}

    assert counted == set(range(2, most + 1))
    assert PRINTED[game] == [base * cases for cases in range(2, most + 1)]
    assert most == (4 if game is Game.GRAND else 11) + ALL_LEVELS


@pytest.mark.parametrize("played", [line("grand", 1), line("diamonds", -1)])
def test_the_lowest_game_of_a_row_counts_two(played):
    assert multiples(played) == 2
    assert played in different_games()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("SkWO 4.4", "SkWO 5.4"),
        ("SkWO 7.1.2", "SkWO 6.1.2"),
        ("SkWO 7.1.3", "SkWO 6.1.3"),
        ("SkWO 7.2.2", "SkWO 6.2.1"),
        ("SkWO 9.6", "SkWO 6.2.1"),
        ("SkWO 8.11", "SkWO 6.2.3"),
        ("SkWO 7.2.3", "SkWO 6.2.5"),
        ("SkWO 9.11", "SkWO 6.2.5"),
        ("SkWO 7.2.4", "SkWO 6.2.6"),
        ("SkWO 7.4.4", "SkWO 6.4.3"),
    ],
)
def test_a_clause_known_to_have_moved_is_cited_under_its_new_number(old, new):
    assert cite(old, edition=Edition.SINCE_2018) == Citation(edition=Edition.SINCE_2018, clause=new)
    assert cite(old) == Citation(edition=Edition.NOVEMBER_2002, clause=old)


@pytest.mark.parametrize("clause", ["ISkO 4.5.10", "ISkO 5.2.5", "SkWO 7.2.5"])
def test_a_clause_whose_new_number_is_not_known_stays_with_2002(clause):
    assert str(cite(clause, edition=Edition.SINCE_2018)) == f"{clause} (2002)"


def test_a_citation_names_its_edition():
    assert str(cite("SkWO 4.4")) == "SkWO 4.4 (2002)"
    assert str(cite("SkWO 4.4", edition=Edition.SINCE_2018)) == "SkWO 5.4 (2018/2022)"


def test_every_code_can_be_cited_in_every_edition():
    for clause in CLAUSE.values():
        for edition in Edition:
            assert str(cite(clause, edition=edition))


def test_the_tables_hold_the_sixteen_known_moves():
    assert (len(MOVED), len(REPLACED)) == (10, 6)


@pytest.mark.parametrize("old", REPLACED)
def test_the_new_number_is_never_cited_for_a_text_that_was_replaced(old):
    assert str(cite(old, edition=Edition.SINCE_2018)) == f"{old} (2002)"


def test_every_clause_is_read_as_it_is_cited():
    for clause, edition in product(CLAUSES, Edition):
        cited = cite(clause.number, edition=edition)

        assert citation(str(cited)) == cited
        assert clause in meant_by(cited), cited


@pytest.mark.parametrize("typed", ["isko 4.2.3", " ISkO4.2.3 ", "ISKO 4.2.3 (2002)", "ISkO 4.2.3."])
def test_a_clause_may_be_typed_in_haste(typed):
    assert str(citation(typed)) == "ISkO 4.2.3 (2002)"


@pytest.mark.parametrize(
    "typed",
    ["", "4.2.3", "ISkO", "ISkO 4.2.99", "SkWO 4.2.3", "ISkO 4.2.3 (2018/2022)", "ISkO 4.2.3 (1999)", "§ 823 BGB"],
)
def test_what_the_rule_text_does_not_have_is_refused(typed):
    with pytest.raises(UnknownClause) as refused:
        citation(typed)
    assert refused.value.clause == typed


def test_clauses_are_found_by_words_and_numbers():
    def found(words, **edition):
        return [str(cited) for cited, _ in clauses_about(words, **edition)]

    assert found("a REVOKE") == ["ISkO 4.2.3 (2002)", "ISkO 4.2.4 (2002)", "ISkO 4.2.5 (2002)", "SkWO 8.4 (2002)"]
    assert found("skwo 7.2.4") == ["SkWO 7.2.4 (2002)"]
    assert found("skwo 7.2.4", edition=Edition.SINCE_2018) == ["SkWO 6.2.6 (2018/2022)"]
    assert found("ramsch bingo") == []
    assert len(found("")) == len(CLAUSES) + len(CLAIMS)


def test_joined_clauses_stand_for_all_of_theirs():
    assert [one.number for one in meant_by(citation("SkWO 6.2.1 (2018/2022)"))] == ["SkWO 7.2.2", "SkWO 9.6"]
    assert {*MOVED, *REPLACED} <= {clause.number for clause in CLAUSES}


def test_either_number_finds_a_clause():
    for (old, new), edition in product({**MOVED, **REPLACED}.items(), Edition):
        for number in (old, new, new.removeprefix("ISkO ").removeprefix("SkWO ")):
            assert old in {clause.number for _cited, clause in clauses_about(number, edition=edition)}, number


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize(("old", "new"), REPLACED.items())
def test_what_was_replaced_stands_beside_what_replaced_it_each_under_its_own_number(old, new, edition):
    found = [(str(cited), clause) for cited, clause in clauses_about(old, edition=edition)]
    told = {cited: clause for cited, clause in found if cited.startswith((f"{old} ", f"{new} (2018"))}
    assert list(told) == [f"{old} (2002)", f"{new} (2018/2022)"]
    was, now = told.values()
    assert was.says != now.says
    assert replaced_by(citation(old)) == now
    assert meant_by(citation(f"{new} (2018/2022)")) == (now,)


def test_what_is_not_known_of_a_clause_is_said():
    unknown = {one.number for one in CLAIMS if "not known here" in one.says}
    assert unknown == {"ISkO 4.4.1", "ISkO 4.4.2", "ISkO 4.4.3"}


def test_no_other_clause_was_replaced():
    assert [one.number for one in CLAUSES if replaced_by(citation(one.number))] == list(REPLACED)
    assert replaced_by(citation("ISkO 4.4.4")) is None


MODULES = [info.name for info in pkgutil.walk_packages(scoring.rules.__path__, "scoring.rules.")]
VALUES = [
    value
    for name in MODULES
    for value in vars(importlib.import_module(name)).values()
    if isinstance(value, type)
    and dataclasses.is_dataclass(value)
    and value.__module__ == name
    and value.__name__[0] != "_"
]


@pytest.mark.parametrize("value", VALUES)
def test_a_value_object_is_frozen_slotted_and_keyword_only(value):
    assert value.__dataclass_params__.frozen
    assert "__slots__" in vars(value)
    assert all(field.kw_only for field in dataclasses.fields(value))


def test_the_rules_load_nothing_but_the_standard_library():
    script = (
        "import importlib, sys; before = set(sys.modules);"
        f"[importlib.import_module(name) for name in {MODULES}];"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["scoring"]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
