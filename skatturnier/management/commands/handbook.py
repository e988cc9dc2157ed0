"""Write the handbook as PDF files: one for each language of the site."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand
from django.utils import translation

from scoring.paper.typesetting import pdf
from skatturnier.handbook import on_paper


class Command(BaseCommand):
    help = "Write the handbook as PDF files, one for each language, into a folder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, default=settings.DATA_DIR / "handbook", metavar="FOLDER")

    def handle(self, *_args: Any, to: Path, **_options: Any) -> None:
        to.mkdir(parents=True, exist_ok=True)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                made = on_paper()
                file = to / f"{made.filename}.pdf"
                file.write_bytes(pdf.typeset(made))
            self.stdout.write(str(file))
