"""What gunicorn writes down, in the words and the form of the site's own log."""

from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger

from skatturnier import logs


class Quiet(Logger):  # type: ignore[misc]
    """Gunicorn's logger: its lines would name visitors by their machines, and pages by their addresses."""

    def setup(self, cfg: Any) -> None:
        """Set it up as ever, then let every line be written as the site writes its own."""
        super().setup(cfg)
        form = logs.AsJson() if settings.LOG == logs.JSON else logs.AsLine()
        for handler in self.error_log.handlers:
            handler.setFormatter(form)
