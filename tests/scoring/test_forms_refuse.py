"""What forms of money, seasons, leagues, rankings and papers do not take, with the sentence beside its field."""

from types import SimpleNamespace
from uuid import uuid4

import pytest
from django import forms
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.league.forms import PlayersForm
from scoring.money.forms.desk import CountForm, PayForm, SeveralForm
from scoring.money.forms.prizes import MOST, Amounts, Shares, SharesForm, Things, whole
from scoring.money.forms.tariffs import ANOTHER, LostGamesForm, PerEntrantForm, PlaceAtTableForm
from scoring.money.views.account import CarryForm, GiftForm, JackpotForm
from scoring.results.forms.rankings import TeamFileForm, TeamsForm
from scoring.season.forms import MOST_NUMBERS, EventsForm, MembersForm, Numbers, Quotas, SeasonForm, Steps
from tables.tournaments.forms.officials import DismissForm

KEY = {"entry_key": str(uuid4())}
BOXES = SimpleNamespace(all=[], mine="1", is_one=True)


def made(kind, said=None, **about):
    """Return what makes a form of its kind with what is typed, and with this where nothing else is."""
    return lambda **typed: kind(KEY | (said or {}) | typed, **about)


def field(one, **more):
    """Return what makes a form with this field alone."""
    return lambda **typed: type("OneForm", (forms.Form,), {"it": one(**more)})(typed)


def tariff(kind, **said):
    """Return what makes the form of a tariff, with all it needs unless something is typed."""
    about = {"code": "loss", "classes": (), "was_charged": False, "pots": ("prizes", "club")}
    seen = kind(seen={}, **about)["seen"].value()
    return made(kind, {"seen": seen, "name": "Abreizgeld"} | said, **about)


lost, place, entry = tariff(LostGamesForm), tariff(PlaceAtTableForm), tariff(PerEntrantForm, cents="10")
amounts, shares, things = field(Amounts), field(Shares), field(Things)
numbers, steps, quotas = field(Numbers), field(Steps, required=False), field(Quotas, required=False)
prizes_of = field(whole, required=True)  # a number that counts from 1, as forms of prizes have them
jackpot = made(JackpotForm, {"pot": "jackpot"}, pots=[("jackpot", "Jackpot")], lists=[])
gift = made(GiftForm, {"cents": "5", "because": "Spende"}, pots=["jackpot"])
carry = made(CarryForm, {"because": "Vorgetragen"})
dismiss = made(DismissForm, roles=())
count = made(CountForm, box="1", users=())
several = made(SeveralForm, {"seen": "1:100"}, owed={1: 100}, boxes=BOXES)
pay = made(PayForm, {"number": "1", "owed": "100", "cents": "1"}, owed=100, boxes=BOXES)
days = {"starts_on": "2026-01-01", "ends_on": "2026-12-31"}
season = made(SeasonForm, {"name": "2026", **days, "visibility": "public", "names_shown": "full"})
events = made(EventsForm, events=())
members = made(MembersForm, people=())
players = made(PlayersForm, {"names": "Anna", "since": "2026-01-01"})

LAST_POT = "Only the last pot can do without: it takes the rest."

