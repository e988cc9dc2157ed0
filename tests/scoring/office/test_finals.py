"""A final as a new event: who goes on from a ranking, ties at the border, who declines and who moves up (SkWO 1.4)."""

from datetime import date, timedelta
from html import unescape
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from scoring.history.selectors.verification import verified
from scoring.lists.services import entry
from scoring.office.services.end import call_next, decline, make_final, release_unopposed
from scoring.results.models import Lot, Ranking
from scoring.results.selectors.advancing import AdvancingTerms, final_of
from scoring.results.services import rankings
from scoring.results.services import series as series_services
from scoring.rules.results.advancing import AtBorder, Candidate, NotSettled, who_goes_on
from scoring.signing.services import sign_for_paper
from tables.acts.services import Refused
from tables.intake.registration import Registration
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.people.models import Entrant
from tables.people.services.registration import register, withdraw
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.remembered_worlds import remembered, remembered_step

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LATER = EVENING + timedelta(days=7)

WON = (51, 54, 57, 60, 63, 66)
"""What seat 1 of each of the six tables wins in two games, each worth 50 more."""

BEST = [21, 17, 13, 9, 5, 1]
"""Who sat there, the best first: from 166 points at table 6 down to 151 at table 1."""

EQUAL = [10, 18]
"""Who won one game for 24 at the tables 3 and 5, 74 points each: they are equal on places 7 and 8."""


@remembered
def championship() -> Tournament:
    """Return an event of 24, played and released. All others have 68 points or none."""
    made = factories.tournament(entrants=24, starts_on="2026-05-16")
    for number in range(1, 25):
        fields = {"club": f"Club {(number - 1) % 4 + 1}", "classes": ["ladies"] if number in (2, 3, 4, 21) else []}
        made.entrants.filter(number=number).update(**fields)
    series = factories.running_series(made)
    for table, won in enumerate(WON, start=1):
        row = factories.list_of(series, table)
        second = 24 if table in (3, 5) else 18
        typed = factories.totals((won, 2, 0), (second, 1, 0), (18, 1, 0), (0, 0, 0))
        entry.enter_totals(list_id=row.pk, totals=typed, by=factories.user(), now=EVENING)
        sign_for_paper(list_id=row.pk, by=factories.user(), now=EVENING)
    series_services.close_series(series_id=series.pk, lot_seed="lots", by=factories.user(), now=EVENING)
    return release_unopposed(tournament_id=made.pk, by=factories.user(), now=EVENING + timedelta(hours=2))


@remembered_step
def final(made, *, name="Finale", entry_key=None, **terms) -> Tournament:
    return make_final(
        tournament_id=made.pk,
        terms=AdvancingTerms(**{"places": 7, **terms}),
        name=name,
        starts_on=date(2026, 5, 23),
        entry_key=entry_key or uuid4(),
        by=factories.user(),
        now=LATER,
    )


def before(event: Tournament) -> list[int]:
    """Return who was called, by the start numbers in the event before, in the order of those of the final."""
    called = final_of(event).called
    return [called[number] for number in sorted(called)]


def by_lot(made) -> list[int]:
    lots = dict(Lot.objects.filter(entrant__number__in=EQUAL).values_list("entrant__number", "number"))
    return sorted(EQUAL, key=lots.__getitem__)


def text(answer) -> str:
    return unescape(" ".join(answer.content.decode().split()))


def test_further_places_go_to_the_best_of_each_club_or_class_and_a_tie_at_the_border_without_a_lot_is_refused():
    made = championship()
    Lot.objects.all().delete()

    with pytest.raises(Refused, match="border-not-settled") as refused:
        final(made)
    assert sorted(refused.value.facts["numbers"]) == EQUAL
    assert before(final(made, places=6)) == BEST
    # The six best are all of club 1. Of each other club several are equal.
    with pytest.raises(Refused, match="border-not-settled"):
        final(made, places=6, further=1, further_of="clubs")
    ladies = before(final(made, places=3, further=1, further_of="ladies", at_border=AtBorder.ALL))
    classes = before(final(made, places=3, further=1, further_of="classes", at_border=AtBorder.ALL))
    # No. 21 is a lady and the best of all; of the others no. 2 and no. 3 have 68 points each, no. 4 none.
    assert sorted(ladies) == sorted(classes) == [2, 3, 13, 17, 21]


