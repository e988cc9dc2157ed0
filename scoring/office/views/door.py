"""The door: a number or a name and Enter let somebody in, paid and with a seat (SkWO 4.1, 7.1; ISkO 3.1.2)."""

from typing import Any, ClassVar, Final

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring.money.forms.desk import AtOnceForm, WhoForm
from scoring.money.selectors.lines import box_of
from scoring.office.services import door as services
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey
from tables.acts.views import cleaned, done, refusals_at, show
from tables.desk.forms import DeskForm
from tables.desk.listings import meant
from tables.draw.forms import proposed
from tables.people import selectors as people
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

MOST_ASKED: Final = 8
"""So many are offered where words typed mean several."""

REGISTER, TAKE_BACK = "register", "take-back"
"""The acts besides letting in, which Enter does."""


class LetInForm(AtOnceForm):
    """Who comes in; while it is typed, the page shows who that is."""

    beside: ClassVar = dict.fromkeys(("no-such-entrant", "waiting", "withdrawn", "excluded"), "who")

    def __init__(self, *args: Any, look: str, **kwargs: Any) -> None:
        """Take the address that shows who is meant."""
        super().__init__(*args, **kwargs)
        self.fields["who"].widget.attrs |= {
            "hx-get": look,
            "hx-trigger": "input changed delay:120ms",
            "hx-target": "#look",
            "hx-sync": "this:replace",
        }


class TakeBackForm(forms.Form):
    """Who did not come in after all, and what they paid."""

    entry_key = EntryKey()
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    paid = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1_000_000_000)


@never_cache
@vary_on_headers("HX-Request")
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Let somebody in, register them first or take that back; show who is meant, and who came in."""
    tournament = access.guarded_tournament(request, slug=slug)
    if request.method != "POST":
        return _look(request, tournament)
    acts = {REGISTER: _register, TAKE_BACK: _take_back}
    return acts.get(request.POST.get("act", ""), _let_in)(request, tournament)


def _let_in(request: HttpRequest, tournament: Any) -> HttpResponse:
    form = LetInForm(request.POST, look=request.path)
    if form.is_valid():
        entrants = _meant(tournament, form)
        if len(entrants) != 1:
            return redirect(f"{request.path}?{urlencode({'who': form.cleaned_data['who']})}")
        number = entrants[0].number
        with refusals_at(form):
            values = cleaned(form, "entry_key") | _told(request, tournament)
            paid = services.let_in(tournament_id=tournament.pk, number=number, **values)
            return _came(request, number, paid)
    return _page(request, tournament, form=form)


def _meant(tournament: Any, form: WhoForm) -> list[Any]:
    """Return who may be meant; by a number or a card nobody else is read."""
    everybody = people.everybody(tournament)
    if form.number is not None or form.key:
        everybody = everybody.filter(Q(number=form.number) | Q(key=form.key))
    return meant(list(everybody), form)


def _register(request: HttpRequest, tournament: Any) -> HttpResponse:
    form = _registering(request, tournament)
    if form.says_nothing:
        return redirect(request.path)
    if form.is_valid():
        with refusals_at(form):
            values = cleaned(form, "registration", "entry_key") | _told(request, tournament)
            entrant, paid = services.register_and_let_in(tournament_id=tournament.pk, **values)
            return _came(request, entrant.number, paid)
    return _page(request, tournament, registering=form)


def _take_back(request: HttpRequest, tournament: Any) -> HttpResponse:
    form = TakeBackForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            values = form.cleaned_data | {"public": proposed(), "because": _("Taken back at the door")}
            entrant = services.take_back(tournament_id=tournament.pk, **values, **acting(request))
            text = _("No. %(number)s %(name)s: taken back.") % {"number": entrant.number, "name": entrant.name}
            return done(request, text, request.path)
    return _page(request, tournament, returning=form)


def _told(request: HttpRequest, tournament: Any) -> dict[str, Any]:
    """Return who acts, into whose box cash goes, and how a chair is given."""
    box = box_of(tournament, signed_in(request).get_username())
    because = _("Came late and took a free chair")
    return {"box": box, "public": proposed(), "because": because, **acting(request)}


def _came(request: HttpRequest, number: int, paid: Any) -> HttpResponse:
    question = {"in": number} | ({"paid": paid.number} if paid else {})
    return redirect(f"{request.path}?{urlencode(question)}")


def _look(request: HttpRequest, tournament: Any) -> HttpResponse:
    """Show who is meant by what was typed, or who came in."""
    form = WhoForm(request.GET if request.GET.get("who") else None)
    entrants = _meant(tournament, form) if form.is_valid() else []
    is_alone = len(entrants) == 1
    looked = {
        "typed": request.GET.get("who", "")[:300],
        "asked": entrants[:MOST_ASKED] if not is_alone else [],
        "asked_more": len(entrants) > MOST_ASKED,
        "is_nobody": form.is_bound and not entrants,
        "shown": services.arrival(tournament, entrants[0].number) if is_alone else None,
        "asking": None if is_alone or not entrants else LetInForm(look=request.path, auto_id=False),
    }
    if "HX-Request" in request.headers:
        return render(request, "scoring/office/door/_look.html", {"tournament": tournament, **looked})
    came, paid = (_number(request, name) for name in ("in", "paid"))
    card = services.arrival(tournament, came, paid=paid) if came and not looked["shown"] else None
    took = {"number": came, "paid": paid if card and card.paid else 0}
    returning = TakeBackForm(initial=took, auto_id=False) if card else None
    return _page(request, tournament, card=card, returning=returning, **looked)


def _page(request: HttpRequest, tournament: Any, **more: Any) -> HttpResponse:
    who, is_nobody = more.get("typed", ""), more.get("is_nobody", False)
    let_in = LetInForm(initial={"who": who}, look=request.path, is_next=not more.get("asked"), is_nobody=is_nobody)
    context = frame(
        request,
        tournament,
        "door",
        **{
            "form": let_in,
            "registering": _registering(request, tournament, name=who if is_nobody and not who.isdecimal() else ""),
            **more,
        },
    )
    return show(request, "scoring/office/door/door.html", context)


def _registering(request: HttpRequest, tournament: Any, *, name: str = "") -> DeskForm:
    sent, classes = typed(request, REGISTER), known_classes(tournament)
    return DeskForm(sent, offered=classes, has_focus=False, auto_id="new_%s", initial={"name": name})


def _number(request: HttpRequest, name: str) -> int:
    value = request.GET.get(name, "")
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 10 else 0
