"""What is drawn by lot in rankings: teams after the last series, and lots that part equals (SkWO 5.2).

Switching rankings on and off, their terms, substitutes and lots; who may, what is refused, what is sent twice.
"""

from datetime import timedelta
from uuid import uuid4

import pytest

from scoring.history.selectors.verification import verified
from scoring.office.services import release_final_ranking, state_end
from scoring.results.models import Lot, Ranking, RankingLot
from scoring.results.services import rankings
from tables.acts.services.refusals import Refused
from tests.scoring.results.ranked_event import acts, assign, close, play, shown, switched_on, table_of, two_series
from tests.scoring.results.ranking_pages import DRAW, FILE, NEW, OFFICE, ONE, PASTE, played, ranking, text_of
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.forms_as_shown import post_seen

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database]


def draw(ranking, seed="glücksfee"):
    return rankings.draw_teams(ranking_id=ranking.pk, seed=seed, by=factories.user(), now=EVENING)


def draw_lots(ranking, seed="lose"):
    return rankings.draw_lots(ranking_id=ranking.pk, seed=seed, by=factories.user(), now=EVENING)


def refused(act, *args):
    with pytest.raises(Refused) as found:
        act(*args)
    return found.value.code


def drawn(ranking):
    return [[one.entrant.number for one in team.members.all()] for team in ranking.teams.all()]


def test_teams_are_drawn_and_the_journal_holds_seed_and_result():
    made = two_series()
    ranking = draw(switched_on(made, "team", "Glück", size=4))

    teams = drawn(ranking)

    assert sorted(n for team in teams for n in team) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [team.name for team in ranking.teams.all()] == ["Glück 1", "Glück 2"]
    assert ranking.drawn_from == "glücksfee"
    (told,) = acts(made, "ranking.teams-drawn")
    assert (told["ranking"], told["seed"]) == (1, "glücksfee")
    assert [sorted(team) for team in told["teams"]] == teams
    assert len(shown(ranking).lines) == 2


def test_the_same_seed_gives_the_same_teams_and_another_others():
    made = two_series()
    one, other, third = (switched_on(made, "team", name, size=2) for name in "abc")
    first = drawn(draw(one))
    Ranking.objects.filter(pk=one.pk).update(number=9)
    Ranking.objects.filter(pk=other.pk).update(number=1)

    assert drawn(draw(other)) == first
    assert drawn(draw(third, seed="pechvogel")) != first


def test_whoever_missed_a_series_or_is_excluded_is_not_drawn():
    made = factories.tournament(entrants=8, series=2, rounds=12)
    close(play(made, 1, [1000] * 8))
    close(play(made, 2, [900] * 4))
    made.entrants.filter(number=4).update(excluded_at=EVENING, present=False)

    assert drawn(draw(switched_on(made, "tandem", scaled=False))) != []
    assert sum(map(len, drawn(made.rankings.get()))) == 2
    assert sum(map(len, drawn(draw(switched_on(made, "team", size=2, scaled=True))))) == 3


def test_mixed_pairs_are_a_lady_and_a_man():
    made = two_series()
    ranking = draw(switched_on(made, "mixed", scaled=True))

    pairs = drawn(ranking)

    assert len(pairs) == 3
    assert all(len([n for n in pair if n in {2, 4, 6}]) == 1 for pair in pairs)


@pytest.mark.parametrize(
    ("kind", "code"), [("ladies", "no-team-ranking"), ("team", "series-open"), ("club", "no-team-ranking")]
)
def test_teams_are_drawn_after_the_last_series_and_only_where_there_are_any(kind, code):
    assert refused(draw, switched_on(two_series(closed=1), kind, size=2)) == code


def test_teams_over_closed_series_are_drawn_while_others_run():
    assert len(drawn(draw(switched_on(two_series(closed=1), "team", size=4, series=(1,))))) == 2


def test_teams_are_drawn_once():
    ranking = draw(switched_on(two_series(), "team", size=4))
    before = drawn(ranking)

    assert refused(draw, ranking) == "teams-there-already"
    assert drawn(ranking) == before


