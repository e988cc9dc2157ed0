"""The pages of rankings: switched on and off, terms, substitutes, lots, and lines of teams as people write them."""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.results.forms.team_lines import TeamReader, registered_as_text
from scoring.results.models import Ranking, RankingLot, Substitution
from scoring.results.services.ranking_teams import as_assigned, rename_team
from tables.intake.outcome import Line
from tables.intake.sources.lines import rows_of
from tables.intake.teams import read_teams
from tables.people.models import Entrant
from tests.scoring.answers import not_taken, says
from tests.scoring.results.ranking_pages import OFFICE, ONE, assign, played, ranking, text_of
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen, seen_at, seen_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def planned():
    return factories.tournament(entrants=8, series=2)


def terms(**typed):
    return {"name": "Vierer", "size": "4", "best_of": "", "entry_key": str(uuid4()), **typed}


def change(**typed):
    return {"action": "change", **{f"terms-{name}": value for name, value in terms(**typed).items()}}


class TestSwitchingOn:
    def test_offers_every_kind_and_suggests_a_name_that_is_free(self, director):
        ranking(planned(), name="Teams")
        page = text_of(director.get(OFFICE))
        assert [str(kind.label) for kind in Ranking.Kind if str(kind.label) not in page] == []
        for kind in (Ranking.Kind.TEAM, Ranking.Kind.CLUB):
            suggested = "Teams 2" if kind == Ranking.Kind.TEAM else kind.label
            assert f'value="{suggested}"' in director.get(f"{OFFICE}?kind={kind}").content.decode()

    def test_keeps_the_terms_once_and_over_all_series_means_also_those_to_come(self, director):
        planned()
        sent = terms(series=["2"], best_of="1", size="3", scaled="on")

        for _twice in range(2):
            response = director.post(f"{OFFICE}?kind=team", sent, follow=True)
        director.post(f"{OFFICE}?kind=team", terms(name="Alle", series=["1", "2"]))

        assert "Saved." in text_of(response)
        made, over_all = Ranking.objects.order_by("number")
        assert (made.series, made.best_of, made.size, made.scaled) == ([2], 1, 3, True)
        assert over_all.series == []

    def test_what_does_not_fit_is_said_and_without_a_kind_nothing_is_made(self, director):
        ranking(planned())
        for typed, said in (
            ({"name": ""}, "Enter a name for the ranking."),
            ({"name": "Mannschaften"}, "There is “Mannschaften” already."),
            ({"name": "x" * 81}, "at most 80 characters"),
            ({"size": "1"}, "A team has two players at least."),
            ({"size": "21"}, "less than or equal to 20"),
            ({"size": "viele"}, "Enter a whole number."),
            ({"best_of": "3"}, "at least one and at most all of them can count"),
            ({"best_of": "0"}, "greater than or equal to 1"),
            ({"series": ["9"]}, "9 is not one of the available choices"),
            ({"entry_key": ""}, "This form did not arrive completely."),
            ({"entry_key": "x"}, "This form did not arrive completely."),
        ):
            response = director.post(f"{OFFICE}?kind=team", terms(**typed))

            assert response.status_code == 422, typed
            assert said in text_of(response)
        for kind in ("", "?kind=", "?kind=nobody"):
            assert director.post(f"{OFFICE}{kind}", terms()).status_code == 422, kind
        assert Ranking.objects.count() == 1


def test_switching_off_takes_it_from_the_public_and_back_and_not_one_of_another_event(director, client):
    found = ranking(planned())
    theirs = ranking(factories.tournament(slug="other", director="fremd"))
    for typed in (
        {},
        {"ranking": "x"},
        {"ranking": "999999", "action": "off"},
        {"ranking": found.pk, "action": "away"},
        {"ranking": theirs.pk, "action": "off"},
    ):
        assert director.post(OFFICE, typed).status_code == 422, typed
    for action in ("", "explode"):
        assert director.post(ONE, {"action": action}).status_code == 422, action
    assert not Ranking.objects.exclude(off_at=None).exists()

    says(text_of(director.post(OFFICE, {"ranking": found.pk, "action": "off"}, follow=True)), "Saved.")
    assert client.get("/t/cup/rankings/1/").status_code == 404

    assert "Saved." in text_of(director.post(ONE, {"action": "on"}, follow=True))
    assert client.get("/t/cup/rankings/1/").status_code == 200


