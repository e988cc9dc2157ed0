"""How the backups stand, where the direction would look for it."""

from django import template

from skatturnier.backups.standing import State, state

register = template.Library()


@register.simple_tag
def backup_state() -> State:
    """Return how the backups of this machine stand."""
    return state()
