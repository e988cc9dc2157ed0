"""The project as an app, so that its system checks are registered."""

from django.apps import AppConfig


class SkatturnierConfig(AppConfig):
    """The project itself."""

    name = "skatturnier"

    def ready(self) -> None:
        from skatturnier import checks  # noqa: F401  (registers by being imported)
