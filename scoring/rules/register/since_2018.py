"""ISkO 4.4 of 2018/2022: claims and shortening, where not only the number of a clause is another one than in 2002."""

from typing import Final

from scoring.rules.clauses import Edition
from scoring.rules.register.clause import CARDS, Clause, clause

SINCE: Final = Edition.SINCE_2018

CLAIMS: Final[tuple[Clause, ...]] = (
    clause(
        "ISkO 4.4.1",
        "It took the place of ISkO 4.3.1 (2002). What it says since 2018 is not known here: look it up before you cite "
        "it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.2",
        "It took the place of ISkO 4.3.2 (2002). What it says since 2018 is not known here: look it up before you cite "
        "it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.3",
        "It took the place of ISkO 4.3.3 (2002). What it says since 2018 is not known here: look it up before you cite "
        "it.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.4",
        "Since 24 November 2018: a declarer who lays or shows the cards of an undecided game claims. If all opponents "
        "agree, what was announced is won, a higher level only if it was claimed with it; if one disagrees, play goes "
        "on with the declarer's cards open, and the game counts as it ends.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.5",
        "Since 2022: an opponent may play open only if the declarer can get no further trick, whatever that one and "
        "the other opponent play; otherwise the remaining tricks are the declarer's.",
        beyond=CARDS,
        edition=SINCE,
    ),
    clause(
        "ISkO 4.4.6",
        "Since 2018: throwing the cards down ends the game with the tricks and points made so far; a level counts "
        "against whoever did it only if it is not out of reach in theory.",
        beyond=CARDS,
        edition=SINCE,
    ),
)
"""The clauses that took the place of ISkO 4.3.1 to 4.3.6 of 2002."""
