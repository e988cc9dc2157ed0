"""How far a list is, in a word."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.lists.selectors.boards import State
from scoring.lists.selectors.house import is_to_a_target
from scoring.lists.selectors.sheets import Sheet

STATE = {
    State.WAITING: gettext_lazy("not begun"),
    State.OPEN: gettext_lazy("in play"),
    State.COMPLETE: gettext_lazy("complete"),
    State.SIGNED: gettext_lazy("signed"),
}


def state_name(state: State) -> str:
    """Return how far a list is."""
    return str(STATE[state])


def ended_early(sheet: Sheet) -> str:
    """Return after which deal a list ended that has not all of them; nobody knows how many one to a target has."""
    facts = {"deal": len(sheet.lines), "length": sheet.game_list.length}
    if is_to_a_target(sheet.row.profile):
        return _("Ended after deal %(deal)s") % facts
    return _("Ended after deal %(deal)s of %(length)s") % facts