def test_too_few_for_a_team_are_not_drawn():
    assert refused(draw, switched_on(two_series(), "team", size=9)) == "nothing-to-draw"


def test_teams_assigned_by_hand_are_not_said_to_be_drawn():
    ranking = draw(switched_on(two_series(), "team", size=4))

    assert assign(ranking, ("Herz", [1, 2])).drawn_from == ""


def tied_teams(made, **terms):
    return assign(switched_on(made, "team", size=2, **terms), ("Herz", [1, 7]), ("Pik", [5, 6]), ("Karo", [3, 4]))


def ties():
    """An event in which no. 1 and 7 together are equal to no. 5 and 6."""
    made = factories.tournament(entrants=8, series=1, rounds=12)
    series = play(made, 1, [1000, 1400, 900, 1050, 800, 1100, 900, 980])
    return made, series


def test_equal_teams_share_their_place_until_the_last_series_is_closed_and_then_drew_lots():
    made, series = ties()
    ranking = tied_teams(made)
    assert [(line.rank, line.shared, line.by_lot) for line in shown(ranking).lines] == [
        (1, False, False),
        (2, True, False),
        (2, True, False),
    ]

    close(series)

    assert [(line.rank, line.shared, line.by_lot) for line in shown(ranking).lines] == [
        (1, False, False),
        (2, False, True),
        (3, False, True),
    ]
    (told,) = acts(made, "ranking.lots-drawn")
    assert told == {
        "ranking": 1,
        "seed": "lots",
        "drawn": {lot.competitor: lot.number for lot in RankingLot.objects.all()},
    }
    assert set(told["drawn"]) == {"team:1", "team:2"}


def test_lots_are_drawn_by_hand_in_a_ranking_switched_on_later_and_only_once():
    made, series = ties()
    close(series)
    ranking = tied_teams(made)
    assert shown(ranking).lines[1].shared

    draw_lots(ranking)
    order = table_of(ranking)

    assert [rank for rank, _who, _points in order] == [1, 2, 3]
    assert refused(draw_lots, ranking) == "no-ties"
    assert table_of(ranking) == order


def test_lots_wait_for_the_last_series():
    made, _series = ties()

    assert refused(draw_lots, tied_teams(made)) == "series-open"


def test_equal_clubs_draw_lots_too():
    made, series = ties()
    made.entrants.filter(number__in=[1, 7]).update(club="SC Herz")
    made.entrants.filter(number__in=[5, 6]).update(club="Pik 7")
    ranking = switched_on(made, "club", size=2)

    close(series)

    assert set(RankingLot.objects.values_list("competitor", flat=True)) == {"club:sc herz", "club:pik 7"}
    assert [line.by_lot for line in shown(ranking).lines] == [True, True]


def test_players_have_one_lot_in_all_rankings_of_an_event():
    made = factories.tournament(entrants=4, series=2, rounds=12)
    close(play(made, 1, [1000, 900, 800, 700]))
    best = switched_on(made, "individual", "Bestes", best_of=1)
    close(play(made, 2, [700, 1000, 850, 720]))

    lines = shown(best).lines

    assert [(line.performance, line.by_lot) for line in lines] == [
        (1000, True),
        (1000, True),
        (850, False),
        (720, False),
    ]
    lots = dict(Lot.objects.values_list("entrant__number", "number"))
    assert set(lots) == {1, 2}
    assert lines[0].competitor == f"entrant:{min(lots, key=lots.__getitem__)}"
    assert acts(made, "series.closed")[1]["lots"] == {str(number): lot for number, lot in lots.items()}
    assert verified(made).discrepancies == ()


def test_lots_of_players_drawn_by_hand_are_in_the_journal_as_the_check_wants_them():
    made = factories.tournament(entrants=4, series=2, rounds=12)
    close(play(made, 1, [1000, 900, 800, 700]))
    close(play(made, 2, [700, 1000, 850, 720]))

    draw_lots(switched_on(made, "individual", "Bestes", best_of=1))

    assert Lot.objects.count() == 2
    assert verified(made).discrepancies == ()


