"""The sheet behind a list: what each cell offers, and which of it fits what stands before it in the line."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from openpyxl.utils import get_column_letter

from scoring.paper_desk.workbooks.choices import choices, matadors
from scoring.paper_desk.workbooks.words import GAMES, LEVELS, NOTHING, PASSED, RESULTS, Word, announcements
from scoring.rules.contract import Contract, Game
from scoring.rules.valuation import Played, book
from scoring.rules.values import BIDS

TITLE: Final = "Rules"
TRUMPS: Final = Game.SPADES
"""All suits allow the same."""

VALUED: Final = tuple(game for game in GAMES if isinstance(game, Game))
"""The games in the order in which they are offered."""

KIND: Final = {Game.GRAND: "g", Game.NULL: "n", PASSED: "p"}
"""How a game is called in a key; "s" for a suit."""


class RulesSheet:
    """Writes what the cells of a list offer, and knows where it stands."""

    def __init__(self, worksheet: Any) -> None:
        self._worksheet = worksheet
        self._columns = 0
        self.games = self._column(GAMES.values())
        self.kinds = self._column(KIND.get(game, "s") for game in GAMES)
        self.nothing = self._column([NOTHING])
        self.in_trumps = self._column(announcements(TRUMPS).values())
        self.in_null = self._column(announcements(Game.NULL).values())
        self.of_suits = self._column(matadors(TRUMPS))
        self.of_grand = self._column(matadors(Game.GRAND))
        self.bids = self._column(BIDS)
        offers: dict[tuple[Word, ...], int] = {(NOTHING,): 0}
        keys, numbers = [], []
        for game in (TRUMPS, Game.GRAND, Game.NULL):
            for key, words in _offered(game):
                keys.append(key)
                numbers.append(offers.setdefault(words, len(offers)))
        self.keys = self._column(keys)
        self.numbers = self._column(numbers)
        self.lines, self.values = self._valued()
        self.overbid = self._block([[book(_overbid(game, bid)).points for game in VALUED] for bid in BIDS])
        self.first_offer = f"{TITLE}!${get_column_letter(self._columns + 1)}$1"
        for words in offers:
            # How many there are, then the words.
            self._column([len(words), *words])

    def _valued(self) -> tuple[str, str]:
        """Write what each line is worth in each game, and return where the lines and where their values stand."""
        points: dict[str, dict[Game, int]] = {}
        for game in VALUED:
            for key, played in _lines(game):
                points.setdefault(key, {})[game] = book(played).points
        lines = self._column(points)
        return lines, self._block([[worth.get(game, "") for game in VALUED] for worth in points.values()])

    def _block(self, rows: Sequence[Sequence[Word | int]]) -> str:
        """Write columns side by side, and return where they stand."""
        ranges = [self._column(values) for values in zip(*rows, strict=True)]
        return f"{ranges[0].partition(':')[0]}:{ranges[-1].partition(':')[2]}"

    def _column(self, values: Iterable[Word | int]) -> str:
        """Write a column, and return where it stands."""
        self._columns += 1
        letter = get_column_letter(self._columns)
        row = 0
        for row, value in enumerate(values, start=1):
            cell = self._worksheet.cell(row=row, column=self._columns)
            cell.value = value if isinstance(value, int) else str(value)
            if not isinstance(value, int):
                cell.data_type = "s"
        return f"{TITLE}!${letter}$1:${letter}${row}"


def _offered(game: Game) -> Iterable[tuple[str, tuple[Word, ...]]]:
    """Yield for the beginning of each line what its result can be, and with its result which levels."""
    kind = KIND.get(game, "s")
    words = announcements(game)
    for choice in choices(game):
        count = "" if choice.matadors is None else choice.matadors
        key = f"{kind}|{count}|{words[choice.announced]}"
        yield key, tuple(RESULTS[won] for won in choice.levels)
        for won, levels in choice.levels.items():
            yield f"{key}|{RESULTS[won]}", tuple(LEVELS[level] for level in levels)


def _lines(game: Game) -> Iterable[tuple[str, Played]]:
    """Yield every line of a game that is written whole, and what it says."""
    kind = KIND.get(game, "s")
    words = announcements(game)
    for choice in choices(game):
        count = "" if choice.matadors is None else choice.matadors
        for won, levels in choice.levels.items():
            for level in levels:
                key = f"{kind}|{count}|{words[choice.announced]}|{RESULTS[won]}|{LEVELS[level]}"
                yield key, choice.played(won=won, level=level)


def _overbid(game: Game, bid: int) -> Played:
    """Return the cheapest line of a game that was bid so high; Null has no multiples to be charged at."""
    least = matadors(game)[:1]
    return Played(contract=Contract(game=game), matadors=least[0] if least else None, won=False, bid=bid, overbid=True)


def formulas(rules: RulesSheet, cells: Sequence[str]) -> dict[str, str]:
    """Return the hidden helpers of a line: its kind, and the numbers of what its result and its level offer.

    ``cells`` are those of the game, the matadors, the announcement, the result and the three helpers.
    """
    game, count, announced, result, kind, for_result, for_level = cells
    counted, said = f'IF({count}="{NOTHING}","",{count})', f'IF({announced}="","{NOTHING}",{announced})'
    key = f'{kind}&"|"&{counted}&"|"&{said}'
    return {
        kind: f'=IFERROR(INDEX({rules.kinds},MATCH({game},{rules.games},0)),"")',
        for_result: f"=IFERROR(INDEX({rules.numbers},MATCH({key},{rules.keys},0)),0)",
        for_level: f'=IFERROR(INDEX({rules.numbers},MATCH({key}&"|"&{result},{rules.keys},0)),0)',
    }


def value(rules: RulesSheet, cells: Sequence[str], kind: str) -> str:
    """Return the formula of what a line is worth, empty until it is whole; whoever overbid pays the dearer of two.

    ``cells`` are those of the game, the matadors, the announcement, the result, the level and the bid.
    """
    game, count, announced, result, level, bid = cells
    counted, said = f'IF({count}="{NOTHING}","",{count})', f'IF({announced}="","{NOTHING}",{announced})'
    reached = f'IF({level}="","{NOTHING}",{level})'
    key = f'{kind}&"|"&{counted}&"|"&{said}&"|"&{result}&"|"&{reached}'
    column = f"MATCH({game},{rules.games},0)"
    written = f"INDEX({rules.values},MATCH({key},{rules.lines},0),{column})"
    overbid = f"INDEX({rules.overbid},MATCH({bid},{rules.bids},0),{column})"
    return f'=IFERROR(IF(ISNUMBER({bid}),MIN({written},{overbid}),{written}),"")'


def offer(rules: RulesSheet, number: str) -> str:
    """Return the formula of the words offered under a number, which a helper found."""
    first = rules.first_offer
    return f"OFFSET({first},1,{number},OFFSET({first},0,{number},1,1),1)"
