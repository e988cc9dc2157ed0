"""Rankings, seasons and leagues in templates: their lines, points and remarks."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils import timezone

from scoring.league.selectors import has_league
from scoring.results.selectors import standings
from scoring.results.wording import competitors, direction_refusals
from scoring.season import wording
from scoring.season.selectors import seasons

register = template.Library()

register.filter("called", competitors.competitor_name)
register.filter("exact", competitors.exact_points)
register.filter("result_remarks", direction_refusals.result_remarks)
register.filter("slips_mended", standings.slips_mended)


register.filter("has_league", has_league)
register.filter("points", wording.value)
register.filter("remarks_on", wording.remarks)
register.simple_tag(seasons.of_club, name="seasons_of_club")
register.simple_tag(seasons.with_event, name="seasons_with")


@register.simple_tag
def seasons_running(clubs: Iterable[tuple[Any, Any]]) -> list[Any]:
    """Return the seasons that run today of the clubs that a field offers, each with its club."""
    today = timezone.localdate()
    return [season for key, _name in clubs if key for season in seasons.runs(key, today).select_related("club")]
