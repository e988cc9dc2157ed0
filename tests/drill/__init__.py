"""A drill: a hall at play, a backup, the end of the laptop, another one, and every deal there again."""