def test_the_next_one_moves_up_when_somebody_declines_or_was_withdrawn_and_entry_is_open_to_them_alone():
    made = championship()
    event = final(made)
    assert before(event) == [*BEST, by_lot(made)[0]]
    assert (event.open_to, event.qualified_in, event.series.count()) == ("qualified", made, 1)
    assert (event.rounds, event.place, str(event.starts_on)) == (made.rounds, made.place, "2026-05-23")
    first = event.entrants.get(number=1)
    assert (first.name, first.classes, first.present) == ("Spieler 21", ["ladies"], False)
    told = {"tournament_id": event.pk, "by": factories.user(), "now": LATER}
    with pytest.raises(Refused, match="nobody-to-call"):
        call_next(**told)

    assert decline(number=3, **told) == [8]
    assert before(event)[7] == by_lot(made)[1]
    assert event.entrants.get(number=3).withdrawn_at
    assert decline(number=3, **told) == [], "declined twice"

    with pytest.raises(Refused, match="open-to-qualified"):
        factories.registered(event, "Spieler 24", now=LATER)
    line, moved = JournalEntry.objects.filter(action="final.called").order_by("pk")
    assert journal_line(line).startswith("Called to the final: no. 1, 2, 3,")
    assert journal_line(moved) == "Called as the next of the ranking: no. 8"
    assert verified(event).discrepancies == ()
    # Those withdrawn at the desk are followed by one act, and nobody twice.
    for number in (1, 2):
        withdraw(entrant_id=event.entrants.get(number=number).pk, by=factories.user(), now=LATER)
    assert call_next(**told) == [9, 10]
    with pytest.raises(Refused, match="nobody-to-call"):
        call_next(**told)


def test_each_district_has_places_of_its_own_however_it_is_written_and_who_is_of_none_has_not():
    made = championship()
    made.entrants.filter(number__in=[21, 13]).update(district="LV 8")
    made.entrants.filter(number__in=[17, 9]).update(district="lv  8")
    made.entrants.filter(number__in=[5, 1]).update(district="LV 2")

    event = final(made, places=1, further=2, further_of="districts")

    assert before(event) == [21, 17, 13, 5, 1]
    assert [entrant.district for entrant in event.entrants.order_by("number")][:2] == ["LV 8", "lv  8"]


def test_a_ranking_of_a_class_can_be_what_counts_and_the_same_form_sent_twice_makes_one_final():
    made, key = championship(), uuid4()
    terms = rankings.Terms(kind="ladies", name="Damen")
    ranking = rankings.switch_on(
        tournament_id=made.pk, terms=terms, entry_key=uuid4(), by=factories.user(), now=EVENING
    )

    event = final(made, places=3, ranking=ranking.number, entry_key=key)

    assert final(made, places=3, ranking=ranking.number, entry_key=key) == event
    assert before(event)[0] == 21
    assert sorted(before(event)) == [2, 3, 21]
    assert Ranking.objects.count() == 2, "the final has the rankings of the event before"


def test_a_final_that_cannot_be_is_refused_and_before_the_release_nobody_goes_on():
    made = championship()
    made.entrants.filter(number=4).update(name="")

    for event, places, code in (
        (made, 25, "too-few-ranked"),
        (made, 24, "qualified-nameless"),
        (factories.tournament(slug="early", entrants=4), 3, "final-too-early"),
    ):
        with pytest.raises(Refused, match=code):
            final(event, places=places)
    assert Tournament.objects.count() == 2


def test_nobody_is_called_in_an_event_that_is_no_final(director):
    made = factories.tournament(entrants=4)
    told = {"tournament_id": made.pk, "by": factories.user(), "now": LATER}

    with pytest.raises(Refused, match="no-final"):
        call_next(**told)
    with pytest.raises(Refused, match="no-such-entrant"):
        decline(number=5, **told)
    assert "This event is no final" in text(director.get("/t/cup/office/called/"))


def test_the_page_shows_who_would_go_on_then_makes_the_final_and_leads_to_those_called(director):
    championship()
    page = "/t/cup/office/final/"
    with time_machine.travel(LATER, tick=False):
        for leads in ("/t/cup/office/?end", "/t/cup/office/"):
            assert reverse("scoring:final-new", kwargs={"slug": "cup"}) in text(director.get(leads))
        form = director.get(page).context["form"]
        sent = {field.html_name: field.value() or "" for field in form} | {"name": "Endspiel", "places": "4"}

        looked = director.post(page, {**sent, "act": "look"})
        assert (looked.status_code, Tournament.objects.count()) == (200, 1)
        assert "4 go on" in text(looked)
        assert [line.entrant.number for line in looked.context["called"]] == BEST[:4]

        made = director.post(page, {**sent, "act": "make"})
        assert made["Location"] == "/t/endspiel/office/called/"
        assert "There is a final of this event already" in text(director.get(page))

        called = director.get(made["Location"])
        assert "Spieler 21" in text(called)
        answer = director.post(made["Location"], {"number": "1"}, follow=True)
        assert "Called as the next one: Spieler 5 (5)." in text(answer)
        assert "declined" in text(answer)
        refused = director.post(made["Location"], {})
        assert refused.status_code == 422
        assert "Nobody is called" in text(refused)


