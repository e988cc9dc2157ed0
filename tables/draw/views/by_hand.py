"""Drawing by hand at the door: the player draws a card, the desk types table and seat (SkWO 7.1.1)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables import seating
from tables.accounts.access import acting
from tables.acts.views import cleaned, done, refusals_at
from tables.draw import selectors as drawn
from tables.draw.forms import StartNumber, TableNumber, discarding
from tables.draw.listings import Seating
from tables.draw.services import draws
from tables.draw.wording import breach
from tables.intake.outcome import MOST_ENTRANTS
from tables.people import selectors
from tables.people.wording import who

if TYPE_CHECKING:
    from tables.draw.models import Seat, Table
    from tables.people.models import Entrant


LATEST_SHOWN = 10
LEFT_SHOWN = 60
BREACHES_SHOWN = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTable:
    """A table with the seats that were drawn and the numbers of those still free."""

    table: "Table"
    seats: tuple[tuple[int, "Seat | None"], ...]

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(place for place, seat in self.seats if seat is None)


@dataclass(frozen=True, kw_only=True)
class HandDesk:
    """How far drawing by hand has come."""

    tables: tuple[HandTable, ...]
    seats: tuple["Seat", ...]
    """Those drawn, the latest first."""

    everybody_left: tuple["Entrant", ...]

    @cached_property
    def open_tables(self) -> tuple[HandTable, ...]:
        return tuple(hand_table for hand_table in self.tables if hand_table.free)

    @property
    def free(self) -> int:
        return sum(len(hand_table.free) for hand_table in self.tables)

    @property
    def latest(self) -> tuple["Seat", ...]:
        return self.seats[:LATEST_SHOWN]

    @property
    def left(self) -> tuple["Entrant", ...]:
        """Return the first of those without a seat."""
        return self.everybody_left[:LEFT_SHOWN]

    @property
    def more_left(self) -> int:
        return max(0, len(self.everybody_left) - LEFT_SHOWN)

    @property
    def is_full(self) -> bool:
        """Test whether more chairs are needed: nobody else finds a seat, or not all who are present do."""
        return not self.free or self.free < len(self.everybody_left)

    def seat_of(self, number: str) -> "Seat | None":
        return next((seat for seat in self.seats if str(seat.entrant.number) == number.strip()), None)

    def breaches(self, series: int) -> list[str]:
        """Return why these seats could not be played as they are, of many reasons the first."""
        taken = [(hand_table, [seat for _place, seat in hand_table.seats if seat]) for hand_table in self.tables]
        used = [(hand_table, seats) for hand_table, seats in taken if seats]
        names = {seat.entrant.number: seat.entrant.name for seat in self.seats}
        problems = seating.check_seating(names, [[[seat.entrant.number for seat in seats] for _one, seats in used]])
        numbers = [hand_table.table.number for hand_table, _seats in used]
        return [
            breach(
                replace(problem, tables=tuple(numbers[at - 1] for at in problem.tables)),
                lambda number: who(number, names.get(number, "")),
                first=series,
            )
            for problem in problems[:BREACHES_SHOWN]
        ]


def hand_desk(plan: Seating, present: Iterable["Entrant"]) -> HandDesk:
    """Return how far drawing by hand has come."""
    seats: list[Seat] = []
    for table, company in plan:
        for seat in company:
            # So that nobody asks for it again, seat by seat.
            seat.table = table
            seats.append(seat)
    seated = {seat.entrant_id for seat in seats}
    return HandDesk(
        tables=tuple(
            HandTable(table=table, seats=tuple(_seats(table, {seat.place: seat for seat in company})))
            for table, company in plan
        ),
        seats=tuple(sorted(seats, key=lambda seat: -seat.pk)),
        everybody_left=tuple(entrant for entrant in present if entrant.pk not in seated),
    )


def _seats(table: "Table", taken: dict[int, "Seat"]) -> list[tuple[int, "Seat | None"]]:
    return [(place, taken.get(place)) for place in range(1, table.size + 1)]


class PlayersForm(forms.Form):
    """For how many players tables are set up."""

    beside: ClassVar = {"too-few-entrants": "players"}

    players = forms.IntegerField(label=gettext_lazy("Players"), min_value=1, max_value=MOST_ENTRANTS)


class SeatForm(forms.Form):
    """A card that was drawn: who, and which seat. With ``by_lot`` the seat is drawn for them."""

    beside: ClassVar = {
        "hall-full": "number",
        "no-such-chair": "table",
        "no-such-entrant": "number",
        "not-seated": "number",
        "seat-taken": "place",
        "seated-already": "number",
        "withdrawn": "number",
    }

    number = StartNumber(label=gettext_lazy("Start number"))
    table = TableNumber(label=gettext_lazy("Table"), required=False)
    place = forms.IntegerField(label=gettext_lazy("Seat"), required=False, min_value=1, max_value=4)

    def __init__(self, *args: Any, by_lot: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by_lot = by_lot
        for field in self.fields.values():
            field.widget.attrs.update(autocomplete="off", inputmode="numeric")
        self.fields["number"].widget.attrs.update(autofocus=True)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.by_lot:
            # What was typed into the other fields belongs to no card.
            self.errors.pop("table", None)
            self.errors.pop("place", None)
            return {**data, "table": 0, "place": 0}
        for name in ("table", "place"):
            if name not in self.errors and data.get(name) is None:
                self.add_error(name, forms.Field.default_error_messages["required"])
        return data

    def focus_on_error(self) -> None:
        if wrong := [name for name in self.fields if name in self.errors]:
            self.fields["number"].widget.attrs.pop("autofocus")
            self.fields[wrong[0]].widget.attrs.update(autofocus=True)


class NumberForm(forms.Form):
    """Somebody whose seat is to be free again."""

    beside: ClassVar = dict.fromkeys(("no-such-entrant", "not-seated", "withdrawn"), "number")

    number = StartNumber(label=gettext_lazy("Start number"))


class FinishForm(forms.Form):
    """That all cards are typed. Who is present and has no seat must have been seen."""

    sure = forms.BooleanField(required=False)

    def __init__(self, *args: Any, seated: int = 0, left: int = 0, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seated = seated
        self.left = left
        self.fields["sure"].label = ngettext(
            "Finish although %(count)s who is present has no seat",
            "Finish although %(count)s who are present have no seat",
            left,
        ) % {"count": left}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.seated:
            raise forms.ValidationError(_("Nobody has a seat yet."))
        if self.left and not data["sure"]:
            self.add_error("sure", forms.Field.default_error_messages["required"])
        return data


SERVICE_OF: Final[dict[str, tuple[Any, ...]]] = {
    "players": (draws.set_up_tables, "players"),
    "seat": (draws.seat_by_hand, "number", "table", "place"),
    "lot": (draws.seat_by_hand, "number", "table", "place"),
    "unseat": (draws.unseat, "number"),
    "room": (draws.add_room,),
    "finish": (draws.finish_by_hand,),
}
"""For each act its service, and what of the form it is given."""

FORM_OF: Final[dict[str, Any]] = {
    "players": PlayersForm,
    "seat": SeatForm,
    "lot": partial(SeatForm, by_lot=True),
    "unseat": partial(NumberForm, auto_id="id_unseat_%s"),
    "room": forms.Form,
}

ACTS: Final = tuple(SERVICE_OF)


def act(request: HttpRequest, series: Any, name: str) -> HttpResponse | dict[str, Any]:
    """Set up tables, type a card that is drawn, free a seat, finish; return the form of what was refused."""
    form: Any
    if name == "finish":
        here = hand_desk(drawn.seating_of(series), selectors.entrants_to_seat(series.tournament))
        form = FinishForm(request.POST, seated=len(here.seats), left=len(here.everybody_left))
    else:
        form = FORM_OF[name](request.POST)
    if form.is_valid():
        service, *names = SERVICE_OF[name]
        with refusals_at(form):
            service(series_id=series.pk, **cleaned(form, *names), **acting(request))
            return _onward(request, name, form.cleaned_data.get("number", ""))
    if name in ("seat", "lot"):
        form.focus_on_error()
    return {f"{'seat' if name == 'lot' else name}_form": form}


def _onward(request: HttpRequest, name: str, number: int | str) -> HttpResponse:
    if name in ("seat", "lot"):
        return redirect(f"{request.path}?{urlencode({'given': number})}")
    text = {
        "unseat": _("Done."),
        "finish": _("Saved. Only the direction sees the seats until they are published."),
    }.get(name, _("Saved."))
    return done(request, text, request.path)


def desk(request: HttpRequest, series: Any, tables: Seating, acted: dict[str, Any]) -> dict[str, Any]:
    """Return how far drawing by hand has come, and the forms that go on with it or throw it away."""
    present = list(selectors.entrants_to_seat(series.tournament))
    here = hand_desk(tables, present)
    given = request.POST.get("number", "") if "seat_form" in acted else request.GET.get("given", "")
    is_asked = "finish_form" in acted or not here.everybody_left
    return {
        "desk": here,
        "given": here.seat_of(given),
        "present": len(present),
        "breaches": here.breaches(series.number) if is_asked else [],
        "seat_form": SeatForm(),
        "unseat_form": FORM_OF["unseat"](),
        "finish_form": FinishForm(seated=len(here.seats), left=len(here.everybody_left)),
        "discard": discarding(tables),
    }
