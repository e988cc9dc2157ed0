"""House rules: choosing and changing them, and what a deal is worth by them or by the official ones."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.houses.wording import play
from scoring.houses.wording import worth as samples
from scoring.houses.wording.play import clause, sentence
from scoring.houses.wording.sheet import rule_sheet
from scoring.lists import views as official
from scoring.lists.forms.fields import LEVELS, LOST, WON
from scoring.lists.forms.house import PROFILE, AskedHouse, CannotPlay, no_choice, query_of, read_house
from scoring.lists.forms.house_fields import (
    CARD_POINTS,
    RAMSCH,
    TICKED,
    TRICKS,
    Few,
    game_fields,
    games,
    matadors,
    ramsch_fields,
    ramsch_of,
    said_of_a_game,
    with_its_game,
)
from scoring.lists.wording import house as switches
from scoring.lists.wording.house import CHOSEN, EVENTS, name_of
from scoring.paper.forms import Leaf
from scoring.paper.typesetting.document import Document
from scoring.paper.views.responses import answer
from scoring.rules.contract import Game
from scoring.rules.profiles.examples import HouseWorth, declarers_of, house_worth, seats_of
from scoring.rules.profiles.lines import DeclarerLine, Line
from scoring.rules.profiles.naming import NAMED, House, house, offered_of
from scoring.rules.profiles.profile import Declaring, Profile
from scoring.rules.profiles.switches import Setting, Switch
from tables.acts.views import show

MOST_CHOICES = 10  # settings that are offered one by one; of more a number is typed
MOST_NUMBER = 999_999
FOLDED = "pinke"  # how the switches begin that few tables turn


class SwitchForm(forms.Form):
    """What can be chosen; it is asked by address, and what it shows is what the address says."""

    def __init__(self, house: House, *, typed: dict[str, str] | None = None) -> None:
        super().__init__(auto_id="switch_%s")
        for name, switch in offered_of(house.profile.code):
            self.fields[name] = _field(house, name, switch)
            if typed and name in typed:
                self.fields[name].initial = typed[name]

    def open(self) -> Iterator[forms.BoundField]:
        """Yield what stands open."""
        return (field for field in self if not field.name.startswith(FOLDED))

    def folded(self) -> Iterator[forms.BoundField]:
        """Yield what is folded away."""
        return (field for field in self if field.name.startswith(FOLDED))


def _field(house: House, name: str, switch: Switch) -> forms.Field:
    now, label = house.setting(name), switches.label(name)
    if name == EVENTS and isinstance(now, int):
        return forms.MultipleChoiceField(
            label=label,
            choices=[(str(bit), words) for bit, words in switches.EVENT.items()],
            widget=forms.CheckboxSelectMultiple,
            initial=[str(bit) for bit in switches.EVENT if bit & now],
            help_text=samples.bock_sample(house.profile),
            required=False,
        )
    if isinstance(switch.settings, range) and len(switch.settings) > MOST_CHOICES:
        least, most = switch.settings[0], min(switch.settings[-1], MOST_NUMBER)
        return forms.IntegerField(label=label, initial=now, min_value=least, max_value=most, required=False)
    return forms.ChoiceField(
        label=label,
        # "everybody their own: −20 / −35 / −65"
        choices=[
            (
                _said(setting),
                ": ".join(filter(None, (switches.setting_word(name, setting), samples.sample(house, name, setting)))),
            )
            for setting in switch.settings
        ],
        initial=_said(now),
        help_text=samples.sample_words(house, name) if switch.counts else _("How it is played; no figure changes."),
        required=False,
    )


def _said(setting: Setting) -> str:
    return str(setting).lower() if isinstance(setting, bool) else str(setting)


PAPER = ("leaf", "as")  # what the address of a paper may state beside the rules
LEAVES = {leaf.value: leaf for leaf in (Leaf.A4, Leaf.A5)}


class Offered(NamedTuple):
    """A way to play that can be chosen."""

    title: str
    about: str
    query: str
    is_official: bool


@require_safe
def houses(request: HttpRequest) -> HttpResponse:
    """Show every way to play: those that tables mostly choose, then all others."""
    return render(request, "scoring/houses/houses.html", _offered())


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def sheet(request: HttpRequest) -> HttpResponse:
    """Show one way to play: what can be chosen, and its rule sheet."""
    try:
        asked = read_house(request.GET)
    except CannotPlay as cannot:
        return _cannot(request, cannot)
    context = {
        "house": asked.house,
        "sheet": rule_sheet(asked.house),
        "form": SwitchForm(asked.house),
        "query": asked.query,
    }
    if "HX-Request" not in request.headers:
        return render(request, "scoring/houses/house.html", context)
    response = render(request, "scoring/houses/_house.html", context)
    # As short as it can be said: this is what is handed on.
    response["HX-Replace-Url"] = f"{request.path}?{asked.query}"
    return response


@require_safe
def paper(request: HttpRequest) -> HttpResponse:
    """Print the rule sheet of a way to play; ``?leaf=a5`` on the smaller paper."""
    try:
        asked = read_house(request.GET, beside=PAPER)
    except CannotPlay as cannot:
        return _cannot(request, cannot)
    sheet, leaf = rule_sheet(asked.house), LEAVES.get(request.GET.get("leaf", ""), Leaf.A4)
    document = Document(
        template="scoring/houses/paper.html",
        title=sheet.title,
        author=_("Skatturnier"),
        filename="-".join((pgettext("file name", "rules"), asked.house.profile.code)),
        context={"sheet": sheet, "is_small": leaf is Leaf.A5},
    )
    return answer(request, document)


@require_safe
def oldest(request: HttpRequest) -> HttpResponse:
    """Tell about the oldest Skat, which had no numbers: nothing of it can be added up."""
    return render(request, "scoring/houses/oldest.html")


def _cannot(request: HttpRequest, cannot: CannotPlay) -> HttpResponse:
    errors = list(cannot.errors.values())
    if cannot.profile is None:
        return render(request, "scoring/houses/houses.html", {**_offered(), "errors": errors}, status=422)
    found_house = house(cannot.profile)
    form = SwitchForm(found_house, typed=request.GET.dict())
    context = {"house": found_house, "form": form, "query": query_of(found_house), "errors": errors}
    is_swapped = "HX-Request" in request.headers
    template = "scoring/houses/_house.html" if is_swapped else "scoring/houses/house.html"
    return render(request, template, {**context, "title": name_of(found_house)}, status=422)


def _offered() -> dict[str, Any]:
    return {
        "chosen": [
            _offer(found_house, CHOSEN.get(code), play.CHOSEN_ABOUT.get(code)) for code, found_house in NAMED.items()
        ],
        "groups": [(title, [_offer(house(code)) for code in codes]) for title, codes in play.GROUPS],
        "why": _(
            "Only the first of them is official: a tournament plays by the international rules alone, and forbids "
            "Ramsch and whatever else they do not know (SkWO 9.4)."
        ),
    }


def _offer(found_house: House, title: Promise | None = None, about: Promise | None = None) -> Offered:
    title_now, about_now = title or name_of(found_house), about or play.about(found_house)
    return Offered(str(title_now), str(about_now), query_of(found_house), found_house.is_official)


SEATS: Final = (1, 2, 3)  # at most so many sit there in an example
EVERY_FIELD: Final = frozenset(
    {
        *("game", "outcome", "matadors", "kind", *TICKED[Declaring.AUCTION], "bid", "stakes", "announced_spitze"),
        *("given_up", "last_trick", "pushes", "knocks", "bock"),
        *(f"{name}_{seat}" for name in (CARD_POINTS, TRICKS) for seat in SEATS),
    }
)
MOST: Final = 999  # bids that can be typed; which of them can be true, the rules say


class DealForm(forms.Form):
    """A deal, in the fields of one way to play; asked by address, so it has no key and changes nothing."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("How did it end?"),
        choices=[(WON, gettext_lazy("Won")), (LOST, gettext_lazy("Lost"))],
        widget=forms.RadioSelect,
        initial=WON,
        required=False,
    )

    def __init__(self, profile: Profile, address: QueryDict | None = None) -> None:
        # Nobody has to say that a game was won.
        super().__init__(None if address is None else {"outcome": WON, **address.dict()}, auto_id="deal_%s")
        self.profile = profile
        self.seats = range(1, seats_of(profile) + 1)
        asked = {seat: _("Seat %(place)s") % {"place": seat} for seat in self.seats}
        self.ramsch_fields = ramsch_fields(profile, asked)
        a_ramsch = [(RAMSCH, _("Ramsch"))]
        self.fields = {
            "game": _choice(_("What was played?"), [*games(profile), *(a_ramsch if profile.ramsch else [])]),
            **_of_game(profile),
            **self.fields,
            **self.ramsch_fields,
        }
        for field in self.fields.values():
            if isinstance(field, Few):
                field.as_list()
        if profile.bock is not None:
            self.fields["bock"] = forms.BooleanField(label=_("in Bock"), required=False)

    def clean(self) -> dict[str, Any]:
        """Make the line; whatever the rules refuse of it is part of their answer."""
        data = super().clean() or {}
        if self.errors:
            return data
        if not data["game"]:
            self.add_error("game", _("Which game?"))
            return data
        data["line"] = self._ramsch(data) if data["game"] == RAMSCH else self._game(with_its_game(data))
        return data

    @property
    def is_ramsch(self) -> bool:
        """Whether a Ramsch is asked about."""
        return bool(self["game"].value() == RAMSCH)

    def of_game(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a game."""
        return (field for field in self if field.name not in {"game", "bock", *self.ramsch_fields})

    def of_ramsch(self) -> Iterator[forms.BoundField]:
        """Yield what is asked of a Ramsch."""
        return (self[name] for name in self.ramsch_fields)

    def _game(self, data: dict[str, Any]) -> Line:
        return DeclarerLine(
            declarer=declarers_of(self.profile, 1)[0],
            game=Game(data["game"]),
            matadors=int(data["matadors"]) if data["matadors"] else None,
            won=data["outcome"] != LOST,
            bid=data.get("bid") or None,
            **said_of_a_game(data),
            **{name: data[name] for name in TICKED[self.profile.declaring]},
        )

    def _ramsch(self, data: dict[str, Any]) -> Line:
        for name in (CARD_POINTS, TRICKS):
            stated = [f"{name}_{seat}" for seat in self.seats]
            if any(data.get(text) is not None for text in stated):
                data |= {text: data.get(text) or 0 for text in stated}
        return ramsch_of(data, self.profile, self.seats, seats=len(self.seats))


def _of_game(profile: Profile) -> dict[str, forms.Field]:
    words = {1: _("with %(count)s"), -1: _("without %(count)s")}
    held = [(str(held), words[1 if held > 0 else -1] % {"count": abs(held)}) for held in matadors(profile)]
    beside = game_fields(profile)
    kind = {"kind": beside.pop("kind")} if "kind" in beside else {}
    bid = forms.IntegerField(label=_("Bid"), required=False, min_value=0, max_value=MOST)
    return {
        "matadors": _choice(_("Matadors"), held),
        **kind,
        **{name: forms.BooleanField(label=LEVELS[name], required=False) for name in TICKED[profile.declaring]},
        **({"bid": bid} if profile.declaring is Declaring.AUCTION else {}),
        **beside,
    }


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=[("", ""), *choices], required=False)


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def page(request: HttpRequest) -> HttpResponse:
    """Show the question, and the answer to what was ticked; by the official rules if the address names none."""
    if PROFILE not in request.GET:
        return official.page(request)
    try:
        asked, form = _asked(request)
    except CannotPlay as cannot:
        refused: dict[str, Any] = {"errors": list(cannot.errors.values()), "profile": cannot.profile}
        return render(request, "scoring/houses/worth_refused.html", refused, status=422)
    worth = _answered(asked, form)
    context: dict[str, Any] = {
        "house": asked.house,
        "title": name_of(asked.house),
        "query": asked.query,
        "hidden": [tuple(part.split("=", 1)) for part in asked.query.split("&")],
        "form": form,
        "asked": request.GET.urlencode(),
        **(_in_words(worth, asked) if worth is not None else {}),
    }
    return show(request, "scoring/houses/worth.html", context)


@require_safe
@vary_on_headers("Cookie", "Accept-Language")
def as_json(request: HttpRequest) -> JsonResponse:
    """Answer the same question to a program."""
    if PROFILE not in request.GET:
        return official.as_json(request)
    try:
        asked, form = _asked(request)
    except CannotPlay as cannot:
        return _open({"errors": {name: [words] for name, words in cannot.errors.items()}}, status=400)
    worth = _answered(asked, form)
    if worth is None:
        return _open({"errors": form.errors or {"game": [form["game"].label]}}, status=400)
    values = _in_words(worth, asked)
    return _open(
        {
            "profile": asked.house.profile.code,
            "switches": dict(asked.house.settings),
            "name": values["name"],
            "line": asdict(worth.line),
            "columns": list(worth.columns),
            "factor": worth.entered.factor if worth.entered is not None else None,
            "computation": values["computation"],
            "problems": [
                {"code": problem.code.value, "severity": problem.severity, "text": text, "clause": where}
                for problem, (text, where, _severity) in zip(worth.problems, values["problems"], strict=True)
            ],
        }
    )


def _asked(request: HttpRequest) -> tuple[AskedHouse, DealForm]:
    asked = read_house(request.GET, beside=EVERY_FIELD)
    form = DealForm(asked.house.profile, request.GET)
    beyond = [name for name in request.GET if name in EVERY_FIELD and name not in form.fields]
    if beyond:
        raise CannotPlay({name: no_choice(name) for name in beyond}, profile=asked.house.profile.code)
    if any(name in request.GET for name in form.fields):
        return asked, form
    return asked, DealForm(asked.house.profile)


def _answered(asked: AskedHouse, form: DealForm) -> HouseWorth | None:
    if not form.is_valid():
        return None
    data = form.cleaned_data
    return house_worth(data["line"], asked.house.profile, in_bock=bool(data.get("bock")))


def _in_words(worth: HouseWorth, asked: AskedHouse) -> dict[str, Any]:
    entered = worth.entered
    return {
        "worth": worth,
        "name": play.line_words(worth.line),
        "figures": play.figures(entered, asked.house.profile) if entered is not None else "",
        "computation": play.computation(worth.line, entered, in_bock=worth.in_bock) if entered is not None else "",
        "problems": [(sentence(problem), clause(problem), problem.severity) for problem in worth.problems],
    }


def _open(values: dict[str, Any], *, status: int = 200) -> JsonResponse:
    response = JsonResponse(values, status=status)
    # Any page may ask: there is nothing to protect in what a game is worth.
    response["Access-Control-Allow-Origin"] = "*"
    return response


urlpatterns = [
    path("house-rules/", houses, name="houses"),
    path("house-rules/oldest/", oldest, name="oldest-skat"),
    path("house-rules/sheet/", sheet, name="house"),
    path("house-rules/sheet.pdf", paper, name="house-pdf"),
    path("worth/", page, name="worth"),
    path("worth.json", as_json, name="worth-json"),
]
