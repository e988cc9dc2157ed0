"""Events in templates: what everybody reads of one that ended early, and who may take part."""

from django import template

from tables.tournaments import wording

register = template.Library()

register.filter("early_end", wording.early_end)
register.filter("who_may_enter", wording.who_may_enter)
