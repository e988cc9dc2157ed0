"""What is stored about persons: given out to them, and taken out when its time is over (SkWO 7.4.4).

Models say of their columns what becomes of them (``tables.declared``). Forgetting takes the names out of an event,
erasing takes out one person; wiping also clears the free room of the database.

Never false: a text that neither goes nor is said to stay fails a test; results, start numbers and the chain stay.
Asks every topic below for its rows.
"""
