"""The rows of ``scoring.disputes``."""

from scoring.disputes.models.appeals import Appeal, Panel, TribunalMember
from scoring.disputes.models.measures import Correction, Measure, ResultQuery
from scoring.disputes.models.objections import DisputeKind, Objection, Ruling, Statement
