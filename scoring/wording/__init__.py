"""Codes to sentences, in the language of the request: the only place where the rules find words."""

from scoring.wording.classes import class_name
from scoring.wording.games import (
    computation,
    computation_lines,
    contract_name,
    deal_entry,
    deal_line,
    game_name,
    played_name,
    points,
    step_line,
    sum_line,
)
from scoring.wording.list_files import cell_problem, list_refused
from scoring.wording.names import short_names
from scoring.wording.problems import code, finding, findings, problem, sentence
from scoring.wording.refusals import refusal
from scoring.wording.states import state_name

__all__ = [
    "cell_problem",
    "class_name",
    "code",
    "computation",
    "computation_lines",
    "contract_name",
    "deal_entry",
    "deal_line",
    "finding",
    "findings",
    "game_name",
    "list_refused",
    "played_name",
    "points",
    "problem",
    "refusal",
    "sentence",
    "short_names",
    "state_name",
    "step_line",
    "sum_line",
]
