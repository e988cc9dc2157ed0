"""Whether pages offer signed documents."""

from django import template

from scoring.paper.runs import certificate

register = template.Library()

register.simple_tag(certificate.can_sign, name="can_sign")
