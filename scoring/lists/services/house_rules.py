"""By which rules lists are kept, by the book as an official tournament must or by those of a house; for what stake."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.db.models import F

from scoring.lists.models import GameListRow
from scoring.lists.selectors.house import as_chosen, begun_of
from scoring.rules.profiles.naming import BY_THE_BOOK, named
from scoring.rules.results.settlement import MOST_OFFICIAL, stake_name, stake_of
from tables.accounts.models import User
from tables.acts.services import Refused, Seen, must_be_as_seen
from tables.journal import chain as journal
from tables.tournaments.models import Series, Tournament
from tables.tournaments.services import turns


@transaction.atomic
def choose_rules(
    *,
    tournament_id: int,
    by_the_book: bool,
    rules: Mapping[int, str],
    stake: Fraction | None = None,
    by: User,
    now: datetime,
    seen: Seen | None = None,
) -> Tournament:
    """Say by which rules the lists of each series are kept, by its number; a list that has begun keeps its own.

    ``by_the_book`` says that it is an official tournament, in which all of them are kept by the book (SkWO 9.4).
    ``stake`` is what a point is worth in cents, in all series that have not begun (ISkO 5.5.4); None: as it was.

    :raises Refused: ``official-by-the-book``, ``rules-are-dealt``, ``rules-need-seats``, ``stake-too-high``.
    :raises UnknownProfile: if nothing is kept by such rules.
    :raises Overtaken: if it is not what was ``seen`` any more.
    """
    tournament = turns.take_turn(tournament_id)
    series = list(tournament.series.order_by("number"))
    wanted = {each_series.number: rules.get(each_series.number, each_series.profile) for each_series in series}
    agreed = tournament.point_stake if stake is None else stake_name(stake)
    stated = {"by_the_book": by_the_book, "stake": agreed}
    stated |= {f"rules_{number}": name for number, name in wanted.items()}
    must_be_as_seen(seen, now=as_chosen(tournament, series), wanted=stated)
    if by_the_book and any(name != BY_THE_BOOK for name in wanted.values()):
        raise Refused("official-by-the-book")
    if by_the_book and stake_of(agreed) > MOST_OFFICIAL:
        raise Refused("stake-too-high", most=MOST_OFFICIAL)
    changed = [each_series for each_series in series if each_series.profile != wanted[each_series.number]]
    is_restaked = agreed != tournament.point_stake
    if not (changed or is_restaked) and by_the_book == tournament.by_the_book:
        return tournament
    for each_series in changed:
        _must_fit(each_series, wanted[each_series.number])
        each_series.profile = wanted[each_series.number]
        each_series.save(update_fields=["profile"])
        GameListRow.objects.filter(table__series=each_series).update(
            profile=each_series.profile, version=F("version") + 1
        )
    tournament.by_the_book, tournament.point_stake = by_the_book, agreed
    tournament.save(update_fields=["by_the_book", "point_stake"])
    begun = begun_of(series)
    restaked = [each_series for each_series in series if is_restaked and each_series not in begun]
    GameListRow.objects.filter(table__series__in=restaked).update(stake=agreed, version=F("version") + 1)
    touched = GameListRow.objects.filter(table__series__in=[*changed, *restaked])
    lists = touched.values_list("table__series__number", "table__number")
    journal.record(
        "rules.chosen",
        tournament=tournament,
        by=by,
        at=now,
        sealing={"series": [(each_series.number,) for each_series in changed], "list": list(lists)},
        by_the_book=by_the_book,
        rules={str(each_series.number): each_series.profile for each_series in changed},
        **({"stake": agreed} if is_restaked else {}),
    )
    return tournament


def _must_fit(series: Series, name: str) -> None:
    """Refuse other rules for lists that have begun, or for tables at which nobody plays by them."""
    if begun_of([series]):
        raise Refused("rules-are-dealt", series=series.number)
    seats = named(name).seats
    if table := series.tables.exclude(size__in=seats).order_by("number").first():
        raise Refused("rules-need-seats", table=table.number, seats=table.size)
