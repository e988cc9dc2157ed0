"""Why an act in the hall can be refused."""


class Refused(Exception):
    """The act does not fit the state of things. ``code`` names the reason; ``facts`` fill its sentence."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class TooMany(Refused):
    """More came from one place than anybody sends who means it. Nothing was written."""