MONEY = [
    (prizes_of, {"it": "1"}, "it", ""),
    (prizes_of, {"it": ""}, "it", "Type a whole number."),
    (prizes_of, {"it": "0"}, "it", "It counts from 1."),
    (prizes_of, {"it": "10000"}, "it", ""),
    (prizes_of, {"it": "10001"}, "it", "That is surely a slip of the pen."),
    (carry, {}, "number", "This field is required."),
    (carry, {"number": "x"}, "number", "Type a start number."),
    (carry, {"number": "7"}, "number", ""),
    (dismiss, {}, "role", "This field is required."),
    (dismiss, {"role": "3"}, "role", "Somebody else has changed this in the meantime. Please look at it again."),
    (amounts, {"it": "10 x 25\n7,50"}, "it", ""),
    (amounts, {"it": ""}, "it", "Type what there is to win, the first prize first."),
    (amounts, {"it": "25\nviel"}, "it", "Line 2, “viel”"),
    (amounts, {"it": f"{MOST} x 1"}, "it", ""),
    (amounts, {"it": f"{MOST} x 1\n1"}, "it", f"There can be {MOST} at most. Nothing was added."),
    (shares, {"it": "50 %\n30"}, "it", ""),
    (shares, {"it": "-5"}, "it", "There cannot be less than none."),
    (shares, {"it": "half"}, "it", "Type a whole number."),
    (shares, {"it": "10000"}, "it", "Type a whole number."),
    (things, {"it": "Schinken; 30"}, "it", ""),
    (things, {"it": "; 30"}, "it", "What is it?"),
    (things, {"it": "S" * 100}, "it", "Its name has at most"),
    (lost, {"each_1": "0,50"}, "each_1", ""),
    (lost, {"each_1": "0,50", "until_1": "3", "until_2": "6"}, "each_2", "How much does each of them cost?"),
    (lost, {"each_1": "0,50", "until_1": "x"}, "until_1", "Type a whole number."),
    (lost, {"each_1": "0,50", "until_1": "0"}, "until_1", "It counts from 1."),
    (lost, {"each_1": "0,50", "until_1": "1001"}, "until_1", "No list has so many games."),
    (lost, {"each_1": "0,50", "until_1": "3", "each_2": "1", "until_2": "3"}, "until_2", "Each step reaches further"),
    (lost, {"each_1": "0,50", "until_1": "3", "each_2": "1", "until_2": "4"}, "until_2", ""),
    (place, {"place_3_1": "1"}, "place_3_2 place_3_3", "Each place needs an amount; 0 costs nothing."),
    (place, {"place_3_1": "0", "place_3_2": "1", "place_3_3": "2"}, "place_3_1", ""),
    (place, {}, "place_4_1", "Each place needs an amount; 0 costs nothing."),
    (entry, {}, "cents", ""),
    (entry, {"share_1": "50"}, "pot_1", "Please choose."),
    (entry, {"pot_1": "prizes", "share_1": "50", "sum_1": "1"}, "sum_1", f"Give a share or a sum. {LAST_POT}"),
    (entry, {"pot_1": "prizes", "pot_2": "club"}, "share_1", LAST_POT),
    (entry, {"pot_1": "prizes"}, "share_1", ""),
    (entry, {"pot_1": ANOTHER, "share_1": "50"}, "new_pot", "Please choose."),
    (entry, {"pot_1": ANOTHER, "share_1": "50", "new_pot": "Reise"}, "new_pot", ""),
    (gift, {"pot": ANOTHER}, "new_pot", "Please choose."),
    (gift, {"pot": ANOTHER, "new_pot": "Reise"}, "new_pot", ""),
    (entry, {"pot_1": "prizes", "share_1": "-1"}, "share_1", "There cannot be less than none."),
    (entry, {"pot_1": "prizes", "share_1": "60", "pot_2": "club", "share_2": "41"}, "share_2", "these are 101 %"),
    (entry, {"pot_1": "prizes", "share_1": "60", "pot_2": "club", "share_2": "40"}, "share_2", ""),
    (count, {"of_100": "-1"}, "of_100", "There cannot be less than none."),
    (count, {"of_100": "10001"}, "of_100", "That is surely a slip of the pen."),
    (count, {"of_100": "10000"}, "of_100", ""),
    (several, {"act": "cash"}, "act", ""),
    (several, {"act": "put-off"}, "act", "This form did not arrive completely."),
    (pay, {"act": "put-off"}, "act", ""),
    (pay, {"act": "steal"}, "act", "This form did not arrive completely."),
]
SEASONS = [
    (season, {}, "name", ""),
    (season, {"name": "---"}, "name", "This field is required."),
    (season, {"name": "· –"}, "name", "This field is required."),
    (season, {"name": "-1-"}, "name", ""),
    (events, {}, "event", "Please choose."),
    (members, {}, "person", "Please choose."),
    (numbers, {"it": "1, -2 3"}, "it", ""),
    (numbers, {"it": "1, x"}, "it", "“x” is no whole number that can be counted with."),
    (numbers, {"it": "9999999"}, "it", "is no whole number that can be counted with."),
    (numbers, {"it": "99999999"}, "it", "is no whole number that can be counted with."),
    (numbers, {"it": "1 " * MOST_NUMBERS}, "it", ""),
    (numbers, {"it": "1 " * (MOST_NUMBERS + 1)}, "it", "These are more numbers than anybody needs here."),
    (steps, {"it": "30 500\n\n60: 900"}, "it", ""),
    (steps, {"it": "30"}, "it", "Each line is two numbers: lists played, then the points."),
    (steps, {"it": "-1 500"}, "it", "Enter a number of 0 or more."),
    (steps, {"it": "0 500"}, "it", ""),
    (quotas, {"it": "cup 3"}, "it", ""),
    (quotas, {"it": "3"}, "it", "Each line is a kind of event, then how many of it count."),
    (players, {}, "names", ""),
    (players, {"names": "Anna\n" + "B" * 200}, "names", "Its name has at most"),
]


