"""What every page of a tournament hands to its template."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, QueryDict

from tables.tournaments import access


def frame(request: HttpRequest, tournament: Any, here: str | int = "", /, **more: Any) -> dict[str, Any]:
    """Return the context of a page: its tournament, the offices of whoever looks, and which page it is."""
    return {"tournament": tournament, "offices": access.offices(request, tournament), "here": here, **more}


def site(request: HttpRequest) -> str:
    """Return the address of this site as phones reach it, without the slash at its end."""
    return str(settings.SITE_URL) or request.build_absolute_uri("/").rstrip("/")


def lists_site(request: HttpRequest) -> str:
    """Return the address by which a phone comes to a list that it enters: over https where that is served."""
    return str(settings.LISTS_URL) or site(request)


def typed(request: HttpRequest, act: str = "", *, under: str = "act", at: str = "") -> QueryDict | None:
    """Return what was sent with a form, even if that is nothing at all; None when a page is only looked at.

    On a page with several forms ``act`` names the one that is asked about; None when another one was sent. It is sent
    ``under`` this name. On the page of settings ``at`` is the section whose forms are asked about.
    """
    is_here = request.method == "POST" and (not at or request.GET.get("at") == at)
    is_sent = is_here and (not act or request.POST.get(under) == act)
    return request.POST if is_sent else None
