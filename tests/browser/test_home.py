import pytest
from playwright.sync_api import expect

from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.thorough(after=1)
@pytest.mark.parametrize("screen", ["phone", "wide", "phone_without_scripts"])
def test_the_home_page_leads_to_a_tournament(request, live_server, screen):
    factories.tournament(entrants=14)
    page = request.getfixturevalue(screen)

    page.goto(live_server.url)
    page.get_by_role("link", name="Herz-Dame-Cup").first.click()

    expect(page).to_have_url(f"{live_server.url}/t/cup/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Herz-Dame-Cup")
