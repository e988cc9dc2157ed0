"""What every act has in common: how it is refused, what the form that asked for it had seen; and the columns of lists.

An act is one call of a service: all of it happens or nothing. It is refused by ``Refused`` with a code, to which
``wording.refusals`` has the sentence; ``TooMany`` says that it came too often. A form carries what it saw of a row
(``forms.seen``), so that nobody takes back unawares what another set meanwhile.

Never false: a code has one sentence, and a refused act left nothing behind.
Asks the reading of lists (``tables.intake``) for its refusals, and no other topic.
"""
