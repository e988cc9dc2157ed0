"""What the answer to a query puts right in a signed list: a deal of it, or its typed results (SkWO 7.2.5)."""

from collections.abc import Mapping

from django.http import QueryDict

from scoring.disputes.forms.queries import WitnessForm
from scoring.disputes.forms.signed_corrections import MendedDealForm, mended_form_of
from scoring.disputes.services.signed_corrections import Mended
from scoring.lists.forms.house import house_initial_of
from scoring.lists.forms.totals import TotalsForm
from scoring.lists.selectors.sheets import Sheet
from scoring.lists.wording import names as lists_names


class PuttingRight:
    """The fields of one list: its deal of a number, or where only results were typed those of every seat."""

    def __init__(self, posted: QueryDict | None, *, sheet: Sheet, deal: int | None) -> None:
        names = lists_names.names_at(sheet.seats)
        self.sheet = sheet
        self.witnesses = WitnessForm(posted, names=names)
        self.deal: MendedDealForm | None = None
        self.totals: list[TotalsForm] = []
        if sheet.is_totals_only:
            self.totals = [
                TotalsForm(posted, prefix=f"s{score.seat.place}", initial=_figures(score.tally))
                for score in sheet.scores
            ]
        elif deal is not None:
            line = next((one for one in sheet.lines if one.number == deal), None)
            shown: Mapping[str, object] = house_initial_of(line.deal) if line else {"number": deal}
            form = mended_form_of(sheet.game_list)
            self.deal = form(posted, game_list=sheet.game_list, number=deal, names=names, initial=shown)

    @property
    def is_whole(self) -> bool:
        """Whether it is known what is put right."""
        return self.deal is not None or bool(self.totals)

    @property
    def players(self) -> list[tuple[object, TotalsForm]]:
        """Everybody at the table with the form of their results."""
        return list(zip(self.sheet.seats, self.totals, strict=True)) if self.totals else []

    def is_valid(self) -> bool:
        """Test every field, so that each shows its errors."""
        forms = [self.witnesses, *([self.deal] if self.deal else []), *self.totals]
        return self.is_whole and min([form.is_valid() for form in forms])

    def mended(self, *, reason: str) -> Mended:
        """Return what is put right, for this reason."""
        witnesses = self.witnesses.cleaned_data["witnesses"]
        if self.deal is not None:
            return Mended(reason=reason, witnesses=witnesses, deal=self.deal.cleaned_data["deal"])
        return Mended(reason=reason, witnesses=witnesses, totals=[form.totals() for form in self.totals])


def _figures(tally: object) -> dict[str, object]:
    return {name: getattr(tally, name) for name in ("game_points", "won", "lost")}
