"""Judges, tribunal and direction: objections, rulings, appeals, queries, measures, corrections of signed lists.

An ``Objection`` is raised at the table and decided by a judge in a ``Ruling``; an ``Appeal`` goes to a ``Panel`` of the
tribunal; a ``ResultQuery`` reports a mistake in a posted result; a ``Measure`` is what the direction orders; a
``Correction`` puts a signed list right (ISkO 4.5, SkWO 7.2.5, 7.3, 7.4.3, 9).

Never false: nobody decides about their own table; each thing is decided once; a correction that breaks the list
decides nothing. Asks ``lists`` to write entries, ``results`` for the effect on places.
"""
