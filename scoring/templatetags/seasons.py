"""Seasons on the pages of clubs and events, which lie below them."""

from typing import Any

from django import template

from scoring.season.selectors import seasons

register = template.Library()


@register.simple_tag
def seasons_of_club(club: Any, *, keeps: bool = False) -> list[Any]:
    """Return the seasons of a club, the latest first; those that stand in no list only to whoever keeps them."""
    return seasons.of_club(club, keeps=keeps)


@register.simple_tag
def seasons_with(tournament: Any) -> list[Any]:
    """Return the public seasons in which an event counts."""
    return seasons.with_event(tournament)
