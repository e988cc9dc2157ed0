"""The interface as a whole: its description, its addresses, and what it answers when something is wrong."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext_noop as _
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.docs import DocsBase

from scoring.public.api import events, results, seasons
from scoring.public.api.answering import nothing_here, problem, readable
from scoring.public.listings.interface import interface
from scoring.season.access import SeasonClosed
from tables.tournaments.access import Unpublished

DESCRIPTION = _(
    "Everything public of the tournaments on this site, to be read only: no key, no cookie, from any origin. "
    "Players are named as they want to be named. Ask again with If-None-Match: what has not changed costs a 304. "
    "Names of fields stay what they are; new ones may join them."
)


class OwnPage(DocsBase):
    """The description on a page of our own: it loads nothing from elsewhere and needs no scripts."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """Show every address with its parameters, and every shape with its fields."""
        schema = api.get_openapi_schema()
        return render(request, "scoring/public/open_data/interface.html", {"interface": interface(schema)})


api = NinjaAPI(
    title="Skatturnier",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs=OwnPage(),
    docs_url="/",
)
api.add_router("", events.router)
api.add_router("", results.router)
api.add_router("", seasons.router)


@api.exception_handler(Http404)
def _not_found(request: HttpRequest, found: Exception) -> HttpResponse:
    return problem("not-found", status=HTTPStatus.NOT_FOUND)


@api.exception_handler(Unpublished)
def _no_longer_shown(request: HttpRequest, found: Exception) -> HttpResponse:
    return problem("no-longer-shown", status=HTTPStatus.GONE)


@api.exception_handler(SeasonClosed)
def _for_members(request: HttpRequest, found: Exception) -> HttpResponse:
    return problem("members-only", status=HTTPStatus.FORBIDDEN)


@api.exception_handler(ValidationError)
def _not_understood(request: HttpRequest, found: ValidationError) -> HttpResponse:
    fields = sorted({str(error["loc"][-1]) for error in found.errors})
    return problem("not-understood", status=HTTPStatus.UNPROCESSABLE_ENTITY, fields=fields)


def _patterns() -> list[URLPattern]:
    """Return the addresses of the interface, each open to be read, and an answer for all others below them."""
    made = [url for url in api.urls[0] if isinstance(url, URLPattern)]
    for one in made:
        # The page of the description is one like the others of this site: with its languages and its own cookies.
        if one.name != "openapi-view":
            one.callback = readable(one.callback)
    return [*made, path("<path:rest>", readable(nothing_here), name="nothing-here")]


urlpatterns = _patterns()
