"""What every page shares: an act and why it was refused, the page or the way on, files, pages for one person alone."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.formats import get_format
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from tables.acts.forms import SeesRow
from tables.acts.services import Overtaken, Refused, TooMany
from tables.acts.wording import refusals as wording
from tables.acts.wording.refusals import with_ways
from tables.intake.outcome import IntakeRefused
from tables.seating import CannotSeat
from tables.sheets import Sheet, write_csv, write_html, write_xlsx

REFUSALS: Final = (Refused, CannotSeat, IntakeRefused)
"""All that an act can be refused with."""


@contextmanager
def refusals_at(form: Any) -> Iterator[None]:
    """Let a form say why the act in the block was refused; whoever acted leaves the block with the way on.

    What follows the block shows the page again, with the form. A refusal stands at the field that the form's ``beside``
    names for its code, all others above the fields; ``own_words`` are the sentences a form has of its own for a code.
    Where somebody else was quicker, the form shows what they changed beside what was typed. What is no form of fields
    has ``refuse``, which is told why.
    """
    try:
        yield
    except REFUSALS as refused:
        if say := getattr(form, "refuse", None):
            say(refused)
        else:
            _say_at(form, refused)


def _say_at(form: forms.BaseForm, refused: Exception) -> None:
    if isinstance(refused, Overtaken) and isinstance(form, SeesRow):
        form.overtake(refused)
        return
    form.is_too_many = isinstance(refused, TooMany)  # type: ignore[attr-defined]
    form.refused = refused  # type: ignore[attr-defined]
    code = getattr(refused, "code", "")
    field = getattr(form, "beside", {}).get(code)
    sentence = getattr(form, "own_words", {}).get(code) or wording.refusal(refused)
    form.add_error(field if field in form.fields else None, sentence)


@contextmanager
def refusals_as_messages(request: HttpRequest, *, slug: str = "") -> Iterator[None]:
    """Say on the next page why the act in the block was refused; with a ``slug`` it leads to what it is about."""
    try:
        yield
    except REFUSALS as refused:
        text = wording.refusal(refused)
        messages.error(request, with_ways(text, refused, slug) if slug else text)


def cleaned(form: forms.BaseForm, *names: str) -> dict[str, Any]:
    """Return what some fields of a clean form hold, by the names that a service asks for."""
    return {name: form.cleaned_data[name] for name in names}


MOST_DIGITS: Final = 6


def asked_number(request: HttpRequest, name: str) -> int | None:
    """Return a number of the address, or None if it is left out.

    :raises Http404: if it is no number.
    """
    typed = request.GET.get(name, "")
    if typed and not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
        raise Http404
    return int(typed) if typed else None


def done(request: HttpRequest, sentence: Any, to: str, *args: Any, **where: Any) -> HttpResponseRedirect:
    """Say on the next page what was done, and lead there."""
    messages.success(request, sentence)
    return HttpResponseRedirect(resolve_url(to, *args, **where))


def show(request: HttpRequest, template: str, context: Mapping[str, Any], *, refused: bool = False) -> HttpResponse:
    """Show a page; its status is that of the forms on it.

    422 too where the page says in its context why it ``refused``, or is told that it did.
    """
    shown = [value for value in context.values() if isinstance(value, forms.BaseForm)]
    is_refused = refused or bool(context.get("refused")) or any(form.errors for form in shown)
    return render(request, template, dict(context), status=status_of(*shown, refused=is_refused))


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


def refused_for(form: forms.BaseForm | None) -> str:
    """Return the code that an act was refused with at a form, if it was."""
    return getattr(getattr(form, "refused", None), "code", "")


def said_by(form: forms.BaseForm, *, slug: str = "") -> str:
    """Return everything a refused form says, for pages that do not show the form again.

    In the office of the event with this ``slug`` it leads to what it is about.
    """
    text = " ".join(str(error) for errors in form.errors.values() for error in errors)
    return with_ways(text, form.refused, slug) if slug and hasattr(form, "refused") else text


TABLES: Final = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "csv": "text/csv; charset=utf-8",
    "html": "text/html; charset=utf-8",
}
"""What tables are handed out as, by the ending of the file."""


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
    if ending == "csv":
        return write_csv(sheets[0], decimal_mark=decimal_mark())
    return write_xlsx(sheets, above=above)


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
