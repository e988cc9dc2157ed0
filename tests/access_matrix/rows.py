"""The matrix itself: for every address who reads and who acts there, and of which series or lists there is anything."""

import enum
from dataclasses import dataclass
from typing import Final


class Answer(enum.StrEnum):
    """What somebody gets."""

    OPEN = "open"
    SIGN_IN = "asked to sign in"
    CLOSED = "403"
    MISSING = "404"
    NO_METHOD = "405"
    GONE = "410"
    BROKEN = "an error of the site"


class Door(enum.Enum):
    """What an address asks for, and so what is said to those who may not."""

    NONE = "nothing: it is everybody's"
    OFFICE = "an account: visitors are asked to sign in, others are refused"
    FIRST = "a site without accounts: else everybody is asked to sign in"
    KEY = "a key: whoever has not got it is refused; what is not there is said before"


class Hidden(enum.Enum):
    """Who still sees the event's public pages when it is no longer published."""

    OFFICIALS = "its officials"
    NOBODY = "nobody: what anybody may keep is the same for everybody"
    EVERYBODY = "everybody: it tells nothing of the event, or was never public"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What is expected of an address; None is a method it does not know."""

    reads: frozenset[str] | None
    acts: frozenset[str] | None
    door: Door
    hidden: Hidden = Hidden.EVERYBODY
    states: frozenset[str] = frozenset()
    """The states of a series, or of a table's list, in which there is anything."""


def _roles(said: str) -> frozenset[str]:
    return frozenset(said.split())


ALL: Final = frozenset({"closed", "open", "signed", "published", "drawn", "planned"})
SEATED: Final = frozenset({"closed", "open", "signed", "published"})
DONE: Final = frozenset({"closed", "signed"})

DIRECTS: Final = _roles("director playing-director owner")
JUDGES: Final = _roles("judge playing-judge")
TREASURES: Final = DIRECTS | {"treasurer"}
"""Who sees the money; the treasurer sees nothing else that is not everybody's."""

LETS_IN: Final = DIRECTS | {"door-helper"}
"""Who lets people in at the door; the helper there sees nothing else that is not everybody's."""

OFFICIALS: Final = DIRECTS | JUDGES
"""The site's owner directs everywhere, and judges only where nobody is named for it."""

KEEPS: Final = DIRECTS | {"table"}
"""Who keeps the list of a table: whoever holds its key, and the direction."""

SEES: Final = KEEPS | JUDGES
PLAYER: Final = _roles("player")
KEEPER: Final = _roles("keeper owner")
RELEASES: Final = KEEPER | _roles("season-helper season-releaser")
"""Who releases the tables of a season."""

HELPS: Final = RELEASES | {"neighbour"}
"""Who does a part of a season; which one is in tests/scoring/season/test_sharing.py."""

ACCOUNT: Final = OFFICIALS | TREASURES | LETS_IN | HELPS | {"stranger"}
EVERYBODY: Final = ACCOUNT | _roles(
    "visitor table-renewed player-renewed table other-table table-elsewhere player other-player"
)

ROWS: Final[dict[str, Row]] = {}


def _rows(names: str, *, app: str = "scoring", **row: object) -> None:
    made = Row(**{"reads": None, "acts": None, "door": Door.NONE, "states": ALL, **row})  # type: ignore[arg-type]
    for name in names.split():
        full = (f"{app}:{name}" if app else name).replace("=", " ")
        assert full not in ROWS, f"{full} has two rows"
        ROWS[full] = made


# Everybody's: the site itself.
_rows("health ready metrics privacy too-much", app="", reads=EVERYBODY)
# Only of the demo, which no event here is: tests/running/test_demo.py opens it.
_rows("demo", app="", reads=EVERYBODY, acts=EVERYBODY)
# Leads to the workbook of the same name, whatever there is.
_rows("ods season-ods", reads=EVERYBODY)
_rows("handbook handbook-pdf", app="", reads=EVERYBODY)
_rows("phone-came secure secure-authority", app="", reads=EVERYBODY)
# There are accounts here, so the page of the first one leads to signing in, whoever asks.
_rows("first-account", app="", reads=frozenset(), acts=frozenset(), door=Door.FIRST)
_rows("login", app="", reads=EVERYBODY, acts=EVERYBODY)
_rows("language", app="", reads=EVERYBODY)
_rows("logout", app="", acts=EVERYBODY)
_rows("home robots calendar clubs club-calendar", app="tables", reads=EVERYBODY)
_rows("worth worth-json clauses houses house house-pdf oldest-skat worker site-feed verify", reads=EVERYBODY)
# A season that everybody may look at.
_rows("seasons season season-player season-calendar season-released-json", reads=EVERYBODY)
_rows("season-csv season-xlsx season-pdf season-html season-embed season-picture", reads=EVERYBODY)
_rows("season-report league division division-report division-table-pdf division-fixtures-pdf", reads=EVERYBODY)
_rows("division-statistics-pdf match-invitation-pdf match-papers-pdf", reads=EVERYBODY)
_rows("code verify-file pub-table", reads=EVERYBODY, acts=EVERYBODY)
_rows("openapi-json tournaments", app="api", reads=EVERYBODY)
# The library that describes the interface answers a POST with the same page.
_rows("openapi-view api-root", app="api", reads=EVERYBODY, acts=EVERYBODY)
# The address is the key: whoever has it opens it, with nothing else.
_rows("list-key own-key season-key captain-key", reads=EVERYBODY)

