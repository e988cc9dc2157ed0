"""The classes of an event: made on a page, named by lists and forms, ranked and printed, with no code."""

import json
from uuid import uuid4

import pytest

from scoring.results.services.rankings import Terms, switch_on
from tables.acts.services import Overtaken, Refused
from tables.intake.classes import LADIES
from tables.journal.sealing import states
from tables.tournaments.models import PlayerClass, Tournament
from tables.tournaments.selectors.tournaments import classes_of, known_classes
from tables.tournaments.services import officials as services
from tables.tournaments.services.officials import StatedClass, add_class, as_stated, change_class, remove_class
from tables.tournaments.services.tournaments import Details, create_tournament
from tests.support import factories
from tests.support.classes_of_every_event import BEGUN_WITH
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen
from tests.support.page_reader import Visitor
from tests.tables.desk.test_list_pages import pasted, taken
from tests.tables.draw.test_draw_swap import text

pytestmark = pytest.mark.django_db
PAGE = "/t/cup/office/settings/?at=classes"
GUESTS = StatedClass(name="Gäste", mark="G", words="gast", headings="gaeste", position=4)


def acts() -> dict:
    return {"by": factories.user(), "now": EVENING}


def added(made: Tournament, stated: StatedClass = GUESTS) -> PlayerClass:
    return add_class(tournament_id=made.pk, stated=stated, **acts())


class TestWhatEventsBeginWith:
    def test_is_sealed_with_the_event_and_what_the_fixture_has_and_called_so_in_every_language(self, client):
        made = factories.tournament(starts_on="2023-01-07", ends_on="2023-01-07")
        # Seniors are as old as the year of the event has it.
        assert made.classes.get(code="seniors").youngest == 61

        found = [(one.code, one.words, one.headings) for one in known_classes(made)]
        spelled = [(one.code, one.words, one.headings) for one in BEGUN_WITH]
        assert [(code, words) for code, words, _headings in found] == [(code, words) for code, words, _ in spelled]
        assert all(mine >= theirs for (*_, mine), (*_, theirs) in zip(found, spelled, strict=True))

        day = EVENING.date()
        details = Details(name="Cup", place="Gera", organiser="SC", starts_on=day, ends_on=day)

        created = create_tournament(details=details, seatings=["drawn"], **acts())

        assert {"class 1", "class 2", "class 3"} <= set(created.journal.get().data["seals"])

        made = factories.tournament(slug="other", entrants=4)
        factories.running_series(made)
        made.entrants.filter(number=1).update(classes=[LADIES])

        client.get("/language/de/")
        assert 'title="Damen">D</abbr>' in text(client.get("/t/other/standings/"))


class TestServices:
    def test_a_class_gets_a_code_that_nothing_else_has(self):
        made = factories.tournament()

        codes = {"Gäste": "gaeste", "Paid": "paid-2", "Team": "team-2", "!?": "class"}
        assert {name: added(made, StatedClass(name=name)).code for name in codes} == codes

    def test_stated_twice_there_is_one_and_what_another_changed_meanwhile_nobody_changes(self):
        made = factories.tournament()

        assert added(made) == added(made)
        assert made.journal.filter(action="class.added").count() == 1

        row = added(made)
        seen = as_stated(row)
        facts = {"tournament_id": made.pk, "number": row.number, "seen": seen, **acts()}
        change_class(stated=StatedClass(name="Besucher"), **facts)

        with pytest.raises(Overtaken):
            change_class(stated=StatedClass(name="Freunde"), **facts)
        with pytest.raises(Overtaken):
            remove_class(**facts)

    def test_what_the_program_brings_stays_translated_until_it_is_named_otherwise(self):
        made = factories.tournament()
        row = made.classes.get(code=LADIES)
        facts = {"tournament_id": made.pk, "number": row.number, **acts()}

        change_class(stated=StatedClass(name="Ladies", mark="L", position=9), **facts)
        assert made.classes.get(code=LADIES).is_translated

        change_class(stated=StatedClass(name="Frauen", mark="F", position=9), **facts)
        assert made.journal.last().action == "class.changed"
        row = made.classes.get(code=LADIES)
        assert (row.called, row.shown_mark, row.is_translated) == ("Frauen", "F", False)

    def test_changed_it_keeps_its_code_and_whoever_is_in_it_and_removed_nobody_is_in_it_any_more(self):
        made = factories.tournament(entrants=4)
        row = added(made)
        made.entrants.filter(number__in=(2, 3)).update(classes=[row.code, LADIES])
        facts = {"tournament_id": made.pk, "number": row.number, **acts()}

        change_class(stated=StatedClass(name="Besucher"), seen=as_stated(row), **facts)
        row.refresh_from_db()
        assert (row.name, row.mark, row.code) == ("Besucher", "B", "gaeste")
        assert made.entrants.get(number=2).classes == ["gaeste", LADIES]

        for _ in range(2):
            remove_class(**facts)
        assert [one.classes for one in made.entrants.order_by("number")] == [[], [LADIES], [LADIES], []]
        line = made.journal.get(action="class.removed")
        assert line.data["entrants"] == [2, 3]
        assert {"entrant 2", "entrant 3"} <= set(line.data["seals"])

    @pytest.mark.slow
    def test_what_cannot_be_is_refused_and_there_are_bounds_and_ends(self):
        made = factories.tournament()
        for stated, code in (
            (StatedClass(name=" ladies"), "class-name-taken"),
            (StatedClass(name="Alte", youngest=70, oldest=60), "ages-out-of-order"),
        ):
            with pytest.raises(Refused, match=code):
                added(made, stated)
        for number in range(services.MOST_CLASSES - 3):
            added(made, StatedClass(name=f"Klasse {number}"))
        with pytest.raises(Refused, match="too-many-classes"):
            added(made)
        with pytest.raises(Refused, match="no-such-class"):
            change_class(tournament_id=made.pk, number=99, stated=GUESTS, **acts())
        with pytest.raises(Refused, match="no-such-class"):
            switch_on(tournament_id=made.pk, terms=Terms(kind="x", name="X"), entry_key=uuid4(), **acts())

        Tournament.objects.filter(pk=made.pk).update(ended_at=EVENING, released_at=EVENING)
        with pytest.raises(Refused, match="event-released"):
            added(made, StatedClass(name="Späte"))


