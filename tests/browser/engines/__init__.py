"""The page at the table in three engines: Chromium, Firefox, and WebKitGTK, the nearest to Safari that Debian has.

What a phone in a hand can do stands in `phone`, and each engine does it in its own way: Chromium through Playwright,
Firefox through the WebDriver BiDi it speaks itself, WebKitGTK through its WebDriver. The network between phone and
site is a `network` that can be pulled. An engine that is not installed is skipped, and fails with `--every-engine`.
"""
