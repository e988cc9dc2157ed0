"""What a league says of people goes with the names of its season (SkWO 7.4.4)."""

from django.db import transaction

from scoring.league.models import LeagueMember, Match, MatchReport, Protest

GONE = "–"
"""What stands where words had to go and something has to stand."""


@transaction.atomic
def forget_leagues() -> None:
    """Take the words out of the leagues of all seasons whose names were taken out; results stay, by numbers alone.

    Rosters, line-ups and captains go with the members of the league.
    """
    LeagueMember.objects.filter(season__forgotten_at__isnull=False).delete()
    over = {"division__season__forgotten_at__isnull": False}
    in_match = {f"match__{way}": value for way, value in over.items()}
    Match.objects.filter(**over).exclude(venue="").update(venue="")
    MatchReport.objects.filter(**in_match).exclude(reason="").update(reason="")
    protests = Protest.objects.filter(**in_match)
    protests.exclude(text=GONE).update(text=GONE)
    protests.exclude(decision__in=["", GONE]).update(decision=GONE)
