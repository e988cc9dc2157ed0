"""Lists that are signed: prizes paid out, things handed over, money given back (SkWO 3.4, 7.4.3)."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.money.selectors.jackpots import refunds_of
from scoring.money.selectors.payout import Winner, awards_of, payout_of
from scoring.money.wording.amounts import euros
from scoring.money.wording.prizes import all_won
from scoring.money.wording.waiting import waits_for
from scoring.paper.documents.kind import Kind as OfDocument
from scoring.paper.documents.kind import Reader
from scoring.paper.documents.money.tables import Column, Kind, Part, paper
from scoring.paper.documents.task import Task
from scoring.paper.typesetting.document import Document
from tables.people.models import Entrant


def _payout(task: Task) -> Document:
    """Return who gets how much, with a line to sign for each."""
    found = payout_of(task.tournament, on=timezone.localdate(task.now))
    rows = [
        (
            str(winner.entrant.number),
            _called(winner.entrant),
            _said(winner),
            euros(winner.due + winner.paid_out),
            "",
        )
        for winner in found.winners
        if winner.due or winner.paid_out
    ]
    together = found.due + found.paid_out
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(_("No."), Kind.NUMBER),
                    Column(_("Name")),
                    Column(pgettext("prizes", "Won")),
                    Column(_("Amount"), Kind.NUMBER),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
                total=("", _("Together"), "", euros(together), "") if rows else (),
            )
        ],
        title=_("Prizes paid out"),
        filename=pgettext("file name", "payout"),
        as_of=task.now,
        nothing=_("Nothing is there to be paid out."),
    )


def _goods(task: Task) -> Document:
    """Return the things that were won in the order of choice, with a line to sign for each."""
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    rows = [
        (
            str(row.place),
            row.prize_list.name,
            row.good,
            euros(row.cents) if row.cents else "",
            f"{row.entrant} {_called(entrants[row.entrant])}",
            "",
        )
        for row in awards_of(task.tournament)
        if row.good
    ]
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(pgettext("in a ranking", "Place"), Kind.NUMBER),
                    Column(_("Prizes")),
                    Column(_("Thing")),
                    Column(_("Worth"), Kind.NUMBER),
                    Column(_("Name")),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
            )
        ],
        title=_("Things that were won"),
        filename=pgettext("file name", "things"),
        as_of=task.now,
        nothing=_("No things were won."),
    )


def _refunds(task: Task) -> Document:
    """Return who gets back how much for series that were not played, with a line to sign for each."""
    entrants = {entrant.number: entrant for entrant in task.tournament.entrants.all()}
    given = [(number, cents) for number, cents in refunds_of(task.tournament) if number in entrants]
    rows = [(str(number), _called(entrants[number]), euros(cents), "") for number, cents in given]
    return paper(
        task.tournament,
        [
            Part(
                columns=(
                    Column(_("No."), Kind.NUMBER),
                    Column(_("Name")),
                    Column(_("Gets back"), Kind.NUMBER),
                    Column(pgettext("to be signed", "Received"), Kind.SIGNED),
                ),
                rows=rows,
                total=("", _("Together"), euros(sum(cents for _number, cents in given)), "") if rows else (),
            )
        ],
        title=_("Given back for series not played (SkWO 3.4)"),
        filename=pgettext("file name", "refunds"),
        as_of=task.now,
        nothing=_("Nothing was given back."),
    )


def _said(winner: Winner) -> str:
    """Return what somebody won, and what it waits for."""
    said = all_won(winner)
    if winner.is_open and winner.whys:
        said.append(waits_for(winner.whys))
    return "\n".join(said)


def _called(entrant: Entrant) -> str:
    return f"{entrant.called}, {entrant.club}" if entrant.club else entrant.called


PAYOUT = OfDocument(
    name="payout-list",
    title=gettext_lazy("Prizes paid out"),
    about=gettext_lazy("who gets how much, with lines to sign"),
    compose=_payout,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

GOODS = OfDocument(
    name="goods-list",
    title=gettext_lazy("Things that were won"),
    about=gettext_lazy("in the order of choice, with lines to sign"),
    compose=_goods,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)

REFUNDS = OfDocument(
    name="refund-list",
    title=gettext_lazy("Money given back"),
    about=gettext_lazy("for series not played, with lines to sign"),
    compose=_refunds,
    reader=Reader.TREASURY,
    is_there=lambda there: there.has_money,
)
