"""Who plays, for how long, and what happens when nobody wants to."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.houses.wording import names
from scoring.houses.wording.said import Said, reading, rule
from scoring.rules.profiles.examples import seats_of
from scoring.rules.profiles.lists import ProfileList
from scoring.rules.profiles.profile import Declaring, Goal, Profile, Programme, Target, WhenAllPass


def table(profile: Profile) -> Iterator[Said]:
    """Say how many play with which cards, how it is played, and who may declare."""
    seats = (_("%(few)s or %(many)s") % {"few": _listed(profile.seats[:-1]), "many": profile.seats[-1]},)
    yield rule(_("Players: %(seats)s.") % {"seats": seats[0] if len(profile.seats) > 1 else profile.seats[0]})
    if max(profile.seats) > 4:
        yield rule(_("Two to the dealer’s left and one to the right play, the others sit out (ISkO 3.2.7)."))
    elif max(profile.seats) > 3:
        yield rule(_("At four the dealer sits out (ISkO 3.2.7)."))
    facts = {"cards": profile.pack, "tricks": profile.tricks}
    yield rule(_("%(cards)s cards, %(tricks)s tricks.") % facts)
    yield from map(rule, names.NOTES.get(profile.code, ()))
    yield from _declaring(profile)


def all_pass(profile: Profile) -> Iterator[Said]:
    """Say what happens when nobody wants to play."""
    if profile.when_all_pass is WhenAllPass.RAMSCH:
        yield rule(_("Ramsch is played."))
        yield reading(_("The table may agree to pass a deal in all the same."))
    elif profile.when_all_pass is WhenAllPass.NEXT_DEALER:
        yield rule(_("The deal is passed in: nobody writes anything, the next one deals (ISkO 3.3.7)."))
    elif profile.declaring is Declaring.BY_KIND:
        yield rule(_("If the two others pass, forehand has to play, and may call Ramsch."))
    else:
        yield rule(_("Nobody can pass."))


def course(profile: Profile) -> Iterator[Said]:
    """Say when a list is over."""
    found = profile.course
    if isinstance(found, Goal):
        yield rule(_("Whoever first has %(points)s game points or more wins; then the list is over.") % _points(found))
    elif isinstance(found, Target):
        yield rule(
            _("Whoever first has %(points)s points of minus or more loses; then the list is over.") % _points(found)
        )
        yield reading(
            _("If two get there in the same deal, the one with more minus loses; if they are equal, both do.")
        )
    elif isinstance(found, Programme):
        yield rule(
            _("The list is over when everybody has played everything: after %(deals)s deals at a table of %(seats)s.")
            % _deals(profile)
        )
    elif max(profile.seats) == 2:
        yield rule(_("As many rounds as the table agrees on; a round is two deals."))
    else:
        yield rule(
            _("As many rounds as the table agrees on, usually %(rounds)s: %(deals)s deals at a table of %(seats)s.")
            % _deals(profile)
        )


def _declaring(profile: Profile) -> Iterator[Said]:
    if profile.declaring is Declaring.AUCTION:
        facts = {"lowest": min(profile.values.bids), "highest": max(profile.values.bids)}
        yield rule(_("Whoever bids highest plays alone; bids go from %(lowest)s to %(highest)s.") % facts)
    elif profile.declaring is Declaring.IN_TURN:
        yield rule(_("Nobody bids: one after the other plays alone, and names the game after the first five cards."))
        yield reading(_("Nothing is announced, no game is played from the hand, so nothing is overbid."))
        if max(profile.seats) > seats_of(profile):
            yield reading(_("At four the player before the one whose turn it is deals and sits out."))
    elif profile.declaring is Declaring.NOT_THE_DEALER:
        yield rule(_("Nobody bids: whoever did not deal names the game and plays it."))
    else:
        yield rule(_("Bids are kinds of contract, not numbers."))


def _listed(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats))


def _points(found: Target) -> dict[str, int]:
    return {"points": found.points}


def _deals(profile: Profile) -> dict[str, int]:
    listed = ProfileList(profile=profile, seats=seats_of(profile))
    return {"deals": listed.planned or 0, "rounds": listed.rounds, "seats": listed.seats}
