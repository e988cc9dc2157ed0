"""What a player reads on their own pages."""

from collections.abc import Sequence

from django import template
from django.utils.translation import gettext as _

from scoring.disputes.wording import call_states
from scoring.lists.selectors.counting import Counted
from scoring.results.wording import direction_refusals
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line

register = template.Library()

register.filter("dispute_name", call_states.dispute_name)
register.filter("judge_state", call_states.judge_state)
register.filter("how_it_ended", call_states.how_it_ended)


@register.filter
def told(line: JournalEntry) -> str:
    """Return what was done, as a sentence."""
    return journal_line(line)


@register.filter
def told_by(line: JournalEntry) -> str:
    """Return who did it: an official by their name; a table with its key, or a player, is nobody in particular."""
    return call_states.official_name(line.by) or _("at the table")


@register.filter
def remarks(counted: Counted) -> Sequence[str]:
    """Return what has to be said beside the result of a seat."""
    return direction_refusals.remarks(counted)
