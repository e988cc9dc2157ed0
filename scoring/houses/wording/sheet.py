"""The rule sheet of a way to play: everything it decides, in sentences, with examples that are counted."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.houses.wording import names, play, ramsch, worth
from scoring.houses.wording.names import Said
from scoring.lists.wording.house import name_of
from scoring.rules.profiles.houses import House


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One thing a way to play decides."""

    title: str
    said: Sequence[Said]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSheet:
    """All of it."""

    title: str
    about: str
    official: str
    """Whether a tournament may play so, and why."""

    parts: Sequence[Part]
    has_readings: bool
    """Whether something is decided that no source says."""


def rule_sheet(house: House) -> RuleSheet:
    """Return the rule sheet of a way to play, in the language of the moment."""
    parts = tuple(part for part in _parts(house) if part.said)
    return RuleSheet(
        title=name_of(house),
        about=names.about(house),
        official=official_words() if house.is_official else why_not_official(),
        parts=parts,
        has_readings=any(said.is_reading for part in parts for said in part.said),
    )


def official_words() -> str:
    """Say that it is the official one."""
    return _("This is the official game, the only one an official tournament plays.")


def why_not_official() -> str:
    """Say that it is not, and why."""
    return _(
        "House rules, not official: a tournament plays by the international rules alone, and forbids Ramsch "
        "and whatever else they do not know (SkWO 9.4)."
    )


def only_one_is_official() -> str:
    """Say of all ways to play together which of them a tournament plays."""
    return _(
        "Only the first of them is official: a tournament plays by the international rules alone, and forbids Ramsch "
        "and whatever else they do not know (SkWO 9.4)."
    )


def _parts(house: House) -> Iterator[Part]:
    profile = house.profile
    yield Part(title=_("At the table"), said=tuple(play.table(profile)))
    yield Part(title=_("Value of a deal"), said=tuple(worth.values(profile)))
    yield Part(title=_("Stakes"), said=tuple(worth.stakes(profile)))
    yield Part(title=_("Column"), said=tuple(worth.columns(profile)))
    yield Part(title=_("When all pass"), said=tuple(play.all_pass(profile)))
    yield Part(title=pgettext("part of a rule sheet", "Ramsch"), said=tuple(ramsch.ramsch(profile)))
    yield Part(title=pgettext("part of a rule sheet", "Bock"), said=tuple(ramsch.bock(profile)))
    yield Part(title=_("Total of the list"), said=tuple(worth.rating(profile)))
    yield Part(title=_("Length"), said=tuple(play.course(profile)))
    yield Part(title=pgettext("part of a rule sheet", "Money"), said=tuple(worth.money(profile)))
