"""Cases in words: what was done, how far a call is, what can be ordered, why something was refused (SkWO 4, 7.3, 9)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.disputes.models import Appeal, Objection, ResultQuery, Ruling
from scoring.disputes.selectors.bench import Conflict, Eligible
from scoring.disputes.selectors.rulings import USUAL_CLAUSES
from scoring.disputes.services.measures import Kind
from scoring.lists.wording.acts import at_table, with_reason
from scoring.lists.wording.games import points
from scoring.results.wording.direction_refusals import points_off
from tables.accounts.models import User
from tables.acts.wording.moments import ago, moment
from tables.acts.wording.refusals import Sentence

PLAIN = {
    "results.recounted": gettext_lazy("Results recounted from the entries, seats that differed: %(seats)s"),
    "objection.taken-on": gettext_lazy("Objection %(objection)s: a judge is on the way"),
    "tribunal.left": gettext_lazy("Tribunal: member %(member)s left"),
}


def _order(data: Mapping[str, Any]) -> str:
    parts = [measure_name(data["kind"])]
    if data.get("entrant"):
        parts.append(_("No. %(number)s") % {"number": data["entrant"]})
    if data.get("series"):
        parts.append(_where({**data, "deal": None}))
    if data["kind"] in {Kind.PENALTY, Kind.AWARD}:
        parts += points_off(-data["points"] if data["kind"] == Kind.AWARD else data["points"])
    if data["kind"] == Kind.REPLACEMENT:
        parts.append(_("from deal %(from_deal)s on") % data)
        parts += [_("substitute: no. %(substitute)s") % data] if data.get("substitute") else []
    return ", ".join(parts)


def _ordered(data: Mapping[str, Any]) -> str:
    text = ": ".join((_("Measure %(number)s") % {"number": data["measure"]}, _order(data)))
    return _with_lots(with_reason(f"{text} ({data['clause']})", data), data)


def _lifted(data: Mapping[str, Any]) -> str:
    text = _("Measure %(measure)s lifted: %(order)s") % {**data, "order": _order(data)}
    return _with_lots(with_reason(text, data), data)


def _corrected(data: Mapping[str, Any]) -> str:
    if data["testified"]:
        text = _("correction %(correction)s of the signed list, the whole table testified")
    else:
        text = _("correction %(correction)s of the signed list, each seat keeps its lower score")
    text = at_table(text, {**data, "because": ""})
    if data["witnesses"] and not data["testified"]:
        witnesses = ", ".join(map(str, data["witnesses"]))
        text = _("%(said)s; only seat %(witnesses)s testified") % {"said": text, "witnesses": witnesses}
    return _with_lots(f"{text} ({data['clause']})", data)


def _with_lots(text: str, data: Mapping[str, Any]) -> str:
    if not data.get("lots"):
        return text
    return _("%(said)s; lots drawn for no. %(lots)s") % {"said": text, "lots": ", ".join(sorted(data["lots"], key=int))}


def _result(data: Mapping[str, Any]) -> str:
    return _("Result of series %(number)s") % {"number": data["series"]} if data["series"] else _("Final result")


def _raised(data: Mapping[str, Any]) -> str:
    text = _("Query %(query)s by no. %(entrant)s: %(result)s") % {**data, "result": _result(data)}
    return _("%(said)s, too late") % {"said": text} if data["late"] else text


def _answered(data: Mapping[str, Any]) -> str:
    text = ": ".join(
        (_("Query %(number)s") % {"number": data["query"]}, str(ResultQuery.Verdict(data["verdict"]).label))
    )
    if data["correction"]:
        text = _("%(said)s by correction %(correction)s") % {**data, "said": text}
    return with_reason(text, data)


def _where(data: Mapping[str, Any]) -> str:
    if data.get("table") is None:
        return _("Series %(number)s") % {"number": data["series"]}
    if data.get("deal") is None:
        return _("Series %(series)s, table %(table)s") % data
    return _("Series %(series)s, table %(table)s, deal %(deal)s") % data


def _objected(data: Mapping[str, Any]) -> str:
    text = _("Objection %(objection)s raised: %(where)s") % {**data, "where": _where(data)}
    return _("%(said)s, by seat %(place)s") % {**data, "said": text} if data["place"] else text


def _completed(data: Mapping[str, Any]) -> str:
    return _("Objection %(objection)s raised: %(where)s") % {**data, "where": _where(data)}


def _ruled(data: Mapping[str, Any]) -> str:
    stage, name = Ruling.Stage(data["stage"]).label, _("Decision %(number)s") % {"number": data["ruling"]}
    text = f"{name} ({stage}): {_where(data)}"
    if data["corrected"]:
        text = _("%(said)s; the list corrected") % {"said": text}
    if data["overruled"]:
        text = _("%(said)s, against what the rules refuse") % {"said": text}
    if data["objection"]:
        text = _("%(said)s; it settles objection %(objection)s") % {**data, "said": text}
    return f"{text} ({', '.join(data['clauses'])})"


def _named(data: Mapping[str, Any]) -> str:
    text = _("Tribunal: member %(member)s named") % data
    if not data["plays_as"]:
        return text
    return _("%(said)s, plays as no. %(number)s") % {"said": text, "number": data["plays_as"]}


def _panel(data: Mapping[str, Any]) -> str:
    members = ", ".join(map(str, data["members"]))
    return _("Appeal %(appeal)s is decided by members %(members)s of the tribunal") % {**data, "members": members}


def _cleared(data: Mapping[str, Any]) -> str:
    numbers = {name: ", ".join(map(str, data[name])) or "–" for name in ("objections", "appeals")}
    return _("Ended together: objections %(objections)s, appeals %(appeals)s") % numbers


def _decided(data: Mapping[str, Any]) -> str:
    upheld = {"upheld": _("upheld"), "dismissed": _("dismissed")}[data["verdict"]]
    text = ": ".join((_("Appeal %(number)s") % {"number": data["appeal"]}, upheld))
    if not data["corrected"]:
        return text
    return _("%(said)s; the list corrected") % {"said": text, "deal": data["corrected"]}


def _filed(data: Mapping[str, Any]) -> str:
    text = _("Appeal %(appeal)s about series %(series)s filed by no. %(entrant)s") % data
    if data.get("ruling"):
        text = _("Appeal %(appeal)s against decision %(ruling)s filed by no. %(entrant)s") % data
    return _("%(said)s, too late") % {"said": text} if data["late"] else text


TOLD: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "appeal.decided": _decided,
    "appeal.filed": _filed,
    "disputes.cleared": _cleared,
    "list.corrected-when-signed": _corrected,
    "measure.lifted": _lifted,
    "measure.ordered": _ordered,
    "objection.completed": _completed,
    "objection.ended": lambda data: ": ".join(
        (_("Objection %(number)s") % {"number": data["objection"]}, str(Objection.Outcome(data["outcome"]).label))
    ),
    "objection.raised": _objected,
    "panel.named": _panel,
    "query.answered": _answered,
    "query.raised": _raised,
    "result.posted": lambda data: _("%(result)s posted") % {"result": _result(data)},
    "result.posting-withdrawn": lambda data: with_reason(
        _("Posting withdrawn: %(result)s") % {"result": _result(data)}, data
    ),
    "result.window-shortened": lambda data: with_reason(
        _("Time for queries shortened from %(before)s to %(minutes)s minutes") % data, data
    ),
    "ruling.made": _ruled,
    "ruling.taken-back": lambda data: with_reason(_("Decision %(ruling)s taken back") % data, data),
    "tribunal.named": _named,
}


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
    return f"{capfirst(objection.get_outcome_display())}, {moment(objection.ended_at)}"


def dispute_name(kind: str) -> str:
    """Return what a dispute is about; of a call that says nothing, that a judge is wanted."""
    return capfirst(str(Objection(kind=kind).get_kind_display())) if kind else _("A judge is wanted")


DOES = {
    Kind.WARNING: gettext_lazy("It is on record. Nothing changes in the ranking."),
    Kind.PENALTY: gettext_lazy("Points come off what somebody earned in a series."),
    Kind.AWARD: gettext_lazy("Points come to what somebody earned in a series, by the plan or a decision."),
    Kind.ZEROED: gettext_lazy(
        "For a wrong seat: the series counts zero for that player, the others at the table keep everything."
    ),
    Kind.VOID: gettext_lazy("A list that was kept badly counts for nobody."),
    Kind.EXPULSION: gettext_lazy("The player is out of the tournament: no further seat, and no place in the ranking."),
    Kind.EXCLUSION: gettext_lazy("All players of a table are out, because they dealt a passed-in deal again."),
    Kind.REPLACEMENT: gettext_lazy("Somebody else plays on in that place until the end of the series."),
}
"""One line each: what comes of it."""


def kind_words(kind: Kind) -> dict[str, Any]:
    """Return how a kind of measure is offered."""
    return {"kind": kind.value, "name": measure_name(kind), "does": DOES[kind], "clauses": USUAL_CLAUSES[kind]}


def measure_name(kind: str) -> str:
    """Return what a measure is called."""
    return capfirst(str(Kind(kind).label))


def totals_line(name: str, *, game_points: int, won: int, lost: int) -> str:
    """Return what stands for a player in a list of which only the results were typed."""
    facts = {"name": name, "points": points(game_points), "won": won, "lost": lost}
    return _("%(name)s: %(points)s points, %(won)s won, %(lost)s lost") % facts


CONFLICT = {
    Conflict.TABLE: gettext_lazy("plays at this table"),
    Conflict.CLUB: gettext_lazy("is of the same club or team as somebody at the table"),
    Conflict.TEAM: gettext_lazy("is of the same club or team as somebody at the table"),
    Conflict.RULED: gettext_lazy("made the decision that is appealed against"),
}


def _biased(facts: Mapping[str, Any]) -> str:
    return _("These may not decide this appeal: %(told)s.") % {"told": _who_and_why(facts["biased"])}


def _biased_in_some(facts: Mapping[str, Any]) -> str:
    text = " | ".join(
        _("Appeal %(number)s") % {"number": number} + f": {_who_and_why(who)}"
        for number, who in facts["biased_in"].items()
    )
    return _("These cannot be decided this way: %(told)s. Nothing was done.") % {"told": text}


def _who_and_why(eligibles: Iterable[Eligible]) -> str:
    return "; ".join(
        f"{eligible.member.name} {', '.join(dict.fromkeys(str(CONFLICT[conflict]) for conflict in eligible.conflicts))}"
        for eligible in eligibles
    )


def conflict(found_conflict: Conflict) -> str:
    """Return what keeps a member of the tribunal from deciding, in a few words."""
    return str(CONFLICT[found_conflict])


REFUSED: dict[str, Sentence] = {
    "already-decided": gettext_lazy("The decision of the tribunal is final (SkWO 9.10)."),
    "appeal-decided": gettext_lazy("The decision of the tribunal is final (SkWO 9.10)."),
    "biased": _biased,
    "biased-in-some": _biased_in_some,
    "clauses-missing": gettext_lazy("A decision names the clauses it rests on."),
    "dispute-at-table": gettext_lazy(
        "A dispute or a measure is about the list of a table that nobody would sit at any more, so the seats stay."
    ),
    "in-a-panel": gettext_lazy(
        "This member is to decide an appeal that is open: no. %(appeals)s. Name another panel first."
    ),
    "judge-on-the-way": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "member-name-missing": gettext_lazy("Who is it? Give a name, an account or a start number."),
    "named-before": gettext_lazy("This person is a member of the tribunal already."),
    "no-such-dispute": gettext_lazy("Please choose."),
    "not-in-tribunal": gettext_lazy("The tribunal has no members with these numbers: %(value)s."),
    "no-such-ruling": gettext_lazy("Please choose."),
    "not-own-objection": gettext_lazy("Only whoever raised an objection can withdraw it, or a judge in their place."),
    "objection-over": gettext_lazy("Somebody else has changed this in the meantime. Please look at it again."),
    "overruling-missing": gettext_lazy(
        "The rules refuse deal %(deal)s as it is to stand. To let it stand all the same, say why."
    ),
    "own-ruling": gettext_lazy("Nobody decides about their own table, appeal or decision. Ask another judge."),
    "panel-empty": gettext_lazy("A panel has at least one member."),
    "panel-missing": gettext_lazy("Name who of the tribunal decides these appeals: no. %(appeals)s."),
    "panels-missing": gettext_lazy("Name who of the tribunal decides these appeals: no. %(appeals)s."),
    "dealt-again-since": gettext_lazy(
        "Deal %(deal)s was dealt again after this decision, so it cannot be taken back. Make another decision about it."
    ),
    "ruling-appealed": gettext_lazy(
        "Appeal %(appeal)s is about decision %(ruling)s: what becomes of it the tribunal says (SkWO 7.3.3)."
    ),
    "ruling-final": gettext_lazy("The decision of the tribunal is final (SkWO 9.10)."),
    "sentence-missing": gettext_lazy("Say in one sentence what is decided."),
    "unknown-clause": gettext_lazy("The rule text has no clause “%(clause)s”. Write it like “ISkO 4.2.3”."),
}


def logged(filed: Appeal | ResultQuery) -> str:
    """Return what whoever filed something is told: its number, and whether it came in time."""
    if filed.late:
        return _("No. %(number)s is logged after the deadline and marked late.") % {"number": filed.number}
    return _("No. %(number)s is logged, in time.") % {"number": filed.number}