def test_a_ranking_switched_off_draws_no_lots():
    made, series = ties()
    ranking = tied_teams(made)
    rankings.switch_off(ranking_id=ranking.pk, by=factories.user(), now=EVENING)

    close(series)

    assert not RankingLot.objects.exists()


def test_lots_still_missing_are_drawn_when_the_final_ranking_is_released():
    made, series = ties()
    close(series)
    ranking = tied_teams(made)
    later = EVENING + timedelta(hours=2)
    state_end(tournament_id=made.pk, ended_at=EVENING, by=factories.user(), now=EVENING)

    release_final_ranking(tournament_id=made.pk, by=factories.user(), now=later, lot_seed="42")

    assert [line.shared for line in shown(ranking).lines] == [False, False, False]
    assert acts(made, "ranking.lots-drawn")[0]["seed"] == "42"


def test_the_same_seed_gives_the_same_lots():
    made, series = ties()
    close(series)
    one, other = tied_teams(made, name="a"), tied_teams(made, name="b")
    draw_lots(one)
    Ranking.objects.filter(pk=one.pk).update(number=9)
    Ranking.objects.filter(pk=other.pk).update(number=1)

    draw_lots(other)

    assert list(one.lots.values_list("competitor", "number")) == list(other.lots.values_list("competitor", "number"))


PAGES = (OFFICE, NEW, f"{NEW}?kind=team", ONE, PASTE, FILE, DRAW)


def terms(**typed):
    return {"name": "Vierer", "size": "4", "best_of": "", "entry_key": str(uuid4()), **typed}


def change(**typed):
    return {"action": "change", **{f"terms-{name}": value for name, value in terms(**typed).items()}}


class TestWhoMay:
    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("address", PAGES)
    def test_the_director_may(self, director, address):
        ranking(played())

        assert director.get(address).status_code == 200

    @pytest.mark.thorough(after=4)
    @pytest.mark.parametrize("address", PAGES)
    def test_the_public_is_asked_to_sign_in(self, client, address):
        ranking(played())

        assert client.get(address).status_code == 302
        assert client.post(address).status_code == 302

    @pytest.mark.parametrize("address", PAGES)
    def test_a_judge_may_not(self, client, address):
        made = played()
        ranking(made)
        client.force_login(factories.judge(made))

        assert client.get(address).status_code == 403
        assert client.post(address).status_code == 403

    @pytest.mark.parametrize("address", [f"{OFFICE}7/", f"{OFFICE}7/paste/", f"{OFFICE}7/file/", f"{OFFICE}7/draw/"])
    def test_an_unknown_ranking_is_not_found(self, director, address):
        ranking(played())

        assert director.get(address).status_code == 404

    @pytest.mark.parametrize("address", [PASTE, FILE, DRAW])
    def test_a_ranking_of_clubs_has_no_teams(self, director, address):
        ranking(played(), "club")

        assert director.get(address).status_code == 404


