"""The page of an entrant: everything the direction knows and does about them (SkWO 4.1)."""

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.doubles.services import Joining, join_entrants, joining, part_entrants
from scoring.lists.selectors.history import history_of_entrant
from scoring.privacy import selectors as personal
from scoring.privacy.services import erase_entrant
from scoring.privacy.views import parts, retention
from tables.accounts.access import acting
from tables.acts.forms import SeesRow, TakeBackForm, TextLine
from tables.acts.views import cleaned, done, private, refusals_at, show
from tables.desk.forms import EntrantForm
from tables.desk.views.registration import staying
from tables.draw import selectors as seats
from tables.draw.services import wishes
from tables.journal.listings import journal_lines
from tables.journal.selectors import DIRECTION, Told, told
from tables.people import access, selectors
from tables.people.forms import DeskNameForm
from tables.people.services import registration, unranked
from tables.people.services.naming import choose_name, renew_own_key
from tables.tournaments.selectors.tournaments import known_classes
from tables.tournaments.views.frames import frame

LEAVING: Final = {
    "withdraw": registration.withdraw,
    "reinstate": registration.reinstate,
    "remove": registration.remove,
}
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

    because = TextLine(
        label=_("Reason"),
        max_length=300,
        required=False,
    )

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
    """Show an entrant; change them, let them withdraw, give them a new key, merge two numbers, take a name out.

    ``?same=7`` shows what merging with that number would do; ``?at=history`` and ``?at=data`` open a section.
    """
    found_entrant = access.directed_entrant(request, slug=slug, number=number)
    tournament, act, at = found_entrant.tournament, request.POST.get("act", ""), request.GET.get("at", "")

    def sent(*acts: str) -> Any:
        return request.POST if act in acts else None

    which = WhichForm(request.GET if "same" in request.GET and not found_entrant.same_as else None)
    join: JoinForm | None = None
    if which.is_valid():
        with refusals_at(which):
            plan = joining(tournament, number=number, other=which.cleaned_data["same"])
            join = JoinForm(sent("join"), plan=plan)
    known = known_classes(tournament)
    context: dict[str, Any] = {
        "form": EntrantForm(sent("change"), entrant=found_entrant, offered=known),
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
    """Return what was done with an entrant and at their tables, the latest first."""

    def read(before: int | None) -> list[Any]:
        if before is not None:
            raise ValueError(before)
        return history_of_entrant(entrant)

    journal: Told[list[Any]] = told(entrant.tournament, read, nothing=[])
    page = Paginator(journal.found[::-1], LINES_A_PAGE).get_page(request.GET.get("page"))
    return {"told": journal, "page": page, "lines": journal_lines(page.object_list, reader=DIRECTION)}


def _change(form: EntrantForm, entrant: Any, who: dict[str, Any]) -> str:
    """Change what is known of an entrant; return what was done, as do all below."""
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
"""What is done by the forms of the page, by their names in its template."""
