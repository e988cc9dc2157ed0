"""What nobody types: texts that would run a script or a formula, numbers, days and bodies that break software."""

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
    *("=1+1", "+1+cmd|' /C calc'!A0", "-1+1", "@SUM(1)", '=HYPERLINK("//x.example";"x")', "\t=1+1", "＝1+1"),
)
"""What a spreadsheet would compute."""

NUMBERS: Final = ("-1", "0", "32768", "2147483648", "9223372036854775808", "9" * 4301, "1e309", "NaN", "٣", "²", "0x1f")
"""Below, beyond what each column of a database holds, what Python refuses to read, and digits that are none."""

DAYS: Final = (
    *("0000-00-00", "0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-03-29T02:30", "24:00", "99:99"),
)
"""Before the first and after the last day, a day and an hour that never were."""

TEXTS: Final = (
    *("\x00", "a\x00b", "\ud800", "\udc80\udcff", "\ufffe\uffff", "\u202e\u2066x", "e" + "\u0301" * 5_000),
    *("\r\nSet-Cookie: a=b\r\n\r\n<b>", "%s%n%(name)s{0}{x}{{7*7}}", "' OR 1=1;--", "\\", "../../../../etc/passwd"),
    *("=1+1", "💣" * 300, "A" * 100_000, ";" * 3_000, "\t\n\x0b\x0c\x1c\x85\u2028", "[" * 3_000),
)
"""NUL, halves of pairs, what is no character, turned writing, piled accents, lines in a head, patterns, paths."""

VALUES: Final = (*NUMBERS, *DAYS, *TEXTS)

DEEP: Final = b"[" * 200_000
BODIES: Final = (
    ("application/json", b""),
    ("application/json", b"\x00"),
    ("application/json", b"\xff\xfe\xfd"),
    ("application/json", DEEP),
    ("application/json", b'{"a":' * 50_000),
    ("application/json", b'{"copy": "first", "copy": "second", "acts": [], "acts": 7}'),
    ("application/json", b'{"copy": "first", "unsent": NaN, "acts": []}'),
    ("application/json", b'{"copy": "first", "unsent": Infinity, "version": -Infinity, "acts": []}'),
    ("application/json", b'{"copy": "first", "unsent": 1e999, "acts": []}'),
    ("application/json", b'{"copy": "first", "unsent": ' + b"9" * 5_000 + b', "acts": []}'),
    ("application/json", b'{"copy": "first", "unsent": 0, "acts": [' + b"{}," * 5_000 + b"{}]}"),
    ("application/json", b'{"copy": "first", "acts": [{"key": "\\ud800", "number": 1, "do": "enter"}]}'),
    ("application/x-www-form-urlencoded", b"a=%ff%fe&b=%00&c=%ed%a0%80"),
    ("application/x-www-form-urlencoded", b"&".join(b"n%d=1" % n for n in range(2_100))),
    ("application/x-www-form-urlencoded; charset=utf-16", b"a=1"),
    ("application/x-www-form-urlencoded; charset=nowhere", b"a=1"),
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=", b"x"),
    ("multipart/form-data; boundary=\xff".encode("latin-1").decode("latin-1"), b"--x"),
    ("multipart/form-data; boundary=b", b"--b"),
    ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="a'),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="a"; filename="\x00"\r\n\r\nx\r\n--b--\r\n',
    ),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"'
        b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--b--\r\n",
    ),
    (
        "multipart/form-data; boundary=b; charset=\x01",
        b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--b--\r\n',
    ),
    ("text/xml", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'),
    ("", b"\x00\x01"),
    ("x" * 9_000, b"a=1"),
)
"""Kinds and contents of requests that are not what they say, or too much of it."""

HEADERS: Final = (
    {"HTTP_ACCEPT_LANGUAGE": "x" * 9_000},
    {"HTTP_ACCEPT_LANGUAGE": "de;q=nan, \xff;q=9e99, ,,;;"},
    {"HTTP_ACCEPT_ENCODING": "gzip;q=-1, br;q=, *"},
    {"HTTP_ACCEPT": "\x00/\x00"},
    {"HTTP_IF_MODIFIED_SINCE": "Thu, 99 Foo 99999999999 25:61:61 GMT"},
    {"HTTP_IF_NONE_MATCH": '"' * 3_000},
    {"HTTP_RANGE": "bytes=-99999999999999999999-5,,,"},
    {"HTTP_X_FORWARDED_FOR": "\x00, 999.999.999.999, " + "a," * 3_000},
    {"HTTP_X_FORWARDED_PROTO": "\xff"},
    {"HTTP_X_FORWARDED_HOST": "evil.example\x00"},
    {"HTTP_HOST": "a" * 300},
    {"HTTP_HOST": "[::1"},
    {"HTTP_HOST": "evil.example:99999999"},
    {"HTTP_REFERER": "javascript:alert(1)//\ud800".encode("utf-8", "replace").decode()},
    {"HTTP_ORIGIN": "null"},
    {"HTTP_AUTHORIZATION": "Basic \xff\xff"},
    {
        "HTTP_HX_REQUEST": "true",
        "HTTP_HX_TARGET": "\xff",
        "HTTP_HX_CURRENT_URL": "%ff",
        "HTTP_HX_CURRENT_URL_URI_AUTOENCODED": "x",
    },
    {"HTTP_X_SEEN": "\xff" * 500},
    {"HTTP_X_TABLE_KEY": "\xff\xfe", "HTTP_X_DEVICE": "0" * 32},
    {"HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE"},
    {"HTTP_USER_AGENT": "\x00" * 50},
    {"CONTENT_LENGTH": "-5"},
    {"CONTENT_LENGTH": "nine"},
    {"REMOTE_ADDR": ""},
    {"REMOTE_ADDR": "unix:"},
)
"""Heads as no browser sends them."""

COOKIES: Final = (
    "sessionid=%00; csrftoken=%00; django_language=%00; messages=%00",
    "sessionid=" + "a" * 9_000,
    'sessionid="\\000"; messages="\\377"; django_language=../../x',
    "messages=" + "W1siX19qc29uX21lc3NhZ2UiLDAsMSwieCJdXQ:1:x",
    "csrftoken=" + "é" * 40,
    "=;;;=a;a;$Version=1; \x01=\x02",
    "django_language=" + "x" * 5_000,
)
"""Cookies that this site never gave."""

METHODS: Final = ("PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND", "CONNECT", "get", "X" * 200)
