"""How a document is answered: as a PDF file, or as a page for the browser to print."""

from collections.abc import Callable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.lists.listings import reaches_only_this_machine
from scoring.paper.documents.kind import Links
from scoring.paper.runs.runs import BeingMade, alone, made_once
from scoring.paper.typesetting import pdf
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.pdf import CannotTypeset
from scoring.results.selectors.standings import last_but_everyday
from scoring.results.views.states import last_line_for
from skatturnier.machine import memory
from tables.acts.views import as_file
from tables.tournaments.views import frames

PDF = "application/pdf"
ASK_AGAIN_AFTER: Final = 2  # seconds: most documents take one
ASKED: Final = "asked"  # names, in an address, what is made for whoever asks again
LONG: Final = 100_000  # bytes of a file: some ten pages


def answer(request: HttpRequest, document: Document) -> HttpResponse:
    """Answer with a document as PDF or, if the address asks for it, as a page for the browser to print."""
    if _wants_page(request):
        return render(request, document.template, document.as_page())
    try:
        with alone("officials" if request.user.is_authenticated else "everybody"):
            return as_file(_typeset(document), f"{document.filename}.pdf", PDF)
    except CannotTypeset:
        return _to_page(request)
    except BeingMade:
        return being_made(request)


def answer_everybody(request: HttpRequest, slug: str, name: str, make: Callable[[], Document]) -> HttpResponse:
    """Answer like ``answer`` with a document that is the same for everybody; while nothing changes it is made once.

    While it is made, whoever is not signed in gets the one of a moment ago, which says of when it is, if since then
    there were only entries: what was decided, corrected or hidden shows at once.
    """
    last = last_line_for(request, slug)
    if _wants_page(request) or not last:
        return answer(request, make())

    def made() -> tuple[str, bytes]:
        document = make()
        return f"{document.filename}.pdf", _typeset(document)

    try:
        filename, content = made_once(
            slug,
            f"{name}:{get_language()}",
            last.version,
            made,
            since=last_but_everyday(slug),
            lately=not request.user.is_authenticated,
            asked=request.GET.get(ASKED, ""),
        )
    except CannotTypeset:
        return _to_page(request)
    except BeingMade as made_meanwhile:
        return being_made(request, paper=made_meanwhile.paper)
    return as_file(content, filename, PDF)


def answer_form(request: HttpRequest, document: Document) -> HttpResponse:
    """Answer what was sent with a form, and is not kept: as PDF or, where none can be made, as the page itself."""
    try:
        return as_file(_typeset(document), f"{document.filename}.pdf", PDF)
    except CannotTypeset:
        return render(request, document.template, document.as_page())


def links_of(request: HttpRequest) -> Links:
    """Return the addresses that stand on paper; none where no phone would get anywhere by them."""
    site = frames.site(request)
    return Links(site="" if reaches_only_this_machine(site) else site, lists=frames.lists_site(request))


def being_made(request: HttpRequest, *, has_page: bool = True, paper: str = "") -> HttpResponse:
    """Say that documents are being made; the page asks again by itself, for its ``paper``; programs hear when to."""
    again = urlencode({**request.GET.dict(), ASKED: paper}) if paper else ""
    context = {"seconds": ASK_AGAIN_AFTER, "page": _for_page(request) if has_page else "", "again": again}
    response = render(request, "scoring/paper/documents/being_made.html", context, status=503)
    response.headers["Retry-After"] = str(ASK_AGAIN_AFTER)
    # It is meant, and nothing for the log of errors (``django.utils.log.log_response``).
    vars(response)["_has_been_logged"] = True
    add_never_cache_headers(response)
    return response


def _typeset(document: Document) -> bytes:
    """Set a document; what a long one took is given back: each thread that ever set one would keep it for the next."""
    made = pdf.typeset(document)
    if len(made) > LONG:
        memory.give_back()
    return made


def _wants_page(request: HttpRequest) -> bool:
    return request.GET.get("as") == "page"


def _to_page(request: HttpRequest) -> HttpResponse:
    messages.info(request, _("This site cannot make PDF files yet. Print this page from your browser."))
    return redirect(f"{request.path}?{_for_page(request)}")


def _for_page(request: HttpRequest) -> str:
    return urlencode({**request.GET.dict(), "as": "page"})
