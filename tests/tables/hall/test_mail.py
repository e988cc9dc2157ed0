"""Mail to those who gave an address and agreed: seats and announcements, beside the answer and never twice."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from uuid import uuid4

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from scoring.privacy.services import forget_event
from tables.draw.services import reseating
from tables.hall import services
from tables.hall.models import Mailing
from tables.intake.headings import Field, field_of
from tables.journal.models import JournalEntry
from tables.journal.wording import journal_line
from tables.tournaments.models import Tournament
from tests.support import factories
from tests.support.factories import EVENING
from tests.support.page_reader import Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

SEATS = "/t/cup/office/series/1/draw/"


class AtOnce:
    """A thread that has ended before anybody goes on."""

    def __init__(self, *, target, args, daemon):
        assert daemon, "a site that is stopped does not wait for a server of mail"
        self.run = lambda: services.deliver(*args)

    def start(self):
        self.run()


@pytest.fixture(autouse=True)
def at_once(settings, monkeypatch):
    settings.MAIL = "smtp://mail.example.org"
    monkeypatch.setattr(services, "Thread", AtOnce)


@pytest.fixture
def cup(db):
    """Eight whose seats are published; nos. 1, 2 and 3 agreed."""
    made = factories.tournament(entrants=8)
    for number in (1, 2, 3):
        made.entrants.filter(number=number).update(email=f"no{number}@example.org")
    factories.running_series(made, published_only=True)
    return made


def office() -> Visitor:
    return Visitor().sign_in("direktor")


def button(page):
    (form,) = [one for one in page.forms() if "/mail/" in one.element.attrs.get("action", "")]
    return form


def press(page, commits):
    """Press the button, and return the page as it is when all was sent."""
    with commits(execute=True):
        said = button(page).send()
    assert "on their way." in said.text or "is on its way." in said.text
    return said.again()


def sent_to() -> list[str]:
    return [address for letter in mail.outbox for address in letter.to]


def test_everybody_who_agreed_gets_their_seat_once(cup, django_capture_on_commit_callbacks):
    page = office().get(SEATS)
    assert "Send by mail to 3 who agreed" in page.text

    done = press(page, django_capture_on_commit_callbacks)

    assert "3 mails sent." in done.text
    assert "Send by mail" not in done.text
    assert sent_to() == ["no1@example.org", "no2@example.org", "no3@example.org"]
    seat = cup.entrants.get(number=1).seats.get()
    where = f"table {seat.table.number}"
    assert mail.outbox[0].subject == f"Herz-Dame-Cup: series 1, {where}"
    assert f"Series 1: {where}, seat {seat.place}" in mail.outbox[0].body
    assert "http://testserver/t/cup/" in mail.outbox[0].body
    (line,) = JournalEntry.objects.filter(action="mail.sent")
    assert journal_line(line) == "Mail with the seats of series 1 to 3 people"

    # An old page pressed again sends nothing.
    assert "Nobody is left who agreed" in button(page).send().text
    assert len(mail.outbox) == 3


def test_to_whom_it_could_not_be_sent_is_said_and_they_alone_are_tried_again(
    cup, django_capture_on_commit_callbacks, monkeypatch
):
    send = EmailBackend.send_messages

    def unreachable(self):
        raise ConnectionRefusedError

    def refuse(self, letters):
        if letters[0].to == ["no2@example.org"]:
            raise SMTPRecipientsRefused({"no2@example.org": (550, b"no such mailbox")})
        return send(self, letters)

    # A server that cannot be reached fails for all at once.
    with monkeypatch.context() as server:
        server.setattr(EmailBackend, "open", unreachable)
        done = press(office().get(SEATS), django_capture_on_commit_callbacks)
    assert "Not to no. 1, 2, 3" in done.text
    assert "Send by mail to 3 who agreed" in done.text
    assert Mailing.objects.get().sent == {}

    with monkeypatch.context() as server:
        server.setattr(EmailBackend, "send_messages", refuse)
        done = press(done, django_capture_on_commit_callbacks)
    assert "2 mails sent." in done.text
    assert "Not to no. 2: check the address, or try again." in done.text

    press(done, django_capture_on_commit_callbacks)
    assert sent_to() == ["no1@example.org", "no3@example.org", "no2@example.org"]


def test_while_it_is_being_sent_the_page_says_so_and_nothing_is_sent_beside_it(cup, django_capture_on_commit_callbacks):
    page = office().get(SEATS)
    with django_capture_on_commit_callbacks() as waiting:
        going = button(page).send()
    assert "Mail is being sent. Reload" in going.text
    assert "This mail is being sent already." in button(page).send().text

    for send in waiting:
        send()

    assert "3 mails sent." in office().get(SEATS).text
    assert len(mail.outbox) == 3


def test_an_announcement_goes_to_all_who_agreed_and_still_take_part(cup, django_capture_on_commit_callbacks):
    said = {"text": "Nächster Abend: Freitag, 19 Uhr", "until": None, "entry_key": uuid4()}
    services.announce(tournament_id=cup.pk, **said, by=factories.user(), now=EVENING)
    cup.entrants.filter(number=8).update(email="no8@example.org")
    cup.entrants.filter(number=1).update(withdrawn_at=EVENING, present=False)
    done = press(office().get("/t/cup/office/"), django_capture_on_commit_callbacks)

    assert "3 mails sent." in done.text
    assert "Freitag" in mail.outbox[0].body
    assert sent_to()[-1] == "no8@example.org"


def test_without_a_server_nobody_is_asked_and_nothing_is_offered(cup, client, settings):
    settings.MAIL = ""
    Tournament.objects.update(registration_open=True)

    assert "Send by mail" not in office().get(SEATS).text
    assert 'name="email"' not in client.get("/t/cup/register/").content.decode()
    assert 'name="email"' not in office().get("/t/cup/office/entrants/").response.content.decode()


def test_an_address_in_a_list_is_no_consent():
    assert field_of("E-Mail") == Field.CONTACT
    assert field_of("E-Mail for seats and announcements") == Field("email")


@pytest.mark.thorough
def test_whose_seat_changed_gets_the_new_one_who_agreed_later_theirs_and_addresses_go_with_the_names(
    cup, django_capture_on_commit_callbacks
):
    press(office().get(SEATS), django_capture_on_commit_callbacks)
    mail.outbox.clear()
    series = cup.series.get(number=1)
    reseating.swap_seats(series_id=series.pk, numbers=(2, 6), because="Wunsch", by=factories.user(), now=EVENING)
    cup.entrants.filter(number=8).update(email="no8@example.org")

    press(office().get(SEATS), django_capture_on_commit_callbacks)

    assert sorted(sent_to()) == ["no2@example.org", "no8@example.org"]
    Tournament.objects.update(ended_at=EVENING, released_at=EVENING)
    forget_event(tournament_id=cup.pk, by=factories.user(), now=EVENING + timedelta(days=400))
    assert not cup.entrants.exclude(email="").exists()
    assert not Mailing.objects.exists()
