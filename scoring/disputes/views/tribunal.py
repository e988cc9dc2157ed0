"""The tribunal of an event and the panel for an appeal, named by the direction (SkWO 6.2, 7.3.3)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.selectors import appeals
from scoring.disputes.selectors import tribunal as disputes_tribunal
from scoring.disputes.services.tribunal import Biased, as_named, leave, name_member, name_panel
from scoring.disputes.wording import judge_refusals
from scoring.lists.services.lists import KeyReused
from tables.accounts import access as accounts_access
from tables.acts.forms import EntryKey, Line, SeesRow, offer
from tables.acts.services import Refused
from tables.acts.views import refuse, status_of
from tables.acts.wording import refusals
from tables.tournaments import access

LONGEST_NAME = 80


class MemberForm(forms.Form):
    """Naming somebody to the tribunal: by start number, by account, or just by name."""

    entry_key = EntryKey()
    plays_as = forms.IntegerField(
        label=_("Start number"),
        help_text=_("If this member plays: nobody decides about their own table, club or team."),
        min_value=1,
        max_value=100_000,
        required=False,
    )
    name = Line(
        label=_("Name"), help_text=_("Empty: that of the entrant or the account."), max_length=80, required=False
    )
    username = Line(
        label=_("User name"), help_text=_("If this member has an account here."), max_length=150, required=False
    )
    club = Line(label=_("Club"), max_length=LONGEST_NAME, required=False)
    team = Line(label=_("Team"), max_length=LONGEST_NAME, required=False)

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

    def __init__(self, *args: Any, members: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self.fields["members"], [(str(number), name) for number, name in members])


BESIDE = {"no-such-user": "username", "no-such-entrant": "plays_as", "member-name-missing": "name"}
"""Beside which field a refusal is said."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def tribunal(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show the tribunal of an event to its officials; the direction names members and takes them out."""
    is_post = request.method == "POST"
    tournament = (access.directed_tournament if is_post else access.officiated_tournament)(request, slug=slug)
    members = list(disputes_tribunal.tribunal_of(tournament))
    leaves = is_post and request.POST.get("action") == "leave"
    form = MemberForm(request.POST if is_post and not leaves else None)
    going = LeaveForm(request.POST if leaves else None, members=[member.number for member in members])
    if form.is_valid() and _named(request, tournament, form):
        return redirect("scoring:tribunal", slug=slug)
    if going.is_valid() and _left(request, members, going):
        return redirect("scoring:tribunal", slug=slug)
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "members": members,
        "form": form,
        "going": going,
    }
    status = 422 if form.errors or going.errors else 200
    return render(request, "scoring/disputes/tribunal/tribunal.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def panel(request: HttpRequest, *, slug: str, number: int) -> HttpResponse:
    """Choose who of the tribunal decides an appeal, with what keeps each member from it."""
    tournament = access.directed_tournament(request, slug=slug)
    filed = appeals.appeal_of(tournament, number)
    if filed is None:
        raise Http404
    eligible = disputes_tribunal.eligible_for(filed)
    there = disputes_tribunal.panel_of(filed)
    named = list(there.members.order_by("number")) if there else []
    form = PanelForm(
        request.POST if request.method == "POST" else None,
        members=[(one.member.number, one.member.name) for one in eligible],
        seen=as_named(filed),
    )
    if form.is_valid() and _panel_named(request, filed, form):
        return redirect("scoring:appeal", slug=slug, number=number)
    wanted = {str(one) for one in form["members"].value() or ()}
    context = {
        "tournament": tournament,
        "offices": access.offices(request, tournament),
        "appeal": filed,
        "named": named,
        "choices": [
            {
                "member": one.member,
                "why": ", ".join(judge_refusals.conflict(conflict) for conflict in one.conflicts),
                "is_wanted": str(one.member.number) in wanted and not one.conflicts,
            }
            for one in eligible
        ],
        "may_choose": any(not one.conflicts for one in eligible) and not filed.verdict,
        "form": form,
    }
    return render(request, "scoring/disputes/tribunal/panel.html", context, status=status_of(form))


def _named(request: HttpRequest, tournament: Any, form: MemberForm) -> bool:
    try:
        member = name_member(
            tournament_id=tournament.pk, by=accounts_access.signed_in(request), now=timezone.now(), **_said(form)
        )
    except (KeyReused, Refused) as refused:
        form.add_error(BESIDE.get(getattr(refused, "code", "")), _why(refused))
        return False
    messages.success(request, gettext("%(name)s is a member of the tribunal.") % {"name": member.name})
    return True


def _said(form: MemberForm) -> dict[str, Any]:
    names = ("entry_key", "name", "username", "plays_as", "club", "team")
    return {name: form.cleaned_data[name] for name in names}


def _left(request: HttpRequest, members: Any, form: LeaveForm) -> bool:
    member = next(one for one in members if one.number == form.cleaned_data["member"])
    try:
        leave(member_id=member.pk, by=accounts_access.signed_in(request), now=timezone.now())
    except Refused as refused:
        form.add_error(None, refusals.refusal(refused))
        return False
    messages.success(request, gettext("%(name)s has left the tribunal.") % {"name": member.name})
    return True


def _panel_named(request: HttpRequest, filed: Any, form: PanelForm) -> bool:
    try:
        name_panel(
            appeal_id=filed.pk,
            members=form.cleaned_data["members"],
            entry_key=form.cleaned_data["entry_key"],
            seen=form.cleaned_data["seen"],
            by=accounts_access.signed_in(request),
            now=timezone.now(),
        )
    except (Biased, KeyReused, Refused) as refused:
        refuse(form, refused, _why(refused))
        return False
    messages.success(request, gettext("The panel for appeal %(number)s is named.") % {"number": filed.number})
    return True


def _why(refused: Exception) -> str:
    if isinstance(refused, KeyReused):
        return gettext("This form has been sent already with something else. Please reload the page.")
    return refusals.refusal(refused)
