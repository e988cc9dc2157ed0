"""The rows of ``scoring.disputes``."""

from scoring.disputes.models.appeals import Appeal
from scoring.disputes.models.corrections import Correction
from scoring.disputes.models.measures import Measure
from scoring.disputes.models.objections import DisputeKind, Objection, Statement
from scoring.disputes.models.queries import ResultQuery
from scoring.disputes.models.rulings import Ruling
from scoring.disputes.models.tribunal import Panel, TribunalMember
