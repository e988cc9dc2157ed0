"""The description of the interface for other programs (OpenAPI) as its page shows it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A parameter or a field: its name, its type in a word or two, what it means."""

    name: str
    type: str
    shape: str
    """The shape it is made of, or ""."""

    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address and what it answers."""

    path: str
    summary: str
    parameters: tuple[Named, ...]
    shape: str
    answers: str
    """What it answers in a word or two: "list of Series"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What an answer is made of."""

    name: str
    fields: tuple[Named, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interface:
    """The whole description."""

    about: str
    version: str
    addresses: tuple[Address, ...]
    shapes: tuple[Shape, ...]


def interface(schema: Schema) -> Interface:
    """Return the description as values for a page."""
    info = schema["info"]
    return Interface(
        about=gettext(info["description"]),
        version=info["version"],
        addresses=tuple(_addresses(schema["paths"])),
        shapes=tuple(
            Shape(name=_plain(name), fields=tuple(_fields(one)))
            for name, one in sorted(schema["components"]["schemas"].items())
            if "properties" in one
        ),
    )


def _addresses(paths: Schema) -> Iterator[Address]:
    for path, operations in paths.items():
        asked = operations["get"]
        answer = asked["responses"][200]["content"]["application/json"]["schema"]
        yield Address(
            path=path,
            summary=gettext(asked["summary"]),
            parameters=tuple(
                Named(
                    name=one["name"],
                    type=_type(one["schema"]),
                    shape="",
                    about=_said(one) or _said(one["schema"]),
                )
                for one in asked.get("parameters", [])
                if one["in"] == "query"
            ),
            shape=_shape(answer),
            answers=_type(answer),
        )


def _fields(shape: Schema) -> Iterator[Named]:
    for name, field in shape["properties"].items():
        yield Named(name=name, type=_type(field), shape=_shape(field), about=_said(field))


def _said(schema: Schema) -> str:
    text = schema.get("description", "")
    return gettext(text) if text else ""


def _shape(schema: Schema) -> str:
    """Return the shape a value is made of, "" for plain ones."""
    if "$ref" in schema:
        return _plain(schema["$ref"].rpartition("/")[2])
    inner = [schema["items"]] if "items" in schema else schema.get("anyOf", schema.get("allOf", []))
    return next((found for one in inner if (found := _shape(one))), "")


def _type(schema: Schema) -> str:
    """Return the type of a value as a programmer says it: "integer or null", "list of Seat"."""
    if "$ref" in schema:
        return _shape(schema)
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    if several := schema.get("anyOf") or schema.get("allOf"):
        return " or ".join(dict.fromkeys(_type(one) for one in several))
    if "enum" in schema:
        return " | ".join(schema["enum"])
    return str(schema.get("format") or schema.get("type") or "")


def _plain(name: str) -> str:
    """Return the name of a shape; a page of something is called by what is on it: "Page of Entrant"."""
    return name.replace("_", " of ", 1).strip("_") if name.startswith("Page_") else name
