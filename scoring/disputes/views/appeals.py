"""Appeals, filed and decided, and the tribunal that decides them (ISkO 4.5.10, SkWO 6.2, 7.3.3)."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.forms.appeals import (
    AppealForm,
    DecisionForm,
    OfficeAppealForm,
    OrderedDealForm,
    TableAppealForm,
    ordered_form_of,
)
from scoring.disputes.listings import objections
from scoring.disputes.selectors import appeals as disputes_appeals
from scoring.disputes.selectors import bench
from scoring.disputes.selectors import rulings as disputes_rulings
from scoring.disputes.selectors.bench import Eligible, history_of_appeal
from scoring.disputes.services.appeals import AlreadyDecided, decide_appeal, file_appeal
from scoring.disputes.services.rulings import Draft
from scoring.disputes.services.tribunal import as_named, leave, name_member, name_panel
from scoring.disputes.views import bench as parameters
from scoring.disputes.wording import judge_refusals
from scoring.lists.forms.house import house_initial_of
from scoring.lists.selectors import boards, sheets
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import games
from tables.accounts.access import acting, address_of, signed_in
from tables.acts.forms import EntryKey, SeesRow, TextLine, offer
from tables.acts.services import Refused
from tables.acts.views import cleaned, done, refusals_at, show, status_of
from tables.acts.wording import refusals
from tables.hall import access as hall_access
from tables.journal.listings import journal_lines
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

LONGEST_NAME = 80
SENT_BEFORE = {"key-reused": _("This form has been sent already with something else. Please reload the page.")}


class MemberForm(forms.Form):
    """Naming somebody to the tribunal: by start number, by account, or just by name."""

    beside = {"no-such-user": "username", "no-such-entrant": "plays_as", "member-name-missing": "name"}
    own_words = SENT_BEFORE

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
    username = TextLine(
        label=_("User name"), help_text=_("If this member has an account here."), max_length=150, required=False
    )
    club = TextLine(label=_("Club"), max_length=LONGEST_NAME, required=False)
    team = TextLine(label=_("Team"), max_length=LONGEST_NAME, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="off", autocapitalize="none", spellcheck="false")


class LeaveForm(forms.Form):
    """Taking one of the members out of the tribunal."""

    action = forms.CharField(widget=forms.HiddenInput)
    member = forms.TypedChoiceField(
        coerce=int,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("There is no such member of the tribunal.")),
    )

    def __init__(self, *args: Any, members: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["member"], [(str(number), str(number)) for number in members])


class PanelForm(SeesRow):
    """Choosing who decides an appeal, by their numbers in the tribunal."""

    own_words = SENT_BEFORE

    entry_key = EntryKey()
    members = forms.TypedMultipleChoiceField(
        label=_("Decided by"),
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("A panel has at least one member."),
            "invalid_choice": _("The tribunal has no member with this number: %(value)s."),
        },
    )

    def __init__(self, *args: Any, eligible: Sequence[Eligible], **kwargs: Any) -> None:
        super().__init__(*args, auto_id="panel_%s", **kwargs)
        offer(self.fields["members"], [(str(one.member.number), one.member.name) for one in eligible])

    def choices(self, eligible: Sequence[Eligible]) -> list[dict[str, Any]]:
        """Return the members with what keeps each from deciding, and whether they are wanted."""
        wanted = {str(number) for number in self["members"].value() or ()}
        return [
            {
                "member": one.member,
                "why": ", ".join(judge_refusals.conflict(conflict) for conflict in one.conflicts),
                "is_wanted": str(one.member.number) in wanted and not one.conflicts,
            }
            for one in eligible
        ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tribunal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the tribunal of an event to its officials; the direction names members and takes them out."""
    reads = access.directed_tournament if request.method == "POST" else access.officiated_tournament
    tournament = reads(request, slug=slug)
    members = {member.number: member for member in bench.tribunal_of(tournament)}
    going = LeaveForm(typed(request, "leave", under="action"), members=list(members))
    form = MemberForm(None if going.is_bound else typed(request))
    if form.is_valid():
        with refusals_at(form):
            named = name_member(tournament_id=tournament.pk, **form.cleaned_data, **acting(request))
            message = gettext("%(name)s is a member of the tribunal.") % {"name": named.name}
            return done(request, message, "scoring:tribunal", slug=slug)
    if going.is_valid():
        member = members[going.cleaned_data["member"]]
        with refusals_at(going):
            leave(member_id=member.pk, **acting(request))
            message = gettext("%(name)s has left the tribunal.") % {"name": member.name}
            return done(request, message, "scoring:tribunal", slug=slug)
    context = frame(request, tournament, members=list(members.values()), form=form, going=going)
    return show(request, "scoring/disputes/tribunal/tribunal.html", context)


