"""The demo says on each page that it is one."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from skatturnier.machine import starting


def is_demo(_request: HttpRequest) -> dict[str, Any]:
    """Tell every template whether this is the demo, a public one, and how a site is started that is none."""
    return {"is_demo": settings.DEMO, "is_public_demo": settings.PUBLIC_DEMO, "starting": starting}
