"""What every page shares: asking a service and saying why it refused, answering with a file, pages for one
person alone.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, Final, TypeVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.formats import get_format
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from tables.acts.forms import SeesRow
from tables.acts.services import Overtaken, Refused, TooMany
from tables.acts.wording import refusals as wording
from tables.seating import CannotSeat
from tables.sheets import Sheet, write_csv, write_html, write_ods, write_xlsx

T = TypeVar("T")


def attempt(form: forms.Form, act: Callable[[], T], *, beside: Mapping[str, str] | None = None) -> T | None:
    """Return what the act returns, or None when it was refused: then the form says why.

    Where somebody else was quicker, it shows what they changed beside what was typed.

    ``beside`` names the field that each code is said beside; other refusals stand above the form.
    """
    try:
        return act()
    except (Refused, CannotSeat) as refused:
        refuse(form, refused, wording.refusal(refused), field=(beside or {}).get(refused.code))
        return None


def refuse(form: forms.Form, refused: Exception, said: str, *, field: str | None = None) -> None:
    """Let a form say why it was refused, and lead there; ``status_of`` tells floods and the quicker from mistakes."""
    if isinstance(refused, Overtaken) and isinstance(form, SeesRow):
        form.overtake(refused)
        return
    form.is_too_many = isinstance(refused, TooMany)  # type: ignore[attr-defined]
    form.refused = refused  # type: ignore[attr-defined]
    form.add_error(field, said)


def status_of(*forms: Any, refused: bool | None = None) -> int:
    """Return the status of a page with these forms on it.

    429 where too much came from one place, 409 where somebody else was quicker, 422 where something is wrong.

    ``refused`` says whether anything was, where that is not the same as errors in these forms.
    """
    if any(getattr(form, "is_too_many", False) for form in forms):
        return 429
    if any(getattr(form, "conflicts", ()) for form in forms):
        return 409
    is_refused = any(form.errors for form in forms) if refused is None else refused
    return 422 if is_refused else 200


def said_by(form: forms.Form) -> str:
    """Return everything a refused form says, for pages that do not show the form again."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)


TABLES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""What tables are handed out as, by the ending of the file."""

WRITE: Final = {"xlsx": write_xlsx, "ods": write_ods}
"""Workbooks, by the ending of the file."""


def as_file(content: bytes, name: str, content_type: str, *, is_attached: bool = False) -> HttpResponse:
    """Answer with a file, shown by the browser or, if attached, kept."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_attached, name) or ""
    return response


def as_tables(content: bytes, name: str, ending: str) -> HttpResponse:
    """Answer with a file of tables to be kept."""
    return as_file(content, f"{name}.{ending}", TABLES[ending], is_attached=True)


def written(sheets: Sequence[Sheet], ending: str, *, above: Sequence[str]) -> bytes:
    """Return tables as a file: a workbook with some lines above each, a web page, or the first of them as CSV."""
    if ending == "html":
        return write_html(sheets, above=above, decimal_mark=decimal_mark(), language=get_language() or "")
    return write_csv(sheets[0], decimal_mark=decimal_mark()) if ending == "csv" else WRITE[ending](sheets, above=above)


def decimal_mark() -> str:
    """Return what stands before decimals in the language that is spoken: a comma in German."""
    return str(get_format("DECIMAL_SEPARATOR"))


View = Callable[..., HttpResponse]

NOT_INDEXED: Final = ("/t/", "/seasons/", "/p/", "/l/", "/verify/", "/api/")
"""Where names of persons stand, on pages, in files, in what other sites show: all that begins so."""


def private(view: View) -> View:
    """Keep a page out of caches and search engines: it is a player's alone."""

    @never_cache
    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        response = view(request, **kwargs)
        response["X-Robots-Tag"] = "noindex, nofollow"
        return response

    return guarded
