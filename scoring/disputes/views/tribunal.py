"""The tribunal of an event and the panel for an appeal, named by the direction (SkWO 6.2, 7.3.3)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.disputes.selectors import tribunal as disputes_tribunal
from scoring.disputes.selectors.tribunal import Eligible
from scoring.disputes.services.tribunal import leave, name_member
from scoring.disputes.wording import judge_refusals
from tables.accounts.access import acting
from tables.acts.forms import EntryKey, Line, SeesRow, offer
from tables.acts.views import done, refusals_at, show
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
    members = {member.number: member for member in disputes_tribunal.tribunal_of(tournament)}
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
