"""Clauses, decisions, measures and deadlines of appeals in templates (ISkO 4.5.10)."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django import template
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.disputes.forms import known_since, read
from scoring.disputes.models import Ruling
from scoring.disputes.selectors import complaints
from scoring.disputes.selectors.complaints import Deadline
from scoring.disputes.selectors.rulings import RulingDocument
from scoring.disputes.wording import phrases
from scoring.disputes.wording.phrases import measure_name
from scoring.lists.wording import games, refusals
from scoring.results.wording import direction_refusals
from scoring.rules.clauses import Citation
from scoring.rules.deadlines import appeals_close_at
from scoring.rules.game_list.deals import Deal
from scoring.rules.register.citing import UnknownClause, citation, meant_by, replaced_by
from scoring.rules.register.clause import Clause
from tables.draw.models import Seat
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.tournaments.models import Series, Tournament

register = template.Library()

register.filter("clause_text", refusals.clause_text)
register.filter("dispute_name", phrases.dispute_name)
register.filter("how_it_ended", phrases.how_it_ended)
register.filter("judge_state", phrases.judge_state)
register.filter("measure_name", measure_name)
register.filter("remarks", direction_refusals.remarks)
register.filter("replaced_since", replaced_by)
register.filter("told", journal_line)


@register.filter
def told_by(line: JournalEntry) -> str:
    """Return who did it: an official by their name; a table with its key, or a player, is nobody in particular."""
    return phrases.official_name(line.by) or _("at the table")


@register.filter
def clauses_in(field: BoundField) -> Sequence[tuple[Citation, Sequence[Clause]]]:
    """Return the clauses that stand in a field, each with what it says."""
    value = field.value()
    typed = "\n".join(value) if isinstance(value, list | tuple) else str(value or "")
    citations, _unknown = read(typed)
    return [(cited, meant_by(cited)) for cited in citations]


@register.filter
def clauses_said(cited: Sequence[str]) -> Sequence[tuple[str, Sequence[Clause]]]:
    """Return clauses as a decision cites them, each with what it says, as far as the rule text here has it."""
    return [(text, _meant(text)) for text in cited]


@register.filter
def since_2018(cited: Citation) -> str:
    """Return the number a clause has had since 2018; nothing where it is the same, or not known."""
    since = known_since(cited)
    return since.clause if since else ""


@register.filter
def deal_sentence(deal: Deal, seats: Sequence[Seat]) -> str:
    """Return a deal that stands in no list as a sentence with the declarer's name and its points."""
    return games.deal_line(deal, games.names_at(seats, deal=deal.number))


@register.filter
def ruled_sentence(deal: Deal, document: RulingDocument) -> str:
    """Return a deal of a decision as a sentence with the declarer's name and its points."""
    return deal_sentence(deal, [seat for seat, _change in document.seats])


@register.filter
def of_deal(rulings: Mapping[int, Sequence[Ruling]], number: int) -> Sequence[Ruling]:
    """Return the decisions about one deal, from all about its list."""
    return rulings.get(number, ()) if rulings else ()


def _meant(cited: str) -> Sequence[Clause]:
    try:
        return meant_by(citation(cited))
    except UnknownClause:
        return ()


@register.filter
def seconds_left(closes: datetime | None) -> int:
    """Return the seconds until a moment, one that has begun counted whole; 0 when it has passed.

    >>> seconds_left(None)
    0
    """
    if closes is None:
        return 0
    return max(0, math.ceil((closes - timezone.now()) / timedelta(seconds=1)))


@register.filter
def appeals_close(ended_at: datetime | None) -> datetime | None:
    """Return until when appeals come in time after the stated end of an event."""
    return appeals_close_at(event_ends=ended_at)


@register.simple_tag
def appeals_until(tournament: Tournament, only: Series | None = None) -> Deadline | None:
    """Return until when appeals about a series come in time, or about the last one that has begun."""
    begun = [
        deadline for deadline in complaints.deadlines(tournament, now=timezone.now()) if only in {None, deadline.series}
    ]
    return begun[-1] if begun else None
