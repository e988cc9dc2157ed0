"""Money and prizes: what is charged and why, where it goes, who gets what (SkWO 1.5, 3.3, 3.4, 4.1, 4.3, 9.2, 9.13).

A *tariff* says what is charged, a *charge* what somebody owes by it, a *pot* where it goes, a *prize list* what a
ranking wins; a *movement* takes an amount from one account to another.

Never false: amounts are whole cents; pots hold what was charged, to the cent; nobody wins twice in a group; a movement
is never changed, only reversed, and all accounts together hold nothing.
Charges follow from acts of other rooms, whoever did them (``tables.journal.following``); the hall's tick "paid" and the
entry fee in the plan are what the accounts say.
Asks ``lists`` and ``results`` for what was played, ``disputes`` for what is open; the figures are those of ``reckon``,
which knows no site.
"""
