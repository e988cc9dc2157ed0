"""An event whose every text has a name in it that stands nowhere else."""

from datetime import timedelta
from unittest import mock
from uuid import uuid4

from django.apps import apps
from django.db import connection, models
from django.db.models import Model

from scoring.disputes.models import Appeal, Measure, Objection, ResultQuery
from scoring.disputes.services import appeals
from scoring.lists.services import entry, phones
from scoring.results.models import Ranking
from scoring.results.services import rankings
from scoring.results.services import series as lists_series
from scoring.signing import services as signing
from scoring.table.services import batches as table_calls
from tables.clubs.models import Club, Person
from tables.draw.services import draws, reseating
from tables.draw.services import seats as hall
from tables.hall import services
from tables.journal import chain as journal
from tables.journal import sealing
from tables.people.models import Entrant
from tables.tournaments.models import Series, Tournament
from tests.scoring.money import desk
from tests.support import direction_measures as directing
from tests.support import factories
from tests.support import tribunal_acts as judged
from tests.support.factories import EVENING, GRAND, GRAND_LOST
from tests.support.remembered_worlds import remembered

LATER = EVENING + timedelta(days=200)
"""More than six months on."""

SAID = "Quaxinda Wörtlich"
"""What services are told in people's own words: it ends in the journal and in records of draws."""

STAYS = {
    # Which event it was, and which of its rankings.
    "tables.Tournament": "slug name place organiser point_stake",
    "scoring.Ranking": "kind name drawn_from",
    "tables.PlayerClass": "code name mark words headings",
    # The club's word for its cups and evenings.
    "scoring.SeasonEvent": "kind",
    # Keys, hashes, codes and marks that the site makes itself.
    "tables.Entrant": "key classes",
    "tables.Table": "key words",
    "tables.Series": "secret profile",
    "tables.JournalEntry": "action hash",
    "tables.SiteEntry": "action hash",
    "scoring.GameListRow": "signed_hash presence chairs profile stake",
    # House rules, and what they add to a deal: numbers and the words of the rules.
    "scoring.DealRow": "house",
    "scoring.SecondDealRow": "house",
    # Start numbers stay with the seats.
    "scoring.Proposal": "because sits",
    "scoring.RankingLot": "competitor",
    # A clause is one of the rule text.
    "scoring.Measure": "clause",
    "scoring.Correction": "clause",
    # What is charged and won, not of whom; accounts by start numbers.
    "scoring.TariffRow": "code name amounts cheaper free goes_to",
    "scoring.MoneyTerms": "unclaimed_to",
    "scoring.MovementRow": "source_name target_name reason",
    "scoring.PrizeListRow": "name group of_class plan",
    "scoring.AwardRow": "good",
    # What a league is made of; who reported is a team or an account.
    "scoring.Level": "name",
    "scoring.Day": "place",
    "scoring.Division": "name seed",
    "scoring.LeagueTeam": "name club key",
    "scoring.MatchReport": "reported_by results",
    "scoring.BoxCount": "box pieces",
    # Not the event's: the club's book, accounts, and what is deleted by time.
    "tables.Person": "name plays_for team classes contact pseudonym",
    "tables.Club": "slug name place website told_apart",
    "tables.User": "password username first_name last_name email",
    "tables.Guess": "address_hash",
    # Kind and number, start numbers: it goes whole with the names.
    "tables.Mailing": "about sent failed",
    # How a club calls its year, and what the site makes for it.
    "scoring.Season": "slug name key",
    "scoring.PlannedEvening": "name",
    "scoring.Competition": "name only_class points last_points quotas bonus parts ties",
    "scoring.SeasonRelease": "table hash",
    # Which version of the program this is.
    "tables.Release": "version",
}
"""Texts in which nothing is planted."""


def unmistakable(number: int) -> str:
    """Return a name that is nowhere else, short enough for every field."""
    return f"Quaxi{number:03}ß Äöü"


@remembered
def event() -> Tournament:
    """Twelve entrants; series 1 drawn twice, swapped, played; 2 at play with every kind of dispute."""
    made = factories.tournament(series=3, rounds=1, direction=SAID, registration_open=True)
    for number in range(1, 13):
        Entrant.objects.create(
            tournament=made,
            number=number,
            name=f"Quaxinda Nr{number}",
            club=f"SC Quaxi{number % 3}",
            team=f"Quaxi{number % 6}",
            classes=["ladies"] if number % 2 == 0 else [],
            present=True,
            registered_at=EVENING,
        )
    factories.judge(made, "zweiter", plays_as=3)
    made.entrants.get(number=1).apart_from.add(made.entrants.get(number=2))
    _first(made)
    desk.everything(made, SAID)
    running = _series(made, 2)
    _play(made, running)
    _rank(made)
    book = Club.objects.create(slug="sc-quaxi", name="SC Quaxi", created_at=EVENING)
    person = Person.objects.create(club=book, name="Quaxinda Buch", contact="quaxi@example.org", added_at=EVENING)
    made.entrants.filter(number=1).update(person=person)
    return made


