"""The project: settings, addresses, checks, static files, languages."""

import gc

# Most of what is made at the start lives as long as the process: looking for garbage in it takes a tenth of that time.
gc.set_threshold(50_000, 20, 50)

VERSION = "0.1.0"
"""The one number: of the wheel, of the zip, and of what a database says it was last brought up to date by."""

LATER = 3
"""What a process ends with that found data of a later version than the program's."""
