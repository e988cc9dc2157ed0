"""``python -m tests.hostile.fed NAME RUNS FOLDER``: one reader, fed by atheris; see ``tests.hostile.fuzz``."""

import os
import sys
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

LONGEST = 4_096
SECONDS = 1
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
    limits = [f"-max_len={LONGEST}", f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"]
    kept = f"-artifact_prefix={KEPT}/{name.replace(' ', '-')}-"
    atheris.Setup([sys.argv[0], folder, f"-runs={runs}", *limits, kept, "-print_final_stats=1"], parser.take)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:4])
