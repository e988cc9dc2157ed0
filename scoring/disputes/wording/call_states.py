"""How far a call for a judge is, in words."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.disputes.models import Objection
from tables.accounts.models import User
from tables.acts.wording.moments import ago, moment


def official_name(user: User | None) -> str:
    """Return what an official is called: their name, or that of their account."""
    return (user.get_full_name() or user.get_username()) if user else ""


def judge_state(objection: Objection) -> str:
    """Return how far a judge is who was called to a table."""
    if objection.taken_at:
        return _("%(judge)s is on the way to you.") % {"judge": official_name(objection.taken_by)}
    return _("A judge has been called at %(at)s.") % {"at": moment(objection.raised_at)}


def judges_state(objections: Sequence[Objection]) -> str:
    """Return how far the judges are who were called to a table, first the one who is nearest; empty where none was."""
    if not objections:
        return ""
    first = judge_state(objections[0])
    if len(objections) == 1:
        return first
    return _("%(count)s objections: %(first)s") % {"count": len(objections), "first": first}


def on_the_way(objection: Objection, *, now: datetime) -> str:
    """Return who set out to an objection, and when; empty while nobody has."""
    if objection.taken_at is None:
        return ""
    facts = {"judge": official_name(objection.taken_by), "since": ago(objection.taken_at, now=now)}
    return _("%(judge)s set out %(since)s") % facts


def how_it_ended(objection: Objection) -> str:
    """Return how and when an objection ended; empty while it is open."""
    if objection.ended_at is None:
        return ""
    at = moment(objection.ended_at)
    if objection.outcome == Objection.Outcome.WITHDRAWN:
        return _("Withdrawn at %(at)s") % {"at": at}
    if objection.outcome == Objection.Outcome.SETTLED:
        return _("Settled at the table at %(at)s") % {"at": at}
    return _("Decided at %(at)s") % {"at": at}


def dispute_name(kind: str) -> str:
    """Return what a dispute is about; of a call that says nothing, that a judge is wanted."""
    return capfirst(str(Objection(kind=kind).get_kind_display())) if kind else _("A judge is wanted")
