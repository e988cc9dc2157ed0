"""Addresses of the site's own pages: signing in, this laptop and its phones, the handbook, the language."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import include, path
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatturnier import demo, handbook, phones
from skatturnier.backups import views as backups
from skatturnier.https import views as secure
from skatturnier.laptop import urls as laptop
from tables.accounts import views
from tables.accounts.views import SignIn, first_account, privacy
from tables.acts.addresses import OFFICE
from tables.tournaments.access import door_of


@require_safe
@never_cache
def choose(request: HttpRequest, *, language: str) -> HttpResponse:
    """Show the site in a language from now on, and lead back. Raise Http404 if the site does not speak it."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    came_from = urlsplit(request.headers.get("Referer", ""))
    back = f"{came_from.path}?{came_from.query}".removesuffix("?")
    is_here = back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    response = HttpResponseRedirect(back if is_here else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, httponly=settings.LANGUAGE_COOKIE_HTTPONLY, samesite="Lax"
    )
    return response


urlpatterns = [
    path("first/", first_account, name="first-account"),
    path("sign-in/", SignIn.as_view(leads_to=door_of), name="login"),
    path("sign-out/", views.sign_out, name="logout"),
    path("laptop/", include(laptop.patterns)),
    path("phones/", phones.phones, name="phones"),
    path("phones/poster.pdf", phones.poster_to_print, name="phones-poster"),
    path("here/", phones.came, name="phone-came"),
    path("secure/", secure.secure, name="secure"),
    path("secure/skatturnier.crt", secure.authority, name="secure-authority"),
    path("secure/card.pdf", secure.card_to_print, name="secure-card"),
    path("demo/", demo.doors, name="demo"),
    path(f"{OFFICE}venues/backup/", backups.for_a_venue, name="venue-backup"),
    path("help/", handbook.handbook, name="handbook"),
    path("help/handbook.pdf", handbook.handbook_to_print, name="handbook-pdf"),
    path("privacy/", privacy, name="privacy"),
    path("language/<str:language>/", choose, name="language"),
]
