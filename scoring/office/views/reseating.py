"""Late and missing: seats change, and as few as possible are disturbed (SkWO 7.1.2)."""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scoring.office.selectors import day as office_selectors
from scoring.office.selectors.day import Attendance
from scoring.office.services.door import give_chair
from scoring.results.services.series import reseat_series
from tables import seating
from tables.accounts.access import acting
from tables.acts.forms import TextLine
from tables.acts.services import Refused
from tables.acts.views import done, refusals_at, status_of
from tables.acts.wording import refusals
from tables.acts.wording.refusals import REASON_MISSING, refusal
from tables.draw import selectors
from tables.draw.services import reseating
from tables.draw.services.reseating import may_be_reseated, reseated
from tables.draw.wording import weak_spots
from tables.people.selectors import OUT
from tables.people.wording import who
from tables.seating import Change, Disturbance, History, Report
from tables.tournaments import access
from tables.tournaments.views.frames import frame, typed

if TYPE_CHECKING:
    from tables.tournaments.models import Series


Who = Callable[[int], str]
"""Gives a start number its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReseatingPreview:
    """A change of seats as it is shown before it is made; everything in sentences."""

    shown: str
    """The fingerprint of the plan: what is carried out must have the same."""

    summary: str
    appearing: tuple[str, ...]
    """Who leaves and who comes."""

    moving: tuple[str, ...]
    """Who has to go to another table or seat."""

    staying: tuple[str, ...]
    """Who keeps the seat and sits with somebody else."""

    tables: tuple[str, ...]
    """Tables that are opened, go, or become smaller or larger."""

    changed: tuple[int, ...]
    """The tables somebody sits at whose seats change."""

    worse: tuple[str, ...]
    """Weak spots that come."""

    better: tuple[str, ...]
    """Weak spots that go."""

    followers: tuple[str, ...]
    """What it means for the later series of the same draw."""

    on_their_own: tuple[int, ...]
    """Later series with seats of a draw of their own: they do not follow."""

    obstacle: str
    """Why it cannot be done: play has begun at a table that would change."""


def preview_of(series: "Series", plan: seating.Plan, attendance: Attendance) -> ReseatingPreview:
    """Return what a plan changes, which ``tables.draw.services.reseating.reseated`` returned, in five queries."""
    involved = reseating.following(series)
    before = office_selectors.seatings_of(involved)
    entrants = attendance.entrants

    def named(number: int) -> str:
        return who(number, entrants[number].name)

    changes = [seating.disturbed(old, new) for old, new in zip(before, plan.series, strict=True)]
    worse, better = _weak_spots(series, before, plan.series, attendance)
    seated = sum(map(len, plan.series[0]))
    changed = _changed(before[0], plan.series[0])
    begun = {seat.table.number for seat in attendance.seats.values() if seat.table.play_began_at}
    stuck = [number for number in changed if number in begun]
    later = series.tournament.series.filter(number__gt=series.number, status__in=reseating.SEATED)
    on_their_own = later.exclude(pk__in=[one.pk for one in involved]).order_by("number")
    moving = [disturbance for disturbance in changes[0] if disturbance.change in (Change.TABLE, Change.SEAT)]
    staying = [disturbance for disturbance in changes[0] if disturbance.change == Change.COMPANY]
    return ReseatingPreview(
        shown=seating.record_hash(plan.record),
        summary=_summary(moving=len(moving), staying=len(staying), seated=seated),
        appearing=tuple(_appearing(changes[0], named)),
        moving=tuple(_moving(disturbance, named) for disturbance in moving),
        staying=tuple(_staying(disturbance, named) for disturbance in staying),
        tables=tuple(_tables(before[0], plan.series[0])),
        changed=tuple(number for number in changed if number <= len(plan.series[0])),
        worse=tuple(weak_spots(worse, named)),
        better=tuple(weak_spots(better, named)),
        followers=tuple(
            _follows(one.number, disturbances) for one, disturbances in zip(involved[1:], changes[1:], strict=True)
        ),
        on_their_own=tuple(on_their_own.values_list("number", flat=True)),
        obstacle=refusal(Refused("play-began", table=stuck[0])) if stuck else "",
    )


def _changed(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> list[int]:
    """Return the numbers of the tables at which anything changes, new ones and old ones included."""
    old, new = _by_number(before), _by_number(after)
    return [number for number in sorted(old.keys() | new.keys()) if old.get(number) != new.get(number)]


def _by_number(tables: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    return {number: list(company) for number, company in enumerate(tables, start=1) if company}


def _weak_spots(series: "Series", before: History, after: History, attendance: Attendance) -> tuple[Report, Report]:
    """Return reports of nothing but the weak spots that come, and of those that go."""
    entrants = selectors.seating_entrants(series.tournament, attendance.entrants.values())
    history = selectors.seatings_before(series)
    old = seating.report_of(entrants, series=before, history=history)
    new = seating.report_of(entrants, series=after, history=history)
    return _beyond(new, old), _beyond(old, new)


WEAK: Final = ("repeats", "club_pairs", "apart_pairs", "twice_at_three")


def _beyond(report: Report, other: Report) -> Report:
    """Return a report with those weak spots alone that the other has not."""
    beyond: dict[str, Any] = {}
    for name in WEAK:
        known = set(getattr(other, name))
        beyond[name] = tuple(one for one in getattr(report, name) if one not in known)
    return replace(report, **beyond)


def _summary(*, moving: int, staying: int, seated: int) -> str:
    if not moving and not staying:
        return gettext("Nobody else is disturbed.")
    must = ngettext("%(count)s entrant has to change seats", "%(count)s entrants have to change seats", moving) % {
        "count": moving
    }
    keep = ngettext(
        "%(count)s keeps the seat and gets other company", "%(count)s keep their seats and get other company", staying
    ) % {"count": staying}
    return gettext("Of %(seated)s who are seated then, %(said)s.") % {
        "seated": seated,
        "said": ", ".join([*([must] if moving else []), *([keep] if staying else [])]),
    }


def _appearing(changes: Iterable[Disturbance], named: Who) -> Iterator[str]:
    """Tell who leaves and who comes; whoever takes the chair of somebody missing is told together with them."""
    left = {
        (disturbance.table_before, disturbance.seat_before): disturbance
        for disturbance in changes
        if disturbance.change == Change.LEAVES
    }
    came = {
        (disturbance.table, disturbance.seat): disturbance
        for disturbance in changes
        if disturbance.change == Change.COMES
    }
    for place in sorted(left.keys() | came.keys(), key=lambda place: (place[0] or 0, place[1] or 0)):
        facts: dict[str, object] = {"table": place[0], "seat": place[1]}
        gone, new = left.get(place), came.get(place)
        if gone and new:
            facts |= {"new": named(new.number), "gone": named(gone.number)}
            yield gettext("%(new)s takes the chair of %(gone)s: table %(table)s, seat %(seat)s.") % facts
        elif gone:
            yield gettext("%(who)s gives up table %(table)s, seat %(seat)s.") % {**facts, "who": named(gone.number)}
        elif new:
            yield gettext("%(who)s gets table %(table)s, seat %(seat)s.") % {**facts, "who": named(new.number)}


def _moving(disturbance: Disturbance, named: Who) -> str:
    facts = {
        "who": named(disturbance.number),
        "table_before": disturbance.table_before,
        "seat_before": disturbance.seat_before,
        "table": disturbance.table,
        "seat": disturbance.seat,
    }
    if disturbance.change == Change.SEAT:
        return gettext("%(who)s stays at table %(table)s and moves from seat %(seat_before)s to seat %(seat)s.") % facts
    return (
        gettext("%(who)s moves from table %(table_before)s, seat %(seat_before)s to table %(table)s, seat %(seat)s.")
        % facts
    )


def _staying(disturbance: Disturbance, named: Who) -> str:
    facts = {
        "who": named(disturbance.number),
        "table": disturbance.table,
        "lost": ", ".join(map(named, disturbance.company_lost)),
        "gained": ", ".join(map(named, disturbance.company_gained)),
    }
    if not disturbance.company_lost:
        return gettext("%(who)s keeps the seat at table %(table)s and is joined by %(gained)s.") % facts
    if not disturbance.company_gained:
        return gettext("%(who)s keeps the seat at table %(table)s, but no longer sits with %(lost)s.") % facts
    return gettext("%(who)s keeps the seat at table %(table)s, but sits with %(gained)s instead of %(lost)s.") % facts


def _tables(before: Sequence[Sequence[int]], after: Sequence[Sequence[int]]) -> Iterator[str]:
    old, new = _by_number(before), _by_number(after)
    for number in sorted(old.keys() | new.keys()):
        facts = {"table": number, "size": len(new.get(number, ()))}
        if number not in old:
            yield gettext("Table %(table)s is opened, with %(size)s seats.") % facts
        elif number not in new:
            yield gettext("Table %(table)s goes.") % facts
        elif len(old[number]) != len(new[number]):
            yield gettext("Table %(table)s has %(size)s seats then.") % facts


def _follows(number: int, changes: Iterable[Disturbance]) -> str:
    count = sum(disturbance.change not in (Change.LEAVES, Change.COMES) for disturbance in changes)
    if not count:
        return gettext("Series %(series)s: nobody else sits elsewhere than planned.") % {"series": number}
    said = ngettext(
        "Series %(series)s: %(count)s other entrant sits elsewhere than planned.",
        "Series %(series)s: %(count)s other entrants sit elsewhere than planned.",
        count,
    )
    return said % {"series": number, "count": count}


LONGEST_NUMBER = 6
"""Digits of a start number, generously."""

LONGEST_TEXT = 500


def proposed() -> str:
    """Return what seats are changed by when nobody diced for it."""
    return f"{secrets.randbelow(10**12):012d}"


class Ticked(forms.Field):
    """Start numbers that were ticked; what is none was not on the page."""

    widget = forms.SelectMultiple

    def to_python(self, value: Any) -> tuple[int, ...]:
        """Return the numbers."""
        return tuple(int(one) for one in map(str, value or ()) if _is_number(one))


class Typed(TextLine):
    """Start numbers typed one after the other, with commas or spaces between them."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"required": False, "max_length": LONGEST_TEXT, **kwargs})

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return what makes a phone show digits."""
        return {"inputmode": "numeric", "autocomplete": "off"}

    def clean(self, value: Any) -> tuple[int, ...]:
        """Return the numbers.

        :raises ValidationError: if something else is among them.
        """
        words = [word for word in re.split(r"[\s,;.]+", super().clean(value)) if word]
        if strange := [word for word in words if not _is_number(word)]:
            raise forms.ValidationError(
                gettext("Start numbers only, with commas between them. This is none: %(words)s."),
                params={"words": ", ".join(strange[:5])},
            )
        return tuple(map(int, words))


class ReseatForm(forms.Form):
    """Who is missing and who is late in a series. Clean, it holds them as ``absent`` and ``comers``, in order."""

    missing = Ticked(label=_("Missing"), required=False)
    more_missing = Typed(label=_("Further missing"), help_text=_("Start numbers, with commas between them."))
    late = Ticked(label=_("Late"), required=False)
    more_late = Typed(label=_("Further late"), help_text=_("Start numbers, with commas between them."))
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
            return frozenset([*Ticked().to_python(self["missing"].data), *Ticked().to_python(self["late"].data)])
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
                gettext("Nobody is missing and late at once: no. %(numbers)s."),
                params={"numbers": ", ".join(map(str, both))},
            )
        for field, said in (("more_missing", self._against(absent)), ("more_late", self._against_coming(comers))):
            if said:
                self.add_error(field, said)
        return {**data, "absent": absent, "comers": comers}

    def _against(self, absent: Iterable[int]) -> str:
        """Return why one of these cannot leave a seat; nothing, if all can."""
        strangers = [number for number in absent if number not in self.attendance.seats]
        return refusal(Refused("not-seated", numbers=strangers, series=self.series)) if strangers else ""

    def _against_coming(self, comers: Iterable[int]) -> str:
        """Return why one of these cannot be given a seat; nothing, if all can."""
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
    """The fingerprint of what was shown."""

    because = TextLine(
        label=_("Why the seats are changed"),
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


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER


@require_http_methods(["GET", "HEAD", "POST"])
def reseat(request: HttpRequest, *, slug: str, series: int) -> HttpResponse:
    """Ask who is missing and who is late, show who would be disturbed, and change the seats when that is wanted."""
    found = access.directed_series(request, slug=slug, number=series)
    chair, release = ChairForm(typed(request, "chair")), ReleaseForm(typed(request, "release"))
    if answer := _chairs(request, found, chair, release):
        return answer
    here = office_selectors.attendance(found)
    is_asked = not (chair.is_bound or release.is_bound)
    form = ReseatForm(typed(request) if is_asked else None, attendance=here, series=series)
    preview, asked = None, {}
    if form.is_valid():
        data = form.cleaned_data
        asked = {"absent": data["absent"], "late": data["comers"], "public": data["public"]}
        with refusals_at(form):
            preview = preview_of(found, reseated(found, **asked), here)
    change = ChangeForm(typed(request, "change") if preview else None)
    if preview and change.is_valid():
        with refusals_at(change):
            reseat_series(series_id=found.pk, **asked, **change.cleaned_data, **acting(request))
            to = "scoring:board" if found.published_at else "tables:draw"
            plain = gettext("The seats of series %(series)s are changed.")
            paper = gettext("The seats of series %(series)s are changed; other sheets are needed at table %(tables)s.")
            message = paper if preview.changed else plain
            facts = {"series": series, "tables": ", ".join(map(str, preview.changed))}
            return done(request, message % facts, to, slug=slug, series=series)
    context = frame(
        request,
        found.tournament,
        series=found,
        attendance=here,
        form=form,
        change=change,
        preview=preview,
        chair=chair,
        release=release,
        blocked="" if may_be_reseated(found) else refusals.refusal(Refused("not-drawn", series=series)),
    )
    # Where the hall is another one than the page showed, that is said over the reason: somebody was quicker.
    status = 409 if change.non_field_errors() else status_of(change, form, chair, release)
    return render(request, "scoring/office/series/reseat.html", context, status=status)


def _chairs(request: HttpRequest, series: "Series", chair: ChairForm, release: ReleaseForm) -> HttpResponse | None:
    """Give somebody who is late a free chair, or release such chairs; None where neither was done."""
    if chair.is_valid():
        with refusals_at(chair):
            number, public = chair.cleaned_data["number"], proposed()
            because = gettext("Came late and took a free chair")
            give_chair(series_id=series.pk, number=number, public=public, because=because, **acting(request))
            return done(request, gettext("No. %(number)s has a seat.") % {"number": number}, request.path)
    if release.is_valid():
        with refusals_at(release):
            released = reseating.release_chairs(series_id=series.pk, **release.cleaned_data, **acting(request))
            gives, keeps = gettext("The free chairs are released."), gettext("The free chairs are kept.")
            return done(request, gives if released.gives_chairs else keeps, request.path)
    return None
