"""What a game is worth, how far the stakes are raised, and whose column it goes to."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any, Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.houses.wording.play import Said, computation, example, figures, line_words, reading, rule
from scoring.houses.wording.play import columns as play_columns
from scoring.lists.wording import games
from scoring.lists.wording.house import KIND, STAKE, setting_word
from scoring.rules.contract import Game
from scoring.rules.profiles import examples
from scoring.rules.profiles.games import BASE, GRAND_OUVERT, NULL
from scoring.rules.profiles.kitty import Kitty
from scoring.rules.profiles.lines import ContractKind, DeclarerLine, Line, RamschLine
from scoring.rules.profiles.naming import House, house
from scoring.rules.profiles.profile import Columns, Declaring, Profile
from scoring.rules.profiles.switches import SWITCHES, Setting
from scoring.rules.results.performance import RatingRule
from scoring.rules.results.settlement import settle
from scoring.rules.values import LOST


def values(profile: Profile) -> Iterator[Said]:
    """Say what games are worth, and what is counted beside their base values."""
    if profile.declaring is Declaring.BY_KIND:
        yield from _by_kind(profile)
        return
    held = profile.values
    bases = ", ".join(f"{games.game_name(game)} {base}" for game, base in held.base.items())
    yield rule(_("Base values: %(bases)s.") % {"bases": bases})
    yield from _nulls(profile)
    if profile.declaring is Declaring.AUCTION:
        yield rule(
            _(
                "Times the matadors with or without, and one each for the game, Hand, Schneider, announced, Schwarz, "
                "announced, ouvert."
            )
        )
    else:
        yield rule(_("Times the matadors with or without, and one each for the game, Schneider, Schwarz."))
    if held.lost_hand == LOST:
        yield rule(_("A lost game costs twice its value."))
    else:
        yield rule(_("A lost game costs twice its value, but a lost Hand game only once."))
        yield reading(_("That holds for an overbid Hand game too."))
        yield _counted(examples.game(profile, Game.CLUBS, 1, hand=True), profile)
    yield from _games(profile)
    yield from _besides(profile)


def stakes(profile: Profile) -> Iterator[Said]:
    """Say how far the stakes are raised."""
    if not profile.stakes:
        return
    yield rule(_("Before the first trick an opponent who has bid may say Contra: the game counts double."))
    if profile.stakes > 1:
        text = ", ".join(f"{STAKE[at]} ×\N{NO-BREAK SPACE}{2**at}" for at in range(1, profile.stakes + 1))
        yield rule(_("The other side may answer each time: %(said)s.") % {"said": text})
    yield reading(_("It multiplies what the game comes to, lost and overbid too, and nothing that the rating adds."))
    for won in (True, False):
        yield _counted(examples.game(profile, Game.HEARTS, 2, won=won, stakes=profile.stakes), profile)


def columns(profile: Profile) -> Iterator[Said]:
    """Say who writes what."""
    if profile.columns is Columns.DECLARER:
        yield rule(_("The declarer alone writes: plus if the game is won, minus if it is lost."))
        return
    yield rule(_("Only minus is written: a game won is taken off everybody else, and the declarer writes nothing."))
    yield reading(_("A lost game is taken off the declarer, twice as always."))
    if max(profile.seats) > 3:
        pays = (
            _("At four the dealer pays like the others.") if profile.idle_pay else _("At four the dealer pays nothing.")
        )
        yield reading(pays)
    yield _counted(examples.game(profile, Game.SPADES, 2, won=True), profile)
    yield _counted(examples.game(profile, Game.CLUBS, 5), profile)


def _nulls(profile: Profile) -> Iterator[Said]:
    null = profile.values.null
    if profile.declaring is not Declaring.AUCTION:
        yield rule(_("Null %(value)s.") % {"value": null[False, False]})
        return
    facts = {
        "plain": null[False, False],
        "hand": null[True, False],
        "open": null[False, True],
        "both": null[True, True],
    }
    yield rule(_("Null %(plain)s, Hand %(hand)s, ouvert %(open)s, Hand ouvert %(both)s.") % facts)


def _games(profile: Profile) -> Iterator[Said]:
    yield _counted(examples.game(profile, Game.HEARTS, 2, won=True), profile)
    yield _counted(examples.game(profile, Game.GRAND, 2, won=True), profile)
    yield _counted(examples.game(profile, Game.CLUBS, 1), profile)
    most = profile.values.most[Game.HEARTS]
    if profile.pack != 32:
        all_of_it = {"hand": True, "schneider": True, "schwarz": True, "ouvert": True}
        announced = {"schneider_announced": True, "schwarz_announced": True}
        yield _counted(examples.game(profile, Game.HEARTS, most, won=True, **all_of_it, **announced), profile)


def _besides(profile: Profile) -> Iterator[Said]:
    if profile.revolution is not None:
        facts = {"which": setting_word("exchange", profile.exchange.value)}
        yield rule(
            _(
                "Revolution: a Null Hand ouvert in which the opponents look at each other’s cards and exchange them, "
                "%(which)s."
            )
            % facts
        )
        for won in (True, False):
            yield _counted(examples.game(profile, Game.NULL, won=won, revolution=True), profile)
    if profile.spitze is not None:
        levels = {"levels": profile.spitze.further}
        yield rule(
            _(
                "Spitze: who announces that the lowest trump makes the last trick plays for %(levels)s more, won or "
                "lost; not in a Grand with four jacks."
            )
            % levels
        )
        yield _counted(examples.game(profile, Game.HEARTS, 2, won=True, spitze=True), profile)
    if profile.schenken:
        yield rule(
            _(
                "Schenken: the opponents may give up; then the game is won, and no more. Or the declarer insists on "
                "Schneider, and if they give up again, on Schwarz; both count as if they had been announced."
            )
        )
        yield reading(_("Nothing is given up in a Null, or where something is announced."))
        yield _counted(examples.game(profile, Game.HEARTS, 2, won=True, schenken=1), profile)
        yield _counted(examples.game(profile, Game.HEARTS, 2, won=True, schneider=True, schenken=2), profile)


def _by_kind(profile: Profile) -> Iterator[Said]:
    for kind in (ContractKind.TOURNEE, ContractKind.SOLO, ContractKind.GUCKSER):
        bases = ", ".join(f"{games.game_name(game)} {base}" for game, base in BASE[kind].items())
        yield rule(f"{KIND[kind]}: {bases}.")
    facts = {"open": GRAND_OUVERT, "null": NULL[False], "null_open": NULL[True]}
    yield rule(_("An open solo Grand %(open)s. Null %(null)s, open %(null_open)s.") % facts)
    yield rule(
        _(
            "Times the matadors with or without, and 1 for the game, 2 for Schneider, 3 for Schneider announced or "
            "Schwarz, 4 for Schwarz after Schneider was announced, 5 for Schwarz announced."
        )
    )
    yield rule(
        _(
            "A lost game costs its value once; a Guckser, and Passt mir nicht, twice. What is announced and missed "
            "costs what it would have brought."
        )
    )
    yield reading(_("The numbers are those of a book of 1897; the source we go by has lost its own."))
    for line in (
        examples.game(profile, Game.CLUBS, 3, won=True, schneider=True, schneider_announced=True),
        examples.game(profile, Game.CLUBS, 3, schneider_announced=True),
    ):
        yield _counted(line, profile)


def _counted(line: Line, profile: Profile) -> Said:
    scored = examples.counted([line], profile)
    how = computation(line, scored.deals[0], in_bock=False)
    return example(f"{line_words(line)} ({how})" if how else line_words(line), figures(scored.deals[0], profile))


LOST_GAMES = 5  # lost games of the example of a kitty


def rating(profile: Profile) -> Iterator[Said]:
    """Say what counts in the end, and show it by a short list."""
    rating_rule = profile.rating
    if rating_rule.by_games:
        facts = {"won": rating_rule.own_won, "lost": -rating_rule.own_lost}
        own = _("%(won)s more for each game of one’s own that is won, %(lost)s less for each one lost.")
        only_won = _("%(won)s more for each game of one’s own that is won; one lost takes nothing more.")
        yield rule((own if rating_rule.own_lost else only_won) % facts)
        yield rule(_others(rating_rule))
    else:
        yield rule(_("Game points alone count."))
        if max(profile.seats) > 2:
            yield reading(_("Equals share their place, or draw lots for it."))
    lines = examples.evening(profile)
    scored = examples.counted(lines, profile)
    words = "; ".join(_deal(line, bool(entered.won)) for line, entered in zip(lines, scored.deals, strict=True))
    yield example(_("%(deals)s. In the end") % {"deals": words}, play_columns([seat.total for seat in scored.seats]))


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
        _("At 1 a point, for the list above (%(columns)s)") % {"columns": play_columns(points)},
        play_columns(settle(points, stake=1)),
    )
    if profile.kitty is not None:
        yield from _kitty(profile.kitty)


def amount(cents: int) -> str:
    """Return an amount as it is written: "0.50"."""
    return str(number_format(Decimal(cents) / 100, decimal_pos=2))


def _others(rating_rule: RatingRule) -> str:
    facts = {"three": rating_rule.others_lost.get(3, 0), "four": rating_rule.others_lost.get(4, 0)}
    if rating_rule.sitting_out is None:
        return _("For each game another one loses: %(three)s at three, %(four)s at four (SkWO 5.1).") % facts
    facts["dealer"] = rating_rule.sitting_out
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


Deals = Callable[[Profile, Setting], Line]


def _ramsch(*dealt: tuple[int, ...]) -> Deals:
    return lambda profile, _setting: examples.ramsch(profile, *dealt)


def _hearts(**setting: Callable[[Setting], Any]) -> Deals:
    return lambda profile, at: examples.game(
        profile, Game.HEARTS, 2, won=True, **{name: made(at) for name, made in setting.items()}
    )


_ORDINARY = _ramsch((20, 35, 65), (2, 3, 5))
_ALL_TRICKS = _ramsch((0, 0, 120), (0, 0, 10))
SAMPLE: Final[dict[str, Deals]] = {
    "ramsch_writes": _ORDINARY,
    "ramsch_amount": _ORDINARY,
    "virgin_doubles": lambda profile, _setting: examples.ramsch(
        profile, *(((0, 0, 75), (0, 0, 10)) if _two(profile) else ((0, 45, 75), (0, 4, 6)))
    ),
    "durchmarsch": _ALL_TRICKS,
    "tricks_win": _ALL_TRICKS,
    "ramsch_tie": lambda profile, _setting: examples.ramsch(
        profile, (20, 50, 50), (2, 3, 5), last_trick=examples.seats_of(profile)
    ),
    "equal_costs": lambda profile, _setting: examples.ramsch(
        profile, (0, 60, 60) if _two(profile) else (40, 40, 40), (3, 3, 4)
    ),
    "klopfen": lambda profile, at: examples.ramsch(profile, (20, 35, 65), (2, 3, 5), knocks=int(at)),
    "ramsch_units": _ORDINARY,
    "ramsch_reward": _ramsch((30, 30, 60), (3, 3, 4)),
    "spitze": _hearts(spitze=bool),
    "contra_at_most": _hearts(stakes=int),
    "schenken": _hearts(schneider=lambda _at: True, schenken=lambda at: 2 if at else 0),
    "revolution": lambda profile, at: examples.game(
        profile, Game.NULL, won=True, hand=True, ouvert=True, revolution=bool(at)
    ),
}
IN_BOCK: Final = gettext_lazy("%(game)s, won: %(before)s; in Bock: %(after)s")


def sample_words(house_now: House, name: str) -> str:
    """Return the deal a switch is shown by; nothing where no deal can."""
    if name not in SAMPLE:
        return ""
    settings = SWITCHES[name].settings
    line = SAMPLE[name](house_now.profile, True if isinstance(settings[0], bool) else settings[0])
    return _("%(game)s, won") % {"game": line_words(line)} if isinstance(line, DeclarerLine) else line_words(line)


def sample(house_now: House, name: str, setting: Setting) -> str:
    """Return what the deal comes to with a switch set so and all others as they are; nothing where no deal shows it."""
    if name not in SAMPLE:
        return ""
    profile = house(house_now.profile.code, {**house_now.settings, name: setting}).profile
    scored = examples.counted([SAMPLE[name](profile, setting)], profile)
    return "" if scored.notes else figures(scored.deals[0], profile)


def bock_sample(profile: Profile) -> str:
    """Return what Bock does to a game."""
    line = examples.game(profile, Game.HEARTS, 2, won=True)
    once, twice = (examples.counted([line], profile, queue=queue) for queue in (None, examples.IN_BOCK))
    return str(IN_BOCK) % {
        "game": line_words(line),
        "before": figures(once.deals[0], profile),
        "after": figures(twice.deals[0], profile),
    }


def _two(profile: Profile) -> bool:
    return examples.seats_of(profile) == min(profile.seats) == 2
