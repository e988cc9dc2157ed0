"""Codes to sentences, in the language of the request: the only place where the rules find words."""

from scoring.wording.games import (
    computation,
    computation_lines,
    contract_name,
    deal_entry,
    deal_line,
    game_name,
    points,
    sum_line,
)
from scoring.wording.names import short_names
from scoring.wording.problems import code, finding, findings, problem
from scoring.wording.refusals import refusal
from scoring.wording.states import state_name

__all__ = [
    "code",
    "computation",
    "computation_lines",
    "contract_name",
    "deal_entry",
    "deal_line",
    "finding",
    "findings",
    "game_name",
    "points",
    "problem",
    "refusal",
    "short_names",
    "state_name",
    "sum_line",
]