def test_of_clubs_or_of_nothing_there_are_no_teams(director):
    ranking(planned(), "club")
    assert director.get(f"{OFFICE}7/").status_code == 404
    assert b'name="teams"' not in director.get(ONE).content
    for action in ("check", "take", "file", "draw"):
        assert director.post(ONE, {"action": action, "teams": "A: 1, 2"}).status_code == 422, action


def test_terms_are_changed_or_said_and_kept_where_they_do_not_fit(director):
    ranking(planned())

    refused = post_seen(director, ONE, change(best_of="5", name="Dreier"))
    not_taken(refused, "at most all of them can count", 'value="Dreier"')
    assert Ranking.objects.get().name == "Mannschaften"

    says(post_seen(director, ONE, change(name="Zweier", size="2"), follow=True), "Saved.")
    assert Ranking.objects.get().name == "Zweier"


def test_substitutes_count_once_for_another_and_are_taken_back_in_their_own_event(director):
    made = planned()
    assign(ranking(made), Buben="1 2; 5", Damen="3 4; 6")
    sent = {"action": "substitute", "series": made.series.get(number=1).pk, "out": "2", "by_whom": "5"}
    sent["entry_key"] = str(uuid4())
    wrong = [*(("out", value) for value in ("3", "", "x")), ("by_whom", "1"), ("series", "999999"), ("entry_key", "x")]
    for field, value in wrong:
        response = director.post(ONE, sent | {"entry_key": str(uuid4()), field: value})
        assert response.status_code == 422, (field, value)
    not_taken(director.post(ONE, sent | {"by_whom": "6"}), "Please choose.")
    assert not Substitution.objects.exists()

    for _twice in range(2):
        page = text_of(director.post(ONE, sent, follow=True))
    says(page, "Saved.", "Series 1, Buben: no. 5 Spieler 5 for no. 2 Spieler 2")

    back = {"action": "take-back", "substitution": Substitution.objects.get().pk}
    ranking(factories.tournament(slug="other", director="direktor"))
    director.post("/t/other/office/rankings/1/", back)
    assert Substitution.objects.count() == 1
    says(director.post(ONE, back, follow=True), "Saved.")
    assert director.post(ONE, back).status_code == 302
    assert not Substitution.objects.exists()


def test_lots_are_offered_where_equals_share_a_place_after_the_last_series_and_drawn_once(director):
    made = played(closed=1)
    assign(ranking(made), Buben="1 2", Damen="5 6")
    # Where there are no substitutes nobody counts instead.
    says(text_of(director.get(ONE)), lacks=("Draw the lots", "Replaced player"))
    assert director.post(ONE, {"action": "lots"}).status_code == 422

    factories.close_series(factories.running_series(made, 2))
    RankingLot.objects.all().delete()
    says(text_of(director.get(ONE)), "2 share a place")
    director.post(ONE, {"action": "lots"})

    assert RankingLot.objects.count() == 2
    says(text_of(director.get(ONE)), lacks="Draw the lots")
    assert director.post(ONE, {"action": "lots"}).status_code == 422


def test_the_page_says_what_is_odd_and_who_is_free(director, django_assert_num_queries):
    made = played()
    made.entrants.filter(number=5).update(classes=["ladies"])
    assign(ranking(made, size=3), Buben="1 2")
    ranking(made, "ladies", name="Damen", size=1)

    with django_assert_num_queries(28):
        says(text_of(director.get(ONE)), "too few players", "6 players belong to no team")
    # That of a class shows the first places.
    assert "1 Spieler 5 732" in text_of(director.get(f"{OFFICE}2/"))


PEOPLE = {1: "Anna Berg", 2: "Otto Kurz", 3: "Erna Schulz", 4: "Udo Öhler", 5: "Otto Kurz", 6: ""}


def entrants(**fields):
    return [
        Entrant(number=number, name=name, classes=["ladies"] if number in (1, 3) else [], **fields)
        for number, name in PEOPLE.items()
    ]


def read(text, people=None, *, size=4, kind="team"):
    """Return the lines of a text as they are read for a ranking of teams."""
    reader = TeamReader(Ranking(kind=kind, size=size), people or entrants())
    return reader.read(rows_of(text, limit=100), unnamed="Team %(number)s")


def lines_read(text, **terms):
    """Return each line as its name, its players, its substitutes and the codes of what is wrong."""
    lines = read(text, **terms)
    numbers = [([one.number for one in line.members], [one.number for one in line.substitutes]) for line in lines]
    return [(line.name, *of, [slip.code for slip in line.slips]) for line, of in zip(lines, numbers, strict=True)]


