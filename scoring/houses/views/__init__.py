"""Pages of house rules: which there are, one with its switches, what a deal is worth by it."""
