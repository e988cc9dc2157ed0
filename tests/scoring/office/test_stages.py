"""Stages of a championship: places kept, the first of each table, a consolation round, a final of a year (SkWO 1.4)."""

import re
from datetime import date
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.core.cache import cache

from scoring.history.selectors.verification import verified
from scoring.office.services.end import call_next, decline, make_final, release_unopposed
from scoring.results.models import Lot
from scoring.results.selectors.advancing import AdvancingTerms, final_of
from scoring.rules.results.advancing import AtBorder
from scoring.season.models import Season
from tables.acts.services import Refused
from tables.clubs.models import Person
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.tournaments.models import Role, Tournament
from tests.scoring.office.test_finals import BEST, EQUAL, LATER, before, by_lot, championship, final, text
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def declined(event, number: int) -> list[int]:
    """Return who moves up, by the start numbers of the event before."""
    moved = decline(tournament_id=event.pk, number=number, by=factories.user(), now=LATER)
    called = final_of(event).called
    return [called[one] for one in moved]


def test_places_kept_within_those_of_the_best_fall_back_to_the_ranking_and_are_kept_for_whoever_takes_part():
    made = championship()
    with pytest.raises(Refused, match="no-such-entrant") as refused:
        final(made, kept=(1, 25))
    assert refused.value.facts == {"number": 25}

    event = final(made, places=5, kept=(24,), within=True)

    assert before(event) == [*BEST[:4], 24]
    assert declined(event, 5) == [BEST[4]]
    # Whoever has a kept place takes nobody else's.
    assert before(final(made, places=3, kept=(21,))) == [17, 13, 9, 21]
    # Nor need they be ranked.
    made.entrants.filter(number=24).update(excluded_at=LATER, present=False)
    event = final(made, places=3, kept=(24,), with_points=True)
    assert before(event) == [*BEST[:3], 24]
    assert list(event.entrants.order_by("number").values_list("brought", flat=True)) == [166, 163, 160, 0]