def test_the_sentence_stands_at_its_field():
    for form, typed, fields, sentence in MONEY + SEASONS:
        errors = form(**typed).errors

        assert set(errors) == ({*fields.split()} if sentence else set()), (typed, errors.as_data())
        assert all(sentence in " ".join(errors[name]) for name in fields.split() if sentence), (typed, sentence)
    # A jackpot is won by somebody.
    for number, sentences in (("", ["This field is required."]), ("x", ["Type a start number."]), ("7", [])):
        assert jackpot(number=number).errors.get("number", []) == sentences


@pytest.mark.slow
def test_teams_in_a_file_or_typed_are_read_or_refused():
    for text, sentence in (
        (b"Team;Nr\nHerz;1\n", ""),
        (b"\x00\x01\x02", "file"),
        (b" ; \n", "There is no team in this file. Its first column is to name the team."),
    ):
        errors = TeamFileForm({}, {"file": SimpleUploadedFile("teams.csv", text)}).errors

        assert set(errors) == ({"file"} if sentence else set()), text
        assert sentence in " ".join(errors.get("file", [])) or sentence == "file"
    for text, sentence in (
        ("Herz: 1 2", ""),
        (" \n\t", "There is no team in this list."),
        ("x" * 1_000_001, "This is too long for a list"),
        ("1 2\n" * 5_001, "more than 5000 lines"),
        ("Nr   Name        Team\n" + "1    Anna Berg   Herz\n" * 5_001, "more than 5000 lines"),
    ):
        errors = TeamsForm({"teams": text}, ranking=None).errors

        assert sentence in " ".join(errors.get("teams", [])), text[:20]
        assert ("teams" in errors) == bool(sentence), text[:20]


def test_shares_are_of_a_pot_and_a_ranking_says_its_series_itself():
    about = {"whom": [("ranking:1", "Teams")], "series": [1, 2], "pots": ["prizes"], "groups": ()}
    about["missing"] = lambda plan: 0
    seen = SharesForm(seen={}, **about)["seen"].value()
    said = KEY | {"seen": seen, "name": "Preise", "group": "a", "sharing": "none", "round_to": "1", "shares": "50"}
    teams = {"pot": "prizes", "of": "ranking:1"}
    for typed, name, sentence in (
        ({}, "pot", "Of which pot? The tariffs say what goes into which."),
        ({"pot": "prizes"}, "pot", ""),
        (teams | {"series": "1"}, "series", "This ranking says itself which series count."),
        (teams, "series", ""),
    ):
        errors = SharesForm(said | typed, **about).errors

        assert sentence in " ".join(errors.get(name, [])), (typed, errors.as_data())
        assert (name in errors) == bool(sentence), typed
