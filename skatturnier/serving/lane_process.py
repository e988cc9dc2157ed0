"""The lane itself: ``python -m skatturnier.serving.lane_process``, asked by its input, answering by its output."""

import json
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from typing import IO, Any

from skatturnier.serving import PHONES, TURNS
from skatturnier.serving.lane import LENGTHS, packed
from skatturnier.serving.taking_in import COMMON, answered

log = logging.getLogger("skatturnier")


def main() -> None:
    """Answer what comes in by standard input until nothing more does."""
    # All processes of a group are told to end at once; what phones have sent is answered before.
    for told in (signal.SIGINT, signal.SIGTERM):
        signal.signal(told, signal.SIG_IGN)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever is printed does not belong among the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    from django.db import connection

    from skatturnier.wsgi import application

    sys.setswitchinterval(TURNS)
    application.reading.join()
    one_answers = threading.Lock()

    def say(number: int, head: object, body: bytes) -> None:
        with one_answers:
            answers.write(packed(number, head, body))
            answers.flush()

    def answer(number: int, environ: dict[str, Any], body: IO[bytes]) -> None:
        say(number, *_whole(application, environ, body))

    say(0, (200, []), b"")
    # Of those who write SQLite lets one do it at a time; on PostgreSQL the phones of one event do not wait for another.
    with ThreadPoolExecutor(PHONES if connection.vendor == "postgresql" else 1, thread_name_prefix="phone") as threads:
        while lengths := questions.read(LENGTHS.size):
            number, head, body = LENGTHS.unpack(lengths)
            environ = json.loads(questions.read(head))
            threads.submit(answer, number, environ, BytesIO(questions.read(body)))


def _whole(site: Callable[..., Iterable[bytes]], environ: dict[str, Any], body: IO[bytes]) -> tuple[object, bytes]:
    """Return status and headers of what the site answers, and all of its content; a fault is said in the log."""
    try:
        status, headers, content, rest = answered(site, {**COMMON, **environ}, body)
        if rest:
            with closing(rest):
                content += b"".join(iter(rest.block, b""))
    except Exception:
        log.exception("a request could not be answered")
        return (500, []), b""
    return (status, headers), content


if __name__ == "__main__":
    main()
