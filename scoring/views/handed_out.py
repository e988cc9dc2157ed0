"""How a document is answered: as a PDF file, or as a page for the browser to print."""

import threading
from collections.abc import Callable

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import content_disposition_header, urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import documents, selectors
from scoring.documents import CannotTypeset, Document

PDF = "application/pdf"

KEPT_FOR = 600
"""Seconds that a document everybody may have is kept: a hall asks for the same one many times."""

_making = threading.Lock()


def answer(request: HttpRequest, document: Document) -> HttpResponse:
    """Answer with a document as PDF or, if the address asks for it, as a page for the browser to print."""
    if _wants_page(request):
        return render(request, document.template, document.as_page())
    try:
        return as_file(documents.typeset(document), f"{document.filename}.pdf", PDF)
    except CannotTypeset:
        return _to_page(request)


def answer_everybody(request: HttpRequest, slug: str, name: str, make: Callable[[], Document]) -> HttpResponse:
    """Answer like ``answer`` with a document that is the same for everybody; while nothing changes it is made once."""
    version, _at = selectors.latest_act(slug) or ("", None)
    if _wants_page(request) or not version:
        return answer(request, make())
    key = f"document:{slug}:{name}:{get_language()}:{version}"
    try:
        filename, content = cache.get(key) or _made_once(key, make)
    except CannotTypeset:
        return _to_page(request)
    return as_file(content, filename, PDF)


def _made_once(key: str, make: Callable[[], Document]) -> tuple[str, bytes]:
    """Make a document and keep it, however many wait for it in this process."""
    with _making:
        kept: tuple[str, bytes] | None = cache.get(key)
        if kept is None:
            document = make()
            kept = (f"{document.filename}.pdf", documents.typeset(document))
            cache.set(key, kept, KEPT_FOR)
        return kept


def _wants_page(request: HttpRequest) -> bool:
    return request.GET.get("as") == "page"


def _to_page(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("This site cannot make PDF files yet. Here is the same page for your browser to print."))
    return redirect(f"{request.path}?{urlencode({**request.GET.dict(), 'as': 'page'})}")


def as_file(content: bytes, name: str, content_type: str, *, is_attached: bool = False) -> HttpResponse:
    """Answer with a file, shown by the browser or, if attached, kept."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = content_disposition_header(is_attached, name) or ""
    return response