NOT_TYPED = ("csrfmiddlewaretoken", "action", "seen")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def appeal(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Show an appeal and what its decision would do; a judge writes that down, once.

    Posted as ``action=preview`` nothing is written, as ``action=edit`` the form comes back as it was filled in.
    """
    action = request.POST.get("action", "preview") if request.method == "POST" else ""
    acts = access.directed_tournament if action == "panel" else access.judged_tournament
    tournament = (acts if request.method == "POST" else access.officiated_tournament)(request, slug=slug)
    filed = disputes_appeals.appeal_of(tournament, number)
    if filed is None:
        raise Http404
    offices = access.offices(request, tournament)
    eligible = bench.eligible_for(filed) if offices.director else []
    panel_form = PanelForm(typed(request, "panel", under="action"), eligible=eligible, seen=as_named(filed))
    if panel_form.is_valid():
        with refusals_at(panel_form):
            name_panel(appeal_id=filed.pk, **panel_form.cleaned_data, **acting(request))
            message = gettext("The panel for appeal %(number)s is named.") % {"number": number}
            return done(request, message, "scoring:appeal", slug=slug, number=number)
    if action == "panel":
        action = ""
    sheet = sheets.sheet(boards.list_of(filed.game_list.table)) if filed.game_list else None
    line = next((one for one in sheet.lines if one.number == filed.deal), None) if sheet else None
    seen = disputes_rulings.entry_key_of(filed.game_list, line.number) if filed.game_list and line else None
    form = DecisionForm(request.POST if action else None, deal=filed.deal, seen=seen)
    ordered = _ordered(request, sheet, line) if sheet and line else None
    is_filled = bool(action) and form.is_valid() and (ordered is None or not ordered.is_bound or ordered.is_valid())
    corrected = ordered.cleaned_data["deal"] if is_filled and ordered and ordered.is_bound else None
    if filed.verdict and action in {"preview", "edit"}:
        form.add_error(None, refusals.refusal(AlreadyDecided()))
    if is_filled and action == "decide":
        with refusals_at(form):
            draft = Draft(
                correction=corrected,
                overruling=ordered.cleaned_data.get("overruling", "") if corrected and ordered else "",
                **cleaned(form, "sentence", "facts", "reasons", "clauses", "seen"),
            )
            act = cleaned(form, "verdict", "entry_key")
            decide_appeal(appeal_id=filed.pk, draft=draft, **act, **acting(request))
            message = gettext("Appeal no. %(number)s is decided.") % {"number": number}
            return done(request, message, "scoring:appeal", slug=slug, number=number)
        # Another one may have decided meanwhile: the page then shows that decision, not a form.
        filed.refresh_from_db()
    shown_ruling = None
    if corrected and not filed.verdict:
        # What was tried in earnest has been refused with the same words already.
        with suppress(Refused) if form.non_field_errors() else refusals_at(form):
            shown_ruling = objections.shown_ruling(filed.game_list, correction=corrected, wrong_dealer=None, deal=None)
    has_errors = bool(form.errors or (ordered is not None and ordered.is_bound and ordered.errors))
    context = {
        "tournament": tournament,
        "offices": offices,
        "appeal": filed,
        "form": form,
        "panel_form": panel_form,
        "choices": panel_form.choices(eligible),
        "may_choose": any(not one.conflicts for one in eligible) and not filed.verdict,
        "deal_form": ordered,
        "sheet": sheet,
        "line": line,
        "is_preview": is_filled and action == "preview" and not has_errors and not filed.verdict,
        "shown": shown_ruling,
        # Exactly what was shown is what is decided.
        "typed": [(name, one) for name, sent in request.POST.lists() if name not in NOT_TYPED for one in sent],
        "seen": shown_ruling.seen if shown_ruling else seen,
        **_state(request, filed, offices),
    }
    has_errors = (has_errors and action != "edit") or bool(panel_form.errors)
    status = status_of(form, panel_form, refused=has_errors)
    return render(request, "scoring/disputes/appeals/appeal.html", context, status=status)


def _ordered(request: HttpRequest, sheet: Sheet, line: Any) -> OrderedDealForm:
    """Return the form for the deal an appeal is about; it counts only where the decision says it corrects."""
    return ordered_form_of(sheet.game_list)(
        request.POST if request.method == "POST" and request.POST.get("corrects") else None,
        game_list=sheet.game_list,
        number=line.number,
        names=games.names_at(sheet.seats),
        initial=house_initial_of(line.deal),
    )


def _state(request: HttpRequest, filed: Any, offices: access.Offices) -> dict[str, object]:
    """Return who decides an appeal, what keeps the one who looks from it, and what was done about it."""
    tournament = filed.tournament
    bar = None if filed.verdict else bench.bar_to_deciding(filed, signed_in(request))
    panel = bench.panel_of(filed)
    return {
        "bar_said": refusals.refusal(bar) if bar else "",
        "panel": panel,
        "judge": bench.known_name(filed.decided_by, tournament),
        "members": list(panel.members.order_by("number")) if panel else [],
        "has_tribunal": bench.tribunal_of(tournament).exists(),
        "deadline": disputes_appeals.deadlines_beside([filed], tournament, now=timezone.now())[filed.number],
        "lines": journal_lines(history_of_appeal(filed), reader=offices.reader),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Take down an appeal at the desk."""
    found = access.series_of(access.officiated_tournament(request, slug=slug), number=series)
    rulings = disputes_rulings.appealable(found)
    form = OfficeAppealForm(typed(request), rulings=rulings, initial=_preset(request))
    if form.is_valid():
        table = form.cleaned_data["table"]
        row = boards.list_at(found, table) if table else None
        if table and row is None:
            form.add_error("table", gettext("There is no such table in this series."))
        elif form.cleaned_data["deal"] and row is None and not form.cleaned_data["against"]:
            form.add_error("table", gettext("At which table was the deal?"))
        else:
            with refusals_at(form):
                filed = _file(request, form, series_id=found.pk, list_id=row.pk if row else None, at_desk=True)
                message = _logged(filed, gettext("Appeal no. %(number)s is logged."))
                return done(request, message, "scoring:appeal", slug=slug, number=filed.number)
    context = frame(request, found.tournament, series=found, form=form, **_clocks(found, rulings))
    return show(request, "scoring/disputes/appeals/new.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def from_table(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let a player of the table appeal, on the table's own page."""
    kept = hall_access.directed_event_table(request, slug=slug, series=series, table=table)
    row = boards.list_of(kept)
    rulings = [ruling for ruling in disputes_rulings.appealable(kept.series) if ruling.game_list_id == row.pk]
    players = [(player.number, player.called) for player in bench.players_at(kept.pk)]
    form = TableAppealForm(typed(request), players=players, rulings=rulings, initial=_preset(request))
    if form.is_valid():
        with refusals_at(form):
            filed = _file(request, form, series_id=kept.series_id, list_id=row.pk, at_desk=False)
            message = _logged(
                filed, gettext("Appeal no. %(number)s is logged, in time. It is decided once and finally.")
            )
            return done(request, message, "scoring:list", slug=slug, series=series, table=table)
    tournament = kept.series.tournament
    context = frame(request, tournament, series=kept.series, table=kept, form=form, **_clocks(kept.series, rulings))
    return show(request, "scoring/disputes/appeals/from_table.html", context)


def _file(request: HttpRequest, form: AppealForm, *, series_id: int, list_id: int | None, at_desk: bool) -> Any:
    against = form.cleaned_data["against"]
    return file_appeal(
        series_id=series_id,
        list_id=list_id,
        ruling_id=against.pk if against else None,
        address=address_of(request),
        by=signed_in(request) if at_desk else None,
        now=timezone.now(),
        **cleaned(form, "appellant", "deal", "text", "entry_key"),
    )


def _logged(filed: Any, in_time: str) -> str:
    late = gettext("Appeal no. %(number)s is logged. It came after the deadline and is marked late.")
    return (late if filed.late else in_time) % {"number": filed.number}


def _preset(request: HttpRequest) -> dict[str, object]:
    """Return what the address says the appeal is about: a decision, or a deal of a table."""
    said = {name: parameters.number(request, name) for name in ("ruling", "deal", "table")}
    return {name: number for name, number in said.items() if number}


def _clocks(series: Any, rulings: Any) -> dict[str, object]:
    """Return the deadline of the series, and of each decision where it is another one."""
    now = timezone.now()
    deadline = disputes_appeals.deadline_for(series, now=now)
    against = disputes_appeals.deadlines_against(rulings, series.tournament, now=now)
    others = {number: one for number, one in against.items() if one.closes != deadline.closes}
    return {"deadline": deadline, "others": others}
