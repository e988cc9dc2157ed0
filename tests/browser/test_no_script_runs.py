"""Whatever people write, no script of theirs runs: thirty payloads in every field, in a real browser, on every page.

Once without the content security policy, so that nothing but the pages themselves holds; once with it, so that a word
of it on the console would be seen. ``SKATTURNIER_ROUNDS`` says how often the payloads change places (1): one round
plants all of them, sixteen put each of them into every field.
"""

import os
from collections.abc import Iterator, Sequence
from urllib.parse import quote

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import WIDE
from tests.hostile import planted, world
from tests.hostile.payloads import PAYLOADS
from tests.support.page_reader import addresses

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.proof("no-script"), pytest.mark.thorough]

ROUNDS = int(os.environ.get("SKATTURNIER_ROUNDS", "1"))
STEP = 2
"""A field of 80 letters has room for so many payloads."""

FILES = (
    *("pdf", "xlsx", "ods", "csv", "-html", "json", "venue-file", "calendar", "feed", "robots", "worker"),
    *("draw-record", "-signed", "verify-file", "-picture"),
)
MORE = ("/t/cup/office/objections/2/", "/t/cup/office/queries/2/", "/t/cup/office/appeals/2/", "/t/cup/rankings/2/")
MORE += ("/t/cup/standings/1/", "/t/cup/office/entrants/2/", "/sign-in/", "/t/cup/standings.pdf?as=page")
SEARCHING = (
    "/",
    "/clubs/",
    "/t/cup/standings/",
    "/t/cup/series/2/seats/",
    "/t/cup/office/entrants/",
    "/t/cup/handover/",
)
AT_ONCE = 14
"""So many questions have all payloads, those that are addresses first; a field of a search has room for each."""

ASKED = ("q", "given", "packed", "next", "sort", "page", "kind", "number")

FOUND = """() => {
  const found = [];
  if (window.pwned !== undefined) found.push('ran ' + window.pwned);
  for (const one of document.querySelectorAll('*')) {
    for (const name of one.getAttributeNames()) {
      const value = one.getAttribute(name);
      if (/^on|^hx-on/.test(name)) found.push(one.tagName + ' ' + name);
      const leads = /^(href|src|action|formaction|xlink:href)$/.test(name);
      if (leads && /^[\\s\\0-\\x1f]*(j\\s*a\\s*v\\s*a\\s*s|vbscript|data:text)/i.test(value))
        found.push(one.tagName + ' ' + value);
    }
    if (/^(object|embed|base|math|x-a)$/i.test(one.tagName)) found.push(one.tagName);
    // The site shows one page of its own inside another: how its standings look elsewhere.
    if (one.tagName === 'IFRAME' && (one.srcdoc || !one.src.includes('/t/cup/embed/'))) found.push('IFRAME');
    if (one.tagName === 'SCRIPT' && !one.src && !/json/.test(one.type)) found.push('a script');
  }
  return found;
}"""
"""What somebody planted: a flag that a payload set, and elements and attributes that no page of the site has."""

FILL = """([at, words]) => {
  const form = [...document.forms].filter(one => one.method === 'post' && !/sign-out|language/.test(one.action))[at];
  let count = 0;
  for (const one of form.querySelectorAll('input, textarea'))
    if (one.tagName === 'TEXTAREA' || ['text', 'search', 'tel'].includes(one.type)) { one.value = words; count += 1; }
  if (count) HTMLFormElement.prototype.submit.call(form);
  return count;
}"""
"""Fill in every text of a form and send it past what the browser itself would say."""

TEXTS = """() => {
  const forms = [...document.forms].filter(one => one.method === 'post' && !/sign-out|language/.test(one.action));
  const is_text = one => one.tagName === 'TEXTAREA' || ['text', 'search', 'tel'].includes(one.type);
  const has_text = form => [...form.querySelectorAll('input, textarea')].some(is_text);
  return forms.slice(0, 4).map((form, at) => has_text(form) ? at : -1).filter(at => at >= 0);
}"""
"""Which of the first four forms of a page take a text."""


@pytest.fixture
def watched(opened, live_server):
    """Return a function that opens a browser of somebody; no dialog may come up in any."""
    dialogs = []

    def open_as(role: str, **fields: object) -> Page:
        page = opened(**WIDE, **fields)
        page.on("dialog", lambda one: (dialogs.append(one.message), one.dismiss()))
        cookies = world.client(role).cookies
        page.context.add_cookies([{"name": n, "value": m.value, "url": live_server.url} for n, m in cookies.items()])
        return page

    yield open_as
    assert dialogs == []


