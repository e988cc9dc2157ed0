"""The results of one table, twelve numbers from its paper (SkWO 5.2, 7.2)."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext

from scoring.lists.forms.totals import TotalsForm
from scoring.lists.services.entry import as_typed
from scoring.lists.wording import problems
from scoring.rules.game_list.findings import Finding
from scoring.rules.game_list.totals import Totals
from tables.acts.forms.seen import SeesRow
from tables.acts.services.refusals import Refused
from tables.acts.services.seen import Overtaken
from tables.acts.wording import refusals


class LookedAtForm(SeesRow):
    """What stood there before the results were typed."""

    def label_of(self, name: str) -> str:
        """Return whose figure it is."""
        place, _dash, figure = name.partition("-")
        label = TotalsForm.base_fields[figure].label
        return gettext("Seat %(place)s: %(figure)s") % {"place": place.removeprefix("s"), "figure": label}


class ResultsForm:
    """Game points, games won and lost of each seat of a table, with what stood there before."""

    def __init__(
        self, posted: Mapping[str, str] | None = None, *, table: int, seats: int, totals: Sequence[Totals] = ()
    ) -> None:
        self.posted = posted
        stands: list[Totals | None] = [*totals, *[None] * (seats - len(totals))]
        self.players = [
            TotalsForm(
                posted,
                prefix=f"s{place}",
                auto_id=f"t{table}-%s",
                initial={} if own is None else {"game_points": own.game_points, "won": own.won, "lost": own.lost},
            )
            for place, own in enumerate(stands, start=1)
        ]
        for place, form in enumerate(self.players, start=1):
            for field in form.fields.values():
                field.widget.attrs["aria-describedby"] = f"t{table}-s{place}-troubles"
        self.looked_at = LookedAtForm(posted, seen=as_typed(totals))
        self.refusals: list[str] = []
        """What is wrong with the table as a whole."""

    def is_valid(self) -> bool:
        """Test every part, so that each shows what is wrong in it."""
        return min(form.is_valid() for form in (*self.players, self.looked_at))

    @property
    def totals(self) -> tuple[Totals, ...]:
        """The results that were typed, once they are valid."""
        return tuple(form.totals() for form in self.players)

    @property
    def typed(self) -> tuple[Totals | None, ...]:
        """The results as far as they are typed."""
        return tuple(form.totals() if form.is_valid() else None for form in self.players)

    @property
    def has_errors(self) -> bool:
        """Whether anything was refused."""
        return bool(self.refusals) or any(form.errors for form in (*self.players, self.looked_at))

    def troubles(self) -> list[list[str]]:
        """Return what is wrong with each seat, from seat 1 on, in sentences."""
        return [_troubles(form) for form in self.players]

    def refuse(self, refused: Refused, findings: Sequence[Finding] = ()) -> None:
        """Say what was refused beside the seat it is about, or above the table."""
        if isinstance(refused, Overtaken):
            self.looked_at.overtake(refused)
            return
        for finding in findings:
            if finding.seat:
                self.players[finding.seat - 1].add_error(None, problems.problem(finding.problem))
            else:
                self.refusals.append(problems.finding(finding))
        if not findings:
            self.refusals.append(refusals.refusal(refused))


def _troubles(form: TotalsForm) -> list[str]:
    missing = [str(name) for name in form.fields if form.has_error(name, "required")]
    said = [
        gettext("%(field)s: %(error)s") % {"field": form.fields[name].label, "error": error}
        for name in form.fields
        if name not in missing
        for error in form.errors.get(name, ())
    ]
    if missing:
        fields = ", ".join(str(form.fields[name].label) for name in missing)
        said.append(gettext("Missing: %(fields)s.") % {"fields": fields})
    return [*said, *map(str, form.non_field_errors())]
