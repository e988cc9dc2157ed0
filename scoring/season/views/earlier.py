"""Evenings that a club played before: a table of them is looked through, then entered."""

from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.season import access
from scoring.season.forms import DAY
from scoring.season.reading.earlier import Read, by_day, read_results
from scoring.season.selectors import seasons
from scoring.season.services import earlier as services
from scoring.season.views.public import frame
from scoring.season.wording import FAULTS
from tables.accounts.access import acting
from tables.acts.forms import TableFile
from tables.acts.views import done, refusals_at, show
from tables.acts.wording.intake import intake_refused
from tables.intake.outcome import MOST_ENTRANTS, IntakeRefused
from tables.intake.sources.files import MOST_BYTES, read_file
from tables.intake.sources.lines import rows_of

MOST_FAULTS = 12
"""So many sentences at once are read."""


class EarlierForm(forms.Form):
    """A table as text or as a file, which becomes text. Clean, what it says is under ``cleaned_data["read"]``."""

    beside: ClassVar = {"earlier-name-unclear": "lines"}

    lines = forms.CharField(
        label=_("Results of earlier evenings"),
        strip=False,
        required=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "class": "list-text"}),
    )
    file = TableFile(label=_("or a file"), required=False)
    sure = forms.BooleanField(label=_("The sums in the table are wrong, its results are right"), required=False)

    def __init__(self, *args: Any, season: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.season = season

    def clean(self) -> dict[str, Any]:
        """Read the table, or say line by line what is wrong with it."""
        data = super().clean() or {}
        try:
            if data.get("file"):
                sheet = read_file(data["file"].read(MOST_BYTES + 1), most_rows=MOST_ENTRANTS).sheet
                # From here on it is text, which can be mended.
                text = "\n".join("\t".join(line.cells) for line in sheet.lines)
                self.data = {**self.data.dict(), "lines": text}  # type: ignore[attr-defined]
            lines = rows_of(self.data.get("lines", ""), limit=MOST_ENTRANTS)
        except IntakeRefused as refused:
            self.add_error("lines", intake_refused(refused))
            return data
        dates = {"starts": self.season.starts_on, "ends": self.season.ends_on}
        data["read"] = read_results([(line.number, line.cells) for line in lines], **dates)
        for fault in self.faults(data["read"], is_sure=data.get("sure", False)):
            self.add_error("lines", fault)
        return data

    def faults(self, read: Read, *, is_sure: bool) -> list[str]:
        """Return what is wrong with a table, in words."""
        wrong = read.wrong if is_sure else read.faults
        found = [FAULTS[one.flaw]({"line": one.line, **one.facts}) for one in wrong]
        more = len(found) - MOST_FAULTS
        rest = ngettext("%(n)s more line is wrong.", "%(n)s more lines are wrong.", more) % {"n": more}
        return [*found[:MOST_FAULTS], *([rest] if more > 0 else [])]

    @property
    def asks_whether_sure(self) -> bool:
        """Whether sums differ from what they add up."""
        read = self.cleaned_data.get("read") if self.is_bound else None
        return read is not None and len(read.wrong) < len(read.faults)


class GoneForm(forms.Form):
    """An evening that is taken out again."""

    day = forms.DateField(widget=DAY)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def earlier(request: HttpRequest, *, season: str) -> HttpResponse:
    """Enter what a club played before, as a table; show which evenings are entered, and take one out again."""
    found = access.kept_season(request, slug=season)
    act = request.POST.get("act", "")
    form = EarlierForm(request.POST or None, request.FILES or None, season=found)
    if act == "remove":
        form = EarlierForm(season=found)
        goes = GoneForm(request.POST)
        if goes.is_valid():
            services.remove_earlier(season_id=found.pk, day=goes.cleaned_data["day"], **acting(request))
            return done(request, gettext("The evening is taken out."), request.path)
    evenings: list[Any] = []
    if form.is_valid():
        read = form.cleaned_data["read"]
        if act == "take":
            with refusals_at(form):
                made = services.add_earlier(season_id=found.pk, results=read.results, **acting(request))
                said = ngettext("%(n)s result is entered.", "%(n)s results are entered.", len(made)) % {"n": len(made)}
                return done(request, said, "scoring:season-office", season=season)
        evenings = [
            (day, len(results), sum(one.points for one in results)) for day, results in by_day(read.results).items()
        ]
    context = frame(request, found, "office", form=form, evenings=evenings, entered=seasons.earlier_of(found))
    return show(request, "scoring/season/earlier.html", context, refused=act == "remove")
