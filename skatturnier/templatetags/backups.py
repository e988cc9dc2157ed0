"""How the backups stand, where the direction would look for it."""

from pathlib import Path
from typing import Any

from django import template
from django.conf import settings
from django.utils import timezone

from scoring.history.selectors.problems import Discrepancy, Doubt
from scoring.history.wording import sentence
from skatturnier import keeper
from skatturnier.backups.standing import BackupState, RowFinding, state
from skatturnier.laptop.access import is_at_the_laptop

register = template.Library()


@register.simple_tag
def backup_state() -> BackupState:
    """Return how the backups of this machine stand."""
    return state()


@register.simple_tag
def backups_are_overdue() -> bool:
    """Return whether another backup should have been made long since, and nothing was said about it."""
    found_backup_state = state()
    return not found_backup_state.problems and found_backup_state.is_overdue(now=timezone.now())


@register.simple_tag
def in_words(finding: RowFinding) -> list[str]:
    """Return the first things that do not fit, in sentences."""
    return [sentence(Discrepancy(**{**row, "doubt": Doubt(row["doubt"])})) for row in finding.first]


@register.simple_tag
def keeper_is_missed() -> bool:
    """Return whether nobody makes backups beside the site any more, though it started somebody who does."""
    return settings.KEEPS_HOUSE and keeper.is_missed(Path(settings.DATA_DIR))


@register.simple_tag(takes_context=True)
def has_buttons(context: dict[str, Any]) -> bool:
    """Return whether whoever looks sits at the laptop, which has a page with buttons."""
    return bool(settings.LAPTOP) and is_at_the_laptop(context["request"])
