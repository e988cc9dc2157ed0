"""Whether phones reach this machine: by which address, what is in the way, and whether one has come."""

import contextlib
import enum
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from ipaddress import ip_address
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
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from zeroconf import AddressResolverIPv4, Error, InterfaceChoice, IPVersion, ServiceInfo, Zeroconf

from scoring.lists.listings import reaches_only_this_machine
from scoring.paper.documents.kind import Links
from scoring.paper.typesetting.document import Document
from scoring.paper.typesetting.fitting import Face, Fitted, fitted, in_two
from scoring.paper.views.responses import answer_form, links_of
from skatturnier import addresses, keeper
from skatturnier.addresses import EVERYWHERE
from skatturnier.machine import locks
from skatturnier.machine.places import system
from skatturnier.welcome import start_for_phones
from tables.accounts.access import address_of, signed_in
from tables.acts.wording.moments import ago
from tables.qr_codes import qr_code, wifi_code
from tables.tournaments.access import offices
from tables.tournaments.models import Tournament
from tables.tournaments.selectors import tournaments
from tables.tournaments.wording import when_and_where

KIND: Final = "_http._tcp.local."

ASKED: Final = 3000
"""Milliseconds in which another machine may say that it has a name already: two halls may share a house."""


@contextmanager
def announced(data: Path, *, listens: str) -> Iterator[str]:
    """Announce a site that every network reaches while the block runs; give the name it got, "" for none."""
    noted = _name_file(data)
    noted.unlink(missing_ok=True)
    site, own = urlsplit(listens), addresses.own_addresses()
    if site.hostname not in addresses.EVERYWHERE or not own:
        yield ""
        return
    try:
        announcer = Zeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except (OSError, Error):
        # A network that carries no such questions, or a system that has this port for itself.
        yield ""
        return
    try:
        text = _announce(announcer, port=site.port or 80, own=own)
        if text:
            noted.write_text(text, encoding="ascii")
        yield text
    finally:
        noted.unlink(missing_ok=True)
        announcer.close()


def announced_as(data: Path) -> str:
    """Return by which name the site of a folder is announced at this moment; "" where it is not."""
    noted = _name_file(data)
    try:
        text = noted.read_text(encoding="ascii")
    except OSError:
        return ""
    return "" if locks.is_free(keeper.place(data)) else text


def _announce(announcer: Zeroconf, *, port: int, own: list[str]) -> str:
    """Announce the first name that nobody else has; return it, "" where that cannot be done."""
    for text in addresses.ANNOUNCED:
        try:
            if AddressResolverIPv4(f"{text}.").request(announcer, ASKED):
                continue
            packed = [socket.inet_aton(address) for address in own]
            service = ServiceInfo(
                KIND, f"Skatturnier {text} {port}.{KIND}", addresses=packed, port=port, server=f"{text}."
            )
            announcer.register_service(service, allow_name_change=True)
        except (OSError, Error):
            return ""
        return text
    return ""


def _name_file(data: Path) -> Path:
    return data / "announced"


ACROSS: Final = 178.0
"""Millimetres between the margins; the style sheet has the same, and the sizes below."""

