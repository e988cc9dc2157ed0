"""Prizes as somebody types them: amounts, shares or things, a form for each kind of plan (SkWO 1.5)."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.money.forms.desk import whole
from scoring.money.models import LONGEST_CODE, LONGEST_NAME, PrizeListRow
from scoring.money.reckon.prizes import Good, Plan, Sharing
from scoring.money.reckon.tariffs import ALL, Impossible
from scoring.money.selectors.accounts import PLANS
from scoring.money.services.prizes import WantedPrizes
from scoring.money.wording import euros, fault, plain_euros
from tables.acts.forms import NOTHING, ActName, Cents, SeesRow, TextLine, offer
from tables.intake.text import clean_text

MOST: Final = 500  # prizes of a list
REPEATED: Final = re.compile(r"(\d{1,3})\s*[x×*]\s*(.+)", re.IGNORECASE)  # several prizes alike: "10 x 25,00"


class Prizes(forms.CharField):
    """A line for each prize, or for several alike: "10 x 25"."""

    widget = forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"})
    default_error_messages = {
        "required": gettext_lazy("Type what there is to win, the first prize first."),
        "too-many": gettext_lazy("There can be %(most)s at most. Nothing was added."),
        "line": gettext_lazy("Line %(line)s, “%(typed)s”: %(said)s"),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 20_000, **kwargs})

    def clean(self, value: Any) -> Any:
        """Return the prizes, each read by ``read``, or raise ValidationError naming the line that cannot be read."""
        values: list[Any] = []
        for number, typed in enumerate(str(super().clean(value)).splitlines(), start=1):
            line = clean_text(typed)
            if not line:
                continue
            repeated = REPEATED.fullmatch(line)
            times, prize = (int(repeated[1]), repeated[2]) if repeated else (1, line)
            try:
                values += [self.read(prize)] * times
            except forms.ValidationError as wrong:
                facts = {"line": number, "typed": line[:60], "said": " ".join(wrong.messages)}
                raise forms.ValidationError(self.error_messages["line"], code="line", params=facts) from wrong
            if len(values) > MOST:
                raise forms.ValidationError(self.error_messages["too-many"], code="too-many", params={"most": MOST})
        return tuple(values)

    def prepare_value(self, value: Any) -> Any:
        """Return prizes as they are typed, those alike in one line; what somebody typed stays as it is."""
        if not isinstance(value, list | tuple):
            return value
        runs: list[list[Any]] = []
        for prize in value:
            if runs and runs[-1][0] == prize:
                runs[-1][1] += 1
            else:
                runs.append([prize, 1])
        return "\n".join(f"{times} x {self.write(prize)}" if times > 1 else self.write(prize) for prize, times in runs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no length: a browser would cut what is pasted without a word."""
        return {}

    def read(self, typed: str) -> Any:
        """Return one prize, or raise ValidationError if it is none."""
        raise NotImplementedError

    def write(self, prize: Any) -> str:
        """Return one prize as it is typed."""
        raise NotImplementedError


class Amounts(Prizes):
    """Amounts in euros; they end in whole cents."""

    def read(self, typed: str) -> int:
        """Return an amount in cents."""
        return int(Cents().clean(typed))

    def write(self, prize: int) -> str:
        """Return an amount as it is typed."""
        return plain_euros(prize)


class Shares(Prizes):
    """Shares of a pot in whole per cent."""

    def read(self, typed: str) -> int:
        """Return a share in per cent."""
        share = "".join(typed.replace("%", "").split())
        if share.startswith(("-", "−")):
            raise forms.ValidationError(_("There cannot be less than none."))
        if not (share.isdecimal() and len(share) < 5):
            raise forms.ValidationError(_("Type a whole number."))
        return int(share)

    def write(self, prize: int) -> str:
        """Return a share as it is typed."""
        return f"{prize} %"


class Things(Prizes):
    """Things to win, behind ``;`` what each is worth in euros, if that is said."""

    def read(self, typed: str) -> Good:
        """Return a thing and what it is worth in cents."""
        name, _sign, worth = typed.partition(";")
        if not name.strip():
            raise forms.ValidationError(_("What is it?"))
        if len(name.strip()) > LONGEST_NAME:
            raise forms.ValidationError(_("Its name has at most %(most)s characters.") % {"most": LONGEST_NAME})
        return Good(name=name.strip(), cents=int(Cents(required=False).clean(worth) or 0))

    def write(self, prize: Good) -> str:
        """Return a thing as it is typed."""
        return f"{prize.name}; {plain_euros(prize.cents)}" if prize.cents else prize.name


