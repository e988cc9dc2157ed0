"""Codes to sentences, in the language of the request: the only place where the rules find words."""

from scoring.wording.classes import class_name
from scoring.wording.comparison import CellRow, cell_rows, cells
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
from scoring.wording.phrases import phrases
from scoring.wording.problems import code, finding, findings, problem, sentence
from scoring.wording.refusals import refusal
from scoring.wording.shorthand import slip
from scoring.wording.states import state_name
from scoring.wording.table_page import page_words

__all__ = [
    "CellRow",
    "cell_problem",
    "cell_rows",
    "cells",
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
    "page_words",
    "phrases",
    "played_name",
    "points",
    "problem",
    "refusal",
    "sentence",
    "short_names",
    "slip",
    "state_name",
    "step_line",
    "sum_line",
]