BESIDE: Final = 112.0
NAMES: Final = (14.0, 11.0, 8.6, 6.8, 5.2, 4.0)
TYPED: Final = (9.0, 7.0, 5.6, 4.6, 3.6, 2.8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wifi:
    """A Wi-Fi, as its router has it: letter by letter."""

    name: str
    password: str = ""


def poster(tournament: Tournament, *, links: Links, wifi: Wifi | None, ask: str, name: str = "") -> Document:
    """Return the poster by which phones get to a site; ``ask`` is who helps. Without ``wifi`` it has empty lines."""
    page = links.event_page(tournament) or ""
    return Document(
        template="phones/poster.html",
        title=gettext("With your phone"),
        author=tournament.organiser,
        filename="-".join((tournament.slug, pgettext("file name", "poster"))),
        context={
            "tournament": tournament,
            "event": in_two(tournament.name, room=ACROSS, sizes=NAMES, smallest=1, face=Face.BOLD),
            "when": fitted(when_and_where(tournament), room=ACROSS, sizes=TYPED, largest=3),
            "wifi": wifi
            and {
                "name": _typed(wifi.name),
                "password": _typed(wifi.password) if wifi.password else None,
                "code": wifi_code(name=wifi.name, password=wifi.password),
            },
            "page": _typed(page.removeprefix("https://")),
            "page_code": qr_code(page),
            "name": _typed(name.removeprefix("http://")) if name else None,
            "words_at": _typed(links.typed_at),
            "words_code": qr_code(links.words_page),
            "ask": fitted(ask, room=ACROSS, sizes=TYPED, largest=1, face=Face.BOLD) if ask else None,
        },
    )


def _typed(text: str) -> Fitted:
    return fitted(text, room=BESIDE, sizes=TYPED, face=Face.BOLD)


class ReachProblem(enum.StrEnum):
    """What is in the way, or may be."""

    LOOPBACK = "loopback"
    """The site listens to the machine it runs on and to nobody else."""

    NO_NETWORK = "no-network"
    MOVED = "moved"
    """The machine has another address than at the start; the site does not answer there, and codes lead elsewhere."""

    TWO_NETWORKS = "two-networks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """How phones get here."""

    addresses: tuple[str, ...] = ()
    """What a phone can be sent to, the best first."""

    problems: tuple[ReachProblem, ...] = ()
    name: str = ""
    """An address with a name that newer phones know, without the codes; "" where there is none."""

    then: str = ""
    """What the address will be once the site is started as it should be."""


def reach(
    *, listens: str, site_url: str, opened_at: str, own: Sequence[str], answers: Sequence[str], announced: str = ""
) -> Reach:
    """Return how phones reach the site.

    ``listens`` is where it was told to listen, "" where that is not known; ``site_url`` what codes on paper lead to, ""
    for the address ``opened_at`` which somebody looks; ``own`` the addresses that this machine has now, and ``answers``
    those at which the site answers: it knows them from its start. ``announced`` is the name it is announced by, or "".
    """
    stated = "" if reaches_only_this_machine(site_url) else site_url
    listening = urlsplit(listens)
    if not listens or (stated and reaches_only_this_machine(listens) and listening.hostname not in EVERYWHERE):
        # Something else stands before the site, and has an address of its own.
        stated = stated or ("" if reaches_only_this_machine(opened_at) else opened_at)
        return Reach(addresses=(stated,)) if stated else Reach(problems=(ReachProblem.LOOPBACK,))
    if listening.hostname in EVERYWHERE:
        found_reach = _in_networks(listens, site_url=site_url, own=own, answers=answers)
        return (
            replace(found_reach, name=_at(listens, announced)) if announced and found_reach.addresses else found_reach
        )
    if reaches_only_this_machine(listens):
        return Reach(problems=(ReachProblem.LOOPBACK,), then=_at(listens, own[0]) if own else "")
    return Reach(addresses=(listens,))


def _in_networks(listens: str, *, site_url: str, own: Sequence[str], answers: Sequence[str]) -> Reach:
    has_moved = bool(own) and bool(site_url) and not _leads_here(site_url, own)
    values = {ReachProblem.NO_NETWORK: not own, ReachProblem.MOVED: has_moved, ReachProblem.TWO_NETWORKS: len(own) > 1}
    first = [site_url] if site_url and own and not has_moved else []
    here = [_at(listens, text) for text in own if text in answers or "*" in answers]
    return Reach(
        addresses=tuple(dict.fromkeys([*first, *here])),
        problems=tuple(problem for problem, is_so in values.items() if is_so),
        then=_at(listens, own[0]) if has_moved else "",
    )


def _at(listens: str, address: str) -> str:
    listening = urlsplit(listens)
    return f"{listening.scheme}://{address}:{listening.port}"


def _leads_here(site_url: str, own: Sequence[str]) -> bool:
    """Test whether codes may lead to this machine: a name may, and an address that a router of the internet has."""
    if reaches_only_this_machine(site_url):
        return False
    host = urlsplit(site_url).hostname or ""
    try:
        return host in own or not ip_address(host).is_private
    except ValueError:
        return True


LONGEST_NAME: Final = 32
"""Bytes of the name of a Wi-Fi (IEEE 802.11)."""

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 63
"""Letters of a password (IEEE 802.11, WPA)."""


class PosterForm(forms.Form):
    """The Wi-Fi of the hall as its router has it, and whom to ask; nothing of it is kept."""

    name = forms.CharField(label=_("Name of the Wi-Fi"), required=False, strip=False, max_length=LONGEST_NAME)
    password = forms.CharField(
        label=_("Password"),
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
            raise ValidationError(_("This cannot be the Wi-Fi’s. Look at the router."))
        return name

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if password and len(password) < SHORTEST_PASSWORD:
            raise ValidationError(_("This cannot be the Wi-Fi’s. Look at the router."))
        return password

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("password") and not cleaned.get("name") and "name" not in self.errors:
            self.add_error("name", self.fields["name"].error_messages["required"])
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
    found_reach = _reach(opened_at)
    context = {
        "asked": asked,
        "tournament": tournament,
        "offices": offices(request, tournament) if tournament else None,
        "reach": found_reach,
        "ways": [
            {"address": address, "code": qr_code(address + reverse("phone-came"))}
            for address in found_reach.addresses[:MOST]
        ],
        "codes_lead_to": settings.SITE_URL or opened_at,
        "opened_here": bool(found_reach.addresses) and reaches_only_this_machine(opened_at),
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
        announced=announced_as(Path(settings.DATA_DIR)),
    )


def _secure() -> dict[str, Any] | None:
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
    try:
        at = datetime.fromtimestamp(_noted().stat().st_mtime, UTC)
    except FileNotFoundError:
        return ""
    return ago(at, now=timezone.now())
