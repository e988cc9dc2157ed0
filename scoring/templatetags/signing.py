"""Whether pages offer signed documents."""

from django import template

from scoring import documents

register = template.Library()

register.simple_tag(documents.can_sign, name="can_sign")
