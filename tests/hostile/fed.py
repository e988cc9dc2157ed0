"""``python -m tests.hostile.fed NAME RUNS FOLDER``: one reader, fed by atheris; see ``tests.hostile.fuzz``."""

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

LONGEST = 4_096
SECONDS = 1.0
HANGS = 30
"""Seconds on the clock after which a reader is taken to hang; on a busy machine one second is nothing."""

MEGABYTES = 1_024

WATCHED = ["scoring", "tables", "json", "csv", "zipfile"]
"""What atheris follows: our own code, and the readers of the standard library below it."""


def main(name: str, runs: str, folder: str) -> None:
    """Feed a reader until it breaks, is too slow or greedy, or has read so much."""
    import atheris

    with atheris.instrument_imports(include=WATCHED, enable_loader_override=False):
        import django

        django.setup()
        from tests.hostile.parsers import PARSERS

    parser, corpus = PARSERS[name], Path(folder)
    for at, seed in enumerate(parser.seeds):
        (corpus / str(at)).write_bytes(seed)
    from tests.hostile.fuzz import KEPT

    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / name.replace(" ", "-")

    def take(data: bytes) -> None:
        began = time.process_time()
        try:
            parser.take(data)
            if (took := time.process_time() - began) > SECONDS:
                raise TooSlow(f"{took:.1f} s")
        except Exception:
            kept.write_bytes(data)
            raise

    limits = [f"-max_len={LONGEST}", f"-timeout={HANGS}", f"-rss_limit_mb={MEGABYTES}", f"-artifact_prefix={kept}-"]
    atheris.Setup([sys.argv[0], folder, f"-runs={runs}", *limits, "-print_final_stats=1"], take)
    atheris.Fuzz()


class TooSlow(Exception):
    """A reader kept the processor busy for too long."""


if __name__ == "__main__":
    main(*sys.argv[1:4])
