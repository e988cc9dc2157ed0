"""The settings of an event: one page of sections, each of which acts by its own forms (SkWO 6.2)."""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from scoring.archive.views import ArchiveForm
from scoring.lists.views import house_rules
from scoring.venues import views as venues
from tables.acts.views import show
from tables.draw.views import drawing
from tables.hall import views as halls
from tables.tournaments import access
from tables.tournaments.views import plan
from tables.tournaments.views.frames import frame


def _record(_request: HttpRequest, _tournament: Any) -> dict[str, Any]:
    return {"form": ArchiveForm(auto_id="archive_%s")}


SECTIONS: Final = {
    "plan": (_("Tournament plan"), "tables/tournaments/plan/edit.html", plan.edit),
    "classes": (_("Classes"), "tables/tournaments/classes/classes.html", plan.classes),
    "hall": (_("Hall and times"), "tables/hall/hall.html", halls.hall),
    "rules": (_("Rules of the lists"), "scoring/lists/house_rules.html", house_rules),
    "publishing": (_("Publication"), "tables/tournaments/publishing/publishing.html", plan.publishing),
    "people": (_("Helpers and rights"), "tables/tournaments/people/people.html", plan.people),
    "wishes": (_("Wishes for the draw"), "tables/draw/wishes/wishes.html", drawing.wished),
    "venues": (_("Several venues"), "scoring/venues/venues.html", venues.page),
    "record": (_("Journal and archive"), "scoring/archive/record.html", _record),
}
"""The sections, each with its title, its template, and what makes the context of that or does an act of its forms."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password")
@vary_on_headers("HX-Request")
def settings(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Show all sections, that of the address open; let it act."""
    tournament = access.directed_tournament(request, slug=slug)
    at = request.GET.get("at", "")
    page = frame(request, tournament, "settings", at=at)
    acted: dict[str, Any] = {}
    bodies = {}
    # The one that acts goes first: what it does is true for all others.
    for name in sorted(SECTIONS, key=lambda name: name != at):
        _title, template, build = SECTIONS[name]
        made = build(request, tournament)
        if isinstance(made, HttpResponse):
            return made
        bodies[name] = render_to_string(template, page | made, request)
        acted = made if name == at else acted
    is_refused = request.method == "POST" and acted.get("refused", True)
    sections = [(name, title, bodies[name]) for name, (title, *_how) in SECTIONS.items()]
    return show(request, "scoring/office/settings.html", acted | page | {"sections": sections, "refused": is_refused})
