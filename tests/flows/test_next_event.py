"""The next evening of a club: one button, one page, a list to tick; money, rankings and season follow by themselves."""

from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.core.management import call_command

from scoring.money.reckon.prizes import Shares
from scoring.money.reckon.tariffs import GoesTo, PerEntrant
from scoring.money.reckon.tariffs import Tariff as Wanted
from scoring.money.services import charging
from scoring.money.services.prizes import WantedPrizes
from scoring.results.services import rankings
from tables.people.models import Entrant
from tables.tournaments.models import Tournament
from tables.tournaments.selectors.events import next_name
from tests.scoring.money import desk
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.remembered_worlds import remembered

pytestmark = pytest.mark.usefixtures("clock")

ENTRY = Wanted(
    code="entry",
    name="Startgeld",
    kind=PerEntrant(cents=750),
    goes_to=(GoesTo(pot="jackpot", each=100), GoesTo(pot="prizes", share=100)),
)
PRIZES = WantedPrizes(name="Gesamt", group="main", plan=Shares(pot="prizes", shares=(60, 40)))
NAMES = ("Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn")
TODAY = EVENING.date()


@pytest.fixture
def last(db):
    """The evening of a week ago."""
    return evening_of_a_club()


@remembered
def evening_of_a_club() -> Tournament:
    """Return an evening of a club with a season, with tariffs, a ranking of the ladies, and prizes of both."""
    season = club_years.season(starts_on=TODAY - timedelta(days=90), ends_on=TODAY + timedelta(days=90))
    day = TODAY - timedelta(days=7)
    before = club_years.evening(season.club, "abend-11", *NAMES, day=day - timedelta(days=7))
    made = club_years.evening(season.club, "abend-12", *NAMES[:3], "Erik Ernst", day=day)
    Tournament.objects.filter(pk=made.pk).update(name="Skatabend 12")
    made.entrants.filter(name="Erik Ernst").update(person=None)
    club_years.with_events(season, before, made)
    told = {"tournament_id": made.pk, "by": factories.user(), "now": EVENING}
    terms = rankings.Terms(kind="ladies", name="Damen", best_of=1)
    rankings.switch_on(terms=terms, entry_key=uuid4(), **told)
    charging.set_tariffs(tariffs=[ENTRY, desk.LOSS], openly=True, because="Beschluss", **told)
    charging.set_terms(terms=charging.TransferTerms(wants_start_card=True, fetched_until=day), **told)
    ladies = WantedPrizes(name="Beste Dame", group="ladies", ranking=1, plan=Shares(pot="jackpot", shares=(100,)))
    desk.plan_prizes(made, PRIZES, ladies)
    return made


@pytest.fixture
def director():
    return Visitor().sign_in("direktor")


def planned(director: Visitor, **typed: str) -> Tournament:
    """Plan the event after the last one, with what else is typed."""
    office = director.get("/t/abend-12/office/")
    director.last = office.link("Plan the next event").form("name", "starts_on").send(**typed)
    return Tournament.objects.latest("pk")


def what_is_charged(of: Tournament) -> list[tuple[object, ...]]:
    return list(of.tariffs.values_list("code", "name", "kind", "amounts", "cheaper", "free", "goes_to"))


def what_is_won(of: Tournament) -> list[tuple[object, ...]]:
    return list(of.prize_lists.values_list("name", "group", "ranking__name", "series", "winners", "plan", "sharing"))


@pytest.mark.django_db
class TestTheNextEvening:
    @pytest.mark.thorough
    def test_is_there_after_three_clicks_with_all_that_was_set_up(self, last, director):
        made = planned(director)
        page = director.last

        assert page.url.endswith(f"/t/{made.slug}/office/entrants/add/?at=book&before=1")
        assert (made.name, made.starts_on, made.club) == ("Skatabend 13", TODAY, last.club)
        assert what_is_charged(made) == what_is_charged(last)
        assert what_is_won(made) == what_is_won(last)
        assert [one.name for one in made.rankings.all()] == ["Damen"]
        assert made.rankings.get().prize_lists.get().name == "Beste Dame"
        assert (made.money_terms.wants_start_card, made.money_terms.fetched_until) == (True, None)
        assert [one.season.name for one in made.season_entries.all()] == ["Klubmeisterschaft 2026"]
        assert made.entry_fee == Decimal("7.50")

        ticked = [one for one in page.root.all("input") if one.attrs["name"] == "person" and "checked" in one.attrs]
        page.form("person").send()
        assert len(ticked) == 5
        assert sorted(made.entrants.values_list("name", flat=True)) == sorted({*NAMES, "Erik Ernst"})
        assert made.entrants.get(name="Anna Ast").person is not None
        call_command("verify", made.slug)

    @pytest.mark.slow
    def test_charges_what_its_own_plan_says_on_its_day_without_prizes_of_a_series_it_has_not(self, last, director):
        second = WantedPrizes(name="Serie 2", group="s2", series=2, plan=Shares(pot="prizes", shares=(100,)))
        last.series.create(number=2, own_rounds=4, own_time_limit=45)
        desk.plan_prizes(last, PRIZES, second)

        both = planned(director)
        made = planned(director, entry_fee="9", series="1", starts_on=f"{TODAY + timedelta(days=91)}")

        assert [(one.own_rounds, one.own_time_limit) for one in both.series.order_by("number")] == [
            (None, None),
            (4, 45),
        ]
        assert made.tariffs.get(code="entry").amounts == 900
        assert made.entry_fee == 9
        assert [row.name for row in made.prize_lists.all()] == ["Gesamt"]
        assert made.starts_on == made.ends_on == TODAY + timedelta(days=91)
        # That is outside of the season.
        assert not made.season_entries.exists()

    @pytest.mark.thorough
    def test_offers_who_came_to_others_of_the_club_only_and_registers_nobody_twice(self, last, director):
        other = factories.tournament(slug="fremd", name="Fremd", entrants=1, director="jemand", club=last.club)
        Tournament.objects.filter(pk=other.pk).update(starts_on=TODAY, ends_on=TODAY)

        made = planned(director)

        page = director.last
        assert "Spieler 1" not in page.text
        Entrant.objects.create(tournament=made, number=1, name="Erik Ernst", registered_at=EVENING)
        page.form("person").send()
        assert made.entrants.filter(name="Erik Ernst").count() == 1


def test_the_name_goes_on():
    for name, next_one in (
        ("Skatabend 9", "Skatabend 10"),
        ("Abend 09", "Abend 10"),
        ("3. Preisskat 2026", "4. Preisskat 2027"),
        ("Skatabend 27.11.2026", "Skatabend 08.01.2027"),
        ("Neujahrsskat 2026", "Neujahrsskat 2027"),
        ("Skatabend", "Skatabend"),
    ):
        assert next_name(name, day=date(2027, 1, 8)) == next_one