# Everybody's: an event, as long as it is shown.
_rows(
    "tournament plan entrants public-draw event-calendar draw-record",
    app="tables",
    reads=EVERYBODY,
    hidden=Hidden.OFFICIALS,
)
_rows("self-registration", app="tables", reads=EVERYBODY, acts=EVERYBODY, hidden=Hidden.OFFICIALS)
_rows("seats", app="tables", reads=EVERYBODY, hidden=Hidden.OFFICIALS, states=SEATED)
_rows(
    "standings standings-pdf plan-pdf my-seat journal-head ranking player statistics hall-screen hall-now share "
    "standings-signed event-logo",
    reads=EVERYBODY,
    hidden=Hidden.OFFICIALS,
)
_rows("seats-pdf standings-series table-statistics", reads=EVERYBODY, hidden=Hidden.OFFICIALS, states=SEATED)
# What anybody may keep asks for nothing and makes no difference between those who ask.
_rows(
    "standings-csv standings-xlsx standings-html public-entrants-csv public-entrants-xlsx embed feed standings-picture",
    reads=EVERYBODY,
    hidden=Hidden.NOBODY,
)
_rows("series-seats-csv series-seats-xlsx", reads=EVERYBODY, hidden=Hidden.NOBODY, states=SEATED)
_rows(
    "tournament entrants series standings rankings ranking player statistics",
    app="api",
    reads=EVERYBODY,
    hidden=Hidden.NOBODY,
)
_rows("seats lists", app="api", reads=EVERYBODY, hidden=Hidden.NOBODY, states=SEATED)
_rows("seasons season season-table", app="api", reads=EVERYBODY)
_rows("nothing-here", app="api", reads=EVERYBODY)

# One's own account, and what anybody with one may begin.
_rows("phones secure-card", app="", reads=ACCOUNT, door=Door.OFFICE)
_rows("phones-poster", app="", acts=ACCOUNT, door=Door.OFFICE)
# Only at the machine itself, which nobody here asks by its own name: tests/laptop/test_buttons.py does.
_rows("laptop", app="", reads=frozenset(), door=Door.OFFICE)
_rows(
    "laptop-backup laptop-restore laptop-restart laptop-go-on laptop-stop",
    app="",
    reads=None,
    acts=frozenset(),
    door=Door.OFFICE,
)
_rows("account tournament-new club-new", app="tables", reads=ACCOUNT, acts=ACCOUNT, door=Door.OFFICE)
# A club is everybody's to look at; its keepers change it, and its book is theirs alone.
_rows("club", app="tables", reads=EVERYBODY, acts=KEEPER, door=Door.OFFICE)
_rows("club-journal", app="tables", reads=KEEPER, door=Door.OFFICE)
_rows("site-journal", app="tables", reads=_roles("owner"), door=Door.OFFICE)
_rows("book book-person book-doubles", app="tables", reads=KEEPER, acts=KEEPER, door=Door.OFFICE)
_rows("season-new season-shared season-earlier competition-new", reads=KEEPER, acts=KEEPER, door=Door.OFFICE)
_rows("season-office", reads=HELPS, acts=HELPS, door=Door.OFFICE)
_rows("competition", reads=RELEASES, acts=RELEASES, door=Door.OFFICE)
_rows("league-office level division-office", reads=KEEPER, acts=KEEPER, door=Door.OFFICE)
# Captains act with the key of their team: tests/scoring/league.
_rows("league-team match", reads=EVERYBODY, acts=KEEPER)
_rows("season-strength season-days", reads=EVERYBODY, acts=KEEPER, door=Door.OFFICE)
_rows("book-list", app="tables", acts=KEEPER, door=Door.OFFICE)
_rows("book-data book-data-json", reads=KEEPER, door=Door.OFFICE)

