"""What a list adds up to, and what is paid."""

from collections.abc import Iterator
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.houses.wording.lines import columns, line_words
from scoring.houses.wording.said import Said, example, reading, rule
from scoring.rules.profiles import examples
from scoring.rules.profiles.kitty import Kitty
from scoring.rules.profiles.lines import Line, RamschLine
from scoring.rules.profiles.profile import Profile
from scoring.rules.results.performance import RatingRule
from scoring.rules.results.settlement import settle

LOST_GAMES = 5
"""Lost games of the example of a kitty."""


def rating(profile: Profile) -> Iterator[Said]:
    """Say what counts in the end, and show it by a short list."""
    found = profile.rating
    if found.by_games:
        yield rule(_own_games(found))
        yield rule(_others(found))
    else:
        yield rule(_("Game points alone count."))
        if max(profile.seats) > 2:
            yield reading(_("Equals share their place, or draw lots for it."))
    lines = examples.evening(profile)
    scored = examples.counted(lines, profile)
    words = "; ".join(_deal(line, bool(entered.won)) for line, entered in zip(lines, scored.deals, strict=True))
    yield example(_("%(deals)s. In the end") % {"deals": words}, columns([seat.total for seat in scored.seats]))


def money(profile: Profile) -> Iterator[Said]:
    """Say what a stake comes to, and what is paid into a kitty."""
    yield rule(
        _(
            "Without a stake agreed before the first deal nothing is paid (ISkO 5.5.4). With one, each pair settles "
            "the difference of their game points (ISkO 5.5.5)."
        )
    )
    points = [seat.game_points for seat in examples.counted(examples.evening(profile), profile).seats]
    yield example(
        _("At 1 a point, for the list above (%(columns)s)") % {"columns": columns(points)},
        columns(settle(points, stake=1)),
    )
    if profile.kitty is not None:
        yield from _kitty(profile.kitty)


def amount(cents: int) -> str:
    """Return an amount as it is written: "0.50"."""
    return str(number_format(Decimal(cents) / 100, decimal_pos=2))


def _own_games(found: RatingRule) -> str:
    facts = {"won": found.own_won, "lost": -found.own_lost}
    if found.own_lost:
        return _("%(won)s more for each game of one’s own that is won, %(lost)s less for each one lost.") % facts
    return _("%(won)s more for each game of one’s own that is won; one lost takes nothing more.") % facts


def _others(found: RatingRule) -> str:
    facts = {"three": found.others_lost.get(3, 0), "four": found.others_lost.get(4, 0)}
    if found.sitting_out is None:
        return _("For each game another one loses: %(three)s at three, %(four)s at four (SkWO 5.1).") % facts
    facts["dealer"] = found.sitting_out
    return (
        _(
            "For each game another one loses: %(three)s for who played against it, %(dealer)s for the dealer of a "
            "table of four."
        )
        % facts
    )


def _deal(line: Line, is_won: bool) -> str:
    if isinstance(line, RamschLine):
        return line_words(line)
    words = _("%(game)s, won") if is_won else _("%(game)s, lost")
    return words % {"game": line_words(line)}


def _kitty(kitty: Kitty) -> Iterator[Said]:
    first, further = kitty.charge(1), kitty.charge(LOST_GAMES)
    if first == further:
        yield rule(_("Pinke: each lost game pays %(first)s into the kitty.") % {"first": amount(first)})
    else:
        facts = {"first": amount(first), "further": amount(further)}
        yield rule(
            _("Pinke: somebody’s first three lost games pay %(first)s each, each further one %(further)s.") % facts
        )
    if kitty.grand_hand_lost > 1:
        yield rule(_("A lost Grand Hand pays twice as much."))
    if kitty.passed_in:
        yield rule(_("A deal passed in costs its dealer %(cents)s.") % {"cents": amount(kitty.passed_in)})
    if kitty.is_taken:
        yield rule(_("The next Grand Hand won takes all that is in it. Points stay as they are."))
    else:
        yield rule(_("It is kept for all. Points stay as they are."))
    lost = sum(kitty.charge(number) for number in range(1, LOST_GAMES + 1))
    yield example(_("%(number)s lost games of one player") % {"number": LOST_GAMES}, amount(lost))
