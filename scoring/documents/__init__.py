"""Paper: score sheets to be signed, cards, seat plans, rankings, certificates, as PDF files and as pages to print."""

from scoring.documents.certificate import Lack, can_sign, lacking
from scoring.documents.certificates import Paper, certificates
from scoring.documents.composing import Links
from scoring.documents.document import Document
from scoring.documents.entrant_lists import Order, entrant_list
from scoring.documents.everybodys import BeingMade, alone, made_once
from scoring.documents.lists_overview import lists_overview
from scoring.documents.pdf import CannotTypeset, typeset
from scoring.documents.plan import plan
from scoring.documents.rankings import ranking
from scoring.documents.rulings import rulings
from scoring.documents.score_sheets import Fill, score_sheet, score_sheets
from scoring.documents.seat_plans import seat_plan
from scoring.documents.signing import CannotSign, Standing, examined, signed
from scoring.documents.start_cards import SeatLink, start_cards
from scoring.documents.table_cards import Way, table_cards
from scoring.documents.team_rankings import team_ranking
from scoring.documents.wanted import Format, Kind, Wanted