def _first(made: Tournament) -> None:
    acts = {"by": factories.user(), "now": EVENING}
    first = made.series.get(number=1)
    draws.draw_series(series_id=first.pk, public="4", **acts)
    draws.discard_draw(series_id=first.pk, because=SAID, **acts)
    draws.draw_series(series_id=first.pk, public="5", **acts)
    tables = first.tables.order_by("number")
    swapped = (tables[0].seats.first().entrant.number, tables[1].seats.first().entrant.number)
    reseating.swap_seats(series_id=first.pk, numbers=swapped, because=SAID, **acts)
    factories.close_series(_series(made, 1))


def _series(made: Tournament, number: int) -> Series:
    series, acts = made.series.get(number=number), {"by": factories.user(), "now": EVENING}
    if series.status == Series.Status.PLANNED:
        draws.draw_series(series_id=series.pk, public="6", **acts)
    lists_series.publish_series(series_id=series.pk, **acts)
    hall.start_series(series_id=series.pk, **acts)
    series.refresh_from_db()
    return series


def _play(made: Tournament, running: Series) -> None:
    acts = {"by": factories.user(), "now": EVENING}
    row = factories.list_of(running)
    factories.enter(row, (2, GRAND), None, (1, GRAND))
    entry.take_back_deal(list_id=row.pk, number=3, because=SAID, agreed=True, **acts)
    factories.enter(row, (1, GRAND_LOST))
    factories.fill(factories.list_of(running, 2), seat=1)
    factories.confirm_and_sign(factories.list_of(running, 2))
    signing.accept_short(list_id=factories.list_of(running, 3).pk, because=SAID, **acts)
    about = {"series_id": running.pk, "list_id": row.pk, "deal": 1, "text": SAID, "entry_key": uuid4()}
    appeals.file_appeal(appellant=row.table.seats.get(place=1).entrant.number, by=None, now=EVENING, **about)
    with mock.patch.object(judged, "LONG", SAID):
        judged.judged(made)
    who = {"name": SAID, "plays_as": 5, "entry_key": uuid4()}
    appeals.name_member(tournament_id=made.pk, **who, **acts)
    absent = row.table.seats.get(place=2).entrant.number
    replaced = {"series": 2, "entrant": absent, "from_deal": 4, "substitute_name": SAID, "clause": "SkWO 4.4"}
    measure = directing.ordered(made, directing.order(Measure.Kind.REPLACEMENT, reason=SAID, **replaced))
    directing.lifted(measure, because=SAID)
    phones.heard(list_id=row.pk, device="b" * 32, unsent=0, now=EVENING)
    table_calls.call(list_id=row.pk, kind="help", place=2, text=SAID, device="", entry_key=uuid4(), now=EVENING)
    services.announce(tournament_id=made.pk, text=SAID, until=None, entry_key=uuid4(), **acts)


def _rank(made: Tournament) -> None:
    acts = {"by": factories.user(), "now": EVENING}
    for kind, size in (("ladies", 1), (Ranking.Kind.CLUB, 4), (Ranking.Kind.TANDEM, 2)):
        terms = rankings.Terms(kind=kind, name=f"Wertung {kind}", size=size)
        switched = rankings.switch_on(tournament_id=made.pk, terms=terms, entry_key=uuid4(), **acts)
    teams = [rankings.Assigned(name=f"Quaxi und {at}", members=(at, at + 6)) for at in (1, 2, 3)]
    rankings.assign_teams(ranking_id=switched.pk, teams=teams, **acts)


def settle(made: Tournament) -> None:
    """Answer everything that is open, as if it had been done at the time."""
    done = {"verdict": "dismissed", "reasons": SAID}
    by = factories.user()
    Appeal.objects.filter(tournament=made, verdict="").update(**done, decided_at=EVENING, decided_by=by)
    Objection.objects.filter(tournament=made, outcome="").update(outcome="withdrawn", ended_at=EVENING)
    for query in ResultQuery.objects.filter(tournament=made, verdict=""):
        rows = ResultQuery.objects.filter(pk=query.pk)
        rows.update(**done, answered_at=EVENING, answered_by=by, answer_key=uuid4())


def plant(made: Tournament) -> list[str]:
    """Put a name of its own into every text that people may have typed, by the fields there are; return the names."""
    planted = [SAID, "Quaxi"]
    for model in [model for app in ("tables", "scoring") for model in apps.get_app_config(app).get_models()]:
        for field in _texts(model):
            filled = model._base_manager.exclude(**{field.name: ""})
            for row in filled or model._base_manager.all()[:1]:
                name = unmistakable(len(planted))[: field.max_length or None]
                model._base_manager.filter(pk=row.pk).update(**{field.name: name})
                planted.append(name)
    # As if it had been typed: the journal seals what stands there.
    everything = {kind: list(sealing.states(kind, made)) for kind in sealing.kinds_of_event()}
    journal.record("archive.made", tournament=made, by=None, at=EVENING, sealing=everything, sha256="0")
    return planted


def _texts(model: type[Model]) -> list[models.Field]:
    # Why an entry was voided its line of the journal tells too, word for word: it was told to the service.
    stays = [*STAYS.get(model._meta.label, "").split(), "voided_because"]
    return [
        field
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField) and not field.choices and field.name not in stays
    ]


def stored() -> dict[str, str]:
    """Return everything that is in the database, as text by table; but the club's book and accounts."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table not in {"tables_person", "tables_club", "tables_user"}:
                cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
                found[table] = "\n".join(str(value) for row in cursor.fetchall() for value in row)
    return found