def test_a_line_is_read_however_it_is_written():
    for text in (
        "Herz Buben: 1, 3, 4; 6",
        "Herz Buben:1,3,4;6",
        "  Herz Buben : 1 3 4 ; 6 ",
        "Herz Buben: no. 1, Nr. 3, #4; 6",
        "Herz Buben: Anna Berg, Erna Schulz, Öhler Udo; 6",
        "Herz Buben: Berg, Anna, Schulz, Erna, Oehler, Udo; No. 6",
        "Herz Buben: 1 Anna Berg / 3 Erna Schulz + 4; 6",
        "Herz Buben\t1\t3\t4; 6",
    ):
        assert lines_read(text) == [("Herz Buben", [1, 3, 4], [6], [])], text
    # Without a colon the numbers behind the name are its players; a team without a name gets one.
    assert lines_read("SC 08 Buben 1 3, 4") == [("SC 08 Buben", [1, 3, 4], [], [])]
    assert [line[0] for line in lines_read("1, 3\n4 6")] == ["Team 1", "Team 2"]
    assert [line.line for line in read("\n  \nA: 1\n")] == [3]


def test_what_is_wrong_is_said():
    for text, code in (
        ("Buben", "team-nobody"),
        ("Buben:", "team-nobody"),
        ("Buben: 99", "member-unknown"),
        ("Buben: Hans Wurst", "member-unknown"),
        ("Buben: Otto Kurz", "member-several"),
        ("Buben: 1, 1", "member-again"),
        ("Buben: 1; 1", "member-again"),
        ("Buben: 1, 2, 3, 4, 5", "team-too-many"),
        (f"{'B' * 81}: 1", "team-name-long"),
        ("Buben: 1\nBUBEN: 2", "team-name-again"),
    ):
        assert lines_read(text)[-1][3] == [code], text


def test_nobody_plays_for_two_teams_and_a_mixed_pair_is_a_lady_and_a_man():
    first, second = read("A: 1\nB: 1")
    assert not first.slips
    assert dict(second.slips[0].facts) == {"number": 1, "line": 1}

    assert lines_read("A: 1, 2\nB: 3, 4", size=2, kind="mixed") == [("A", [1, 2], [], []), ("B", [3, 4], [], [])]
    assert lines_read("A: 1, 3", size=2, kind="mixed")[0][3] == ["team-not-mixed"]


def test_the_teams_of_the_desk_are_found_in_any_spelling_and_those_too_many_are_substitutes():
    named = entrants()
    for one, team in zip(named, ["Die Buben", "die  buben", "", "Asse", "DIE BUBEN", ""], strict=True):
        one.team = team
    assert registered_as_text(named, size=2) == "Die Buben: 1, 2; 5\nAsse: 4"

    # A team that names nobody has those who were registered for it.
    (line,) = read("1. Die Buben 28:17", named, size=2)
    assert [[one.number for one in of] for of in (line.members, line.substitutes)] == [[1, 2], [5]]
    assert (line.is_registered, line.slips) == (True, ())


def test_tables_have_a_player_a_row_below_headings_and_a_team_a_row_without():
    headings = [("Mannschaften 2026", "", ""), ("Mannschaft", "Startnummer", "Ersatz")]
    titled = [*headings, ("Buben", "1", ""), ("", "2", "x")]
    named = [("Vorname", "Nachname", "Team"), ("Anna", "Berg", "Buben"), ("Erna", "Schulz", "Buben")]
    for rows, teams in (
        ([*titled, ("Asse", "3", "nein")], [("Buben", ["1"], ["2"]), ("Asse", ["3"], [])]),
        (named, [("Buben", ["Anna Berg", "Erna Schulz"], [])]),
        ([("Buben", "1", "2", ""), ("Asse", "3")], [("Buben", ["1", "2"], []), ("Asse", ["3"], [])]),
        ([], []),
    ):
        found = read_teams([Line(number=at, cells=cells) for at, cells in enumerate(rows, start=1)], by_number=True)
        assert [(one.name, [*one.players], [*one.substitutes]) for one in found if not one.kind] == teams


LEAGUE = "Platz\tMannschaft\tPunkte\n1.\tHerz Buben\t28:17\t45.123\n2.\tAsse\t20:25\t41.003\n"


