"""Why an act of the judges was refused, in words, and what keeps somebody from deciding (SkWO 7.3)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.selectors.bench import Conflict, Eligible
from tables.acts.wording.refusals import Sentence

CONFLICT = {
    Conflict.TABLE: gettext_lazy("plays at this table"),
    Conflict.CLUB: gettext_lazy("is of the same club as somebody at the table"),
    Conflict.TEAM: gettext_lazy("is of the same team as somebody at the table"),
    Conflict.RULED: gettext_lazy("made the decision that is appealed against"),
}


def _biased(facts: Mapping[str, Any]) -> str:
    return _("These may not decide this appeal: %(told)s.") % {"told": _who_and_why(facts["biased"])}


def _biased_in_some(facts: Mapping[str, Any]) -> str:
    told = " | ".join(
        _("appeal %(n)s") % {"n": number} + f": {_who_and_why(who)}" for number, who in facts["biased_in"].items()
    )
    return _("These cannot be decided this way: %(told)s. Nothing was done.") % {"told": told}


def _who_and_why(eligibles: Iterable[Eligible]) -> str:
    return "; ".join(
        _("%(name)s %(why)s")
        % {"name": eligible.member.name, "why": ", ".join(str(CONFLICT[conflict]) for conflict in eligible.conflicts)}
        for eligible in eligibles
    )


def conflict(found: Conflict) -> str:
    """Return what keeps a member of the tribunal from deciding, in a few words."""
    return str(CONFLICT[found])


REFUSED: dict[str, Sentence] = {
    "already-decided": gettext_lazy("This appeal has been decided; the decision is final (SkWO 9.10)."),
    "appeal-decided": gettext_lazy("Appeal %(appeal)s has been decided; the decision is final (SkWO 9.10)."),
    "biased": _biased,
    "biased-in-some": _biased_in_some,
    "clauses-missing": gettext_lazy("A decision names the clauses it rests on."),
    "dispute-at-table": gettext_lazy(
        "A dispute is on record about the list of table %(table)s, where nobody would sit any more, so the seats stay."
    ),
    "in-a-panel": gettext_lazy(
        "This member is to decide an appeal that is open: no. %(appeals)s. Name another panel first."
    ),
    "judge-on-the-way": gettext_lazy("Another judge is on the way already (objection %(objection)s)."),
    "member-name-missing": gettext_lazy("Who is it? Give a name, an account or a start number."),
    "named-before": gettext_lazy("This person is a member of the tribunal already."),
    "no-such-dispute": gettext_lazy("This is nothing that an objection can be about."),
    "not-in-tribunal": gettext_lazy("The tribunal has no members with these numbers: %(members)s."),
    "no-such-ruling": gettext_lazy("There is no such decision about this series."),
    "not-own-objection": gettext_lazy("Only whoever raised an objection can withdraw it, or a judge in their place."),
    "objection-over": gettext_lazy(
        "Objection %(objection)s is settled already, perhaps by another judge just now. Nothing was done."
    ),
    "overruling-missing": gettext_lazy(
        "The rules refuse deal %(deal)s as it is to stand. To let it stand all the same, say why."
    ),
    "own-ruling": gettext_lazy("Nobody decides about their own decision (no. %(ruling)s). Ask another judge."),
    "panel-empty": gettext_lazy("A panel has at least one member."),
    "panel-missing": gettext_lazy("Name who of the tribunal decides appeal %(appeal)s first."),
    "panels-missing": gettext_lazy("Name who of the tribunal decides these appeals: no. %(appeals)s."),
    "dealt-again-since": gettext_lazy(
        "Deal %(deal)s was dealt again after this decision, so it cannot be taken back. Make another decision about it."
    ),
    "ruling-appealed": gettext_lazy(
        "Appeal %(appeal)s is about decision %(ruling)s: what becomes of it the tribunal says (SkWO 7.3.3)."
    ),
    "ruling-final": gettext_lazy("Decision %(ruling)s is final: the tribunal has decided about it (SkWO 9.10)."),
    "sentence-missing": gettext_lazy("Say in one sentence what is decided."),
    "unknown-clause": gettext_lazy("The rule text has no clause “%(clause)s”. Write it like “ISkO 4.2.3”."),
}
"""A sentence for every code the services of the judges refuse with."""
