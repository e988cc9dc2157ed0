"""What of a venue's file is new here, and what cannot come, list by list."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from scoring.lists.models import DealRow, GameListRow, SecondDealRow
from scoring.venues.reading import ListAct, VenueFile, VenueList
from scoring.venues.selectors.acts import COMING, acts_by_list
from scoring.venues.selectors.offered import agreed_of, lists_by_place, seats_of
from tables.accounts.models import User
from tables.acts.services.refusals import Refused
from tables.draw.selectors.seats import open_before
from tables.tournaments.models import Series, Tournament


@dataclass(slots=True, kw_only=True)
class Compared:
    """A list of a venue's file beside the one that is here."""

    told: VenueList
    row: GameListRow | None
    news: Sequence[ListAct] = ()
    """What was done there and is not known here."""

    obstacle: Refused | None = None
    """Why nothing of it can come."""

    @property
    def place(self) -> tuple[int, int]:
        """Series and table."""
        return self.told.series, self.told.table


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A file beside what is here."""

    lists: list[Compared]
    users: dict[str, User] = field(default_factory=dict)
    """The accounts here of those who did something there, by user name."""

    @property
    def coming(self) -> list[Compared]:
        """The lists of which something comes."""
        return [one for one in self.lists if one.news and one.obstacle is None]

    @property
    def refused(self) -> list[Compared]:
        """The lists of which something should come, and cannot."""
        return [one for one in self.lists if one.obstacle is not None]


def compare(tournament: Tournament, file: VenueFile, *, bent: Collection[tuple[int, int]] = ()) -> Comparison:
    """Return what a file has beside what is here, in a fixed number of queries a series.

    ``bent`` are the series and tables of lists that were found not to be sound.
    """
    here, rows, keys = acts_by_list(tournament), lists_by_place(tournament), _keys(tournament)
    names = {act.by for one in file.lists for act in one.acts}
    users = {user.username: user for user in User.objects.filter(username__in=names)}
    series = {one.number: one for one in tournament.series.order_by("number")}
    waiting = {number: open_before(one) for number, one in series.items()}
    lists = []
    for told in file.lists:
        one = Compared(told=told, row=rows.get((told.series, told.table)))
        one.obstacle = Refused("venue-bent") if one.place in bent else _misplaced(one)
        if one.obstacle is None:
            _compare(one, here[one.place].acts if one.place in here else [], keys[one.place])
        if one.obstacle is None and one.news:
            one.obstacle = _untimely(series[told.series], waiting[told.series]) or _unknown(one.news, users)
        lists.append(one)
    return Comparison(lists=lists, users=users)


def _misplaced(one: Compared) -> Refused | None:
    if one.row is None:
        return Refused("venue-no-such-table")
    if one.told.seats != seats_of(one.row):
        return Refused("venue-other-seats", here=_numbers(seats_of(one.row)), there=_numbers(one.told.seats))
    if one.told.agreed != agreed_of(one.row):
        return Refused("venue-other-rules")
    return None


def _keys(tournament: Tournament) -> dict[tuple[int, int], set[str]]:
    """Return the keys of the entries of each list."""
    found: dict[tuple[int, int], set[str]] = defaultdict(set)
    for model in (DealRow, SecondDealRow):
        rows = model.objects.filter(game_list__table__series__tournament=tournament)
        columns = ("game_list__table__series__number", "game_list__table__number", "entry_key")
        for series, table, key in rows.values_list(*columns):
            found[series, table].add(str(key))
    return found


def _compare(one: Compared, here: Sequence[ListAct], keys: set[str]) -> None:
    there = one.told.acts
    for mine, theirs in zip(here, there, strict=False):
        if not mine.is_same(theirs):
            one.obstacle = Refused("venue-both-went-on", here=mine, there=theirs)
            return
    one.news = there[len(here) :]
    if any(act.action not in COMING for act in one.news):
        one.obstacle = Refused("venue-judged-there")
    told = {str(entry.get("entry_key")) for kind in ("deals", "second_deals") for entry in one.told.rows[kind]}
    if keys - told and told - keys:
        one.obstacle = Refused("venue-other-keys")


def _untimely(series: Series, waits_for: Series | None) -> Refused | None:
    if series.status == Series.Status.CLOSED:
        return Refused("venue-closed-here", series=series.number)
    if series.published_at is None:
        return Refused("venue-not-published-here", series=series.number)
    if waits_for and series.status != Series.Status.RUNNING:
        return Refused("venue-open-before", series=waits_for.number)
    return None


def _unknown(news: Iterable[ListAct], users: dict[str, User]) -> Refused | None:
    unknown = sorted({act.by for act in news if act.by and act.by not in users})
    return Refused("venue-no-account", names=unknown) if unknown else None


def _numbers(seats: Iterable[Sequence[object]]) -> list[object]:
    return [seat[0] for seat in seats if seat]
