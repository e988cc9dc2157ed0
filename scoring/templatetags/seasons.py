"""Seasons on the pages of clubs and events, which lie below them."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils import timezone

from scoring.season.selectors import seasons

register = template.Library()


@register.simple_tag
def seasons_of_club(club: Any, *, keeps: bool = False) -> list[Any]:
    """Return the seasons of a club, the latest first; those that stand in no list only to whoever keeps them."""
    return seasons.of_club(club, keeps=keeps)


@register.simple_tag
def seasons_running(clubs: Iterable[tuple[Any, Any]]) -> list[Any]:
    """Return the seasons that run today of the clubs that a field offers, each with its club."""
    today = timezone.localdate()
    return [one for key, _name in clubs if key for one in seasons.runs(key, today).select_related("club")]


@register.simple_tag
def seasons_with(tournament: Any) -> list[Any]:
    """Return the public seasons in which an event counts."""
    return seasons.with_event(tournament)
