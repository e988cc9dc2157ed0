"""What has to be said beside results, in templates."""

from django import template

from scoring.results.selectors import standings
from scoring.results.wording import direction_refusals

register = template.Library()

register.filter("result_remarks", direction_refusals.result_remarks)
register.filter("slips_mended", standings.slips_mended)
