"""Can phones reach this site? What the direction sees of it, and what a phone that came is told."""

import contextlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.listings import reaches_only_this_machine
from scoring.paper.views.responses import answer_form, links_of
from skatturnier import addresses
from skatturnier.machine.system import system
from skatturnier.phones import announcing
from skatturnier.phones.poster import Wifi, poster
from skatturnier.phones.reach import Reach, reach
from skatturnier.welcome import start_for_phones
from tables.accounts.access import address_of, signed_in
from tables.acts.wording.moments import ago
from tables.qr_codes import qr_code
from tables.tournaments.access import offices
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments

LONGEST_NAME: Final = 32
"""Bytes of the name of a Wi-Fi (IEEE 802.11)."""

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 63
"""Letters of a password (IEEE 802.11, WPA)."""


class PosterForm(forms.Form):
    """The Wi-Fi of the hall as its router has it, and whom to ask; nothing of it is kept."""

    name = forms.CharField(label=_("Name of the Wi-Fi"), required=False, strip=False, max_length=LONGEST_NAME)
    password = forms.CharField(
        label=_("Its password"),
        required=False,
        strip=False,
        max_length=LONGEST_PASSWORD,
        help_text=_(
            "Letter by letter; leave it empty where none is asked for. It stands on the poster, and is not kept."
        ),
    )
    ask = forms.CharField(label=_("Contact"), required=False, max_length=80)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in ("name", "password"):
            self.fields[field].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_name(self) -> str:
        """Refuse a name that no router can have."""
        name = str(self.cleaned_data["name"])
        if len(name.encode()) > LONGEST_NAME:
            raise ValidationError(_("The name of a Wi-Fi is never that long. Look at the router."))
        return name

    def clean_password(self) -> str:
        """Refuse a password that no Wi-Fi of today can have."""
        password = str(self.cleaned_data["password"])
        if password and len(password) < SHORTEST_PASSWORD:
            raise ValidationError(_("The password of a Wi-Fi has at least eight letters. Look at the router."))
        return password

    def clean(self) -> dict[str, Any]:
        """Refuse a password without the Wi-Fi it is for."""
        cleaned = super().clean() or {}
        if cleaned.get("password") and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", _("Which Wi-Fi is that the password of?"))
        return cleaned

    @property
    def wifi(self) -> Wifi | None:
        """Return the Wi-Fi of a valid form; None where nobody named one."""
        name = self.cleaned_data["name"]
        return Wifi(name=name, password=self.cleaned_data["password"]) if name else None


MOST: Final = 4
"""Addresses shown: nobody tries more of them."""


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def phones(request: HttpRequest) -> HttpResponse:
    """Show an official by which address phones get here, what is in the way, and whether one has come."""
    user = signed_in(request)
    if "HX-Request" in request.headers:
        return render(request, "phones/_came.html", {"came": _came()})
    tournament = tournaments.last_tournament(of=user)
    asked = PosterForm(initial={"ask": tournament.direction if tournament else ""})
    return _page(request, tournament, asked)


@require_POST
@never_cache
def poster_to_print(request: HttpRequest) -> HttpResponse:
    """Print the poster of one's last event; what is said of the Wi-Fi goes onto it and nowhere else."""
    tournament, asked = tournaments.last_tournament(of=signed_in(request)), PosterForm(request.POST)
    links = links_of(request)
    if tournament is None or not links.site or not asked.is_valid():
        return _page(request, tournament, asked)
    name = _reach(links.site).name
    made = poster(tournament, links=links, wifi=asked.wifi, ask=asked.cleaned_data["ask"], name=name)
    return answer_form(request, made)


def _page(request: HttpRequest, tournament: Tournament | None, asked: PosterForm) -> HttpResponse:
    opened_at = request.build_absolute_uri("/").rstrip("/")
    found = _reach(opened_at)
    context = {
        "asked": asked,
        "tournament": tournament,
        "offices": offices(request, tournament) if tournament else None,
        "reach": found,
        "ways": [{"address": one, "code": qr_code(one + reverse("phone-came"))} for one in found.addresses[:MOST]],
        "codes_lead_to": settings.SITE_URL or opened_at,
        "opened_here": bool(found.addresses) and reaches_only_this_machine(opened_at),
        "start": start_for_phones(),
        "system": system(),
        "port": urlsplit(settings.LISTENS).port or request.get_port(),
        "came": _came(),
        "secure": _secure(),
    }
    return render(request, "phones/phones.html", context)


@require_safe
@never_cache
def came(request: HttpRequest) -> HttpResponse:
    """Tell a phone that it got here, and note when; whose phone it is nobody asks."""
    address = address_of(request)
    if not addresses.is_loopback(address) and address not in addresses.own_addresses():
        # A full disk is no reason to tell a phone that it did not come.
        with contextlib.suppress(OSError):
            _noted().touch()
    return render(request, "phones/came.html")


def _reach(opened_at: str) -> Reach:
    return reach(
        listens=settings.LISTENS,
        site_url=settings.SITE_URL,
        opened_at=opened_at,
        own=addresses.own_addresses(),
        answers=settings.ALLOWED_HOSTS,
        announced=announcing.name(Path(settings.DATA_DIR)),
    )


def _secure() -> dict[str, Any] | None:
    """Return how phones reach the lists over https, where they do."""
    if not settings.HTTPS_URL:
        return None
    return {
        "site": settings.HTTPS_URL,
        "port": urlsplit(settings.HTTPS_LISTENS).port,
        "code": qr_code(settings.HTTPS_URL + reverse("phone-came")),
        "is_own": bool(settings.HTTPS_AUTHORITY),
        "codes_lead_there": settings.LISTS_URL == settings.HTTPS_URL,
    }


def _noted() -> Path:
    """Return the file whose time is that of the last phone; there is nothing in it."""
    return Path(settings.DATA_DIR) / "phone-came"


def _came() -> str:
    """Return how long ago the last phone came, in words; "" before the first."""
    try:
        at = datetime.fromtimestamp(_noted().stat().st_mtime, UTC)
    except FileNotFoundError:
        return ""
    return ago(at, now=timezone.now())
