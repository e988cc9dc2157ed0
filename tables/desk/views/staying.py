"""What stays at the desk from one entrant to the next, in the address: paid, the classes, whether they are there."""

from collections.abc import Mapping
from typing import Any, Final

from django.http import QueryDict

STAYS: Final = ("paid", "classes", "absent")


def as_left(query: QueryDict) -> dict[str, Any]:
    """Return what the form at the desk begins with."""
    return {"paid": "paid" in query, "classes": query.getlist("classes"), "present": "absent" not in query}


def left_by(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of an address by which the next registration begins as this one ended."""
    left = {"paid": data["paid"], "classes": data["classes"], "absent": not data["present"]}
    return {name: value for name, value in left.items() if value}


def kept(query: str) -> dict[str, list[str]]:
    """Return that part of another address."""
    asked = QueryDict(query[:500])
    return {name: asked.getlist(name) for name in STAYS if name in asked}
