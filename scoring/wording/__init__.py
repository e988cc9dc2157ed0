"""Codes to sentences, in the language of the request: the only place where the rules find words."""

from scoring.wording.called import dispute_name, how_it_ended, judge_state, on_the_way
from scoring.wording.classes import class_name
from scoring.wording.clauses import clause_text, clauses_found
from scoring.wording.comparison import cell_rows, cells, in_words
from scoring.wording.directing import line_remarks, remarks, result_remarks, short_remarks
from scoring.wording.games import (
    ASK_MATADORS,
    computation,
    computation_lines,
    contract_name,
    deal_entry,
    deal_line,
    game_name,
    lost_as,
    played_name,
    points,
    step_line,
    sum_line,
)
from scoring.wording.judging import conflict
from scoring.wording.list_files import cell_problem, list_refused
from scoring.wording.names import names_at, short_names_at
from scoring.wording.phrases import phrases
from scoring.wording.problems import code, finding, findings, problem, sentence
from scoring.wording.refusals import refusal
from scoring.wording.shorthand import slip
from scoring.wording.states import state_name
from scoring.wording.table_page import page_words
