"""Keeping a published plan when people leave or come late: who moves, and as few as possible."""
