"""The rows of ``scoring.disputes``."""

from scoring.disputes.models.measures import Correction, Measure, ResultQuery
from scoring.disputes.models.objections import Appeal, DisputeKind, Objection, Panel, Ruling, Statement, TribunalMember
