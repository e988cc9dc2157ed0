"""Settings of the web server for a laptop whose clock is ahead, by as many minutes as ``AHEAD`` says."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any


def post_worker_init(_worker: Any) -> None:
    """Set the clock ahead in the process that answers; it goes on from there."""
    import time_machine

    time_machine.travel(datetime.now(UTC) + timedelta(minutes=int(os.environ["AHEAD"])), tick=True).start()
