"""What a new event may begin with: presets, which are a file that anybody can edit, and events of before."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import get_language

from skatturnier.machine import places
from tables.accounts.models import User
from tables.tournaments.models import Role, Tournament

SHIPPED = places.BESIDE / "fixtures" / "presets.json"
MOST_COPIED = 12
"""So many events of before are offered, the latest first."""


class UnreadablePresets(ValueError):
    """The file of presets is not what it should be; says where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A plan with a name."""

    key: str
    name: str
    says: str
    """What it means, in a sentence."""

    plan: Mapping[str, Any]
    """What it sets of the form of a plan, by field."""


def presets_file() -> Path:
    """Return where the presets are: the site's own in its data folder, else those that come with the program."""
    own = Path(settings.DATA_DIR) / "presets.json"
    return own if own.exists() else SHIPPED


def presets() -> tuple[Preset, ...]:
    """Return the presets in the language of the page.

    :raises UnreadablePresets: if the file is no list of presets.
    """
    file = presets_file()
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
        return tuple(
            Preset(
                key=str(row["key"]), name=_said(row["name"]), says=_said(row.get("says", "")), plan=dict(row["plan"])
            )
            for row in rows
        )
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadablePresets(f"{file.name}: {error}") from None


def _said(text: str | Mapping[str, str]) -> str:
    """Return a text in the language of the page; one that is not there in it in English, or in any."""
    if isinstance(text, str):
        return text
    language = (get_language() or "en").partition("-")[0]
    return str(text.get(language) or text.get("en") or next(iter(text.values()), ""))


def events_to_copy(user: User) -> list[Tournament]:
    """Return the events that a user directs, the latest first."""
    directed = Tournament.objects.filter(is_pub_table=False).order_by("-starts_on", "-pk")
    if not user.is_superuser:
        directed = directed.filter(roles__user=user, roles__kind=Role.Kind.DIRECTOR)
    return list(directed[:MOST_COPIED])


def event_to_copy(user: User, slug: str) -> Tournament | None:
    """Return the event with this address if a user directs it."""
    found = Tournament.objects.filter(is_pub_table=False, slug=slug).first()
    if found is None or user.is_superuser:
        return found
    return found if found.roles.filter(user=user, kind=Role.Kind.DIRECTOR).exists() else None
