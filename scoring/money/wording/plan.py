"""What an event charges and gives in prizes, in words, and tariffs that clubs publish (SkWO 1.5, 6.2; practice)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.money.models import AwardRow, MoneyTerms, PrizeListRow, TariffRow
from scoring.money.reckon import tariffs as reckon
from scoring.money.reckon.prizes import Fixed, Good, Goods, Plan, Shares, Steps
from scoring.money.selectors import accounts
from scoring.money.selectors.accounts import tariff_rows
from scoring.money.selectors.lines import Winner, awards_of
from scoring.money.selectors.planning import prize_lists_of
from scoring.money.wording import euros
from tables.intake.classes import Classes
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import known_classes, names_of


class Preset(NamedTuple):
    """A tariff to begin with."""

    code: str
    name: Promise
    kind: reckon.Kind

    @property
    def about(self) -> str:
        """What it charges, in words."""
        return kind_in_words(self.kind)


PRESETS: Final = {
    "entry": Preset("entry", gettext_lazy("Entry fee"), reckon.PerEntrant(cents=1000)),
    "cards": Preset("cards", gettext_lazy("Card money"), reckon.PerEntrant(cents=100)),
    "lists": Preset("lists", gettext_lazy("List money"), reckon.PerList(cents=200)),
    "deposit": Preset("deposit", gettext_lazy("Deposit for cards"), reckon.PerEntrant(cents=500)),
    "team": Preset("team", gettext_lazy("Team fee"), reckon.PerTeam(cents=2000)),
    **{
        name: Preset("lost", gettext_lazy("Loss fees"), reckon.LOST_GAMES[kind])
        for name, kind in (
            ("lost-usual", "usual"),
            ("lost-cheap", "cheap"),
            ("lost-dear", "dear"),
            ("lost-three", "three tiers"),
            ("lost-half", "half a euro"),
            ("lost-one", "one euro"),
        )
    },
    "places": Preset("places", gettext_lazy("Fee by place at the table"), reckon.PLACE_AT_TABLE),
    "passed": Preset("passed", gettext_lazy("Fee for deals passed in"), reckon.PassedIn(cents=50)),
}
LOST: Final = tuple(name for name, preset in PRESETS.items() if preset.code == "lost")  # those for lost games
PRIZES: Final = pgettext_lazy("pot of money", "prizes of the day")
JACKPOT: Final = pgettext_lazy("pot of money", "jackpot")
POTS: Final = (
    pgettext_lazy("pot of money", "organiser"),
    PRIZES,
    pgettext_lazy("pot of money", "series prizes"),
    JACKPOT,
    pgettext_lazy("pot of money", "ranking of the year"),
    pgettext_lazy("pot of money", "goods"),
    pgettext_lazy("pot of money", "travel"),
)


FOR_EACH: Final = {
    reckon.PerEntrant: gettext_lazy("%(amount)s for each entrant"),
    reckon.PerTeam: gettext_lazy("%(amount)s for each team"),
    reckon.PerList: gettext_lazy("%(amount)s for each list"),
    reckon.PassedIn: gettext_lazy("%(amount)s for each deal passed in, paid by the table together"),
}


def kind_in_words(kind: reckon.Kind) -> str:
    """Return what is charged, in words: "10.00 € for each entrant", "up to 3 lost games 0.50 € each, then 1.00 €"."""
    match kind:
        case reckon.LostGames():
            return _tiers(kind)
        case reckon.PlaceAtTable():
            return "; ".join(_places(size, cents) for size, cents in sorted(kind.cents.items(), reverse=True))
        case _:
            return str(FOR_EACH[type(kind)]) % {"amount": euros(kind.cents)}


def _tiers(kind: reckon.LostGames) -> str:
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
        f"{text}. {_('Goes to: %(goes_to)s') % {'goes_to': pots}}." if (pots := goes_to(row)) else f"{text}."
        for text, row in zip(lines, rows, strict=True)
    )


def line(row: TariffRow, classes: Classes) -> str:
    """Return a tariff as the plan states it: its name, what is charged, and who pays less."""
    stated = f"{row.name}: {kind_in_words(accounts.to_tariff(row).kind)}"
    text = less(row, classes)
    return f"{stated} ({text})" if text else stated


def less(row: TariffRow, classes: Classes) -> str:
    """Return who pays less or nothing: "Juniors free"; empty where everybody pays the same."""
    cheaper = [f"{name} {euros(row.cheaper[code])}" for code, name in _named(row.cheaper, classes)]
    free = [_("%(class)s free") % {"class": name} for _code, name in _named(row.free, classes)]
    return "; ".join([*cheaper, *free])


def goes_to(row: TariffRow) -> str:
    """Return where what is charged goes: "80 % prizes of the day, the rest club"; empty where nothing is said."""
    entries = accounts.to_tariff(row).goes_to
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
            parts.append(f"{entry.share} % {entry.pot}")
    return ", ".join(parts)


def _named(codes: Collection[str], classes: Classes) -> list[tuple[str, str]]:
    return [(known_class.code, known_class.name) for known_class in classes if known_class.code in codes]


def winnings(plan: Plan) -> str:
    """Return what there is to win, in words: "100.00 €, 10 × 25.00 €, guaranteed"."""
    match plan:
        case Fixed() if plan.announced_for is not None:
            text = _("%(prizes)s with %(count)s entrants, with others in proportion")
            return text % {"prizes": amounts(plan.cents), "count": plan.announced_for}
        case Fixed():
            return amounts(plan.cents)
        case Shares():
            shares = _runs([f"{share} %" for share in plan.shares])
            return _("%(shares)s of the pot “%(pot)s”") % {"shares": shares, "pot": plan.pot}
        case Steps():
            return f"{_step(plan)}: {_and_so_on(plan.cents)}"
        case Goods():
            return _runs([thing(good) for good in plan.goods])


def thing(good: Good) -> str:
    """Return a thing and what it is worth: "Ham (25.00 €)"."""
    if not good.cents:
        return good.name
    return f"{good.name} ({euros(good.cents)})"


def whom(row: PrizeListRow, classes: Classes) -> str:
    """Return for whom prizes are: "all players", "Ladies, series 2", "from the last place on: all players"."""
    who = _of_whom(row, classes)
    return _("from the last place on: %(who)s") % {"who": who} if row.winners == PrizeListRow.Winners.LAST else who


def _of_whom(row: PrizeListRow, classes: Classes) -> str:
    if row.ranking:
        return row.ranking.name
    if row.winners == PrizeListRow.Winners.TABLE:
        who = _("the players of the table with the most points each")
    else:
        who = ", ".join(names_of([row.of_class], classes)) or row.of_class or _("all players")
    return _("%(who)s, series %(series)s") % {"who": who, "series": row.series} if row.series else who


def details(row: PrizeListRow) -> str:
    """Return what else is said about prizes: sharing, rounding, the least prize; empty where nothing is."""
    parts = []
    if row.sharing != PrizeListRow.Sharing.NONE:
        parts.append(_("equal places share: %(how)s") % {"how": row.get_sharing_display()})
    if row.round_to > 1:
        parts.append(_("rounded down to %(unit)s, the rest to the first") % {"unit": euros(row.round_to)})
    if row.floor:
        parts.append(_("no prize below %(floor)s but the first") % {"floor": euros(row.floor)})
    return "; ".join(parts)


def announced_prizes(tournament: Tournament) -> tuple[str, ...]:
    """Return all prizes that are announced, a line for each list, in at most three queries."""
    rows = prize_lists_of(tournament)
    if not rows:
        return ()
    classes = known_classes(tournament) if any(row.of_class for row in rows) else ()
    played = tournament.series.count() if any(row.series for row in rows) else 0
    terms = MoneyTerms.objects.filter(tournament=tournament)
    return (
        *(_line(row, classes, played) for row in rows),
        *(line for money_terms in terms for line in _terms(money_terms)),
    )


def won(row: AwardRow) -> str:
    """Return a prize: its list, its place and what it is: "Overall, prize 2: 100.00 €"."""
    what = row.good or euros(row.cents)
    return _("%(name)s, prize %(place)s: %(what)s") % {"name": row.prize_list.name, "place": row.place, "what": what}


def all_won(winner: Winner) -> list[str]:
    """Return what somebody won, prize by prize, and what else there is between these and the amount they get."""
    lines = [won(row) for row in winner.awards]
    lines += [f"{pot}: {euros(cents)}" for pot, cents in winner.jackpots]
    if lines and winner.beside > 0:
        lines.append(_("besides: %(amount)s") % {"amount": euros(winner.beside)})
    elif lines and winner.beside < 0:
        lines.append(_("less what was owed: %(amount)s") % {"amount": euros(-winner.beside)})
    return lines


def won_by_place(
    tournament: Tournament, *, series: int | None = None, of_class: str = "", ranking: int | None = None
) -> dict[int, str]:
    """Return what those who stand in one ranking won there, goods included, by start number: "80.00 €, Ham"."""
    values: dict[int, list[str]] = {}
    for row in awards_of(tournament):
        of = row.prize_list
        if (of.series, of.of_class, of.ranking.number if of.ranking else None) == (series, of_class, ranking):
            values.setdefault(row.entrant, []).append(row.good or euros(row.cents))
    return {number: ", ".join(won) for number, won in values.items()}


def _line(row: PrizeListRow, classes: Classes, played: int) -> str:
    text = f"{row.name} ({whom(row, classes)}): {winnings(accounts.to_plan(row.plan))}"
    if row.series and row.series > played:
        return _("%(prizes)s. This series is not played.") % {"prizes": text}
    more = details(row)
    return f"{text}; {more}." if more else f"{text}."


def _terms(terms: MoneyTerms) -> Iterator[str]:
    if terms.wants_start_card:
        yield _("A prize is given out against the start card (SkWO 9.13).")
    if terms.wants_presence:
        yield _("A prize is given to who is present.")
    if terms.fetched_until:
        facts = {
            "until": date_format(terms.fetched_until, "SHORT_DATE_FORMAT"),
            "pot": terms.unclaimed_to or _("Organiser"),
        }
        yield _("Prizes can be fetched until %(until)s; what nobody fetched goes to “%(pot)s”.") % facts


def _step(plan: Steps) -> str:
    if plan.of_tables:
        each = ngettext("one prize for each table", "one prize for every %(per)s tables", plan.per)
    else:
        each = ngettext("one prize for each entrant", "one prize for every %(per)s entrants", plan.per)
    return each % {"per": plan.per}


def _and_so_on(cents: Sequence[int]) -> str:
    if not cents:
        return euros(0)
    if len(set(cents)) == 1:
        return _("%(amount)s each") % {"amount": euros(cents[0])}
    *first, last = cents
    return _("%(first)s, then %(last)s each") % {"first": amounts(first), "last": euros(last)}


def amounts(cents: Sequence[int]) -> str:
    """Return amounts in words, those alike counted: "100.00 €, 10 × 25.00 €"."""
    return _runs([euros(cent) for cent in cents])


def _runs(words: Sequence[str]) -> str:
    counted = ((word, len(list(alike))) for word, alike in groupby(words))
    return ", ".join(word if times == 1 else f"{times} × {word}" for word, times in counted)
