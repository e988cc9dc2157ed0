"""Paper: score sheets to be signed, seat plans, rankings, as PDF files and as pages for the browser to print."""

from scoring.documents.document import Document
from scoring.documents.pdf import CannotTypeset, typeset
from scoring.documents.rankings import ranking
from scoring.documents.score_sheets import Link, score_sheet, score_sheets
from scoring.documents.seat_plans import seat_plan

__all__ = ["CannotTypeset", "Document", "Link", "ranking", "score_sheet", "score_sheets", "seat_plan", "typeset"]
