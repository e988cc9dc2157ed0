"""List profiles: every way to keep a list that the seeds describe, and the official one among them.

A profile says what a game is worth, whose column gets it, what a list adds up to and how long it is. Whatever the
official rules decide is asked of the modules beside this folder; here stands only what house rules add to them.
"""
