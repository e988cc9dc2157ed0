"""The rule sheet of a way to play: everything it decides, Ramsch and Bock too, in sentences, with counted examples."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.houses.wording import play, worth
from scoring.houses.wording.play import Said, example, figures, line_words, reading, rule
from scoring.houses.wording.worth import bock_sample
from scoring.lists.wording.house import EVENT, name_of
from scoring.rules.profiles import examples
from scoring.rules.profiles.bock import ROUND
from scoring.rules.profiles.naming import House
from scoring.rules.profiles.profile import (
    Profile,
    RamschAmount,
    RamschCount,
    RamschRule,
    RamschSkat,
    RamschTens,
    RamschTie,
    RamschWrites,
)
from scoring.rules.profiles.ramsch import MARCH

Tricks = tuple[int, ...]


def ramsch(profile: Profile) -> Iterator[Said]:
    """Say how Ramsch is played and counted."""
    rules = profile.ramsch
    if rules is None:
        return
    yield rule(_("Everybody plays for themselves; only the jacks are trumps, and the other cards rank as in Grand."))
    if rules.counts is RamschCount.MOST_TRICKS_LOSE:
        yield from _by_tricks(profile, rules)
    elif rules.counts is RamschCount.FEWEST_POINTS_WIN:
        yield from _with_a_winner(profile, rules)
    else:
        yield from _ordinary(profile, rules)


def bock(profile: Profile) -> Iterator[Said]:
    """Say what makes deals count double."""
    rules = profile.bock
    if rules is None or not rules.events:
        return
    events = "; ".join(str(words) for bit, words in EVENT.items() if bit & rules.events)
    yield rule(_("The next %(number)s deals count double after: %(events)s.") % {"number": ROUND, "events": events})
    yield rule(_("Each further event adds as many; a deal counts double once, however many are to come."))
    yield reading(_("It is three deals at every table, and a deal passed in uses one up."))
    yield example(_("For example"), bock_sample(profile))
    if rules.ramsch:
        yield rule(
            _(
                "After every %(number)s such deals come as many compulsory Ramsch; instead somebody may play a Grand "
                "Hand, which uses none up."
            )
            % {"number": ROUND}
        )


def _ordinary(profile: Profile, rules: RamschRule) -> Iterator[Said]:
    yield rule(_("Whoever has most card points loses."))
    yield _skat(profile, rules)
    if rules.tens is RamschTens.LOW:
        yield rule(_("A ten ranks just above the nine, and has ten card points."))
    if rules.tens is RamschTens.LOW_FOR_ONE:
        yield rule(_("A ten ranks just above the nine, and has one card point."))
    yield _amount(rules)
    yield _shown(profile, (20, 35, 65), (2, 3, 5))
    if rules.amount is RamschAmount.POINTS:
        yield rule(
            _("Each player without a trick doubles what the loser loses.")
            if rules.virgin_doubles
            else _("A player without a trick changes nothing.")
        )
    yield _shown(profile, (0, 45, 75), (0, 4, 6), without=True)
    if rules.durchmarsch:
        yield rule(_("Durchmarsch: who takes all tricks writes %(points)s, the others nothing.") % {"points": MARCH})
        yield _shown(profile, (0, 0, 120), (0, 0, 10))
    else:
        yield reading(_("All tricks are lost like any other Ramsch."))
    if rules.writes is RamschWrites.LOSER or rules.amount is RamschAmount.FIXED:
        yield reading(_tie(rules))
        yield _shown(profile, (20, 50, 50), (2, 3, 5), last_trick=examples.seats_of(profile))
    if not rules.equal_costs:
        yield rule(_("If all have the same, nobody writes anything."))
    yield from _raised(profile, rules)
    yield reading(_("A Ramsch is a game neither won nor lost."))


def _with_a_winner(profile: Profile, rules: RamschRule) -> Iterator[Said]:
    alone, tied = rules.reward
    yield rule(
        _("Whoever has fewest card points writes %(points)s and a game won; the skat goes to whoever has most.")
        % {"points": alone}
    )
    yield rule(_("If two are equal, each of them writes %(points)s and a game won.") % {"points": tied})
    yield reading(_("If all three are equal, all three do. Who takes no trick has nothing to double: nobody loses."))
    yield _shown(profile, (20, 35, 65), (2, 3, 5))
    yield _shown(profile, (30, 30, 60), (3, 3, 4))
    if rules.durchmarsch:
        yield reading(_("Whoever takes all tricks writes it alone."))
        yield _shown(profile, (0, 0, 120), (0, 0, 10))


def _by_tricks(profile: Profile, rules: RamschRule) -> Iterator[Said]:
    plain, number, two = rules.by_virgins
    facts = {"plain": plain, "one": number, "two": two}
    yield rule(_("Whoever has most tricks loses: %(one)s if somebody took none, %(two)s if two did.") % facts)
    yield reading(_("Else it costs %(plain)s; if several have most tricks, each of them loses.") % facts)
    yield _shown(profile, (20, 35, 65), (2, 3, 5))
    yield _shown(profile, (0, 45, 75), (0, 4, 6))


def _skat(profile: Profile, rules: RamschRule) -> Said:
    if rules.unplayed > 2:
        return rule(_("Cards that nobody played with count for nobody."))
    words = {
        RamschSkat.LAST_TRICK: _("The skat goes to whoever takes the last trick."),
        RamschSkat.MOST_POINTS: _("The skat goes to whoever has most card points."),
        RamschSkat.LEFT_OUT: _("The skat goes to nobody."),
    }
    return rule(words[rules.skat])


def _amount(rules: RamschRule) -> Said:
    if rules.amount is RamschAmount.FIXED:
        plain, number, two = rules.fixed
        facts = {"plain": plain, "one": number, "two": two}
        return rule(_("It costs %(plain)s; %(one)s if one took no trick, %(two)s if two did.") % facts)
    if rules.writes is RamschWrites.EVERYBODY:
        return rule(_("Everybody writes their own card points as minus."))
    return rule(_("The loser writes the card points as minus, the others nothing."))


def _tie(rules: RamschRule) -> str:
    words = {
        RamschTie.ALL: _("If several have most card points, each of them loses in full."),
        RamschTie.SHARE: _("If several have most card points, they share it."),
        RamschTie.LAST_TRICK: _("If several have most card points, the one of them with the last trick loses."),
    }
    return words[rules.tie]


def _raised(profile: Profile, rules: RamschRule) -> Iterator[Said]:
    if rules.pushes:
        yield rule(
            _(
                "Before play the skat goes round: each takes it up and lays two cards away, no jacks, or passes it "
                "on unseen for twice as much."
            )
        )
        yield _shown(profile, (20, 35, 65), (2, 3, 5), pushes=2)
    if rules.klopfen:
        yield rule(_("Klopfen: each may knock once for twice as much, but not who passed the skat on unseen."))
        yield _shown(profile, (20, 35, 65), (2, 3, 5), knocks=1)


def _shown(profile: Profile, card_points: Tricks, tricks: Tricks, *, without: bool = False, **more: int) -> Said:
    if without and examples.seats_of(profile) < len(tricks):
        card_points, tricks = card_points[1:], (0, 0, 10)
        card_points = (0, 0, card_points[-1])
    line = examples.ramsch(profile, card_points, tricks, **more)
    return example(line_words(line), figures(examples.counted([line], profile).deals[0], profile))


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """All of it."""

    title: str
    about: str
    official: str  # whether a tournament may play so, and why
    parts: Sequence[tuple[str, Sequence[Said]]]
    has_readings: bool  # whether something is decided that no source says


def rule_sheet(house: House) -> RuleSheet:
    """Return the rule sheet of a way to play, in the language of the moment."""
    profile = house.profile
    every = (
        (_("At the table"), play.table),
        (_("Value of a deal"), worth.values),
        (_("Stakes"), worth.stakes),
        (_("Column"), worth.columns),
        (_("When all pass"), play.all_pass),
        (_("Ramsch"), ramsch),
        (_("Bock"), bock),
        (_("Total of the list"), worth.rating),
        (_("Length"), play.course),
        (_("Money"), worth.money),
    )
    parts = tuple((title, rules) for title, says in every if (rules := tuple(says(profile))))
    return RuleSheet(
        title=name_of(house),
        about=play.about(house),
        official=_("This is the official game, the only one an official tournament plays.")
        if house.is_official
        else _(
            "House rules, not official: a tournament plays by the international rules alone, and forbids Ramsch "
            "and whatever else they do not know (SkWO 9.4)."
        ),
        parts=parts,
        has_readings=any(rule.is_reading for _title, rules in parts for rule in rules),
    )
