"""How far a list is, in a word."""

from django.utils.translation import gettext_lazy

from scoring.lists.selectors.boards import State

STATE = {
    State.WAITING: gettext_lazy("not begun"),
    State.OPEN: gettext_lazy("in play"),
    State.COMPLETE: gettext_lazy("complete"),
    State.SIGNED: gettext_lazy("signed"),
}


def state_name(state: State) -> str:
    """Return how far a list is."""
    return str(STATE[state])
