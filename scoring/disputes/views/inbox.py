"""The inbox of disputes: what waits first, what is settled, posted results, many at once, the tribunal (SkWO 7.3)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.disputes import listings
from scoring.disputes.selectors import bench as disputes_bench
from scoring.disputes.selectors import complaints
from scoring.disputes.selectors.rulings import cases
from scoring.disputes.services.appeals import clear, leave, name_member
from scoring.disputes.services.queries import post_result, shorten_window, withdraw_posting
from scoring.lists.selectors import sitting
from tables.accounts.access import acting, signed_in
from tables.acts.forms import EntryKey, TextLine, offer
from tables.acts.views import cleaned, done, refusals_at, said_by
from tables.acts.wording.refusals import REFUSED
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from scoring.disputes.models import Appeal, Objection, TribunalMember

KINDS = {
    "objection": _("Objection"),
    "decision": _("Decision"),
    "appeal": _("Appeal"),
    "query": _("Query"),
    "measure": _("Measure"),
    "correction": _("Correction"),
}
SEEN = "X-Seen"
LONGEST_NAME = 80
GONE = _("Somebody else has changed this in the meantime. Please look at it again.")


NO_RESULT = _("Choose one of the series of this tournament.")


class PostForm(forms.Form):
    """Which result is posted or taken back, or in how many minutes its time is over; without a series the final one."""

    series = forms.IntegerField(
        min_value=1,
        max_value=100,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), NO_RESULT),
    )
    back = forms.ChoiceField(
        choices=[(name, name) for name in ("bench", "office", "board")],
        required=False,
        error_messages={"invalid_choice": NO_RESULT},
    )
    action = forms.ChoiceField(
        choices=[("post", ""), ("withdraw", ""), ("shorten", "")],
        required=False,
        error_messages={"invalid_choice": NO_RESULT},
    )
    because = forms.CharField(label=_("Reason"), max_length=300, required=False)
    minutes = forms.IntegerField(label=_("Minutes from the posting on"), required=False, min_value=0, max_value=1440)

    def clean(self) -> dict[str, Any]:
        """Say that minutes are missing where the time is to be shortened."""
        data = super().clean() or {}
        if data.get("action") == "shorten" and data.get("minutes") is None and "minutes" not in self.errors:
            self.add_error("minutes", _("Enter the minutes from the posting on."))
        return data


class InboxForm(forms.Form):
    """Which cases are listed; nothing of it is ever refused."""

    state = forms.ChoiceField(label=_("State"), choices=[("open", _("open")), ("all", _("All"))], required=False)
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", _("All")), *KINDS.items()], required=False)
    series = forms.IntegerField(
        label=pgettext_lazy("one of them", "Series"), required=False, widget=forms.NumberInput(attrs={"class": "short"})
    )
    table = forms.IntegerField(label=_("Table"), required=False, widget=forms.NumberInput(attrs={"class": "short"}))
    q = TextLine(label=_("Number, name, words or a clause"), max_length=200, required=False)

    def __init__(self, data: QueryDict) -> None:
        # Who looks for something wants to see what is settled too, unless they say otherwise.
        is_asked = any(data.get(name) for name in ("kind", "series", "table", "q"))
        super().__init__({"state": "all" if is_asked else "open", **data.dict()})
        self.fields["q"].widget.attrs.update(type="search", autocomplete="off")

    @property
    def wanted(self) -> dict[str, Any]:
        """What is looked for, as far as it makes sense; nothing where all is."""
        self.is_valid()
        asked = {name: self.cleaned_data.get(name) for name in ("kind", "series", "table", "q")}
        return {name: value for name, value in asked.items() if value}

    @property
    def shows_all(self) -> bool:
        """Whether what is settled is shown too."""
        self.is_valid()
        return self.cleaned_data.get("state") == "all"


class ClearForm(forms.Form):
    """Which are ended, and why; those about one table are ticked where the inbox shows that table alone."""

    entry_key = EntryKey()
    objections = forms.TypedMultipleChoiceField(
        label=_("Objections"), coerce=int, required=False, error_messages={"invalid_choice": GONE}
    )
    appeals = forms.TypedMultipleChoiceField(
        label=_("Appeals"), coerce=int, required=False, error_messages={"invalid_choice": GONE}
    )
    panel = forms.TypedMultipleChoiceField(
        label=_("Decided by"),
        help_text=_("They decide all appeals ticked above that have no panel yet."),
        coerce=int,
        required=False,
        error_messages={"invalid_choice": GONE},
    )
    because = TextLine(
        label=_("Reason"),
        max_length=300,
        error_messages={"required": _("Please give the reason; it is kept in the journal.")},
    )

    def __init__(
        self,
        data: QueryDict | None,
        *,
        objections: Iterable["Objection"],
        appeals: Iterable["Appeal"],
        members: Iterable["TribunalMember"],
        ticked: bool = False,
    ) -> None:
        open_cases: dict[str, list[Objection | Appeal]] = {"objections": [*objections], "appeals": [*appeals]}
        initial = {name: [case.number for case in cases] for name, cases in open_cases.items()} if ticked else None
        super().__init__(data, initial=initial, auto_id="clear_%s")
        choices = {name: [(case.number, _named(case)) for case in cases] for name, cases in open_cases.items()}
        choices["panel"] = [(member.number, member.name) for member in members]
        for name, offered in choices.items():
            self.fields[name].widget = forms.CheckboxSelectMultiple()
            offer(self.fields[name], offered)
            if not offered and not self.is_bound:
                del self.fields[name]


def _named(case: "Objection | Appeal") -> str:
    table = gettext("Table %(number)s") % {"number": case.game_list.table.number} if case.game_list else ""
    parts = (gettext("No. %(number)s") % {"number": case.number}, table, Truncator(case.text).chars(120))
    return " · ".join(filter(None, parts))


class MemberForm(forms.Form):
    """Naming somebody to the tribunal: by start number, by account, or just by name."""

    beside = {"no-such-user": "username", "no-such-entrant": "plays_as", "member-name-missing": "name"}
    own_words = {"key-reused": REFUSED["sent-otherwise"]}

    entry_key = EntryKey()
    plays_as = forms.IntegerField(
        label=_("Start number"),
        help_text=_("If this member plays: nobody decides about their own table, club or team."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    name = TextLine(
        label=_("Name"), help_text=_("Empty: that of the entrant or the account."), max_length=80, required=False
    )
    username = TextLine(label=_("User name"), max_length=150, required=False)
    club = TextLine(label=_("Club"), max_length=LONGEST_NAME, required=False)
    team = TextLine(label=_("Team"), max_length=LONGEST_NAME, required=False)

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data, auto_id="member_%s")
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class LeaveForm(forms.Form):
    """Taking one of the members out of the tribunal."""

    member = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"),
            _("Somebody else has changed this in the meantime. Please look at it again."),
        ),
    )

    def __init__(self, data: QueryDict | None, *, members: Iterable["TribunalMember"]) -> None:
        super().__init__(data)
        offer(self.fields["member"], [(str(member.number), member.name) for member in members])


@require_safe
@vary_on_headers("HX-Request")
def bench(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the cases of an event, those that wait first, or those looked for; the page asks again by itself."""
    return inbox(request, access.officiated_tournament(request, slug=slug))


