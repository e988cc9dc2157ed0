"""What is stored about persons: given out to them, and taken out when its time is over (SkWO 7.4.4).

The register names every field that is stored and what becomes of it. Forgetting takes the names out of an event,
erasing takes out one person; wiping also clears the free room of the database.

Never false: a field that is not in the register fails a test; results, start numbers and the chain stay.
Asks every topic below for its rows.
"""
