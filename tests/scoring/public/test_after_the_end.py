"""After the end: a podium with points and prizes above the ranking, and the same as a picture to be shared."""

import io
import json
import time
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from PIL import Image

from scoring.office.services.end import release_unopposed
from scoring.public.open_data.embedded import EmbeddedLine
from scoring.public.open_data.picture import SIZE, ranking_picture
from scoring.public.views import open_data
from scoring.season.models import Season
from tables.tournaments.models import Tournament
from tests.scoring.answers import says
from tests.scoring.season import club_years
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor
from tests.support.thorough import seconds

PAGE = "/t/cup/standings/"


@pytest.fixture
def event(db):
    made = factories.tournament(entrants=4)
    factories.close_series(factories.running_series(made))
    return made


def told_of(address: str, visitor: Visitor | None = None) -> dict[str, str]:
    """Return what a page tells those who show its link."""
    metas = (visitor or Visitor()).get(address).root.all("meta")
    return {one.attrs.get("property"): one.attrs["content"] for one in metas if "content" in one.attrs}


@pytest.mark.slow
def test_the_podium_has_the_first_three_of_the_event_alone_not_of_a_series_or_of_who_is_looked_for(event):
    assert not Visitor().get(PAGE).root.all("section", "podium")
    release_unopposed(tournament_id=event.pk, by=factories.user(), now=EVENING)

    page = Visitor().get(PAGE)
    lines = [line.text for line in page.main.one("table").all("tr")[1:4]]
    shown = [one.text for one in page.root.one("section", "podium").all("li")]
    for place, (one, line) in enumerate(zip(shown, lines, strict=True), start=1):
        assert one.startswith(f"{place}.")
        says(line, *one.split()[1:])
    for address in (f"{PAGE}?q=Spieler", "/t/cup/standings/series/1/"):
        assert not Visitor().get(address).root.all("section", "podium"), address


class TestThePicture:
    def test_is_told_to_those_who_show_the_link_and_of_what_the_public_may_see(self, event):
        for address in (PAGE, "/t/cup/"):
            told = told_of(address)
            assert (told["og:title"], told["og:image"]) == (event.name, "http://testserver/t/cup/standings.png")
            assert event.place in told["og:description"]
        image = Image.open(io.BytesIO(Visitor().client.get("/t/cup/standings.png").content))
        assert (image.format, image.size) == ("PNG", SIZE)

        Tournament.objects.filter(pk=event.pk).update(unpublish_on=event.starts_on)
        assert Visitor().client.get("/t/cup/standings.png").status_code == 410

    def test_is_there_before_anybody_has_played(self, db, monkeypatch):
        drawn = []
        monkeypatch.setattr(open_data, "ranking_picture", lambda *told: drawn.append(told) or b"")
        factories.tournament(entrants=4)

        assert Visitor().client.get("/t/cup/standings.png").status_code == 200
        ((_name, under, lines),) = drawn
        assert (under[-12:], lines) == (" · Altenburg", ())

    @pytest.mark.slow
    def test_is_there_of_a_public_year_too_and_not_told_of_one_that_only_members_see(self, db):
        made = club_years.played(evenings=1)
        club_years.competition(made)
        address = f"{club_years.PAGE}table.png"
        assert Visitor().client.get(address)["Content-Type"] == "image/png"
        told = told_of(club_years.PAGE)
        assert (told["og:title"], told["og:image"]) == (made.name, f"http://testserver{address}?competition=1")

        Season.objects.update(visibility="members")
        assert Visitor().client.get(address).status_code == 404
        member = Visitor()
        member.client.get(f"{club_years.PAGE}key/{made.key}/")
        assert "og:image" not in told_of(club_years.PAGE, member)

    @pytest.mark.slow
    def test_takes_half_a_second_at_most_and_any_name(self):
        names = ["Ł" * 60, "Müller-Lüdenscheidt, Hans-Joachim", "Дмитрий Иванов", "王小明", "", *["Spieler"] * 5]
        lines = [EmbeddedLine(rank=f"{at}=", name=name, under="", points="−1.234") for at, name in enumerate(names, 1)]
        ranking_picture("Aufwärmen", "", lines)

        begun = time.process_time()
        content = ranking_picture("Preisskat der Skatfreunde " * 5, "16.01.2026 · Gesamt", lines)

        assert time.process_time() - begun < seconds(0.5)
        assert Image.open(io.BytesIO(content)).size == SIZE
        assert ranking_picture("Leer", "", []) != content


def test_a_phone_keeps_a_page_on_its_home_screen_with_an_icon(event):
    page = Visitor().get(PAGE)
    linked = {one.attrs["rel"]: one.attrs["href"] for one in page.root.all("link")}

    manifest = json.loads(Path(finders.find("skatturnier/manifest.webmanifest")).read_text())

    assert linked["manifest"].startswith("/static/skatturnier/manifest")
    assert linked["apple-touch-icon"].startswith("/static/skatturnier/icon-192")
    for icon in manifest["icons"]:
        with Image.open(finders.find(f"skatturnier/{icon['src']}")) as found:
            assert "x".join(map(str, found.size)) == icon["sizes"]
    # No page is named: it opens at the one that was kept.
    assert "start_url" not in manifest
