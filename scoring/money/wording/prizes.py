"""A list of prizes in words, as the plan announces it: for whom, what there is to win (SkWO 1.5)."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.money import mapping
from scoring.money.models import AwardRow, MoneyTerms, PrizeListRow
from scoring.money.reckon.plans import Fixed, Good, Goods, Plan, Shares, Steps
from scoring.money.selectors.payout import Winner, awards_of
from scoring.money.selectors.placing import prize_lists_of
from scoring.money.wording.amounts import euros
from tables.intake.classes import Classes
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.tournaments import known_classes, names_of


def said(plan: Plan) -> str:
    """Return what there is to win, in words: "100.00 €, 10 × 25.00 €, guaranteed"."""
    match plan:
        case Fixed() if plan.announced_for is not None:
            told = _("%(prizes)s with %(count)s entrants, with others in proportion")
            return told % {"prizes": amounts(plan.cents), "count": plan.announced_for}
        case Fixed():
            return amounts(plan.cents)
        case Shares():
            shares = _runs([_("%(share)s %%") % {"share": share} for share in plan.shares])
            return _("%(shares)s of the pot “%(pot)s”") % {"shares": shares, "pot": plan.pot}
        case Steps():
            return _("%(step)s: %(prizes)s") % {"step": _step(plan), "prizes": _and_so_on(plan.cents)}
        case Goods():
            return _runs([thing(good) for good in plan.goods])


def thing(good: Good) -> str:
    """Return a thing and what it is worth: "Ham (25.00 €)"."""
    if not good.cents:
        return good.name
    return _("%(name)s (%(worth)s)") % {"name": good.name, "worth": euros(good.cents)}


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


def announced(tournament: Tournament) -> tuple[str, ...]:
    """Return all prizes that are announced, a line for each list, in at most three queries."""
    rows = prize_lists_of(tournament)
    if not rows:
        return ()
    classes = known_classes(tournament) if any(row.of_class for row in rows) else ()
    played = tournament.series.count() if any(row.series for row in rows) else 0
    terms = MoneyTerms.objects.filter(tournament=tournament)
    return tuple(_line(row, classes, played) for row in rows) + _fetching(terms)


def won(row: AwardRow) -> str:
    """Return a prize: its list, its place and what it is: "Overall, prize 2: 100.00 €"."""
    what = row.good or euros(row.cents)
    return _("%(name)s, prize %(place)s: %(what)s") % {"name": row.prize_list.name, "place": row.place, "what": what}


def all_won(winner: Winner) -> list[str]:
    """Return what somebody won, prize by prize, and what else there is between these and the amount they get."""
    lines = [won(row) for row in winner.awards]
    facts = [{"pot": pot, "amount": euros(cents)} for pot, cents in winner.jackpots]
    lines += [_("%(pot)s: %(amount)s") % one for one in facts]
    if lines and winner.beside > 0:
        lines.append(_("besides: %(amount)s") % {"amount": euros(winner.beside)})
    elif lines and winner.beside < 0:
        lines.append(_("less what was owed: %(amount)s") % {"amount": euros(-winner.beside)})
    return lines


def won_by_place(
    tournament: Tournament, *, series: int | None = None, of_class: str = "", ranking: int | None = None
) -> dict[int, str]:
    """Return what those who stand in one ranking won there, goods included, by start number: "80.00 €, Ham"."""
    found: dict[int, list[str]] = {}
    for row in awards_of(tournament):
        of = row.prize_list
        if (of.series, of.of_class, of.ranking.number if of.ranking else None) == (series, of_class, ranking):
            found.setdefault(row.entrant, []).append(row.good or euros(row.cents))
    return {number: ", ".join(won) for number, won in found.items()}


def _line(row: PrizeListRow, classes: Classes, played: int) -> str:
    told = f"{row.name} ({whom(row, classes)}): {said(mapping.to_plan(row.plan))}"
    if row.series and row.series > played:
        return _("%(prizes)s. This series is not played.") % {"prizes": told}
    more = details(row)
    return f"{told}; {more}." if more else f"{told}."


def _fetching(terms: Collection[MoneyTerms]) -> tuple[str, ...]:
    """Return what a prize waits for, and until when it can be fetched."""
    return tuple(line for one in terms for line in _terms(one))


def _terms(terms: MoneyTerms) -> Iterator[str]:
    if terms.wants_start_card:
        yield _("A prize is given out against the start card (SkWO 9.13).")
    if terms.wants_presence:
        yield _("A prize is given to who is present.")
    if terms.fetched_until:
        facts = {"until": date_format(terms.fetched_until, "SHORT_DATE_FORMAT"), "pot": terms.unclaimed_to}
        if terms.unclaimed_to:
            yield _("Prizes can be fetched until %(until)s; what nobody fetched goes to “%(pot)s”.") % facts
        else:
            yield _("Prizes can be fetched until %(until)s; what nobody fetched stays with the organiser.") % facts


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
    return _runs([euros(one) for one in cents])


def _runs(words: Sequence[str]) -> str:
    """Return words with those alike counted: "100.00 €, 10 × 25.00 €"."""
    counted = ((word, len(list(alike))) for word, alike in groupby(words))
    return ", ".join(word if times == 1 else f"{times} × {word}" for word, times in counted)
