"""What money comes to, as pure functions of whole cents: charges, pots, prizes, refunds, accounts.

``python -m scoring.money.reckon`` puts an event through it, as JSON.
"""
