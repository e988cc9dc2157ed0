"""Where the addresses of an event, its office, its series and its tables begin."""

from typing import Final

TOURNAMENT: Final = "t/<slug:slug>/"
OFFICE: Final = f"{TOURNAMENT}office/"
SERIES: Final = f"{OFFICE}series/<int:series>/"
TABLE: Final = f"{TOURNAMENT}series/<int:series>/table/<int:table>/"
OFFICE_TABLE: Final = f"{SERIES}table/<int:table>/"
OWN: Final = f"{TOURNAMENT}seats/<int:number>/"
BOOK: Final = "clubs/<slug:club>/book/"
