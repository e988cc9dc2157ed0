"""What everybody may see: my seat, the player's own pages, the hall screen, open data (SkWO 5, 7.1).

``api`` and ``open_data`` are for programs; the key on a start card opens what is a player's own.

Never false: nobody sees more of a name than its owner wants, nor a rank that is kept back.
Asks the topics below, and stores nothing.
"""
