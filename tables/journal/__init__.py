"""The journal: one line for each act, in the act's own transaction, chained by hashes (SkWO 7.4.4).

``chain`` writes and checks lines, ``sealing`` says what the rows were that an act was about, ``selectors`` read lines
about one thing, ``wording`` puts them into sentences. Each topic brings the sentences of its own acts (``also``), and
may say after which acts of others it writes something itself (``following``).

Never false: a line once written stays as it is; whoever changes, adds or leaves out one breaks the chain. Names of
persons are not in the chain, so that they can be taken out and it still holds.
Asks ``accounts`` for who acted.
"""
