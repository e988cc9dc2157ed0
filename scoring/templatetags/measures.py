"""What the direction ordered, in templates."""

from django import template

from scoring.disputes.wording.measures import measure_name

register = template.Library()

register.filter("measure_name", measure_name)
