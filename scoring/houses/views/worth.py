"""What is it worth? Asked by the official rules, or by those an address names."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.houses.forms.deal import EVERY_FIELD, DealForm
from scoring.houses.wording import lines
from scoring.houses.wording.problems import clause, sentence
from scoring.lists.forms.house_address import PROFILE, Asked, CannotPlay, no_choice, read_house
from scoring.lists.views import worth as official
from scoring.lists.wording.house_names import name_of
from scoring.rules.profiles.worth import HouseWorth, house_worth


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
    return render(request, "scoring/houses/worth.html", context, status=422 if form.errors else 200)


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
    found = _in_words(worth, asked)
    return _open(
        {
            "profile": asked.house.profile.code,
            "switches": dict(asked.house.settings),
            "name": found["name"],
            "line": asdict(worth.line),
            "columns": list(worth.columns),
            "factor": worth.entered.factor if worth.entered is not None else None,
            "computation": found["computation"],
            "problems": [
                {"code": problem.code.value, "severity": problem.severity, "text": text, "clause": where}
                for problem, (text, where, _severity) in zip(worth.problems, found["problems"], strict=True)
            ],
        }
    )


def _asked(request: HttpRequest) -> tuple[Asked, DealForm]:
    """Return the rules and the deal of an address.

    :raises CannotPlay: if the rules do not exist, or something else stands there.
    """
    asked = read_house(request.GET, beside=EVERY_FIELD)
    form = DealForm(asked.house.profile, request.GET)
    beyond = [name for name in request.GET if name in EVERY_FIELD and name not in form.fields]
    if beyond:
        raise CannotPlay({name: no_choice(name) for name in beyond}, profile=asked.house.profile.code)
    if any(name in request.GET for name in form.fields):
        return asked, form
    return asked, DealForm(asked.house.profile)


def _answered(asked: Asked, form: DealForm) -> HouseWorth | None:
    if not form.is_valid():
        return None
    data = form.cleaned_data
    return house_worth(data["line"], asked.house.profile, in_bock=bool(data.get("bock")))


def _in_words(worth: HouseWorth, asked: Asked) -> dict[str, Any]:
    entered = worth.entered
    return {
        "worth": worth,
        "name": lines.line_words(worth.line),
        "figures": lines.figures(entered, asked.house.profile) if entered is not None else "",
        "computation": lines.computation(worth.line, entered, in_bock=worth.in_bock) if entered is not None else "",
        "problems": [(sentence(found), clause(found), found.severity) for found in worth.problems],
    }


def _open(found: dict[str, Any], *, status: int = 200) -> JsonResponse:
    response = JsonResponse(found, status=status)
    # Any page may ask: there is nothing to protect in what a game is worth.
    response["Access-Control-Allow-Origin"] = "*"
    return response
