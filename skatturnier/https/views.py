"""What phones show of a laptop that vouches for itself: a page, a card to hang up, the authority to be trusted."""

from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.paper.typesetting.document import Document
from scoring.paper.views.responses import answer
from skatturnier import addresses
from tables.accounts.access import signed_in
from tables.acts.views import as_file
from tables.qr_codes import qr_code


def card(values: Mapping[str, Any]) -> Document:
    """Return the card of a site; ``values`` is what its page tells."""
    return Document(
        template="secure/card.html",
        title=_("Warning on phones"),
        author=_("Skatturnier"),
        filename=pgettext("file name", "phone-warns"),
        context={**values, "code": qr_code(values["plain_page"])},
    )


FILE_NAME: Final = "skatturnier.crt"
PICTURES: Final = ("chromium_1", "chromium_2", "firefox_1", "firefox_2")
"""What browsers show, in each language of the site; docs/decisions/0019 tells how they were made."""

KIND: Final = "application/x-x509-ca-cert"
"""By this phones know what to do with it."""


@require_safe
@never_cache
def secure(request: HttpRequest) -> HttpResponse:
    """Show a phone what it warns of, how it continues, and how it can be told to trust this hall."""
    return render(request, "secure/secure.html", _told(request))


@require_safe
@never_cache
def authority(request: HttpRequest) -> HttpResponse:
    """Hand out the certificate of the authority: nothing of it is secret."""
    return as_file(_told(request)["offered"].der, FILE_NAME, KIND)


@require_safe
@never_cache
def card_to_print(request: HttpRequest) -> HttpResponse:
    """Print the card that explains the warning, for whoever has an account."""
    signed_in(request)
    return answer(request, card(_told(request)))


def _told(request: HttpRequest) -> dict[str, Any]:
    """Return the facts of https here. Raise Http404 if it is not this laptop that vouches for itself."""
    # It takes a tenth of a second to load, and most processes are never asked.
    from skatturnier.https.authority import offered

    authority = offered()
    if authority is None or not settings.HTTPS_URL:
        raise Http404
    netloc, plain = urlsplit(settings.HTTPS_URL).netloc, _plain_site()
    return {
        "offered": authority,
        "site": settings.HTTPS_URL,
        "host": urlsplit(settings.HTTPS_URL).hostname,
        "netloc": netloc,
        "plain": plain,
        "plain_page": plain + reverse("secure"),
        "shown": {name: f"skatturnier/secure/{name}-{get_language()}.png" for name in PICTURES},
    }


def _plain_site() -> str:
    if settings.SITE_URL.startswith("http:"):
        return str(settings.SITE_URL)
    host = addresses.in_address(urlsplit(settings.HTTPS_URL).hostname or "")
    return f"http://{host}:{urlsplit(settings.LISTENS).port}"