def test_what_a_league_writes_beside_its_teams_is_left_out():
    for text, named in (
        ("1. SC Herz Dame I\t28:17\t45.123\n2. Ulm II\t20:25\t41.003", ["SC Herz Dame I", "Ulm II"]),
        (LEAGUE, ["Herz Buben", "Asse"]),
        ("- Herz Buben: 1, 3\n- Asse: 4", ["Herz Buben", "Asse"]),
        ("1. Herz Buben: 1, 3\n2. Asse: 4", ["Herz Buben", "Asse"]),
        ("1. Mannschaft: 1, 3\n2. Mannschaft: 4", ["1. Mannschaft", "2. Mannschaft"]),
        ("Team 2: 1, 3\nTeam 3: 4", ["Team 2", "Team 3"]),
        ("Turnierfüchse: 1\nSkatrunde: 3", ["Turnierfüchse", "Skatrunde"]),
        ("Buben 2\nAsse 2", ["Buben 2", "Asse 2"]),
        ("Bezirksliga 2026\n1. Buben\n2. Asse\n3. Ulm 1:0\nspielfrei", ["Buben", "Asse", "Ulm"]),
    ):
        assert [line.name for line in read(text) if not line.left_out] == named, text
    # Figures beside points are nobody's start number, and others are.
    nobody = [(name, [], [], ["team-nobody"]) for name in ("Buben", "Asse")]
    assert lines_read("1. Buben\t28:17\t3\n2. Asse\t20:25\t4") == nobody
    assert lines_read("1. Buben\t1\t3\n2. Asse\t4")[0] == ("Buben", [1, 3], [], [])


def test_the_preview_says_what_becomes_of_every_cell_and_takes_nothing_where_only_headings_are_left(director):
    ranking(planned())
    text = "Nr.\tMannschaft\tSpieler 1\tSpieler 2\tPunkte\n1\tBuben\tSpieler 1\tWer\t28:17\nAsse"

    page = text_of(post_seen(director, ONE, {"teams": text, "action": "check"}))

    says(page, "headings of the columns", "1 Left out: no start number.", "Buben Team", "Spieler 1 Please look.")
    says(page, "28:17 Left out: no start number.", "Nobody here is “Wer”.", "Nobody plays for this team.")
    sent = {"teams": "Platz\tMannschaft\tPunkte", "action": "take", **seen_at(director, ONE, {"action": "check"})}
    not_taken(director.post(ONE, sent), "No team was assigned")


def test_the_preview_of_a_file_goes_on_in_the_box_and_is_taken(director):
    made = ranking(planned())
    rows = b"Mannschaft;Nr.;Ersatz\nBuben;1;\nBuben;2;\nAsse;3;\nAsse;4;x\n"

    response = director.post(ONE, {"action": "file", "file": SimpleUploadedFile("teams.csv", rows)})

    says(text_of(response), "belongs to the team above", "3 Player")
    sent = {"teams": response.context["form"]["teams"].value(), "action": "take"}
    says(director.post(ONE, sent | seen_in(response, {"action": "take"}), follow=True), "Saved.")
    assert as_assigned(made) == {"Buben": "1, 2", "Asse": "3; 4"}


def test_a_team_keeps_its_number_and_its_players_unless_another_has_the_name(director):
    made, rename = ranking(planned()), {"action": "rename", "team-number": "1", "team-name": "Neu"}
    assign(made, Buben="1 2; 5", Damen="3 4")

    def renamed(**typed):
        return post_seen(director, ONE, rename | typed, follow=True)

    for name, sentence in (("damen", "Two teams are called “damen”."), (":", "Each needs a name."), ("", "")):
        not_taken(renamed(**{"team-name": name}), sentence)
    not_taken(renamed(**{"team-number": "7"}))
    assert [*made.teams.values_list("name", flat=True)] == ["Buben", "Damen"]

    says(renamed(**{"team-name": "Buben: Ulm"}), "Saved.")
    assert as_assigned(made) == {"Buben Ulm": "1, 2; 5", "Damen": "3, 4"}
    assert [team.number for team in made.teams.all()] == [1, 2]
    assert director.get(ONE).context["form"]["teams"].value().splitlines()[0] == "Buben Ulm: 1, 2; 5"

    # Who was quicker is said.
    seen = director.get(ONE).context["rename"]["seen"].value()
    rename_team(ranking_id=made.pk, number=1, name="Ersatz", by=factories.user(), now=EVENING)
    assert director.post(ONE, rename | {"team-seen": seen}).status_code == 409
    assert made.teams.get(number=1).name == "Ersatz"
