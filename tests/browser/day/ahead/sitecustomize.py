"""The clock of a laptop that is ahead by as many minutes as ``AHEAD`` says: every Python started there reads it.

It goes on from there; nobody waits for a quarter of an hour.
"""

import os
from datetime import UTC, datetime, timedelta

import time_machine

time_machine.travel(datetime.now(UTC) + timedelta(minutes=int(os.environ["AHEAD"])), tick=True).start()
