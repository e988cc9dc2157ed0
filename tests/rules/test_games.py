"""ISkO 2.1.2, 3.4, 5.2: what can be announced, and the rule book's "Milagro de Números": 664 games, 63 values."""

import dataclasses
import doctest
import importlib
import pkgutil
import subprocess
import sys
from collections import Counter, defaultdict
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
from scoring.rules.values import ALL_LEVELS, BASE_VALUE, BIDS
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


def test_a_contradiction_names_its_reason_3_4_4():
    """Show ISkO 3.4.5 and ISkO 5.2.6; of several the most basic one is named."""
    hand, schneider, schwarz, ouvert = FLAGS
    for flags, code in (
        ([schneider], Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND),
        ([hand, schwarz], Code.SCHWARZ_ANNOUNCED_WITHOUT_SCHNEIDER),
        ([hand, ouvert], Code.OUVERT_WITHOUT_ANNOUNCEMENTS),
        ([ouvert], Code.OUVERT_WITHOUT_ANNOUNCEMENTS),
        ([hand, schneider, ouvert], Code.OUVERT_WITHOUT_ANNOUNCEMENTS),
        ([schneider, schwarz, ouvert], Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND),
        ([schneider, ouvert], Code.SCHNEIDER_ANNOUNCED_WITHOUT_HAND),
    ):
        for game in set(Game) - {Game.NULL}:
            with pytest.raises(IllegalContract) as refused:
                Contract(game=game, **dict.fromkeys(flags, True))
            assert refused.value.code is code, flags
            assert str(refused.value) == code


def test_null_announces_no_level():
    """Show ISkO 5.1.2."""
    for flag in ("schneider_announced", "schwarz_announced"):
        with pytest.raises(IllegalContract) as refused:
            Contract(game=Game.NULL, hand=True, **{flag: True})
        assert refused.value.code is Code.LEVEL_ANNOUNCED_IN_NULL
    assert [game for game in Game if MAX_MATADORS[game] == 0] == [Game.NULL]


def test_an_announcement_is_a_value_and_games_are_spelt_as_others_store_them():
    contract = Contract(game=Game.CLUBS, hand=True)

    assert contract == Contract(game=Game.CLUBS, hand=True)
    with pytest.raises(AttributeError):
        contract.hand = False
    assert [game.value for game in Game] == ["diamonds", "hearts", "spades", "clubs", "grand", "null"]


PRINTED_FORMS = (
    ((False, False), ("", "hand")),
    ((True, False), ("", "hand", "schneider")),
    ((True, True), ("", "hand", "schneider", "schwarz", "ouvert")),
)
"""By Schneider and Schwarz, the ten forms printed for "Grand with one"; for "Grand without one" the first five."""


def as_printed(game, levels):
    return {(contract_of(game, announced), *ticks) for ticks, said in PRINTED_FORMS[:levels] for announced in said}


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
    ticks = (played.schneider, played.schwarz, *(getattr(contract, flag) for flag in FLAGS))
    return abs(played.matadors) + 1 + sum(ticks)


def forms(game, matadors):
    found = [one for one in different_games() if (one.contract.game, one.matadors) == (game, matadors)]
    return [(one.contract, one.schneider, one.schwarz) for one in found]


def test_there_are_664_different_games():
    counted = Counter(played.contract.game for played in different_games())

    assert len(set(different_games())) == len(different_games()) == 664
    assert counted == {**dict.fromkeys(PRINTED, 150), Game.GRAND: 60, Game.NULL: 4}


def test_with_matadors_a_game_has_the_ten_printed_forms():
    """Show ISkO 5.2.1 and SkWO 8.10."""
    for game in PRINTED:
        for matadors in range(1, MAX_MATADORS[game] + 1):
            found = forms(game, matadors)
            assert (len(found), {*found}) == (10, as_printed(game, 3))


def test_without_matadors_a_game_has_the_five_printed_forms():
    """Show ISkO 5.2.1; without seven or more a suit game has two."""
    for game in PRINTED:
        for matadors in range(1, MAX_MATADORS[game] + 1):
            found, (number, levels) = forms(game, -matadors), (5, 2) if matadors < 7 else (2, 1)
            assert (len(found), {*found}) == (number, as_printed(game, levels))


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


def test_the_table_of_values_holds_cell_by_cell():
    """Show ISkO 5.1.1, ISkO 5.3.1 and ISkO 5.6."""
    cells = defaultdict(set)
    for played in different_games():
        if played.contract.game is not Game.NULL:
            cells[played.contract.game, multiples(played)].add(book(played).points)

    printed = {(game, at): {value} for game, row in PRINTED.items() for at, value in enumerate(row, start=2)}
    assert cells == printed


def test_no_game_falls_outside_the_table():
    """Show ISkO 5.3.2."""
    for game, row in PRINTED.items():
        base, most = BASE_VALUE[game], 1 + len(row)
        assert {multiples(p) for p in different_games() if p.contract.game is game} == set(range(2, most + 1))
        assert row == [base * cases for cases in range(2, most + 1)]
        assert most == (4 if game is Game.GRAND else 11) + ALL_LEVELS
    for played in (line("grand", 1), line("diamonds", -1)):
        assert multiples(played) == 2
        assert played in different_games()


