"""Accounts: who signs in, with which password, from which browser, and how often anybody may try.

An account is a ``User``; what it may do in an event is said by its offices there (``tables.tournaments``). A ``Guess``
is a wrong password, a wrong code, or something sent without an account: too many from one place wait.
Keys stand in addresses; whoever holds one may see what it opens.

Never false: nobody can try all passwords or codes, and whoever tries keeps nobody else out for long.
Asks ``acts`` for refusals.
"""