class TestSwitchingOn:
    def test_offers_every_kind(self, director):
        played()

        page = text_of(director.get(NEW))

        assert [str(kind.label) for kind in Ranking.Kind if str(kind.label) not in page] == []

    @pytest.mark.parametrize("kind", Ranking.Kind)
    def test_suggests_a_name(self, director, kind):
        played()

        assert f'value="{kind.label}"' in director.get(f"{NEW}?kind={kind}").content.decode()

    def test_suggests_a_name_that_is_free(self, director):
        ranking(played(), name="Teams")

        assert b'value="Teams 2"' in director.get(f"{NEW}?kind=team").content

    @pytest.mark.parametrize("kind", Ranking.Kind)
    def test_makes_a_ranking_of_every_kind(self, director, kind):
        played()

        response = director.post(f"{NEW}?kind={kind}", terms(), follow=True)

        assert response.status_code == 200
        assert "The ranking “Vierer” is switched on." in text_of(response)
        assert director.get("/t/cup/rankings/1/").status_code == 200

    def test_keeps_the_terms(self, director):
        played()

        director.post(f"{NEW}?kind=team", terms(series=["2"], best_of="1", size="3", scaled="on"))

        made = Ranking.objects.get()
        assert (made.series, made.best_of, made.size, made.scaled) == ([2], 1, 3, True)

    def test_over_all_series_means_also_those_to_come(self, director):
        played()

        director.post(f"{NEW}?kind=team", terms(series=["1", "2"]))

        assert Ranking.objects.get().series == []

    def test_sent_twice_it_counts_once(self, director):
        played()
        sent = terms()

        director.post(f"{NEW}?kind=team", sent)
        director.post(f"{NEW}?kind=team", sent)

        assert Ranking.objects.count() == 1

    @pytest.mark.parametrize(
        ("typed", "said"),
        [
            ({"name": ""}, "What is the ranking called?"),
            ({"name": "Mannschaften"}, "There is a ranking called “Mannschaften” already."),
            ({"name": "x" * 81}, "at most 80 characters"),
            ({"size": "1"}, "A team has two players at least."),
            ({"size": "21"}, "less than or equal to 20"),
            ({"size": "viele"}, "Enter a whole number."),
            ({"best_of": "3"}, "at least one and at most all of them can count"),
            ({"best_of": "0"}, "greater than or equal to 1"),
            ({"series": ["9"]}, "9 is not one of the available choices"),
            ({"entry_key": ""}, "This form did not arrive completely."),
            ({"entry_key": "x"}, "This form did not arrive completely."),
        ],
    )
    def test_what_does_not_fit_is_said_and_kept(self, director, typed, said):
        ranking(played())

        response = director.post(f"{NEW}?kind=team", terms(**typed))

        assert response.status_code == 422
        assert said in text_of(response)
        assert Ranking.objects.count() == 1

    @pytest.mark.parametrize("kind", ["", "?kind=", "?kind=nobody"])
    def test_without_a_kind_nothing_is_made(self, director, kind):
        played()

        assert director.post(f"{NEW}{kind}", terms()).status_code == 422
        assert not Ranking.objects.exists()


class TestSwitchingOff:
    def test_takes_it_from_the_public_and_back(self, director, client):
        found = ranking(played())

        page = text_of(director.post(OFFICE, {"ranking": found.pk, "action": "off"}, follow=True))
        assert "is switched off; its teams stay" in page
        assert client.get("/t/cup/rankings/1/").status_code == 404

        assert "is shown to everybody" in text_of(director.post(ONE, {"action": "on"}, follow=True))
        assert client.get("/t/cup/rankings/1/").status_code == 200

    @pytest.mark.parametrize(
        "typed", [{}, {"ranking": "x"}, {"ranking": "999", "action": "off"}, {"ranking": "1", "action": "away"}]
    )
    def test_what_cannot_be_understood_does_nothing(self, director, typed):
        ranking(played())

        assert director.post(OFFICE, typed).status_code == 422
        assert Ranking.objects.get().off_at is None

    def test_of_another_event_it_is_not_done(self, director):
        ranking(played())
        other = factories.tournament(slug="other", director="fremd")
        theirs = ranking(other)

        assert director.post(OFFICE, {"ranking": theirs.pk, "action": "off"}).status_code == 422
        theirs.refresh_from_db()
        assert theirs.off_at is None


class TestTheTerms:
    def test_are_changed(self, director):
        ranking(played())

        assert "The terms are changed." in text_of(
            post_seen(director, ONE, change(name="Zweier", size="2"), follow=True)
        )
        assert Ranking.objects.get().name == "Zweier"

    def test_that_do_not_fit_are_said_and_kept(self, director):
        ranking(played())

        response = post_seen(director, ONE, change(best_of="5", name="Zweier"))

        assert response.status_code == 422
        assert "at most all of them can count" in text_of(response)
        assert b'value="Zweier"' in response.content
        assert Ranking.objects.get().name == "Mannschaften"

    @pytest.mark.parametrize("action", ["", "explode"])
    def test_an_unknown_act_does_nothing(self, director, action):
        ranking(played())

        assert director.post(ONE, {"action": action}).status_code == 422
