"""What of the lists the journal seals: everything that decides a ranking or a ruling and is not told otherwise."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tables.declared import A_KEY
from tables.journal.sealing import HALL, Part, SealedKind, also

A_PHONE: Final = "the phone it came from, told to nobody"

LISTS: Final[Mapping[str, SealedKind]] = {
    # The lot of an event is drawn once for an entrant, and stays (SkWO 5.2).
    "entrant": replace(HALL["entrant"], parts=(Part(model="scoring.Lot", link="entrant"),)),
    "list": SealedKind(
        model="scoring.GameListRow",
        of="table__series__tournament",
        key=("table__series__number", "table__number"),
        comes_unsealed=True,
    ),
    "confirmation": SealedKind(
        model="scoring.Confirmation",
        of="game_list__table__series__tournament",
        key=("game_list__table__series__number", "game_list__table__number", "place"),
    ),
    "ranking": SealedKind(
        model="scoring.Ranking",
        parts=(
            Part(model="scoring.Team", link="ranking"),
            Part(model="scoring.TeamMember", link="ranking"),
            Part(model="scoring.Substitution", link="out__ranking"),
            Part(model="scoring.RankingLot", link="ranking"),
        ),
    ),
    "measure": SealedKind(model="scoring.Measure"),
    "correction": SealedKind(model="scoring.Correction"),
    "objection": SealedKind(model="scoring.Objection", parts=(Part(model="scoring.Statement", link="objection"),)),
    "ruling": SealedKind(model="scoring.Ruling"),
    "appeal": SealedKind(model="scoring.Appeal", parts=(Part(model="scoring.Panel", link="appeal"),)),
    "query": SealedKind(model="scoring.ResultQuery"),
    "member": SealedKind(model="scoring.TribunalMember"),
    "tariff": SealedKind(model="scoring.TariffRow"),
    "terms": SealedKind(model="scoring.MoneyTerms", key=()),
    "movement": SealedKind(model="scoring.MovementRow"),
    "deferral": SealedKind(model="scoring.Deferral"),
    "prize_list": SealedKind(model="scoring.PrizeListRow"),
    "award": SealedKind(model="scoring.AwardRow"),
    "card": SealedKind(model="scoring.CardReturn", key=("entrant",)),
    "box_count": SealedKind(model="scoring.BoxCount"),
    "closing": SealedKind(model="scoring.Closing"),
}

LEFT_OUT: Final[Mapping[str, Mapping[str, str]]] = {
    "scoring.GameListRow": {
        "kind": "told by the acts that enter deals or totals",
        "version": "counts changes, so that pages know theirs is old",
        "presence": "told whole by the acts that change it",
        "chairs": "told whole by the acts that change it",
        "struck_after": "told by the acts that strike deals and give them back",
    },
    "scoring.Ranking": {"entry_key": A_KEY},
    "scoring.Substitution": {"entry_key": A_KEY},
    "scoring.Measure": {"entry_key": A_KEY, "lift_key": A_KEY},
    "scoring.Correction": {"entry_key": A_KEY},
    "scoring.Objection": {
        "entry_key": A_KEY,
        "device": A_PHONE,
        "call": "the bell by which the hall hears of it",
    },
    "scoring.Statement": {"entry_key": A_KEY},
    "scoring.Ruling": {"entry_key": A_KEY},
    "scoring.Appeal": {"entry_key": A_KEY, "decision_key": A_KEY},
    "scoring.Panel": {"entry_key": A_KEY},
    "scoring.ResultQuery": {"entry_key": A_KEY, "answer_key": A_KEY},
    "scoring.TribunalMember": {"entry_key": A_KEY},
    "scoring.MovementRow": {"entry_key": A_KEY},
    "scoring.Deferral": {"entry_key": A_KEY},
    "scoring.BoxCount": {"entry_key": A_KEY},
    "scoring.Closing": {"entry_key": A_KEY},
}
"""Columns of these that decide nothing, or are told otherwise, each with the reason."""

AN_ENTRY: Final = "told whole by the act that entered it, and held against its line"

UNSEALED: Final[Mapping[str, str]] = {
    "scoring_dealrow": AN_ENTRY,
    "scoring_seconddealrow": AN_ENTRY,
    "scoring_totalsrow": AN_ENTRY,
    "scoring_seatresult": "reckoned again from the entries of its list",
    "scoring_proposal": "counts for nothing until somebody accepts it, who sees it; then it is an entry",
    "scoring_phone": "what a phone last said of itself; lists are told by acts",
    "scoring_doneact": "recognises an act that a phone sends twice; what it wrote is told",
    "scoring_call": "a bell in the hall, held against the line that tells what became of it",
}
"""Tables of these that no line seals, because they are of no consequence or held otherwise, each with the reason."""


def seal_the_lists() -> None:
    """Have the journal seal the lists too."""
    also(LISTS, LEFT_OUT, UNSEALED)
