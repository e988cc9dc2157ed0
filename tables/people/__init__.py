"""Those who take part: start numbers, names and how the public sees them, wishes, presence (SkWO 4).

An ``Entrant`` gets the start number first, the name may follow. Whoever plays is called an entrant in an event and a
person in a club's address book. What an entrant wants of the draw, a table or not to meet somebody, is a wish.

Never false: a start number is given once; nobody is shown by more of the name than they want.
Asks ``tournaments`` for the event, ``tables.intake`` for lists, ``tables.names`` for order and short forms.
"""
