"""Whether pages offer signed documents, and what the fonts of this machine cannot draw, on paper."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from scoring.paper.runs import signing
from scoring.paper.typesetting.fitting import legible as drawn

register = template.Library()

register.simple_tag(signing.can_sign, name="can_sign")


@register.filter(is_safe=True)
def legible(markup: str, is_typeset: bool) -> SafeString:
    """Return the pages of a document with nothing on them that no font has; the browser has fonts of its own."""
    # Pages were escaped when they were rendered, and what takes the place of a letter is no markup.
    return mark_safe(drawn(markup) if is_typeset else markup)  # noqa: S308
