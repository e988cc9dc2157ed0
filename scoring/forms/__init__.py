"""Forms over the lists: what is typed becomes a value of the rules, or a sentence."""
