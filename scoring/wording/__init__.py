"""Codes to sentences, in the language of the request: the only place where the rules find words."""

from scoring.wording.called import dispute_name, how_it_ended, judge_state, on_the_way
from scoring.wording.classes import class_name
from scoring.wording.clauses import clause_text, clauses_found
from scoring.wording.comparison import CellRow, cell_rows, cells
from scoring.wording.directing import line_remarks, remarks, result_remarks, short_remarks, why_it_counts
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
from scoring.wording.judging import conflict
from scoring.wording.list_files import cell_problem, list_refused
from scoring.wording.names import short_names
from scoring.wording.phrases import phrases
from scoring.wording.problems import code, finding, findings, problem, sentence
from scoring.wording.refusals import refusal
from scoring.wording.shorthand import slip
from scoring.wording.starting_points import StartingPoint, starting_points
from scoring.wording.states import state_name
from scoring.wording.table_page import page_words

__all__ = [
    "CellRow",
    "StartingPoint",
    "cell_problem",
    "cell_rows",
    "cells",
    "class_name",
    "clause_text",
    "clauses_found",
    "code",
    "computation",
    "computation_lines",
    "conflict",
    "contract_name",
    "deal_entry",
    "deal_line",
    "dispute_name",
    "finding",
    "findings",
    "game_name",
    "how_it_ended",
    "judge_state",
    "line_remarks",
    "list_refused",
    "on_the_way",
    "page_words",
    "phrases",
    "played_name",
    "points",
    "problem",
    "refusal",
    "remarks",
    "result_remarks",
    "sentence",
    "short_names",
    "short_remarks",
    "slip",
    "starting_points",
    "state_name",
    "step_line",
    "sum_line",
    "why_it_counts",
]
