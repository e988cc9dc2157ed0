"""Deals, computations and points in templates."""

import json
from collections.abc import Sequence

from django import template
from django.forms import BoundField, Form
from django.forms.boundfield import BoundWidget
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.disputes.wording import phrases
from scoring.lists.selectors.sheets import DealLine, Sheet, Version
from scoring.lists.wording import acts, games, house, refusals
from scoring.rules.contract import Contract, Game
from scoring.rules.game_list.deals import Deal
from scoring.rules.judging import Worth, clause_of
from scoring.rules.values import BASE_VALUE, NULL_VALUE
from tables.draw.models import Seat

register = template.Library()

SIGNS = ("with", "without")
COMMON = 4  # matadors of a sign that stand open on the page

register.filter("points", games.points)
register.filter("called", games.called)
register.filter("played_name", games.played_name)
register.filter("game_of", games.game_of)
register.filter("rules_of", house.rules_of)
register.filter("rules_called", house.rules_called)
register.filter("problem_sentence", refusals.sentence)
register.filter("short_names", games.short_names_at)
register.filter("on_other_chairs", games.on_other_chairs)
register.filter("computation", games.computation)
register.filter("computation_lines", games.computation_lines)
register.filter("presence_in_brief", acts.presence_in_brief)
register.filter("ended_early", acts.ended_early)
register.filter("judge_state", phrases.judge_state)


@register.filter
def sentence(line: DealLine | Version, seats: Sequence[Seat]) -> str:
    """Return a deal as a sentence with the declarer's name."""
    return games.deal_line(line.deal, games.names_at(seats, deal=line.deal.number))


@register.filter
def earned(line: DealLine) -> str:
    """Return what a deal put into the columns: one number where it is one player's, else one for each seat."""
    return games.earned(line.columns, line.booking)


@register.filter
def entry(line: DealLine | Version, seats: Sequence[Seat]) -> str:
    """Return a deal as it stands in the list, with the declarer's short name."""
    return spoken(line.deal, seats)


@register.filter
def spoken(deal: Deal, seats: Sequence[Seat]) -> str:
    """Return a deal that stands in no list, or not yet, with the declarer's short name."""
    return games.deal_entry(deal, games.short_names_at(seats, deal=deal.number))


@register.filter
def how_signed(sheet: Sheet, place: int) -> str:
    """Return how the player at a seat signed, with the short name of whoever heard it; nothing where they did not."""
    return games.how_signed(sheet, place, games.short_names_at(sheet.seats))


@register.filter
def publicly_how_signed(sheet: Sheet, place: int) -> str:
    """Return the same with the start number of whoever heard it, which the public sees beside each name."""
    numbers = [_("No. %(number)s") % {"number": seat.entrant.number} for seat in sheet.seats]
    return games.how_signed(sheet, place, numbers)


@register.filter
def at(listed: Sequence[object], place: int) -> object:
    """Return what belongs to a seat, from a sequence that starts with seat 1."""
    return listed[place - 1]


@register.filter
def steps(worth: Worth) -> Sequence[tuple[str, str]]:
    """Return the computation line by line, each with its clause."""
    if worth.booking is None:
        return ()
    return [(games.step_line(step), clause_of(step, contract=worth.line.contract)) for step in worth.booking.steps]


@register.filter
def seat_called(sheet: Sheet, place: int) -> str:
    """Return the name of who sits at a place."""
    return games.names_at(sheet.seats)[place - 1]


@register.filter
def versions_of(sheet: Sheet, number: int) -> Sequence[Version]:
    """Return what stood at a deal before, oldest first."""
    for line in sheet.lines:
        if line.number == number:
            return line.earlier
    return [version for version in sheet.taken_back if version.row.number == number]


@register.filter
def fields(form: Form, names: str) -> Sequence[BoundField]:
    """Return fields of a form by their names, separated by spaces."""
    return [form[name] for name in names.split()]


@register.filter
def any_ticked(form: Form, names: str) -> bool:
    """Test whether any of the fields holds something, so that its fold stands open."""
    return any(form[name].value() for name in names.split())


@register.filter
def counts(matadors: BoundField, sign: str) -> Sequence[BoundWidget]:
    """Return the choices of one sign: "with" or "without"."""
    return [option for option in matadors if option.data["value"].startswith("-") == (sign == "without")]


@register.filter
def is_rare(matadors: BoundField) -> bool:
    """Test whether a count is chosen that the page folds away."""
    chosen = str(matadors.value() or "")
    return any(chosen == str(option.data["value"]) for sign in SIGNS for option in counts(matadors, sign)[COMMON:])


@register.filter
def words(text: str) -> Sequence[str]:
    """Return the words of a text, to go through them."""
    return text.split()


@register.simple_tag
def page_data(data: object, element_id: str) -> SafeString:
    """Return what a page's script begins with, as ``json_script`` would but without a byte to spare."""
    written = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    safe = written.replace("<", "\\u003C").replace(">", "\\u003E").replace("&", "\\u0026")
    return format_html('<script id="{}" type="application/json">{}</script>', element_id, mark_safe(safe))  # noqa: S308


@register.simple_tag
def base_values() -> Sequence[tuple[str, int]]:
    """Return each suit game and Grand with its base value, and each Null with its value (ISkO 5.1)."""
    suits = [(games.game_name(game), value) for game, value in BASE_VALUE.items()]
    nulls = [
        (games.contract_name(Contract(game=Game.NULL, hand=hand, ouvert=ouvert)), value)
        for (hand, ouvert), value in NULL_VALUE.items()
    ]
    return [*suits, *nulls]
