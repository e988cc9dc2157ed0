"""What the site costs, as ratios to something anybody can run beside it. `make bench` runs all of it.

A goal is a ratio, since machines differ and the hour of the day does too: subject and anchor run in alternating
rounds in one process, their CPU time is compared round by round, and the median counts.
"""
