"""A tariff in words, as the plan states it: what is charged, who pays less, where it goes (SkWO 6.2)."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from scoring.money import mapping
from scoring.money.models import TariffRow
from scoring.money.reckon.tariffs import Kind, LostGames, PassedIn, PerEntrant, PerList, PerTeam, PlaceAtTable
from scoring.money.selectors.played import tariff_rows
from scoring.money.wording.amounts import euros
from tables.intake.classes import Classes
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import known_classes


def said(kind: Kind) -> str:
    """Return what is charged, in words: "10.00 € for each entrant", "up to 3 lost games 0.50 € each, then 1.00 €"."""
    match kind:
        case PerEntrant():
            return _("%(amount)s for each entrant") % {"amount": euros(kind.cents)}
        case PerTeam():
            return _("%(amount)s for each team") % {"amount": euros(kind.cents)}
        case PerList():
            return _("%(amount)s for each list") % {"amount": euros(kind.cents)}
        case LostGames():
            return _tiers(kind)
        case PlaceAtTable():
            return "; ".join(_places(size, cents) for size, cents in sorted(kind.cents.items(), reverse=True))
        case PassedIn():
            return _("%(amount)s for each deal passed in, paid by the table together") % {"amount": euros(kind.cents)}


def _tiers(kind: LostGames) -> str:
    parts, before = [], 0
    for reach, cents in kind.tiers:
        facts = {"first": before + 1, "last": reach, "amount": euros(cents)}
        if reach is None and not before:
            parts.append(_("%(amount)s for each lost game") % facts)
        elif reach is None:
            parts.append(_("from lost game %(first)s of a list on %(amount)s each") % facts)
        elif reach == before + 1:
            parts.append(_("lost game %(first)s of a list %(amount)s") % facts)
        else:
            parts.append(_("lost games %(first)s to %(last)s of a list %(amount)s each") % facts)
        before = reach or before
    return ", ".join(parts)


def _places(size: int, cents: Sequence[int]) -> str:
    amounts = " / ".join(map(euros, cents))
    return _("by place at a table of %(size)s, best first: %(amounts)s") % {"size": size, "amounts": amounts}


def announced(tournament: Tournament) -> tuple[str, ...]:
    """Return all that an event charges, a line for each tariff, in at most two queries."""
    rows = tariff_rows(tournament)
    classes = known_classes(tournament) if any(row.cheaper or row.free for row in rows) else ()
    lines = [line(row, classes) for row in rows]
    return tuple(
        _("%(charged)s. Goes to: %(pots)s.") % {"charged": said, "pots": pots} if (pots := goes_to(row)) else f"{said}."
        for said, row in zip(lines, rows, strict=True)
    )


def line(row: TariffRow, classes: Classes) -> str:
    """Return a tariff as the plan states it: its name, what is charged, and who pays less."""
    stated = f"{row.name}: {said(mapping.to_tariff(row).kind)}"
    found = less(row, classes)
    return f"{stated} ({found})" if found else stated


def less(row: TariffRow, classes: Classes) -> str:
    """Return who pays less or nothing: "Juniors free"; empty where everybody pays the same."""
    cheaper = [
        _("%(class)s %(amount)s") % {"class": name, "amount": euros(row.cheaper[code])}
        for code, name in _named(row.cheaper, classes)
    ]
    free = [_("%(class)s free") % {"class": name} for _code, name in _named(row.free, classes)]
    return "; ".join([*cheaper, *free])


def goes_to(row: TariffRow) -> str:
    """Return where what is charged goes: "80 % prizes of the day, the rest club"; empty where nothing is said."""
    entries = mapping.to_goes_to(row)
    parts = []
    for number, entry in enumerate(entries, start=1):
        facts = {"pot": entry.pot, "share": entry.share, "amount": euros(entry.cents or entry.each or 0)}
        if number == len(entries) and entry.share is not None:
            parts.append(_("the rest %(pot)s") % facts if number > 1 else _("all of it %(pot)s") % facts)
        elif entry.each is not None and row.kind == TariffRow.Kind.TEAM:
            parts.append(_("%(amount)s per team %(pot)s") % facts)
        elif entry.each is not None and row.kind == TariffRow.Kind.ENTRANT:
            parts.append(_("%(amount)s per person %(pot)s") % facts)
        elif entry.each is not None:
            parts.append(_("%(amount)s per person and list %(pot)s") % facts)
        elif entry.cents is not None:
            parts.append(_("%(amount)s once %(pot)s") % facts)
        else:
            parts.append(_("%(share)s %% %(pot)s") % facts)
    return ", ".join(parts)


def _named(codes: Collection[str], classes: Classes) -> list[tuple[str, str]]:
    return [(one.code, one.name) for one in classes if one.code in codes]
