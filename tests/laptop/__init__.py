"""The site on a club's own laptop, as far as it is the same on every system; ``tests/windows`` tries the whole."""
