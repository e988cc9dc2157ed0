"""Changing the fields of a row to what was stated."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model


def change_fields(row: Model, stated: Mapping[str, Any]) -> list[str]:
    """Store what differs from the row; return the names of those fields, sorted."""
    changed = sorted(name for name, value in stated.items() if getattr(row, name) != value)
    for name in changed:
        setattr(row, name, stated[name])
    if changed:
        row.save(update_fields=changed)
    return changed