def inbox(request: HttpRequest, tournament: Any, at: str = "", **refused: Any) -> HttpResponse:
    """Show the cases of an event; with ``refused`` the forms of an act that was, in the section ``at``."""
    now = timezone.now()
    seen = complaints.bench_version(tournament, now=now)
    if request.headers.get(SEEN) == seen:
        return HttpResponse(status=204)
    form = InboxForm(request.GET)
    listed = cases(tournament, **form.wanted) if form.wanted or form.shows_all else None
    mine = sitting.entrants_of(tournament, signed_in(request))

    def is_listed(kind: str, row: Any) -> bool:
        return listed is None or any((case.kind, case.row) == (kind, row) for case in listed)

    raised = [seated for seated in disputes_bench.seated_objections(tournament) if is_listed("objection", seated[0])]
    filed = [appeal for appeal in complaints.open_appeals(tournament) if is_listed("appeal", appeal)]
    asked = [query for query in complaints.open_queries(tournament) if is_listed("query", query)]
    clocks = complaints.deadlines_beside(filed, tournament, now=now)
    panels = disputes_bench.panels_of(tournament)
    context = frame(
        request,
        tournament,
        count=len(raised) + len(filed) + len(asked),
        objections=[listings.raised(objection, seats=seats, now=now, mine=mine) for objection, seats in raised],
        appeals=[(appeal, clocks[appeal.number], panels.get(appeal.number)) for appeal in filed],
        queries=asked,
        seen=seen,
        now=now,
    )
    if "HX-Request" in request.headers:
        return render(request, "scoring/disputes/bench/_waiting.html", context)
    members = list(disputes_bench.tribunal_of(tournament))
    context |= {
        "form": form,
        "settled": [case for case in listed or () if case.at] if form.shows_all else None,
        "series": complaints.series_to_object_in(tournament),
        "deadlines": complaints.deadlines(tournament, now=now),
        "windows": complaints.windows(tournament, now=now),
        "members": members,
        "naming": MemberForm(),
        "clearing": ClearForm(
            None,
            objections=[objection for objection, _seats in raised],
            appeals=filed,
            # Who decides an appeal is for the direction to say.
            members=members if context["offices"].director and filed else (),
            ticked="table" in form.wanted,
        ),
        "at": at or request.GET.get("at", ""),
        **refused,
    }
    return render(request, "scoring/disputes/bench/bench.html", context, status=422 if refused else 200)


