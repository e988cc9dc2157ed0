"""The interface as a whole: its description, its addresses, and what it answers when something is wrong."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from ninja import NinjaAPI
from ninja.errors import ValidationError
from ninja.openapi.docs import DocsBase

from scoring.public.api import events, results
from scoring.public.api.answering import nothing_here, problem, readable
from scoring.season.access import SeasonClosed
from tables.tournaments.access import Unpublished

Schema = Mapping[str, Any]


def interface(schema: Schema) -> dict[str, Any]:
    """Return the description for other programs (OpenAPI) as its page shows it."""
    shapes = sorted((name, value) for name, value in schema["components"]["schemas"].items() if "properties" in value)
    return {
        "about": gettext(schema["info"]["description"]),
        "addresses": [_address(where, value["get"]) for where, value in schema["paths"].items()],
        "shapes": [
            {
                "name": _plain(name),
                "fields": [_field(name, value, value) for name, value in shape["properties"].items()],
            }
            for name, shape in shapes
        ],
    }


def _address(where: str, asked: Schema) -> dict[str, Any]:
    answer = asked["responses"][200]["content"]["application/json"]["schema"]
    parameters = [value for value in asked.get("parameters", []) if value["in"] == "query"]
    return {
        "path": where,
        "summary": gettext(asked["summary"]),
        "parameters": [_field(parameter["name"], parameter["schema"], parameter) for parameter in parameters],
        "shape": _shape(answer),
        "answers": _type(answer),
    }


def _field(name: str, schema: Schema, values: Schema) -> dict[str, str]:
    return {"name": name, "type": _type(schema), "shape": _shape(schema), "about": _said(values) or _said(schema)}


def _said(schema: Schema) -> str:
    text = schema.get("description", "")
    return gettext(text) if text else ""


def _shape(schema: Schema) -> str:
    if "$ref" in schema:
        return _plain(schema["$ref"].rpartition("/")[2])
    inner = [schema["items"]] if "items" in schema else schema.get("anyOf", schema.get("allOf", []))
    return next((shape for value in inner if (shape := _shape(value))), "")


def _type(schema: Schema) -> str:
    if "$ref" in schema:
        return _shape(schema)
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    if several := schema.get("anyOf") or schema.get("allOf"):
        return " or ".join(dict.fromkeys(_type(value) for value in several))
    if "enum" in schema:
        return " | ".join(schema["enum"])
    return str(schema.get("format") or schema.get("type") or "")


def _plain(name: str) -> str:
    return name.replace("_", " of ", 1).strip("_") if name.startswith("Page_") else name


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
    title="Skatturnier", version="1", description=DESCRIPTION, urls_namespace="api", docs=OwnPage(), docs_url="/"
)
api.add_router("", events.router)
api.add_router("", results.router)
api.add_router("", results.seasons_router)


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
def _not_understood(request: HttpRequest, validation_error: ValidationError) -> HttpResponse:
    fields = sorted({str(error["loc"][-1]) for error in validation_error.errors})
    return problem("not-understood", status=HTTPStatus.UNPROCESSABLE_ENTITY, fields=fields)


def _patterns() -> list[URLPattern]:
    made = [url for url in api.urls[0] if isinstance(url, URLPattern)]
    for url_pattern in made:
        # The page of the description is one like the others of this site: with its languages and its own cookies.
        if url_pattern.name != "openapi-view":
            url_pattern.callback = readable(url_pattern.callback)
    return [*made, path("<path:rest>", readable(nothing_here), name="nothing-here")]


urlpatterns = _patterns()