def test_the_first_of_each_table_go_on_the_next_of_it_moves_up_and_a_tie_without_a_lot_is_refused():
    made = championship()

    event = final(made, places=0, further=1, further_of="tables")

    assert before(event) == BEST, "seat 1 of each of the six tables"
    # At table 6, no. 22 and no. 23 have 68 points each: the lot of the series parts them.
    lots = dict(Lot.objects.filter(entrant__number__in=(22, 23)).values_list("entrant__number", "number"))
    assert declined(event, 1) == [min(lots, key=lots.__getitem__)]
    two = {"places": 0, "further": 2, "further_of": "tables"}
    event = final(made, **two)
    assert sorted((number - 1) // 4 + 1 for number in before(event)) == sorted([*range(1, 7)] * 2)
    assert set(EQUAL) < set(before(event)), "no. 10 and no. 18 are second at their tables without any lot"
    Lot.objects.all().delete()
    with pytest.raises(Refused, match="border-not-settled"):
        final(made, **two)
    assert len(before(final(made, **two, at_border="all"))) == 16


def test_all_others_play_a_consolation_round_that_is_open_to_everybody(client):
    made = championship()
    with pytest.raises(Refused, match="nobody-left"):
        final(made, others=True)
    event = final(made)
    assert declined(event, 2) == [by_lot(made)[1]]

    round_of_others = final(made, name="Trostrunde", places=0, others=True, with_points=True)

    others = before(round_of_others)
    assert len(others) == 24 - 8, "who was called to the final is not among them, whether they declined or moved up"
    assert not {*BEST, *EQUAL} & {*others}
    assert (round_of_others.open_to, round_of_others.open_to_whom) == ("", "")
    assert round_of_others.qualified_in == made
    assert round_of_others.entrants.get(number=1).brought == 68
    assert verified(round_of_others).discrepancies == ()
    line = JournalEntry.objects.get(tournament=round_of_others, action="final.called")
    assert journal_line(line).startswith("Called to the consolation round: no. 1, 2, 3,")
    assert declined(round_of_others, 1) == []
    with pytest.raises(Refused, match="nobody-to-call"):
        call_next(tournament_id=round_of_others.pk, by=factories.user(), now=LATER)
    with time_machine.travel(LATER, tick=False):
        shown = text(client.get("/t/cup/"))
    assert '<dt>All others</dt><dd><a href="/t/trostrunde/">Trostrunde</a></dd>' in shown


def test_the_standings_say_who_is_in_who_moves_up_and_who_is_out_and_follow_what_is_done_in_the_final(client):
    made = championship()

    def rows() -> tuple[dict[int, str], list[int]]:
        html = client.get("/t/cup/standings/").content.decode()
        found = re.findall(r'<tr id="no-(\d+)".*?<details class="goes-(\w+)( goes-last)?"><summary>([^<]*)', html)
        # Behind it stands what else is to be known of a line: that a lot gave the place.
        return {int(one): said.partition(" ·")[0] for one, _state, _last, said in found}, [
            int(one) for one, _, last, _ in found if last
        ]

    with time_machine.travel(LATER, tick=False):
        assert rows() == ({}, [])
        event = final(made)
        on, border = rows()
        first, second = by_lot(made)
        assert {one for one, said in on.items() if said == "goes on"} == {*BEST, first}
        assert (on[second], on[2], border) == ("next to move up", "does not go on", [first])

        declined(event, 3)
        on, border = rows()
        assert (on[BEST[2]], on[second], border) == ("declined", "goes on", [second])

        final(made, name="Trostrunde", places=0, others=True)
        assert rows()[0][2] == "in the consolation round"
        # Sorted by name there is no border, and one series knows nothing of it.
        assert "goes-last" not in client.get("/t/cup/standings/?sort=name").content.decode()
        assert "goes-in" not in client.get("/t/cup/standings/1/").content.decode()
        made.finals.update(unpublish_on=LATER.date())
        cache.clear()
        assert rows() == ({}, [])


@remembered
def year() -> Season:
    """Return a year of two evenings, the last one released: Anna won most, Bert some, Carl and Dora nothing."""
    season = club_years.played()
    club_years.competition(season)
    last = Tournament.objects.get(slug="abend-2")
    release_unopposed(tournament_id=last.pk, by=factories.user(), now=EVENING)
    return season


@remembered_step
def final_of_year(season: Season, **terms) -> Tournament:
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


def test_whoever_shares_a_place_in_a_year_is_equal_and_no_lot_parts_them():
    season = year()

    with pytest.raises(Refused, match="border-not-settled"):
        final_of_year(season, places=3)
    event = final_of_year(season, places=3, at_border=AtBorder.ALL)

    assert sorted(names(event)) == ["Anna Ast", "Bert Bär", "Carl Clas", "Dora Dorn"]
    assert {entrant.person.name for entrant in event.entrants.all()} == {*names(event)}
    # The final is no part of the year.
    assert (event.open_to, event.qualified_in, season.entries.count()) == ("qualified", None, 2)


def test_whoever_stands_in_a_book_is_of_the_district_of_their_last_registration():
    season = year()
    last = Tournament.objects.get(slug="abend-2")
    last.entrants.filter(name__in=["Bert Bär"]).update(district="VG 42")
    last.entrants.filter(name="Anna Ast").update(district="VG 08")
    Tournament.objects.get(slug="abend-1").entrants.filter(name="Anna Ast").update(district="VG 42")

    assert names(final_of_year(season, places=0, further=1, further_of="districts")) == ["Anna Ast", "Bert Bär"]


def test_a_tie_that_comes_to_the_border_when_somebody_declines_is_said_and_a_competition_gone_has_nobody_left():
    season = year()
    event = final_of_year(season)

    with pytest.raises(Refused, match="border-not-settled"):
        decline(tournament_id=event.pk, number=1, by=factories.user(), now=EVENING)

    assert not event.entrants.exclude(withdrawn_at=None).exists(), "nothing was done"
    season.competitions.all().delete()
    assert decline(tournament_id=event.pk, number=1, by=factories.user(), now=EVENING) == []


def test_who_is_in_no_book_goes_on_as_they_played():
    season = year()
    last = Tournament.objects.get(slug="abend-2")
    last.entrants.filter(name="Anna Ast").update(person=None)

    event = final_of_year(season, places=2)

    # One evening each: Anna of the book and Anna whom no book knows any more are as good as each other.
    assert names(event) == ["Anna Ast", "Anna Ast"]
    assert sorted(entrant.person is None for entrant in event.entrants.all()) == [False, True]
    assert len(final_of(event).called) == 2


@pytest.mark.thorough
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


def test_what_goes_with_a_ranking_of_the_event_alone_does_not_go_with_a_year(director):
    season = year()
    page = "/t/abend-2/office/final/"
    form = director.get(page).context["form"]
    sent = {field.html_name: field.value() or "" for field in form} | {"places": "2", "act": "make"}
    said = "The table of a year knows no points of an event, kept places, tables or consolation round."
    for typed in ({"with_points": "on"}, {"kept": "1"}, {"further": "1", "further_of": "tables"}, {"whom": "others"}):
        refused = director.post(page, {**sent, "ranking": f"year:{season.competitions.get().pk}", **typed})

        assert refused.status_code == 422, typed
        assert said in unescape(refused.content.decode())
    assert Tournament.objects.count() == 2