class TestSeals:
    def test_name_of_old_classes_what_their_columns_were_so_that_older_ones_fit(self):
        made = factories.tournament(entrants=2)
        made.entrants.filter(number=1).update(classes=["gaeste", "juniors", LADIES])

        marked, plain = (json.loads(states("entrant", made)[number,])[0] for number in (1, 2))

        told = {name: fact for name, fact in marked.items() if name not in plain}
        assert told == {"class gaeste": True, "junior": True, "lady": True}


class TestPages:
    FORM = {"act": "state", "name": "Gäste", "mark": "", "position": "4", "words": "gast", "headings": "gaeste"}

    @pytest.mark.thorough
    def test_a_class_made_here_is_there_for_lists_forms_rankings_and_paper(self, client, director):
        made = factories.tournament(entrants=6)
        assert director.post(PAGE, self.FORM).status_code == 302
        taken(pasted(Visitor(director), "Name;Verein;Gäste\nErna;SC Ulm;x"))
        director.post("/t/cup/office/entrants/", {"name": "Otto", "entry_key": str(uuid4()), "classes": ["gaeste"]})
        made.entrants.update(present=True)
        factories.running_series(made)

        assert [one.number for one in made.entrants.order_by("number") if one.classes == ["gaeste"]] == [7, 8]
        director.post("/t/cup/office/rankings/?kind=gaeste", {"name": "Gäste", "entry_key": str(uuid4())})
        assert "Erna" in text(client.get("/t/cup/rankings/1/"))
        assert 'title="Gäste">G</abbr>' in text(client.get("/t/cup/standings/"))
        assert client.get("/t/cup/standings.pdf", {"class": "gaeste"}).status_code == 200
        assert "Gäste" in director.get("/t/cup/office/entrants.csv").content.decode("utf-8-sig").splitlines()[0]

    @pytest.mark.slow
    def test_its_ranking_is_the_next_page_if_wanted_and_what_is_wrong_is_said_and_kept(self, director):
        made = factories.tournament(series=3)
        for wrong, said in (({"youngest": "200"}, ""), ({"name": "Ladies"}, "There is a class “Ladies” already.")):
            answer = director.post(PAGE, {**self.FORM, **wrong})
            assert answer.status_code == 422, wrong
            assert {*wrong} == {*answer.context["form"].errors}
            assert said in text(answer)
            assert 'value="gast"' in text(answer)

        answer = director.post(PAGE, {**self.FORM, "is_ranked": "on"}, follow=True)
        assert answer.redirect_chain[-1][0] == "/t/cup/office/rankings/?kind=gaeste#new"
        assert answer.context["terms"].initial["name"] == "Gäste"
        assert director.post(PAGE, {**self.FORM, "name": "Freunde"})["Location"] == PAGE

        # One that is ranked stays.
        row = made.classes.get(code="gaeste")
        switch_on(tournament_id=made.pk, terms=Terms(kind=row.code, name="Gäste"), entry_key=uuid4(), **acts())
        with pytest.raises(Refused, match="class-is-ranked"):
            remove_class(tournament_id=made.pk, number=row.number, **acts())
        answer = post_seen(director, f"{PAGE}&class={row.number}", {"act": "remove", "sure": "on"})
        assert answer.status_code == 422
        assert "There is a ranking of “Gäste”" in text(answer)

    @pytest.mark.slow
    def test_one_is_changed_and_removed_and_the_journal_says_it_in_words(self, director):
        made = factories.tournament()
        row = added(made)
        page = f"{PAGE}&class={row.number}"

        assert post_seen(director, page, {**self.FORM, "name": "Freunde"}).status_code == 302
        assert "Freunde" in text(director.get(PAGE))
        assert post_seen(director, page, {"act": "remove"}).status_code == 422
        assert post_seen(director, page, {"act": "remove", "sure": "on"}).status_code == 302
        assert len(classes_of(made)) == 3
        assert director.get(page).status_code == 404

        said = text(director.get("/t/cup/office/journal/"))
        assert "Class “Gäste” added" in said
        assert "Class “Freunde” changed: Mark, Name" in said
        assert "Class “Freunde” removed" in said
