"""House rules to choose from, one of them with its switches, its sheet on paper; and the Skat that had no numbers."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.houses.documents import house_paper
from scoring.houses.forms.switches import SwitchForm
from scoring.houses.wording import names
from scoring.houses.wording.sheet import only_one_is_official, rule_sheet
from scoring.lists.forms.house_address import CannotPlay, query_of, read_house
from scoring.lists.wording.house_names import CHOSEN, name_of
from scoring.paper.sheets.look import Leaf
from scoring.paper.views.responses import answer
from scoring.rules.profiles.houses import NAMED, House, house

PAPER = ("leaf", "as")
"""What the address of a paper may state beside the rules."""

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
def one(request: HttpRequest) -> HttpResponse:
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
    return answer(request, house_paper(asked.house, leaf=LEAVES.get(request.GET.get("leaf", ""), Leaf.A4)))


@require_safe
def oldest(request: HttpRequest) -> HttpResponse:
    """Tell about the oldest Skat, which had no numbers: nothing of it can be added up."""
    return render(request, "scoring/houses/oldest.html")


def _cannot(request: HttpRequest, cannot: CannotPlay) -> HttpResponse:
    """Say what is wrong with an address; where its rules are known, beside what was typed."""
    errors = list(cannot.errors.values())
    if cannot.profile is None:
        return render(request, "scoring/houses/houses.html", {**_offered(), "errors": errors}, status=422)
    found = house(cannot.profile)
    form = SwitchForm(found, typed=request.GET.dict())
    context = {"house": found, "form": form, "query": query_of(found), "errors": errors}
    is_swapped = "HX-Request" in request.headers
    template = "scoring/houses/_house.html" if is_swapped else "scoring/houses/house.html"
    return render(request, template, {**context, "title": name_of(found)}, status=422)


def _offered() -> dict[str, Any]:
    return {
        "chosen": [_offer(found, CHOSEN.get(code), names.CHOSEN_ABOUT.get(code)) for code, found in NAMED.items()],
        "groups": [(title, list(_offers(codes))) for title, codes in names.GROUPS],
        "why": only_one_is_official(),
    }


def _offers(codes: tuple[str, ...]) -> Iterator[Offered]:
    return (_offer(house(code)) for code in codes)


def _offer(found: House, title: Promise | None = None, about: Promise | None = None) -> Offered:
    title_now, about_now = title or name_of(found), about or names.about(found)
    return Offered(str(title_now), str(about_now), query_of(found), found.is_official)
