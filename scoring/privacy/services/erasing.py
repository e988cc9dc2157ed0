"""Taking out one person at their own wish: a player's name from an event that is over, an account from the site."""

from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery, Statement, TribunalMember
from scoring.lists.models import Call, Confirmation
from scoring.privacy.selectors.held import GONE
from scoring.privacy.selectors.register import REGISTER
from scoring.privacy.services.taking_out import emptied, salts_out_of, words_out_of
from scoring.results.models import Team
from tables.accounts.models import User, new_key
from tables.acts.services.refusals import Refused
from tables.journal import chain as journal
from tables.journal import sealing
from tables.people.models import Entrant
from tables.tournaments.models import Role, Shown, Tournament
from tables.tournaments.selectors.retention import is_over
from tables.tournaments.services import turns

NAMING: Final = 3
"""So many letters of a name are enough to know it by in the name of a team."""


@transaction.atomic
def erase_entrant(*, entrant_id: int, by: User | None, now: datetime) -> Entrant:
    """Take the name of one entrant out of an event, with what they wrote and signed: a start number is left.

    What they played stays, and their club and team, by which rankings count but which the public no longer sees. What
    others wrote about them besides orders against them goes with the event. Done twice it counts once.

    :raises Refused: ``event-runs``, or ``disputes-open`` (open) while an appeal, objection or query of theirs is.
    """
    tournament_id = Entrant.objects.values_list("tournament_id", flat=True).get(pk=entrant_id)
    tournament = turns.take_turn(tournament_id)
    entrant = Entrant.objects.get(pk=entrant_id)
    if not is_over(tournament, on=timezone.localdate(now)):
        raise Refused("event-runs")
    if waiting := _still_open(entrant):
        raise Refused("disputes-open", open=", ".join(waiting), parts=waiting)
    if tournament.journal.filter(action="entrant.erased", data__entrant=entrant.number).exists() and not entrant.name:
        return entrant
    touched = _touched_by(entrant)
    _words_of(entrant)
    _teams_named_after(entrant)
    emptied(Entrant.objects.filter(pk=entrant.pk), REGISTER["tables.Entrant"])
    Entrant.objects.filter(pk=entrant.pk).update(shown_as=Shown.NUMBER, chose_name=True, key=new_key())
    entrant.apart_from.clear()
    Role.objects.filter(plays_as=entrant).update(plays_as=None)
    emptied(TribunalMember.objects.filter(plays_as=entrant), REGISTER["scoring.TribunalMember"])
    # The seals of lines about them lose their salts, so what they sealed of others is sealed anew as well.
    about = tournament.journal.filter(data__entrant=entrant.number)
    anew = sealing.joined(
        touched, *(sealing.keys_in(data.get(journal.SEALS, {})) for data in about.values_list("data", flat=True))
    )
    words_out_of(about)
    subjects = {sealing.subject_of(kind, key) for kind, keys in touched.items() for key in keys}
    salts_out_of(tournament.journal.filter(data__has_key=journal.SEALS), of=subjects)
    Tournament.objects.filter(pk=tournament.pk).update(wipe_due=True)
    journal.record("entrant.erased", tournament=tournament, by=by, at=now, sealing=anew, entrant=entrant.number)
    entrant.refresh_from_db()
    return entrant


@transaction.atomic
def erase_account(*, username: str) -> User:
    """Take everything personal out of an account. Nobody signs in with it again; what it did stays as it was done.

    :raises User.DoesNotExist: if there is none.
    :raises Refused: ``in-charge`` (event) while it holds an office in an event not forgotten, or ``keeps-a-book``.
    """
    user = User.objects.select_for_update().get(username=username)
    held = Role.objects.filter(user=user, tournament__forgotten_at=None).select_related("tournament").first()
    if held:
        raise Refused("in-charge", event=held.tournament.slug)
    if user.kept_clubs.exists():
        raise Refused("keeps-a-book")
    user.username, user.first_name, user.last_name, user.email = f"gone-{user.pk}", "", "", ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    return user


def _still_open(entrant: Entrant) -> tuple[str, ...]:
    objections = [one for one in _at_own_seats(Objection, entrant) if not one.outcome]
    appeals = Appeal.objects.filter(appellant=entrant, verdict="")
    queries = ResultQuery.objects.filter(entrant=entrant, verdict="")
    return (
        *(f"appeal {appeal.number}" for appeal in appeals),
        *(f"objection {objection.number}" for objection in objections),
        *(f"query {query.number}" for query in queries),
    )


def _touched_by(entrant: Entrant) -> dict[str, list[sealing.Key]]:
    """Return what has their name or words in it: sealed again without them, so that no old seal can be tried."""
    tournament = entrant.tournament
    return {
        "event": [()],
        "entrant": [(entrant.number,), *entrant.apart_from.values_list("number")],
        "confirmation": [
            (one.game_list.table.series.number, one.game_list.table.number, one.place)
            for one in _at_own_seats(Confirmation, entrant)
        ],
        "objection": [(one.number,) for one in _at_own_seats(Objection, entrant)],
        "appeal": list(Appeal.objects.filter(appellant=entrant).values_list("number")),
        "query": list(ResultQuery.objects.filter(entrant=entrant).values_list("number")),
        "measure": list(Measure.objects.filter(entrant=entrant).values_list("number")),
        "member": list(TribunalMember.objects.filter(plays_as=entrant).values_list("number")),
        "ranking": list(tournament.rankings.filter(members__entrant=entrant).values_list("number")),
    }


def _words_of(entrant: Entrant) -> None:
    """Take out what they wrote, what was written for them, and their signatures."""
    for model in (Confirmation, Objection, Call):
        rows = model.objects.filter(pk__in=[one.pk for one in _at_own_seats(model, entrant)])
        emptied(rows, REGISTER[model._meta.label])
    objections = [one.pk for one in _at_own_seats(Objection, entrant)]
    emptied(Statement.objects.filter(objection__in=objections), REGISTER["scoring.Statement"])
    emptied(Appeal.objects.filter(appellant=entrant), REGISTER["scoring.Appeal"])
    emptied(ResultQuery.objects.filter(entrant=entrant), REGISTER["scoring.ResultQuery"])
    Measure.objects.filter(entrant=entrant).update(reason=GONE)
    Measure.objects.filter(entrant=entrant).exclude(lifted_because="").update(lifted_because=GONE)


def _at_own_seats(model: type[Model], entrant: Entrant) -> list[Any]:
    """Return the rows of lists that are of their seat, series by series."""
    rows: list[Any] = []
    for seat in entrant.seats.all():
        rows += model._default_manager.filter(game_list__table=seat.table_id, place=seat.place)
    return rows


def _teams_named_after(entrant: Entrant) -> None:
    """Give teams that go by their name their number instead."""
    parts = [part.casefold() for part in entrant.name.replace("-", " ").split() if len(part) >= NAMING]
    for team in Team.objects.filter(members__entrant=entrant):
        if any(part in team.name.casefold() for part in parts):
            team.name = f"Team {team.number}"
            if not Team.objects.filter(ranking=team.ranking_id, name=team.name).exclude(pk=team.pk).exists():
                team.save(update_fields=["name"])
