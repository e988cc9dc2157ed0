"""Entrants: the search in the head of an office, the door, the page of each (SkWO 4.1, 7.1; ISkO 3.1.2)."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.doubles import Joining, join_entrants, joining, part_entrants
from scoring.lists.selectors.history import history_of_entrant
from scoring.money.forms.desk import AtOnceForm, WhoForm
from scoring.money.selectors.lines import box_of
from scoring.office.services import door as services
from scoring.privacy import selectors as personal
from scoring.privacy.services import erase_entrant
from scoring.privacy.views import parts, retention
from scoring.templatetags.events import series_of
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, SeesRow, TakeBackForm, TextLine
from tables.acts.views import cleaned, done, private, refusals_at, show
from tables.clubs.selectors import names_offered_to
from tables.desk.forms import DeskForm, EntrantForm
from tables.desk.listings import matching, meant
from tables.desk.views.registration import staying
from tables.draw import selectors as seats
from tables.draw.forms import proposed
from tables.draw.services import wishes
from tables.intake.text import clean_text
from tables.journal.listings import journal_lines
from tables.journal.selectors import DIRECTION, Told, told
from tables.people import access as people_access
from tables.people import selectors
from tables.people import selectors as people
from tables.people.forms import DeskNameForm
from tables.people.selectors import entrants as all_entrants
from tables.people.services import registration, unranked
from tables.people.services.naming import choose_name, renew_own_key
from tables.tournaments import access
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Tournament

LONGEST: Final = 100
CLAUSE: Final = re.compile(r"(?:isko|skwo)?\s*\d{1,2}(?:\.\d{1,2}){1,3}", re.IGNORECASE)  # "4.5.10", "SkWO 7.3"
OF_SERIES: Final = re.compile(r"(\d{1,2})\s*/\s*(\d{1,4})")  # a table of a series: "2/14"


@require_safe
def find(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Lead to what is meant: an entrant, a table, decisions; to a list where several may be."""
    tournament = access.officiated_tournament(request, slug=slug)
    typed = clean_text(request.GET.get("q", "")[:LONGEST])
    if not typed:
        return redirect("scoring:office", slug=slug)
    if table := _table_meant(tournament, typed):
        return redirect("scoring:list", slug=slug, series=table[0], table=table[1])
    if CLAUSE.fullmatch(typed):
        return _with_words(reverse("scoring:bench", args=[slug]), typed)
    if not access.offices(request, tournament).director:
        return _with_words(reverse("scoring:standings", args=[slug]), typed)
    meant = matching(list(all_entrants(tournament)), typed)
    by_number = [entrant for entrant in meant if str(entrant.number) == typed.removeprefix("#")]
    if len(meant) == 1 or by_number:
        return redirect("scoring:entrant", slug=slug, number=(by_number or meant)[0].number)
    return _with_words(reverse("tables:desk", args=[slug]), typed)


def _table_meant(tournament: "Tournament", typed: str) -> tuple[int, int] | None:
    words = "|".join(re.escape(word) for word in ("table", gettext("Table")))
    at_hand = series_of(tournament).at_hand
    if pair := OF_SERIES.fullmatch(typed):
        place = int(pair[1]), int(pair[2])
    elif at_hand and (single := re.fullmatch(rf"(?:{words})\s*(\d{{1,4}})", typed, re.IGNORECASE)):
        place = at_hand.number, int(single[1])
    else:
        return None
    is_there = tournament.series.filter(number=place[0], tables__number=place[1]).exists()
    return place if is_there else None


def _with_words(address: str, typed: str) -> HttpResponse:
    return redirect(f"{address}?{urlencode({'q': typed})}")


MOST_ASKED: Final = 8  # so many are offered where words typed mean several
REGISTER, TAKE_BACK = "register", "take-back"  # the acts besides letting in, which Enter does


class LetInForm(AtOnceForm):
    """Who comes in; while it is typed, the page shows who that is."""

    beside: ClassVar = dict.fromkeys(("no-such-entrant", "waiting", "withdrawn", "excluded"), "who")

    def __init__(self, *args: Any, look: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["who"].widget.attrs |= {
            "hx-get": look,
            "hx-trigger": "input changed delay:120ms",
            "hx-target": "#look",
            "hx-sync": "this:replace",
        }


class NotComeForm(forms.Form):
    """Who did not come in after all, and what they paid."""

    entry_key = EntryKey()
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=1_000_000)
    paid = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1_000_000_000)


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
            return _came(request, entrant.number, paid, new="")
    return _page(request, tournament, registering=form)


