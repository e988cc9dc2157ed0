"""A page around a part that costs much, is the same for everybody and changes only with the journal."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from scoring.results.views import states
from scoring.results.views.states import State

Facts = Callable[[], Mapping[str, Any]]


def answer(
    request: HttpRequest, state: State, *, page: str, part: str, around: Mapping[str, Any], inside: Facts
) -> HttpResponse:
    """Answer with a page, or with its part alone where that is asked for; the part is drawn once a state.

    ``inside`` reads what the part shows, the same for everybody; ``around`` is what the page says besides.
    """

    def draw() -> str:
        return render_to_string(part, {**inside(), "as_of": state.as_of, "seen": state.version})

    if state.is_partial:
        return states.named(HttpResponse(states.drawn_once(state, request.path, draw=draw)), state)
    drawn = SafeString(states.drawn_once(state, request.path, draw=draw))
    return states.named(render(request, page, {**around, "part": drawn}), state)
