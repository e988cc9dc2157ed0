"""Events: the plan, the series, the classes, who is in charge, and what the public may see (SkWO 1.5, 2, 3, 6).

A ``Tournament`` has its plan with everything SkWO 6.2 wants, ``Series``, and the ``PlayerClass`` rows it ranks by
themselves; a ``Role`` makes an account director or judge of it. ``services.turns`` lets one act at a time happen in an
event. ``access`` leads from a request to an event and checks the office in the same step.

Never false: an event has a director; a series only goes forward; a forgotten event changes no more.
Asks ``journal`` to write, ``accounts`` for who is signed in.
"""
