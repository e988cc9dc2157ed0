"""The demo says on each page that it is one."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def is_demo(_request: HttpRequest) -> dict[str, Any]:
    """Tell every template whether this is the demo."""
    return {"is_demo": settings.DEMO}
