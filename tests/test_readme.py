"""The first page, in both languages: short, with pictures that load quickly, and nothing that leads nowhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "README.de.md", "docs/README.md", "docs/translating.md", "CONTRIBUTING.md")
LINK = re.compile(r"\]\(([^):#]+)(?:#[^)]*)?\)")
MOST_WORDS = 450


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    file = ROOT / page

    assert [link for link in LINK.findall(file.read_text(encoding="utf-8")) if not (file.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES[:2])
class TestTheFirstPage:
    def test_is_read_in_two_minutes_and_has_six_small_pictures(self, page):
        text = (ROOT / page).read_text(encoding="utf-8")

        pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
        assert len(re.findall(r"[^\s|]*[^\W\d_][^\s|]*", re.sub(r"\]\([^)]*\)", "]", text))) <= MOST_WORDS
        assert len(set(pictures)) == 6
        assert max((ROOT / one).stat().st_size for one in pictures) <= 60_000

    def test_names_commands_that_there_are(self, page):
        text, makefile = ((ROOT / one).read_text(encoding="utf-8") for one in (page, "Makefile"))

        wanted = set(re.findall(r"\bmake ([a-z]+)", text))
        assert {"run", "serve", "windows", "wheel"} <= wanted
        assert {one for one in wanted if not re.search(rf"^{one}:", makefile, re.MULTILINE)} == set()
