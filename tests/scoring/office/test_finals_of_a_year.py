"""A final out of the table of a year: its best go on, from the page of an event that counts in it (SkWO 1.4)."""

from datetime import date
from html import unescape
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.office.services.end import decline, make_final, release_unopposed
from scoring.results.selectors.advancing import AdvancingTerms, final_of
from scoring.rules.results.advancing import AtBorder
from scoring.season.models import Season
from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.tournaments.models import Role, Tournament
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

pytestmark = pytest.mark.django_db


@remembered
def year() -> Season:
    """Return a year of two evenings, the last one released: Anna won most, Bert some, Carl and Dora nothing."""
    season = club_years.played()
    club_years.competition(season)
    last = Tournament.objects.get(slug="abend-2")
    release_unopposed(tournament_id=last.pk, by=factories.user(), now=EVENING)
    return season


@remembered_step
def final(season: Season, **terms) -> Tournament:
    return make_final(
        tournament_id=Tournament.objects.get(slug="abend-2").pk,
        terms=AdvancingTerms(year=season.competitions.get().pk, **{"places": 2, **terms}),
        name="Jahresfinale",
        starts_on=date(2026, 12, 12),
        entry_key=uuid4(),
        by=factories.user(),
        now=EVENING,
    )


def names(event: Tournament) -> list[str]:
    return [entrant.name for entrant in event.entrants.order_by("number")]


def test_the_best_of_a_year_go_on_as_the_people_they_are_and_the_final_is_no_part_of_it():
    season = year()

    event = final(season)

    assert names(event) == ["Anna Ast", "Bert Bär"]
    assert [entrant.person.name for entrant in event.entrants.order_by("number")] == names(event)
    assert (event.open_to, event.qualified_in, season.entries.count()) == ("qualified", None, 2)
    assert verified(event).discrepancies == ()


def test_whoever_shares_a_place_in_a_year_is_equal_and_no_lot_parts_them():
    season = year()

    with pytest.raises(Refused, match="border-not-settled"):
        final(season, places=3)
    event = final(season, places=3, at_border=AtBorder.ALL)

    assert sorted(names(event)) == ["Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn"]


def test_whoever_stands_in_a_book_is_of_the_district_of_their_last_registration():
    season = year()
    last = Tournament.objects.get(slug="abend-2")
    last.entrants.filter(name__in=["Bert Bär"]).update(district="VG 42")
    last.entrants.filter(name="Anna Ast").update(district="VG 08")
    Tournament.objects.get(slug="abend-1").entrants.filter(name="Anna Ast").update(district="VG 42")

    assert names(final(season, places=0, further=1, further_of="districts")) == ["Anna Ast", "Bert Bär"]


def test_a_tie_that_comes_to_the_border_when_somebody_declines_is_said():
    event = final(year())

    with pytest.raises(Refused, match="border-not-settled"):
        decline(tournament_id=event.pk, number=1, by=factories.user(), now=EVENING)

    assert not event.entrants.exclude(withdrawn_at=None).exists(), "nothing was done"


def test_who_is_in_no_book_goes_on_as_they_played():
    season = year()
    last = Tournament.objects.get(slug="abend-2")
    last.entrants.filter(name="Anna Ast").update(person=None)

    event = final(season, places=2)

    # One evening each: Anna of the book and Anna whom no book knows any more are as good as each other.
    assert names(event) == ["Anna Ast", "Anna Ast"]
    assert sorted(entrant.person is None for entrant in event.entrants.all()) == [False, True]
    assert len(final_of(event).called) == 2


def test_a_competition_that_is_gone_has_nobody_left():
    season = year()
    event = final(season)
    season.competitions.all().delete()

    assert decline(tournament_id=event.pk, number=1, by=factories.user(), now=EVENING) == []


def test_the_page_offers_the_table_of_the_year_to_who_has_a_part_of_it_alone(director, client):
    season = year()
    page = "/t/abend-2/office/final/"
    chosen = f"year:{season.competitions.get().pk}"
    form = director.get(page).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"places": "3", "at_border": "all"}

    assert (chosen, f"{season.name}: Summe") in form.fields["ranking"].choices
    looked = director.post(page, {**sent, "ranking": chosen, "act": "look"})
    assert [line.entrant.name for line in looked.context["called"]][:2] == ["Anna Ast", "Bert Bär"]
    made = director.post(page, {**sent, "ranking": chosen, "act": "make"})
    assert "Anna Ast" in unescape(director.get(made["Location"]).content.decode())

    other = factories.user("andere")
    Role.objects.create(tournament=Tournament.objects.get(slug="abend-2"), user=other, kind=Role.Kind.DIRECTOR)
    client.force_login(other)
    assert chosen not in dict(client.get(page).context["form"].fields["ranking"].choices)
    assert client.post(page, {**sent, "ranking": chosen, "act": "look"}).status_code == 422
    assert Person.objects.count() == 4


@pytest.mark.parametrize(
    "typed",
    [{"with_points": "on"}, {"kept": "1"}, {"further": "1", "further_of": "tables"}, {"whom": "others"}],
)
def test_what_goes_with_a_ranking_of_the_event_alone_does_not_go_with_a_year(director, typed):
    season = year()
    page = "/t/abend-2/office/final/"
    form = director.get(page).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"places": "2", "act": "make"}

    refused = director.post(page, {**sent, "ranking": f"year:{season.competitions.get().pk}", **typed})

    assert refused.status_code == 422
    said = "The table of a year knows no points of an event, kept places, tables or consolation round."
    assert said in unescape(refused.content.decode())
    assert Tournament.objects.count() == 2
