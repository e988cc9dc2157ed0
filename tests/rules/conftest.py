"""The laws are tested on busy machines too: what counts is the answer, not how long one example took."""

import os

from hypothesis import HealthCheck, Phase, settings

settings.register_profile("rules", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "mutants",
    parent=settings.get_profile("rules"),
    max_examples=25,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
if profile := os.environ.get("SKAT_PROFILE"):
    settings.load_profile(profile)
