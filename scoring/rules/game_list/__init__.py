"""Game lists: deals, what is wrong with them, and what they add up to (ISkO 5.5, SkWO 5, 7.2)."""
