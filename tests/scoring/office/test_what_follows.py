"""What has to follow an act and is easily forgotten; and that all is as if it had been right once it is taken back."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from scoring.disputes.services import objections
from scoring.history.selectors.verification import verified
from scoring.lists.models import GameListRow
from scoring.lists.services import entry
from scoring.money.reckon.prizes import Steps
from scoring.money.selectors import planning
from scoring.money.services.prizes import WantedPrizes
from scoring.office.services.end import release_final_ranking, release_unopposed, state_end, take_end_back
from scoring.results.models import Lot
from scoring.results.selectors import standings
from scoring.results.services.series import close_series, publish_series, take_closing_back, take_release_back
from scoring.season.selectors import played, tables
from scoring.season.services import seasons
from scoring.signing import services as signing
from tables.acts.services import Refused
from tables.clubs.services import books
from tables.draw.models import Seeding
from tables.draw.services.seats import start_series, take_start_back
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.scoring.season import club_years
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import objections_and_rulings as disputes
from tests.support.direction_measures import Kind, lifted, order, ordered
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.thorough import thorough
from tests.tables.clubs import club_books

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)


@pytest.mark.slow
def test_the_final_ranking_waits_for_an_objection_that_is_open_and_goes_on_once_it_is_settled():
    made = factories.tournament(entrants=4)
    row = factories.list_of(factories.running_series(made))
    objection = disputes.raised(row, kind="conduct", text="Er sah in die Karten.")
    GameListRow.objects.filter(pk=row.pk).update(void_at=EVENING)
    close_series(series_id=row.table.series_id, lot_seed="lots", by=factories.user(), now=EVENING)
    state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)
    late = {"tournament_id": made.pk, "by": factories.user(), "now": EVENING + timedelta(days=1)}

    with pytest.raises(Refused) as refused:
        release_final_ranking(**late)

    assert (refused.value.code, refused.value.facts) == ("objections-unsettled", {"objections": [1]})
    assert Tournament.objects.get().released_at is None
    objections.settle(objection_id=objection.pk, by=factories.user("richterin"), now=EVENING)
    assert release_final_ranking(**late).released_at


@pytest.mark.slow
def test_accepting_a_list_short_takes_back_every_signature_and_nobody_signs_what_he_saw_before():
    row = factories.running_list(seats=3)
    factories.fill(row, seat=2)
    row.refresh_from_db()
    for place in (1, 2):
        factories.confirm(row, place)
    assert row.confirmations.count() == 2

    signing.accept_short(list_id=row.pk, because="Feueralarm", by=factories.user(), now=EVENING)

    assert list(row.confirmations.all()) == []
    with pytest.raises(Refused, match="not-all-confirmed"):
        signing.sign(list_id=row.pk, now=EVENING)
    with pytest.raises(Refused, match="list-changed"):
        factories.confirm(row, 3)
    factories.confirm_and_sign(row)
    row.refresh_from_db()
    assert row.signed_at


@pytest.mark.thorough
def test_whoever_is_equal_only_after_a_correction_of_a_closed_series_gets_a_lot_that_the_journal_tells():
    """Two tables of three. At each one player is ahead; corrected, the first has nothing and is equal to others."""
    made = factories.tournament(entrants=6, series=2)
    series = factories.running_series(made)
    first, second = factories.list_of(series, 1), factories.list_of(series, 2)
    factories.enter(first, (1, GRAND), (2, GRAND_LOST), (3, GRAND_LOST))
    factories.enter(second, (1, GRAND_LOST), None, (3, GRAND_LOST))
    for row in (first, second):
        factories.confirm_and_sign(row)
    close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)
    tied = {1, 5}
    assert not tied & set(Lot.objects.values_list("entrant__number", flat=True))

    directing.corrected(factories.list_of(series, 1), directing.mend(1, None, None, witnesses=(1, 2, 3)))

    lots = dict(Lot.objects.values_list("entrant__number", "number"))
    assert tied <= lots.keys()
    told = {}
    for line in made.journal.order_by("number"):
        told |= line.data.get("lots") or {}
    assert {int(number): lot for number, lot in told.items()} == lots
    assert verified(made).discrepancies == ()


VALUES = (18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60)


class Evening:
    """An evening of eight in two series, the same for a seed; with ``slips`` most acts go wrong once and are mended."""

    def __init__(self, slug: str, seed: int, *, slips: Random | None) -> None:
        dice = Random(seed)
        self.slips, self.done = slips, list[str]()
        self.by = factories.user()
        self.made = factories.tournament(slug=slug, entrants=8, series=2, club=club_books.club(f"Club {slug}"))
        desk.plan_prizes(self.made, WantedPrizes(name="Einzel", group="main", plan=Steps(per=4, cents=(3000, 2000))))
        self.points = [dice.sample(VALUES, 8) for _series in range(2)]
        self.awarded = dice.randrange(1, 9)

    def slip(self, name: str, act: Callable[[], object]) -> None:
        """Now and then do something wrong, and take it back."""
        if self.slips and self.slips.random() < 0.7:
            self.done.append(name)
            act()

    def play(self) -> "Evening":
        for number in (1, 2):
            series = self.begun(number)
            self.slip("start", lambda series=series: self.start_again(series))
            for row in GameListRow.objects.filter(table__series=series).order_by("table__number"):
                self.slip("typed", lambda row=row: self.typed_wrong(row))
                self.type(row, self.right(row))
            self.close(series)
            self.slip("closing", lambda series=series: self.close_again(series))
            self.slip("next", lambda series=series: self.begun_next(series))
        self.slip("measure", lambda: lifted(self.award(50)))
        self.award(25)
        self.slip("end", self.ended_early)
        self.release()
        self.slip("release", self.release_again)
        return self

    def right(self, row: GameListRow) -> list[int]:
        points = self.points[row.table.series.number - 1]
        first = 4 * (row.table.number - 1)
        return points[first : first + 4]

    def type(self, row: GameListRow, points: list[int]) -> None:
        lines = factories.totals(*((one, 1, 0) for one in points))
        entry.enter_totals(list_id=row.pk, totals=lines, by=self.by, now=EVENING)
        signing.sign_for_paper(list_id=row.pk, by=self.by, now=EVENING)

    def typed_wrong(self, row: GameListRow) -> None:
        self.type(row, [60, *self.right(row)[1:]])
        signing.reopen(list_id=row.pk, because="vertippt", by=self.by, now=EVENING)

    def start_again(self, series: Series) -> None:
        take_start_back(series_id=series.pk, because="zu früh", by=self.by, now=EVENING)
        start_series(series_id=series.pk, by=self.by, now=EVENING)
        self.slip("exchange", lambda: self.exchange_twice(series))

    def exchange_twice(self, series: Series) -> None:
        """Exchange two who sat right, and exchange them back."""
        row = factories.list_of(series, 1)
        mine = row.table.seats.get(place=1).entrant.number
        said = {"list_id": row.pk, "place": 1, "because": "vertauscht", "by": self.by, "now": EVENING}
        signing.exchange(number=6, **said)
        signing.exchange(number=mine, **said)

    def close(self, series: Series) -> None:
        close_series(series_id=series.pk, lot_seed="lots", by=self.by, now=EVENING)

    def close_again(self, series: Series) -> None:
        take_closing_back(series_id=series.pk, because="Zahlendreher", by=self.by, now=EVENING)
        row = factories.list_of(series, 2)
        signing.reopen(list_id=row.pk, because="vertippt", by=self.by, now=EVENING)
        self.type(row, self.right(row))
        self.close(series)

    def begun_next(self, series: Series) -> None:
        """Find a slip when the next series has begun without a deal: its start and publication go with the closing."""
        if series.number == 1:
            factories.running_series(self.made, 2)
            self.close_again(series)

    def begun(self, number: int) -> Series:
        """Begin a series; the seats that were given stay (SkWO 5.2)."""
        series = self.made.series.get(number=number)
        if series.status == Series.Status.DRAWN:
            publish_series(series_id=series.pk, by=self.by, now=EVENING)
            return start_series(series_id=series.pk, by=self.by, now=EVENING)
        return factories.running_series(self.made, number)

    def award(self, points: int) -> object:
        return ordered(self.made, order(Kind.PENALTY, series=2, entrant=self.awarded, points=points))

    def ended_early(self) -> None:
        state_end(tournament_id=self.made.pk, ended_at=EVENING, by=self.by, now=EVENING)
        take_end_back(tournament_id=self.made.pk, because="zu früh", by=self.by, now=EVENING)

    def release(self) -> None:
        release_unopposed(tournament_id=self.made.pk, by=self.by, now=EVENING)

    def release_again(self) -> None:
        """Find a slip after the release: a list was wrong, and is right again."""
        take_release_back(tournament_id=self.made.pk, because="Zahlendreher", by=self.by, now=EVENING)
        self.close_again(self.made.series.get(number=2))
        self.release()

    def shown(self) -> list[object]:
        """Return standings, seedings, prizes and the table of the year."""
        made = Tournament.objects.get(pk=self.made.pk)
        lines = standings.standings(made).lines
        ranking = [(one.rank, one.shared, one.entrant.number, *one.result[1:]) for one in lines]
        posted = Seeding.objects.filter(series__tournament=made).order_by("series__number", "rank")
        seeded = list(posted.values_list("series__number", "rank", "entrant__number"))
        books.take_over(club_id=made.club_id, tournament_id=made.pk, by=self.by, now=EVENING)
        season = club_years.season(made.club)
        seasons.add_events(season_id=season.pk, tournaments=[made.pk], by=self.by, now=EVENING)
        table = tables.table_of(club_years.competition(season), played.year_of(season))
        rows = [(row.player.name, row.place, row.value) for row in table.rows]
        won = planning.won_now(made, list(made.prize_lists.all()))
        state = (
            made.released_at,
            made.ended_at,
            made.under_review_since,
            *made.series.values_list("status", flat=True),
        )
        return [ranking, seeded, won, rows, state]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *thorough(1, 2, 3)])
def test_all_is_as_if_it_had_been_right_from_the_start(seed):
    straight = Evening("cup", seed, slips=None).play()
    mended = Evening("other", seed, slips=Random(seed)).play()

    assert {"closing", "release"} & set(mended.done), mended.done
    assert straight.done == []
    assert mended.shown() == straight.shown()
    for one in (straight, mended):
        assert verified(one.made).discrepancies == ()
