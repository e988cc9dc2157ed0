"""What has to be said beside results, in templates."""

from django import template

from scoring import wording

register = template.Library()

register.filter("result_remarks", wording.result_remarks)
