"""The only way from a request to an object: fetch it and check the role in one step.

Roles are the director and the judge, who sign in; the table and the player, who hold keys; and the public.
"""

from tables.access.clubs import BookClosed
from tables.access.lists import (
    Holder,
    KeyNeeded,
    device,
    keeps,
    kept_table,
    keyed_table,
    seen_table,
    table_by_key,
    take_key,
)
from tables.access.offices import (
    SignInNeeded,
    Unpublished,
    announced_series,
    directed_entrant,
    directed_series,
    directed_table,
    directed_tournament,
    entrant_of,
    is_shown,
    judged_tournament,
    offices,
    official,
    officiated_tournament,
    opened_draw,
    public_series,
    public_table,
    public_tournament,
    series_of,
    signed_in,
)
from tables.access.own import OwnKeyNeeded, OwnTable, own_device, own_entrant, own_table, owns, take_own_key