def open_to(role: str) -> Iterator[str]:
    """Yield the pages somebody may see that those before him may not; all of them at the table and with one's card."""
    client, others = world.client(role), [world.client(one) for one in world.ROLES[: world.ROLES.index(role)]]
    mine = ("/table/", "/p/", "/seats/1/", "/l/")
    for name, address in [*addresses(**world.places()).items(), *((one, one) for one in MORE)]:
        if name.endswith(FILES) and "as=page" not in address:
            continue
        if client.get(address).status_code == 200:
            own = role in ("table", "player") and any(part in address for part in mine)
            if own or not any(other.get(address).status_code == 200 for other in others):
                yield address


@pytest.mark.parametrize("turn", range(0, ROUNDS * STEP, STEP))
def test_nothing_planted_runs_on_any_page(watched, live_server, prove, turn):
    _made, used = planted.plant(turn)
    assert used >= set(PAYLOADS)
    found = []
    for role in ("director", "table", "player"):
        seen = list(open_to(role))
        found += shown(watched(role, bypass_csp=True), live_server.url, seen)
        assert len(seen) > 3
        prove(f"{len(PAYLOADS)} payloads in every field, {len(seen)} pages of the {role}, without a policy: 0 ran")
    client = world.client("visitor")
    every = [address for name, address in addresses(**world.places()).items() if not name.endswith(FILES)]
    public = [address for address in every if client.get(address).status_code == 200]
    found += shown(watched("visitor"), live_server.url, public)
    prove(f"{len(public)} public pages under the policy: 0 refusals, 0 errors on the console")
    assert found == []


def shown(page: Page, site: str, seen: Sequence[str]) -> list[str]:
    """Return what of the planted is found on these pages."""
    found = []
    for address in seen:
        assert page.goto(f"{site}{address}") is not None
        found += [f"{address}: {one}" for one in page.evaluate(FOUND)]
    return found


def test_nothing_that_is_asked_runs(watched, live_server, prove):
    world.busy()
    asked = []
    for at in range(AT_ONCE):
        # What is read at its beginning alone stands there in every question.
        words = quote(" ".join(list(PAYLOADS)[at::AT_ONCE]))
        question = "&".join(f"{name}={words}" for name in ASKED)
        asked += [f"{address}?{question}" for address in (SEARCHING[at % len(SEARCHING)], "/t/cup/standings/")]
    assert shown(watched("director", bypass_csp=True), live_server.url, asked) == []
    prove(f"{len(asked)} questions with {len(PAYLOADS)} payloads: 0 ran")


FORMS = (
    *("/sign-in/", "/code/", "/new/", "/account/", "/clubs/new/", "/t/cup/register/"),
    *("/t/cup/office/settings/?at=people", "/t/cup/office/settings/?at=plan", "/t/cup/office/entrants/"),
    *("/t/cup/office/entrants/2/", "/t/cup/office/entrants/add/", "/t/cup/office/settings/?at=hall"),
    *("/t/cup/office/settings/?at=wishes", "/t/cup/office/bench/"),
    *("/t/cup/office/measures/new/?kind=penalty", "/t/cup/office/objections/new/?series=2"),
    *("/t/cup/office/queries/new/", "/t/cup/office/series/2/table/2/type/", "/t/cup/office/series/3/draw/"),
    *("/t/cup/handover/", "/t/cup/head/", "/clubs/sc-herz-dame/", "/clubs/sc-herz-dame/book/"),
    *("/t/cup/series/2/table/1/sign/", "/clauses/"),
)
"""Pages that show again what was typed."""


def test_nothing_typed_runs_where_it_is_shown_again(watched, live_server, prove):
    world.busy()
    words = " ".join(PAYLOADS)
    found, sent = [], 0
    for role, forms in (("director", FORMS), ("visitor", ("/sign-in/", "/code/", "/t/cup/register/"))):
        page = watched(role, bypass_csp=True)
        for at, address in enumerate(forms):
            page.goto(f"{live_server.url}{address}")
            for turn, number in enumerate(page.evaluate(TEXTS)):
                if turn:
                    page.goto(f"{live_server.url}{address}")
                typed = words if at % 2 else list(PAYLOADS)[(at + number) % len(PAYLOADS)]
                with page.expect_navigation():
                    page.evaluate(FILL, [number, typed])
                sent += 1
                found += [f"{role} {address}: {one}" for one in page.evaluate(FOUND)]
    assert found == []
    assert sent > len(FORMS) // 2
    prove(f"{sent} forms with payloads shown again: 0 ran")
