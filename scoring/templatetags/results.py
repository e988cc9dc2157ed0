"""Lines of rankings, and what has to be said beside results, in templates."""

from django import template

from scoring.results.selectors import standings
from scoring.results.wording import competitors, direction_refusals

register = template.Library()

register.filter("called", competitors.competitor_name)
register.filter("exact", competitors.exact_points)
register.filter("result_remarks", direction_refusals.result_remarks)
register.filter("slips_mended", standings.slips_mended)
