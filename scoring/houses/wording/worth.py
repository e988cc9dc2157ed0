"""What a game is worth, how far the stakes are raised, and whose column it goes to."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.houses.wording.lines import computation, figures, line_words
from scoring.houses.wording.said import Said, example, reading, rule
from scoring.lists.wording import games
from scoring.lists.wording.house_names import KIND, STAKE
from scoring.lists.wording.house_switches import setting_word
from scoring.rules.contract import Game
from scoring.rules.profiles import examples, tournee
from scoring.rules.profiles.lines import Kind, Line
from scoring.rules.profiles.profile import Columns, Declaring, Profile
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
        said = ", ".join(f"{STAKE[at]} ×\N{NO-BREAK SPACE}{2**at}" for at in range(1, profile.stakes + 1))
        yield rule(_("The other side may answer each time: %(said)s.") % {"said": said})
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
    """Show a suit game, a Grand, and one that is lost."""
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
    for kind in (Kind.TOURNEE, Kind.SOLO, Kind.GUCKSER):
        bases = ", ".join(f"{games.game_name(game)} {base}" for game, base in tournee.BASE[kind].items())
        yield rule(f"{KIND[kind]}: {bases}.")
    facts = {"open": tournee.GRAND_OUVERT, "null": tournee.NULL[False], "null_open": tournee.NULL[True]}
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
    """Return a deal with its computation and what it comes to."""
    scored = examples.counted([line], profile)
    how = computation(line, scored.deals[0], in_bock=False)
    return example(f"{line_words(line)} ({how})" if how else line_words(line), figures(scored.deals[0], profile))