def _take_back(request: HttpRequest, tournament: Any) -> HttpResponse:
    form = NotComeForm(typed(request))
    if form.is_valid():
        with refusals_at(form):
            values = form.cleaned_data | {"public": proposed(), "because": gettext("Taken back at the door")}
            entrant = services.take_back(tournament_id=tournament.pk, **values, **acting(request))
            text = gettext("No. %(number)s %(name)s: taken back.") % {"number": entrant.number, "name": entrant.name}
            return done(request, text, request.path)
    return _page(request, tournament, returning=form)


def _told(request: HttpRequest, tournament: Any) -> dict[str, Any]:
    box = box_of(tournament, signed_in(request).get_username())
    because = gettext("Came late and took a free chair")
    return {"box": box, "public": proposed(), "because": because, **acting(request)}


def _came(request: HttpRequest, number: int, paid: Any, **more: str) -> HttpResponse:
    question = {"in": number} | ({"paid": paid.number} if paid else {}) | more
    return redirect(f"{request.path}?{urlencode(question)}")


def _look(request: HttpRequest, tournament: Any) -> HttpResponse:
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
    returning = NotComeForm(initial=took, auto_id=False) if card else None
    groups = people.namesakes(tournament) if "new" in request.GET else ()
    namesakes = next((group.numbers for group in groups if came in group.numbers), ())
    same_as = ", ".join(str(number) for number in namesakes if number != came)
    return _page(request, tournament, card=card, returning=returning, same_as=same_as, **looked)


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
            "clubs": people.clubs(tournament),
            "people": names_offered_to(signed_in(request)),
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


LEAVING: Final = {"withdraw": registration.withdraw, "reinstate": registration.reinstate, "remove": registration.remove}
FILLING: Final = {"fill-in": True, "fill-in-no-more": False}
LINES_A_PAGE: Final = 100
MOST_NUMBER: Final = 999_999

Act = Callable[[Any, Any, dict[str, Any]], str]


class RenewKeyForm(forms.Form):
    """A new key for a start card in place of the one that the page was made for."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class WhichForm(forms.Form):
    """The number that is the same person."""

    same = forms.IntegerField(label=_("Start number"), min_value=1, max_value=MOST_NUMBER)


class JoinForm(SeesRow):
    """That it is so, and how that is known."""

    beside: ClassVar = {"reason-missing": "because"}

    because = TextLine(label=_("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, plan: Joining, **kwargs: Any) -> None:
        super().__init__(*args, seen=plan.seen, **kwargs)
        self.plan = plan

    def label_of(self, name: str) -> str:
        """Return what is looked at before."""
        labels = {
            "number": gettext("Start number"),
            "over": gettext("Seats that go over"),
            "freed": gettext("Seats given back"),
            "paid": gettext("Paid"),
        }
        return labels.get(name) or super().label_of(name)


class EraseForm(forms.Form):
    """Whether the director is sure."""

    sure = forms.BooleanField(
        label=_("Yes, take the name out for good"),
        error_messages={"required": _("Please tick that you are sure: this cannot be taken back.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@private
def entrant(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an entrant; change them, let them withdraw, give them a new key, merge two numbers, take a name out."""
    found_entrant = people_access.directed_entrant(request, slug=slug, number=number)
    tournament, act, at = found_entrant.tournament, request.POST.get("act", ""), request.GET.get("at", "")

    def sent(*acts: str) -> Any:
        return request.POST if act in acts else None

    which = WhichForm(request.GET if "same" in request.GET and not found_entrant.same_as else None)
    join: JoinForm | None = None
    if which.is_valid():
        with refusals_at(which):
            plan = joining(tournament, number=number, other=which.cleaned_data["same"])
            join = JoinForm(sent("join"), plan=plan)
    classes = known_classes(tournament)
    context: dict[str, Any] = {
        "form": EntrantForm(sent("change"), entrant=found_entrant, offered=classes),
        "naming": DeskNameForm(sent("name"), tournament=tournament, entrant=found_entrant),
        "leaving": forms.Form(sent(*LEAVING)),
        "filling": forms.Form(sent(*FILLING)),
        "renewal": RenewKeyForm(sent("renew-key"), initial={"seen": found_entrant.key_mark}),
        "join": join,
        "part": TakeBackForm(sent("part")) if found_entrant.same_as else None,
        "erasing": EraseForm(sent("erase")),
    }
    for name, does in ACTS.items():
        form = context[name]
        if form is not None and form.is_valid():
            with refusals_at(form):
                text = does(form, found_entrant, acting(request))
                stays = urlencode(staying(request.POST.get("stays", "")), doseq=True)
                to_desk = reverse("tables:desk", args=[slug]) + (f"?{stays}" if stays else "")
                to = to_desk if act in ("change", "remove") else request.path
                return done(request, text % {"number": number}, to)
    namesakes = next((group.numbers for group in selectors.namesakes(tournament) if number in group.numbers), ())
    context |= {
        "entrant": found_entrant,
        "which": which,
        "clubs": selectors.clubs(tournament),
        "seats": list(seats.seats_of(found_entrant)),
        "namesakes": [other for other in namesakes if other != number],
    }
    if at == "history":
        context |= _history(request, found_entrant)
    if at == "data" or context["erasing"].errors:
        context |= {"parts": parts(personal.alone(found_entrant)), **retention(tournament)}
    page = frame(request, tournament, "entrants", **context)
    return show(request, "scoring/office/entrant.html", page, refused=request.method == "POST")


