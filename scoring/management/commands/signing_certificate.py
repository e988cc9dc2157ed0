"""Make the certificate that results and closed lists are signed with."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils import timezone

from scoring.paper.runs.signing import CannotSign, CertificateExists, make_certificate


class Command(BaseCommand):
    help = "Make a certificate of this site's own, to sign results and closed lists with. See docs/settings.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help='who signs: "SC Herz Dame"')

    def handle(self, *_args: Any, name: str, **_options: Any) -> None:
        if not name.strip():
            raise CommandError("Please say who signs.")
        try:
            fingerprint = make_certificate(name.strip(), now=timezone.now())
        except CertificateExists as exists:
            raise CommandError(f"There is a certificate already: {exists}. Put it aside first.") from exists
        except CannotSign as missing:
            raise CommandError(f"{missing}: pip install -r requirements/signing.txt") from missing
        self.stdout.write(f"{settings.SIGNING_CERTIFICATE}\nfingerprint {fingerprint}")
