"""Thirty texts that would run a script somewhere if they were not taken as text, and a few that would be a formula."""

from typing import Final

PAYLOADS: Final[dict[str, str]] = {
    "<script>pwned=1</script>": "a script between other words",
    "<img src=x onerror=pwned=2>": "a picture that cannot be loaded",
    "<svg onload=pwned=3>": "a drawing",
    '"><svg/onload=pwned=4>': "out of an attribute in double quotes",
    "'><svg/onload=pwned=5>": "out of an attribute in single quotes",
    '" onfocus=pwned=6 autofocus x="': "another attribute in double quotes",
    "' onfocus=pwned=7 autofocus x='": "another attribute in single quotes",
    "x onpointerover=pwned=8 ": "another attribute where there are no quotes",
    "javascript:pwned=9": "an address",
    " \tJaVa\tScript:pwned=10": "an address, as browsers still read it",
    "data:text/html,<script>pwned=11</script>": "an address that is a page",
    "</title><script>pwned=12</script>": "out of the title",
    "</textarea><svg/onload=pwned=13>": "out of a field of several lines",
    "</script><script>pwned=14</script>": "out of JSON inside a script",
    "';pwned=15;//": "out of a string of a script in single quotes",
    '";pwned=16;//': "out of a string of a script in double quotes",
    "\\';pwned=17;//": "out of a string whose quotes alone are escaped",
    "${pwned=18}`+(pwned=18)+`": "out of a template string",
    "{{constructor.constructor('pwned=19')()}}": "a template in the browser",
    "{% include 'x' %}{{ 7|add:7 }}": "a template on the server",
    "<style>@import'//x.example';</style>": "a style sheet",
    "</style><svg/onload=pwned=22>": "out of a style sheet",
    "<iframe srcdoc='<script>top.pwned=23'>": "a page inside the page",
    "<a href=javascript:pwned=24>x</a>": "a link",
    "[x](javascript:pwned=25)": "a link in Markdown",
    "<math><mi xlink:href=javascript:pwned=26>": "a formula of MathML",
    "<x-a hx-on::load='pwned=27' hx-get=/>": "what htmx would take as its own",
    "--><svg/onload=pwned=28><!--": "out of a comment",
    "]]><svg/onload=pwned=29><![CDATA[": "out of a section of XML",
    "\uff1cscript\uff1epwned=30\uff1c/script\uff1e": "wide brackets, which some normalise to narrow ones",
    "&lt;img src=x onerror=pwned=31&gt;": "escaped once: unescaped twice it would be a picture",
    "<base href=//x.example>": "another place for all relative addresses",
}
"""Each with what it tries."""

FORMULAS: Final = (
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-1+1",
    "@SUM(1)",
    '=HYPERLINK("//x.example";"x")',
    "\t=1+1",
    "＝1+1",
)
"""What a spreadsheet would compute."""