def _history(request: HttpRequest, entrant: Any) -> dict[str, Any]:

    def read(before: int | None) -> list[Any]:
        if before is not None:
            raise ValueError(before)
        return history_of_entrant(entrant)

    journal: Told[list[Any]] = told(entrant.tournament, read, nothing=[])
    page = Paginator(journal.found[::-1], LINES_A_PAGE).get_page(request.GET.get("page"))
    return {"told": journal, "page": page, "lines": journal_lines(page.object_list, reader=DIRECTION)}


def _change(form: EntrantForm, entrant: Any, who: dict[str, Any]) -> str:
    names = ("registration", "apart", "seen")
    wishes.change_entrant(entrant_id=entrant.pk, table=form.cleaned_data["table"] or 0, **cleaned(form, *names), **who)
    return gettext("Saved.")


def _name(form: DeskNameForm, entrant: Any, who: dict[str, Any]) -> str:
    choose_name(entrant_id=entrant.pk, **cleaned(form, "choice", "seen"), **who)
    return gettext("Saved.")


def _leave(form: forms.Form, entrant: Any, who: dict[str, Any]) -> str:
    # It has no field: the button says what is wanted.
    act = form.data["act"]
    LEAVING[act](entrant_id=entrant.pk, **who)
    removed = gettext("No. %(number)s is removed. The number is not given to anybody else.")
    return removed if act == "remove" else gettext("Saved.")


def _fill_in(form: forms.Form, entrant: Any, who: dict[str, Any]) -> str:
    unranked.fill_in(entrant_id=entrant.pk, fills_in=FILLING[form.data["act"]], **who)
    return gettext("Saved.")


def _renew(form: RenewKeyForm, entrant: Any, who: dict[str, Any]) -> str:
    renew_own_key(entrant_id=entrant.pk, **cleaned(form, "seen"), **who)
    return gettext("No. %(number)s has a new key: print a new start card. The old card opens nothing any more.")


def _join(form: JoinForm, entrant: Any, who: dict[str, Any]) -> str:
    stays, gone = entrant.number, form.plan.gone.number
    join_entrants(tournament_id=entrant.tournament_id, number=stays, other=gone, **form.cleaned_data, **who)
    return gettext("No. %(gone)s is merged into no. %(stays)s.") % {"gone": gone, "stays": stays}


def _part(form: TakeBackForm, entrant: Any, who: dict[str, Any]) -> str:
    part_entrants(tournament_id=entrant.tournament_id, number=entrant.number, **form.cleaned_data, **who)
    return gettext("Saved.")


def _erase(_form: EraseForm, entrant: Any, who: dict[str, Any]) -> str:
    erase_entrant(entrant_id=entrant.pk, **who)
    return gettext("The name is taken out: this is no. %(number)s now.")


ACTS: Final[dict[str, Act]] = {
    "form": _change,
    "naming": _name,
    "leaving": _leave,
    "filling": _fill_in,
    "renewal": _renew,
    "join": _join,
    "part": _part,
    "erasing": _erase,
}
