"""A list by any profile, from JSON to JSON: ``python -m scoring.rules.score < list.json``, to be checked by anybody."""
