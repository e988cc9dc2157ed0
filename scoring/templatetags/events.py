"""Events in templates: what everybody reads of one that ended early."""

from django import template

from tables.tournaments import wording

register = template.Library()

register.filter("early_end", wording.early_end)