def test_a_clause_known_to_have_moved_is_cited_under_its_new_number_and_any_other_stays_with_2002():
    moved = {"4.4": "5.4", "7.1.2": "6.1.2", "7.1.3": "6.1.3", "7.2.2": "6.2.1", "9.6": "6.2.1", "8.11": "6.2.3"}
    moved |= {"7.2.3": "6.2.5", "9.11": "6.2.5", "7.2.4": "6.2.6", "7.4.4": "6.4.3"}
    assert (len(MOVED), len(REPLACED)) == (10, 6)
    for old, new in moved.items():
        new_one = Citation(edition=Edition.SINCE_2018, clause=f"SkWO {new}")
        assert cite(f"SkWO {old}", edition=Edition.SINCE_2018) == new_one
        assert cite(f"SkWO {old}") == Citation(edition=Edition.NOVEMBER_2002, clause=f"SkWO {old}")
    assert str(cite("SkWO 4.4")) == "SkWO 4.4 (2002)"
    assert str(cite("SkWO 4.4", edition=Edition.SINCE_2018)) == "SkWO 5.4 (2018/2022)"
    for clause in ("ISkO 4.5.10", "ISkO 5.2.5", "SkWO 7.2.5", *REPLACED):
        assert str(cite(clause, edition=Edition.SINCE_2018)) == f"{clause} (2002)"
    for clause, edition in product(CLAUSE.values(), Edition):
        assert str(cite(clause, edition=edition))


def test_every_clause_is_read_as_it_is_cited():
    for clause, edition in product(CLAUSES, Edition):
        cited = cite(clause.number, edition=edition)

        assert citation(str(cited)) == cited
        assert clause in meant_by(cited), cited


def test_a_clause_may_be_typed_in_haste_and_what_the_rule_text_does_not_have_is_refused():
    for typed in ("isko 4.2.3", " ISkO4.2.3 ", "ISKO 4.2.3 (2002)", "ISkO 4.2.3."):
        assert str(citation(typed)) == "ISkO 4.2.3 (2002)"
    others = ("ISkO 4.2.3 (2018/2022)", "ISkO 4.2.3 (1999)", "§ 823 BGB")
    for typed in ("", "4.2.3", "ISkO", "ISkO 4.2.99", "SkWO 4.2.3", *others):
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
    # Joined clauses stand for all of theirs, and either number finds one.
    assert [one.number for one in meant_by(citation("SkWO 6.2.1 (2018/2022)"))] == ["SkWO 7.2.2", "SkWO 9.6"]
    assert {*MOVED, *REPLACED} <= {clause.number for clause in CLAUSES}
    for (old, new), edition in product({**MOVED, **REPLACED}.items(), Edition):
        for number in (old, new, new.removeprefix("ISkO ").removeprefix("SkWO ")):
            assert old in {clause.number for _cited, clause in clauses_about(number, edition=edition)}, number


def test_what_was_replaced_stands_beside_what_replaced_it_each_under_its_own_number():
    for (old, new), edition in product(REPLACED.items(), Edition):
        found = [(str(cited), clause) for cited, clause in clauses_about(old, edition=edition)]
        told = {cited: clause for cited, clause in found if cited.startswith((f"{old} ", f"{new} (2018"))}
        assert list(told) == [f"{old} (2002)", f"{new} (2018/2022)"]
        was, now = told.values()
        assert was.says != now.says
        assert replaced_by(citation(old)) == now
        assert meant_by(citation(f"{new} (2018/2022)")) == (now,)
    unknown = {one.number for one in CLAIMS if "not known here" in one.says}
    assert unknown == {"ISkO 4.4.1", "ISkO 4.4.2", "ISkO 4.4.3"}
    assert [one.number for one in CLAUSES if replaced_by(citation(one.number))] == list(REPLACED)
    assert replaced_by(citation("ISkO 4.4.4")) is None


MODULES = [info.name for info in pkgutil.walk_packages(scoring.rules.__path__, "scoring.rules.")]
VALUES = [
    value
    for module in map(importlib.import_module, MODULES)
    for name, value in vars(module).items()
    if dataclasses.is_dataclass(value)
    and isinstance(value, type)
    and value.__module__ == module.__name__
    and name[0] != "_"
]


def test_a_value_object_is_frozen_slotted_and_keyword_only():
    for value in VALUES:
        assert value.__dataclass_params__.frozen, value
        assert "__slots__" in vars(value), value
        assert all(field.kw_only for field in dataclasses.fields(value)), value


def test_the_rules_load_nothing_but_the_standard_library():
    script = (
        "import importlib, sys; before = set(sys.modules);"
        f"[importlib.import_module(name) for name in {MODULES}];"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}"
        " - set(sys.stdlib_module_names)))"
    )

    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == ["scoring"]


@pytest.mark.slow
def test_the_examples_of_a_module_hold():
    for name in MODULES:
        assert doctest.testmod(importlib.import_module(name)).failed == 0, name
