"""What is it worth? The rules, asked outside any tournament (ISkO 5)."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from scoring.lists.forms.house_address import no_choice
from scoring.lists.forms.worth import WorthForm
from scoring.lists.wording import games, problems
from scoring.rules.clauses import Edition
from scoring.rules.worth import Worth, clause_of


@require_safe
@vary_on_headers("HX-Request", "Cookie", "Accept-Language")
def page(request: HttpRequest) -> HttpResponse:
    """Show the question, and the answer to what was ticked."""
    form = WorthForm(request.GET) if request.GET else WorthForm()
    worth = form.cleaned_data["worth"] if form.is_valid() else None
    is_swapped = "HX-Request" in request.headers
    template = "scoring/lists/worth/_answer.html" if is_swapped else "scoring/lists/worth/worth.html"
    context = {"form": form, "worth": worth, "asked": request.GET.urlencode(), "is_swapped": is_swapped}
    return render(request, template, context, status=422 if form.errors else 200)


@require_safe
@vary_on_headers("Cookie", "Accept-Language")
def as_json(request: HttpRequest) -> JsonResponse:
    """Answer the same question to a program."""
    form = WorthForm(request.GET)
    if unknown := [name for name in request.GET if name not in form.fields]:
        # What is misspelt is no answer to something else: "won=lost" would be a game that was won.
        response = JsonResponse({"errors": {name: [no_choice(name)] for name in unknown}}, status=400)
    elif form.is_valid():
        response = JsonResponse(_as_data(form.cleaned_data["worth"]))
    else:
        response = JsonResponse({"errors": form.errors}, status=400)
    # Any page may ask: there is nothing to protect in what a game is worth.
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _as_data(worth: Worth) -> dict[str, Any]:
    """Return the answer as plain data; the sentences are in the language of the request."""
    line, booking = worth.line, worth.booking
    contract = asdict(line.contract)
    found = {
        "line": contract | {name: part for name, part in asdict(line).items() if name != "contract"},
        "name": games.played_name(line),
        "edition": Edition.NOVEMBER_2002,
        "problems": [asdict(problem) | {"text": problems.sentence(problem)} for problem in worth.problems],
    }
    if booking is None:
        return found | {"points": None, "value": None, "steps": []}
    return found | {
        "points": booking.points,
        "value": booking.value,
        "computation": games.computation(booking),
        "steps": [
            asdict(step) | {"text": games.step_line(step), "clause": clause_of(step, contract=line.contract)}
            for step in booking.steps
        ],
    }