def test_the_page_says_what_is_wrong(director):
    championship()
    page = "/t/cup/office/final/"
    sent = {field.html_name: field.value() or "" for field in director.get(page).context["form"]}
    for typed, sentence in (
        ({"places": "25"}, "The ranking has 24 places"),
        ({"further": "2"}, "Please choose."),
        ({"places": "0"}, "Please say how many go on."),
        ({"kept": "99"}, "There is no entrant with start number 99."),
        ({"whom": "others"}, "There is nobody for a consolation round"),
    ):
        answer = director.post(page, {**sent, "act": "make", **typed})

        assert answer.status_code == 422, typed
        assert sentence in text(answer)
    assert Tournament.objects.count() == 1


RANKING = [
    Candidate(number=7, rank=1, earned=(300, 3, 0), groups=frozenset("a")),
    Candidate(number=5, rank=2, earned=(200, 2, 0), groups=frozenset("b")),
    Candidate(number=6, rank=3, earned=(200, 2, 0), groups=frozenset("a")),
    Candidate(number=8, rank=4, earned=(100, 1, 0), groups=frozenset("bc")),
    Candidate(number=9, rank=4, earned=(100, 1, 0)),
]
"""A lot parts no. 5 and no. 6; of no. 8 and no. 9 none is drawn."""


def test_who_goes_on_and_where_no_lot_is_drawn_it_cannot_decide():
    for terms, on in (
        ({"places": 2}, [7, 5]),
        ({"places": 2, "at_border": AtBorder.ALL}, [7, 5, 6]),
        ({"places": 3, "at_border": AtBorder.ALL}, [7, 5, 6]),
        ({"places": 4, "at_border": AtBorder.ALL}, [7, 5, 6, 8, 9]),
        ({"places": 5}, [7, 5, 6, 8, 9]),
        ({"places": 1, "further": 1}, [7, 5, 6, 8]),
        ({"places": 2, "further": 1}, [7, 5, 6, 8]),
        ({"places": 0, "further": 1}, [7, 5, 8]),
        ({"places": 0}, []),
        ({"places": 2, "kept": [9, 7]}, [5, 6, 9, 7]),
        ({"places": 2, "kept": [9], "within": True}, [7, 9]),
        ({"places": 1, "kept": [9, 8], "within": True}, [9, 8]),
        ({"places": 2, "kept": [99]}, [7, 5, 99]),
    ):
        assert who_goes_on(RANKING, **terms) == on, terms
    with pytest.raises(NotSettled) as tie:
        who_goes_on(RANKING, places=4)
    assert tie.value.numbers == [8, 9]


def test_the_public_pages_say_who_goes_on_and_where_a_final_comes_from_unless_it_is_not_public_any_more(client):
    made = championship()
    assert "Going on" not in text(client.get("/t/cup/"))
    event = final(made, places=3)
    event.entrants.filter(number=2).update(shown_as="initials")
    told = {"tournament_id": event.pk, "source": Entrant.Source.DESK, "entry_key": None}
    register(**told, registration=Registration(name="Gast"), by=factories.user(), now=LATER, because="Gast")

    with time_machine.travel(LATER, tick=False):
        first, second = text(client.get("/t/cup/")), text(client.get("/t/finale/"))
        assert '<dt>Going on</dt><dd><a href="/t/finale/">Finale</a>: Spieler 21, S., Spieler 13</dd>' in first
        assert '<dt>Qualified in</dt><dd><a href="/t/cup/">Herz-Dame-Cup</a></dd>' in second
        assert "Open to those who qualified." in second
        Tournament.objects.filter(pk=made.pk).update(unpublish_on=LATER.date())
        assert "Qualified in" not in text(client.get("/t/finale/"))
        Tournament.objects.filter(pk=made.pk).update(unpublish_on=None)
        Tournament.objects.filter(pk=event.pk).update(unpublish_on=LATER.date())
        assert client.get("/t/finale/").status_code == 410
        assert "Going on" not in text(client.get("/t/cup/"))
