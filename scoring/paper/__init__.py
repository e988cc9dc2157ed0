"""Everything on paper: score sheets, cards, plans, rankings, certificates, decisions; workbooks (SkWO 7, 8.11).

``pictures`` looks at what an event brings along, ``typesetting`` sets pages, ``sheets`` is the score sheet,
``documents`` the others; ``runs`` print what takes long in a process of its own and sign PDF files. Whatever asks for
a document, there is one composer of it.

Never false: paper says what the page says; whoever asks a document of everybody's waits for one typesetter at most.
Asks the topics below for figures, and changes nothing.
"""
