"""What axe finds on a page as it stands."""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

AGAIN = ("link-in-text-block", "scrollable-region-focusable")
"""What axe is asked, beside contrast, where only colours or the screen are others: the rest depends on neither."""

RUN = """async (options) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...options });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 200)}`));
}"""
"""What is right is not told: to write it down takes as long as to find it."""


def found(page: Page, *, again: bool = False, strict: bool = False, frames: bool = True) -> list[str]:
    """Return what axe finds, or what it finds ``again`` in other colours or on another screen.

    ``strict`` asks for a contrast of 7:1, which holds 4.5:1 as well: at the table, and where one decides.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    contrast, other = ("color-contrast-enhanced", "color-contrast")[:: 1 if strict else -1]
    rules = {contrast: {"enabled": True}, other: {"enabled": False}}
    asked = {"runOnly": [contrast, *AGAIN]} if again else {"rules": rules}
    return page.evaluate(RUN, {"iframes": frames, **asked})


def violations(page: Page, schemes: Sequence[str] = ("light", "dark"), **how: bool) -> list[str]:
    """Return what axe finds in light and in dark; the page stays in the first of them."""
    said = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        said += [f"{scheme}: {one}" for one in found(page, again=scheme != schemes[0], **how)]
    page.emulate_media(color_scheme=schemes[0])
    return said
