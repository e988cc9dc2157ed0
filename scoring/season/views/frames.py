"""What every page of a season hands to its template."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from scoring.season import access
from scoring.season.rules.competitions.rule import Rule
from scoring.season.selectors import seasons
from scoring.season.wording.counting import rule_sentences, together_sentence


def frame(request: HttpRequest, season: Any, here: str, **more: Any) -> dict[str, Any]:
    """Return the context of a page: its season, what whoever looks may do in it, and which page it is."""
    may = access.rights(request, season)
    return {"season": season, "club": season.club, "may": may, "keeps": may.keeps, "here": here, **more}


def chosen_of(request: HttpRequest, competitions: Sequence[Any], season: Any) -> Any:
    """Return the competition that an address asks for, else the first; None where there is none."""
    asked = request.GET.get("competition", "")
    found = next((one for one in competitions if str(one.number) == asked), None)
    chosen = found or (competitions[0] if competitions else None)
    if chosen is not None:
        chosen.season = season
    return chosen


def how_it_counts(competition: Any, rule: Rule, season: Any) -> list[str]:
    """Return how a competition counts, in sentences."""
    called = dict(seasons.classes_in(season)) if competition.only_class else {}
    together = together_sentence(competition.together, competition.of_each)
    said = rule_sentences(
        rule,
        group=str(competition.get_grouping_display()),
        kinds={kind.casefold(): kind for kind, _most in competition.quotas},
        class_name=called.get(competition.only_class, competition.only_class),
    )
    return [together, *said] if together else said
