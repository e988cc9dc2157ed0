"""The seat plan of a series: drawn by lot, by hand or from a plan; who swaps, comes late or is missing (SkWO 7.1)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.office.listings import preview_of
from scoring.office.selectors import day as office_selectors
from scoring.office.selectors.day import Attendance
from scoring.office.services.door import give_chair
from scoring.results.services.series import reseat_series
from tables.accounts.access import acting
from tables.acts.forms import TextLine
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at, said_by, show
from tables.acts.wording.refusals import REASON_MISSING, refusal
from tables.draw.forms import StartNumbers, TickedNumbers, proposed
from tables.draw.selectors import is_drawn_by_hand_now, seating_of
from tables.draw.services import reseating
from tables.draw.services.reseating import may_be_reseated, reseated
from tables.draw.views import by_hand, drawing
from tables.people.selectors import OUT
from tables.tournaments import access
from tables.tournaments.views.frames import frame

if TYPE_CHECKING:
    from tables.tournaments.models import Series


class ReseatForm(forms.Form):
    """Who is missing and who is late in a series. Clean, it holds them as ``absent`` and ``comers``, in order."""

    missing = TickedNumbers(label=_("Missing"), required=False)
    more_missing = StartNumbers(
        label=_("Further missing"), required=False, help_text=_("Start numbers, with commas between them.")
    )
    late = TickedNumbers(label=_("Late"), required=False)
    more_late = StartNumbers(
        label=_("Further late"), required=False, help_text=_("Start numbers, with commas between them.")
    )
    public = TextLine(
        label=_("Numbers diced in the hall"),
        max_length=64,
        initial=proposed,
        help_text=_(
            "Where several ways disturb equally few, this number decides, so that nobody chooses. Keep the one proposed"
            " if nobody diced."
        ),
    )

    def __init__(self, *args: Any, attendance: Attendance, series: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.attendance = attendance
        self.series = series
        self.fields["public"].widget.attrs.update(autocomplete="off", spellcheck="false")

    @property
    def ticked(self) -> frozenset[int]:
        """The start numbers whose boxes are ticked: at first all of them."""
        if self.is_bound:
            return frozenset(
                [*TickedNumbers().to_python(self["missing"].data), *TickedNumbers().to_python(self["late"].data)]
            )
        here = self.attendance
        return frozenset([*(seat.entrant.number for seat in here.missing), *(entrant.number for entrant in here.late)])

    def clean(self) -> dict[str, Any]:
        """Bring together what was ticked and what was typed."""
        data = super().clean() or {}
        if self.errors:
            return data
        absent = sorted({*data["missing"], *data["more_missing"]})
        comers = sorted({*data["late"], *data["more_late"]})
        if not absent and not comers:
            raise forms.ValidationError(refusal(Refused("nothing-to-change")))
        if both := sorted({*absent} & {*comers}):
            raise forms.ValidationError(
                gettext("No. %(numbers)s cannot be both missing and late."),
                params={"numbers": ", ".join(map(str, both))},
            )
        for field, text in (("more_missing", self._against(absent)), ("more_late", self._against_coming(comers))):
            if text:
                self.add_error(field, text)
        return {**data, "absent": absent, "comers": comers}

    def _against(self, absent: Iterable[int]) -> str:
        strangers = [number for number in absent if number not in self.attendance.seats]
        return refusal(Refused("not-seated", numbers=strangers, series=self.series)) if strangers else ""

    def _against_coming(self, comers: Iterable[int]) -> str:
        here = self.attendance
        if already := [number for number in comers if number in here.seats]:
            return refusal(Refused("seated-already", numbers=already, series=self.series))
        if unknown := [number for number in comers if number not in here.unseated]:
            return refusal(Refused("no-such-entrant", number=unknown[0]))
        for field, code in OUT.items():
            if out := [number for number in comers if getattr(here.unseated[number], field)]:
                return refusal(Refused(code, number=out[0]))
        return ""


class ChangeForm(forms.Form):
    """What was shown of a change of seats, and why it is made."""

    shown = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    because = TextLine(
        label=_("Reason"),
        max_length=300,
        error_messages={"required": REASON_MISSING},
        widget=forms.TextInput(attrs={"autofocus": True}),
    )


class ChairForm(forms.Form):
    """Who is given a free chair."""

    number = forms.IntegerField(min_value=1, max_value=1_000_000)


class ReleaseForm(forms.Form):
    """Whether the free chairs are released for whoever comes late."""

    gives_chairs = forms.TypedChoiceField(choices=[("yes", ""), ("no", "")], coerce=lambda value: value == "yes")


ACTS: Final = ("preview", "change", "chair", "release")


def act(request: HttpRequest, series: "Series", name: str) -> HttpResponse | dict[str, Any]:
    """Show who would be disturbed, change the seats when that is wanted, give or release free chairs."""
    if name == "chair":
        return _give_chair(request, series, ChairForm(request.POST))
    if name == "release":
        return _release(request, series, ReleaseForm(request.POST))
    if not may_be_reseated(series):
        blocked = forms.Form(request.POST)
        blocked.add_error(None, refusal(Refused("not-drawn", series=series.number)))
        return {"blocked": blocked}
    here = office_selectors.attendance(series)
    form = ReseatForm(request.POST, attendance=here, series=series.number)
    preview, asked = None, {}
    if form.is_valid():
        data = form.cleaned_data
        asked = {"absent": data["absent"], "late": data["comers"], "public": data["public"]}
        with refusals_at(form):
            preview = preview_of(series, reseated(series, **asked), here)
    if preview is None:
        return {"reseating": form}
    change = ChangeForm(request.POST if name == "change" else None)
    if change.is_valid():
        with refusals_at(change):
            reseat_series(series_id=series.pk, **asked, **change.cleaned_data, **acting(request))
            plain = gettext("Saved.")
            paper = gettext("The seats of series %(series)s are changed; other sheets are needed at table %(tables)s.")
            facts = {"series": series.number, "tables": ", ".join(map(str, preview.changed))}
            to = "scoring:board" if series.published_at else "scoring:seat-plan"
            where = {"slug": series.tournament.slug, "series": series.number}
            return done(request, (paper if preview.changed else plain) % facts, to, **where)
    return {"reseating": form, "change": change, "preview": preview}


def _give_chair(request: HttpRequest, series: "Series", form: ChairForm) -> HttpResponse | dict[str, Any]:
    if form.is_valid():
        with refusals_at(form):
            number, because = form.cleaned_data["number"], gettext("Came late and took a free chair")
            give_chair(series_id=series.pk, number=number, public=proposed(), because=because, **acting(request))
            return done(request, gettext("Saved."), request.path)
    return {"chair": form}


def _release(request: HttpRequest, series: "Series", form: ReleaseForm) -> HttpResponse | dict[str, Any]:
    if form.is_valid():
        with refusals_at(form):
            reseating.release_chairs(series_id=series.pk, **form.cleaned_data, **acting(request))
            return done(request, gettext("Saved."), request.path)
    return {"release": form}


SECTIONS: Final = (
    (drawing.ACTS, drawing.act),
    (by_hand.ACTS, by_hand.act),
    (drawing.PLAN_ACTS, drawing.act_on_plan),
    (ACTS, act),
)


@require_http_methods(["GET", "HEAD", "POST"])
def seat_plan(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Give a series its seats, and change them: all of it on one page."""
    found_series = access.directed_series(request, slug=slug, number=series)
    name = request.POST.get("act", "")
    acted: dict[str, Any] = {}
    for acts, do in SECTIONS:
        if name in acts:
            made = do(request, found_series, name)
            if isinstance(made, HttpResponse):
                return made
            acted = made
            # What was refused was perhaps refused because somebody else has just drawn.
            found_series = access.directed_series(request, slug=slug, number=series)
    shown = _shown(request, found_series, acted)
    # What was refused and has no place on the page any more is said above it.
    strays = [
        base_form for key, base_form in acted.items() if isinstance(base_form, forms.BaseForm) and key not in shown
    ]
    context = {
        "plan_form": None,
        **shown,
        **acted,
        "strays": [said_by(form, slug=slug) for form in strays if form.errors],
    }
    page = frame(request, found_series.tournament, series, series=found_series, **context)
    is_refused = request.method == "POST" and acted.keys().isdisjoint(shown)
    answer = show(request, "scoring/office/series/seat_plan.html", page, refused=is_refused)
    if "change" in acted and acted["change"].non_field_errors():
        # The hall is another one than the page showed: somebody was quicker.
        answer.status_code = 409
    return answer


def _shown(request: HttpRequest, series: "Series", acted: dict[str, Any]) -> dict[str, Any]:
    late: dict[str, Any] = {}
    if may_be_reseated(series):
        here = office_selectors.attendance(series)
        form = ReseatForm(attendance=here, series=series.number)
        late = {"attendance": here, "reseating": form, "change": ChangeForm()}
    if "preview" in acted and late:
        return late
    if series.status == series.Status.PLANNED:
        return {"plan_form": None} if "plan_preview" in acted else drawing.before(series)
    tables = seating_of(series)
    if is_drawn_by_hand_now(series):
        return by_hand.desk(request, series, tables, acted)
    return late | drawing.after(request, series, tables, acted)