CALLED: Final = {"amounts": "cents"}  # what a plan calls fields that forms call otherwise
ROUNDED_TO: Final = (1, 50, 100, 500, 1000)  # units that prizes are rounded to, in cents
Missing = Callable[[WantedPrizes], int]  # returns how much a list of prizes is above its pot, in cents


class PrizeRemovalForm(SeesRow):
    """Giving these prizes no longer."""

    act = ActName("remove")

    def label_of(self, name: str) -> str:
        """Return what was changed meanwhile."""
        return _("Prizes")

    def words_of(self, name: str, value: Any) -> str:
        """Return which lists there were."""
        return ", ".join(prize_list["name"] for prize_list in value) if isinstance(value, list) and value else NOTHING


class PrizesForm(PrizeRemovalForm):
    """What every list of prizes has. Under ``cleaned_data["wanted"]`` it ends in a ``WantedPrizes``."""

    beside: ClassVar = {"prizes-nameless": "name", "no-such-ranking": "of", "prizes-impossible": "pot"}

    act = ActName("change")
    name = TextLine(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    of = forms.ChoiceField(label=gettext_lazy("For whom"), required=False)
    series = forms.TypedChoiceField(label=gettext_lazy("Series"), coerce=int, empty_value=None, required=False)
    winners = forms.ChoiceField(
        label=gettext_lazy("Who wins"),
        choices=PrizeListRow.Winners.choices,
        required=False,
        help_text=gettext_lazy(
            "Of the best table each player wins one of the prizes: “4 x 10” are ten euros for each."
        ),
    )
    pot = forms.ChoiceField(label=gettext_lazy("Paid out of"), required=False)
    group = TextLine(
        label=gettext_lazy("Group"),
        max_length=LONGEST_CODE,
        help_text=gettext_lazy("Nobody wins two prizes of one group: the higher one counts."),
        widget=forms.TextInput(attrs={"list": "groups", "autocomplete": "off"}),
    )
    sharing = forms.ChoiceField(label=gettext_lazy("Equal places share"), choices=PrizeListRow.Sharing.choices)
    round_to = forms.TypedChoiceField(
        label=gettext_lazy("Round down to"),
        coerce=int,
        help_text=gettext_lazy("What that leaves over goes to the first prize."),
    )
    floor = Cents(
        label=gettext_lazy("No prize below"),
        required=False,
        help_text=gettext_lazy(
            "Whatever would be less goes to the first prize. The first prize itself stays, even if it is below."
        ),
    )
    openly = forms.BooleanField(label=gettext_lazy("The organiser adds what the pot lacks"), required=False)

    kind: ClassVar[str]
    of_kind: ClassVar[tuple[str, ...]]  # the fields that say what there is to win

    def __init__(
        self,
        *args: Any,
        whom: Sequence[tuple[str, str]],
        series: Sequence[int],
        pots: Sequence[str],
        groups: Sequence[str],
        missing: Missing,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.groups, self.missing = groups, missing
        offer(self.fields["of"], [("", _("all players")), *whom])
        offer(self.fields["series"], [("", _("all of them together")), *((n, str(n)) for n in series)])
        offer(self.fields["pot"], [("", _("the organiser’s own money")), *((pot, pot) for pot in pots)])
        offer(self.fields["round_to"], [(cents, euros(cents)) for cents in ROUNDED_TO])
        self.is_short = False  # whether the pot does not carry what was typed

    @property
    def winnings(self) -> list[forms.BoundField]:
        """The fields that say what there is to win."""
        return [self[name] for name in self.of_kind]

    @property
    def asks_openly(self) -> bool:
        """Whether it is to be said that the organiser adds something."""
        return self.is_short or bool(self.data.get("openly"))

    def plan_of(self, data: Mapping[str, Any]) -> Plan:
        """Return what there is to win, or raise Impossible if that cannot be."""
        fields: dict[str, Any] = {CALLED.get(name, name): data[name] for name in self.of_kind}
        if "pot" in self.fields:
            fields["pot"] = data.get("pot") or None
        return PLANS[self.kind](**fields)

    def clean(self) -> dict[str, Any]:
        """Make what is wanted; say where the pot does not carry it."""
        data = super().clean() or {}
        if self.errors:
            return data
        of, number = self._whom(data)
        if number is not None and data["series"] is not None:
            self.add_error("series", _("This ranking says itself which series count. Choose “all of them together”."))
            return data
        if data["winners"] == PrizeListRow.Winners.TABLE and data["of"]:
            self.add_error("of", _("At a table sits who was drawn to it. Choose “all players”."))
            return data
        try:
            plan = self.plan_of(data)
        except Impossible as impossible:
            self.add_error(self.of_kind[0], self.cannot(impossible, data))
            return data
        if self.errors:
            return data
        wanted = WantedPrizes(
            name=data["name"],
            group=data["group"],
            plan=plan,
            ranking=number,
            series=data["series"],
            of_class=of,
            winners=data["winners"] or PrizeListRow.Winners.BEST,
            sharing=Sharing(data.get("sharing", Sharing.NONE)),
            round_to=data.get("round_to", 1),
            floor=data.get("floor") or 0,
        )
        if (missing := self.missing(wanted)) > 0 and not data["openly"]:
            self.is_short = True
            text = _(
                "The pot “%(pot)s” lacks %(missing)s for this. Make the prizes smaller, or say below that the "
                "organiser adds it."
            )
            self.add_error(self.of_kind[0], text % {"pot": plan.pot, "missing": euros(missing)})
            return data
        data["wanted"] = wanted
        return data

    def cannot(self, impossible: Impossible, data: Mapping[str, Any]) -> str:
        """Return why a plan cannot be so, as a sentence."""
        return fault(impossible.fault)

    def _whom(self, data: Mapping[str, Any]) -> tuple[str, int | None]:
        word, _sign, what = str(data["of"]).partition(":")
        return (what if word == "class" else "", int(what) if word == "ranking" else None)


class FixedForm(PrizesForm):
    """Fixed amounts: guaranteed, or announced for a number of entrants."""

    kind = "fixed"
    of_kind = ("amounts", "announced_for")
    amounts = Amounts(
        label=gettext_lazy("Prizes in euros"),
        help_text=gettext_lazy("A line for each prize, the first one first; “10 x 25” are ten alike."),
    )
    announced_for = whole(
        label=gettext_lazy("Announced for so many entrants"),
        help_text=gettext_lazy("With others they are scaled in proportion. Empty: the prizes are guaranteed."),
    )


class SharesForm(PrizesForm):
    """Shares of a pot."""

    kind = "share"
    of_kind = ("shares",)
    shares = Shares(
        label=gettext_lazy("Shares of the pot in %"),
        help_text=gettext_lazy("A line for each prize, the first one first; “10 x 25” are ten alike."),
    )

    def plan_of(self, data: Mapping[str, Any]) -> Plan:
        """Return shares of a pot, which has to be said."""
        if not data["pot"]:
            self.add_error("pot", _("Of which pot? The tariffs say what goes into which."))
        return super().plan_of(data)

    def cannot(self, impossible: Impossible, data: Mapping[str, Any]) -> str:
        """Return what the shares come to."""
        return above_all(data["shares"])


class StepsForm(PrizesForm):
    """One prize for each so many entrants or tables."""

    kind = "steps"
    of_kind = ("per", "of_tables", "amounts")
    per = whole(label=gettext_lazy("One prize for every"), required=True, initial=1)
    of_tables = forms.TypedChoiceField(
        label=gettext_lazy("of these"),
        choices=[("", gettext_lazy("Entrants")), ("tables", gettext_lazy("Tables"))],
        coerce=bool,
        empty_value=False,  # type: ignore[arg-type]
        required=False,
    )
    amounts = Amounts(
        label=gettext_lazy("Prizes in euros"),
        help_text=gettext_lazy("A line for each prize, the first one first. The last one is given again and again."),
    )


class GoodsForm(PrizesForm):
    """Things in an order of choice."""

    kind = "goods"
    of_kind = ("goods",)
    goods = Things(
        label=gettext_lazy("Things to win"),
        help_text=gettext_lazy(
            "A line for each, the best one first, behind “;” what it is worth in euros: “Ham; 25”. “10 x Coffee” are "
            "ten."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("pot", "sharing", "round_to", "floor"):
            del self.fields[name]


FORMS: Final[Mapping[str, type[PrizesForm]]] = {
    form.kind: form for form in (FixedForm, SharesForm, StepsForm, GoodsForm)
}


def initial_of(row: PrizeListRow, plan: Plan) -> dict[str, Any]:
    """Return a list of prizes as fields."""
    whom = f"ranking:{row.ranking.number}" if row.ranking else f"class:{row.of_class}" if row.of_class else ""
    stated = {name: getattr(plan, CALLED.get(name, name)) for name in FORMS[row.plan["kind"]].of_kind}
    if "of_tables" in stated:
        stated["of_tables"] = "tables" if stated["of_tables"] else ""
    return {"of": whom, "pot": plan.pot or "", **stated}


def above_all(shares: Sequence[int]) -> str:
    """Return why shares cannot be so, as a sentence: they are more than everything."""
    facts = {"all": ALL, "found": sum(shares)}
    return _("Shares are %(all)s %% together at most; these are %(found)s %%.") % facts
