"""What every page of a tournament hands to its template, and what is done with the forms of a page."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict

from tables.accounts.access import acting
from tables.acts.views import cleaned, done, refusals_at
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
    """Return what was sent with form ``act``, or in section ``at``, even if empty; None if nothing was."""
    is_here = request.method == "POST" and (not at or request.GET.get("at") == at)
    is_sent = is_here and (not act or request.POST.get(under) == act)
    return request.POST if is_sent else None


class FormAct(NamedTuple):
    """A form of a page, what is done with which of its fields, what is said of it, and where it leads: empty, here."""

    form: Any
    service: Callable[..., Any]
    fields: str
    success: str | Callable[[Any], str]
    to: str = ""


def acted(
    request: HttpRequest, *acts: FormAct, who: Mapping[str, Any] | None = None, **about: Any
) -> HttpResponse | None:
    """Do what was sent with a form of a page; return the way on, None if refused or not sent."""
    for act in acts:
        if act.form.is_valid():
            with refusals_at(act.form):
                made = act.service(**cleaned(act.form, *act.fields.split()), **about, **(who or acting(request)))
                text = act.success if isinstance(act.success, str) else act.success(made)
                return done(request, text, act.to or request.path)
    return None