# The direction's.
_rows("desk add", app="tables", reads=DIRECTS, acts=DIRECTS, door=Door.OFFICE)
# It makes a file with a password that is typed, and nothing with none.
_rows("venue-backup", app="", acts=DIRECTS, door=Door.OFFICE)
_rows("journal entrants-xlsx entrants-csv", app="tables", reads=DIRECTS, door=Door.OFFICE)
_rows("registration-switch marks check-in withdraw-event mail", app="tables", acts=DIRECTS, door=Door.OFFICE)
_rows(
    "final-new final-called settings handover seat-plan print-desk case-new=measure ranking-office entrant",
    reads=DIRECTS,
    acts=DIRECTS,
    door=Door.OFFICE,
)
_rows(
    "venue-file keys sheets-pdf table-cards-pdf print-run print-file print-preview start-cards-pdf certificates-pdf "
    "entrants-pdf results-xlsx report-json results-csv seats-xlsx seats-csv deals-xlsx deals-csv",
    reads=DIRECTS,
    door=Door.OFFICE,
)
_rows("archive calls post-result tribunal", acts=DIRECTS, door=Door.OFFICE)
_rows("entrant-data-json", reads=DIRECTS, door=Door.OFFICE)
_rows("second-list list-office", acts=DIRECTS, door=Door.OFFICE, states=SEATED)
_rows("read-lines reckon paper-desk", reads=DIRECTS, door=Door.OFFICE, states=SEATED)
_rows("type-list type-totals proposals", reads=DIRECTS, acts=DIRECTS, door=Door.OFFICE, states=SEATED)
_rows("correct-signed", reads=DIRECTS, acts=DIRECTS, door=Door.OFFICE, states=SEATED)

# The money: the director sets what is charged, the treasurer takes it too.
_rows("money-desk money-account", reads=TREASURES, acts=TREASURES, door=Door.OFFICE)
_rows("money-journal-csv money-journal-xlsx", reads=TREASURES, door=Door.OFFICE)
_rows("money-plan", reads=TREASURES, acts=DIRECTS, door=Door.OFFICE)
_rows(
    "payout-list-pdf receipts-pdf prize-labels-pdf goods-list-pdf refund-list-pdf account-pdf money-journal-pdf "
    "account-xlsx",
    reads=TREASURES,
    door=Door.OFFICE,
)

_rows("door", reads=LETS_IN, acts=LETS_IN, door=Door.OFFICE)

# Both the judges' and the direction's to read; who acts differs.
_rows("clear", acts=OFFICIALS, door=Door.OFFICE)
_rows("waiting find bench ruling-pdf", reads=OFFICIALS, door=Door.OFFICE)
_rows("case=correction lists-pdf", reads=OFFICIALS, door=Door.OFFICE)
_rows("decisions-pdf appeal-pdf", reads=OFFICIALS, door=Door.OFFICE)
_rows("office board rankings case=measure case=query", reads=OFFICIALS, acts=DIRECTS, door=Door.OFFICE)
_rows(
    "case=decision case=objection case-new=objection case-new=appeal case-new=query",
    reads=OFFICIALS,
    acts=OFFICIALS,
    door=Door.OFFICE,
)
_rows("case=appeal", reads=OFFICIALS, acts=JUDGES, door=Door.OFFICE)
_rows("table-rule", reads=JUDGES, acts=JUDGES, door=Door.OFFICE, states=SEATED)

# A table's.
_rows("list differences deal", reads=SEES, acts=KEEPS, door=Door.KEY, states=SEATED)
_rows("list-worth", reads=KEEPS, door=Door.KEY, states=SEATED)
_rows(
    "deal-again seated table-calls sign table-appeal table-objection",
    reads=KEEPS,
    acts=KEEPS,
    door=Door.KEY,
    states=SEATED,
)
_rows("sheet-pdf list-history list-then", reads=SEES, door=Door.KEY, states=SEATED)
_rows("sheet-signed", reads=SEES, door=Door.KEY, states=SEATED)
_rows("settlement", reads=SEES, door=Door.KEY, states=SEATED)
# Only of tables without a tournament; tests/scoring/pub opens their doors.
_rows("pub-others pub-xlsx pub-json", reads=KEEPS, door=Door.KEY, states=SEATED)
_rows("pub-stop pub-players", reads=KEEPS, acts=KEEPS, door=Door.KEY, states=SEATED)
# An office keeps no list on a phone.
# The page at the table shows its key with every request: a browser's cookies open nothing here.
_rows("phone", reads=frozenset(), acts=frozenset(), door=Door.KEY, states=SEATED)

# A player's, whatever office the others hold.
_rows("own-query own-name", reads=PLAYER, acts=PLAYER, door=Door.KEY)
_rows("own-list own-money own-data own-data-json", reads=PLAYER, door=Door.KEY)
_rows("own-objection own-appeal", reads=PLAYER, acts=PLAYER, door=Door.KEY)

HOLDS: Final[dict[str, frozenset[str]]] = {
    "scoring:deal": DONE | {"open"},
    "scoring:own-list": SEATED,
    "scoring:own-objection": SEATED,
    "scoring:own-appeal": SEATED,
    "scoring:sheet-signed": DONE,
}
"""States without which there is nothing even for those who may: no deal, no seat, no signature."""

PUB_PAGES: Final = frozenset(f"scoring:pub-{name}" for name in ("others", "players", "stop", "xlsx", "json"))
NOTHING: Final = PUB_PAGES | {"demo", "api:nothing-here", "metrics", "scoring:print-file", "scoring:standings-signed"}
"""Where nothing is shown here: no event is a demo, metrics want a token, a file a print run, a signed ranking that
all is over, and these tables are those of an event."""
