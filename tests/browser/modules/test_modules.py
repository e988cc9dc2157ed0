"""What the scripts do, module by module: one page is opened for all of it, and each case is a function in it.

The cases stand beside this file, `it("sentence", ...)`: what a phone's storage, a bad network, an old page or a late
answer does is played to the modules by `played.js`, in milliseconds instead of a browser each.
"""

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.browser.offline.stub import HOME, STATIC

HERE = Path(__file__).parent
CASE = re.compile(r'^it\("(.+?)", ', re.MULTILINE)
FILES = sorted(HERE.glob("test_*.js"))
CASES = [(file.name, name) for file in FILES for name in CASE.findall(file.read_text(encoding="utf-8"))]

OPENING = """async (files) => {
    for (const file of files) await import(`/cases/${file}`);
}"""

RUN = """async ([file, name]) => {
    const { run } = await import("/cases/played.js");
    return run(name);
}"""


def _answer(route: Route) -> None:
    address = route.request.url.removeprefix(HOME).split("?")[0]
    folder, _, name = address.lstrip("/").partition("/")
    file = {"static": STATIC, "cases": HERE}.get(folder, HERE) / name
    if file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(name)[0] or "text/plain")
    else:
        route.fulfill(body="<!doctype html><title>Modules</title>", content_type="text/html")


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    page = context.new_page()
    page.route(f"{HOME}/**", _answer)
    page.goto(f"{HOME}/")
    page.evaluate(OPENING, [file.name for file in FILES])
    yield page
    context.close()


def test_every_case_has_a_name_of_its_own():
    assert len({name for _file, name in CASES}) == len(CASES) > 0


@pytest.mark.parametrize(("file", "name"), CASES, ids=[f"{file}: {name}" for file, name in CASES])
def test_a_module(modules, file, name):
    assert modules.evaluate(RUN, [file, name]) == "done"
