"""The paper desk: lists that the hall keeps on paper, typed in by the direction (SkWO 7.2).

A list comes as the result of each player, as one short line a deal, or in a workbook. It counts as signed on its paper
by all players of the table, and who typed it stands in the journal.

Never false: nothing goes in that the rules refuse; what was typed before stays in the history; a slip of the typist is
no correction of what the players signed. Asks ``lists`` to enter, ``signing`` to close.
"""
