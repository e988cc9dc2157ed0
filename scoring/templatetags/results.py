"""What has to be said beside results, in templates."""

from django import template

from scoring.results.wording import directing

register = template.Library()

register.filter("result_remarks", directing.result_remarks)
