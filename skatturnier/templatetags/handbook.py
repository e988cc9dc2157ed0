"""The way from a page to its place in the handbook, and the pictures there."""

from functools import cache
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from PIL import Image

from skatturnier.handbook import place_of

register = template.Library()


@register.simple_tag(takes_context=True)
def help_address(context: dict[str, Any]) -> str:
    """Return where the handbook says something of this page."""
    request = context.get("request")
    place = place_of(getattr(request, "resolver_match", None))
    return reverse("handbook") + (f"#{place}" if place else "")


@register.inclusion_tag("handbook/_picture.html")
def picture(name: str, *, tall: bool = False) -> dict[str, Any]:
    """Show a picture in the language of the page; ``tall`` is one of a phone."""
    file = f"skatturnier/handbook/{get_language()}/{name}.png"
    width, height = _size(file)
    return {"src": static(file), "width": width, "height": height, "tall": tall}


@cache
def _size(file: str) -> tuple[int, int]:
    """Return how wide and how tall a picture is: what stands below it then stays where it is while that is loaded."""
    with Image.open(str(finders.find(file))) as image_file:
        return image_file.size