@require_POST
def post(request: HttpRequest, *, slug: str) -> HttpResponse:
    """State that a result is posted; while nobody has reported a mistake, take that back or give less time."""
    tournament = access.directed_tournament(request, slug=slug)
    form = PostForm(request.POST)
    if form.is_valid():
        with refusals_at(form):
            _post(tournament, form, **acting(request))
            return done(request, gettext("Saved."), _back(form, slug=slug))
    withdrawing = {name: request.POST.get(name, "")[:300] for name in ("series", "because", "minutes")}
    shown = withdrawing if "because" in request.POST else None
    return inbox(request, tournament, "results", refused=said_by(form, slug=slug), withdrawing=shown)


def _post(tournament: Any, form: PostForm, **acts: Any) -> None:
    match form.cleaned_data["action"]:
        case "shorten":
            shorten_window(tournament_id=tournament.pk, **cleaned(form, "minutes", "because"), **acts)
        case "withdraw":
            withdraw_posting(tournament_id=tournament.pk, **cleaned(form, "series", "because"), **acts)
        case _:
            post_result(tournament_id=tournament.pk, **cleaned(form, "series"), **acts)


def _back(form: PostForm, *, slug: str) -> str:
    match form.cleaned_data["back"], form.cleaned_data["series"]:
        case "board", int(number):
            return reverse("scoring:board", args=[slug, number])
        case "office", _number:
            return reverse("scoring:office", args=[slug])
        case _other:
            return reverse("scoring:bench", args=[slug])


@require_POST
def many(request: HttpRequest, *, slug: str) -> HttpResponse:
    """End all objections and appeals that are ticked, for one reason."""
    tournament = access.officiated_tournament(request, slug=slug)
    form = ClearForm(
        request.POST,
        objections=complaints.open_objections(tournament),
        appeals=complaints.open_appeals(tournament),
        members=disputes_bench.tribunal_of(tournament) if access.offices(request, tournament).director else (),
    )
    if form.is_valid():
        with refusals_at(form):
            clear(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            return done(request, gettext("Saved."), "scoring:bench", slug=slug)
    return inbox(request, tournament, "many", clearing=form)


@require_POST
def tribunal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Name a member of the tribunal, or take one out of it."""
    tournament = access.directed_tournament(request, slug=slug)
    members = {member.number: member for member in disputes_bench.tribunal_of(tournament)}
    going = LeaveForm(typed(request, "leave", under="action"), members=members.values())
    form = MemberForm(None if going.is_bound else request.POST)
    message = ""
    if form.is_valid():
        with refusals_at(form):
            name_member(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            message = gettext("Saved.")
    if going.is_valid():
        member = members[going.cleaned_data["member"]]
        with refusals_at(going):
            leave(member_id=member.pk, **acting(request))
            message = gettext("Saved.")
    if message:
        return done(request, message, reverse("scoring:bench", args=[slug]) + "?at=tribunal")
    return inbox(request, tournament, "tribunal", naming=form, going=going)
