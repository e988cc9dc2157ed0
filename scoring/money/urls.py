"""Addresses of money."""

from django.urls import path

from scoring.money.views import (
    account,
    boxes,
    desk,
    journal,
    own,
    payout,
    pots,
    prizes,
    refunds,
    several,
    taking_back,
    tariffs,
)
from tables.acts.addresses import OFFICE, OWN

MONEY = f"{OFFICE}money/"

urlpatterns = [
    path(MONEY, desk.desk, name="money-desk"),
    path(f"{MONEY}about/", journal.about, name="money-about"),
    path(f"{MONEY}box/", boxes.box, name="money-box"),
    path(f"{MONEY}journal/", journal.journal, name="money-journal"),
    path(f"{MONEY}journal.csv", journal.journal_file, {"ending": "csv"}, name="money-journal-csv"),
    path(f"{MONEY}journal.xlsx", journal.journal_file, {"ending": "xlsx"}, name="money-journal-xlsx"),
    path(f"{MONEY}movements/<int:number>/back/", taking_back.take_back, name="money-take-back"),
    path(f"{MONEY}several/", several.several, name="money-several"),
    path(f"{MONEY}tariffs/", tariffs.tariffs, name="tariffs"),
    path(f"{MONEY}tariffs/<int:number>/", tariffs.tariff, name="tariff"),
    path(f"{MONEY}tariffs/new/", tariffs.new_tariff, name="tariff-new"),
    path(f"{OWN}money/", own.own_money, name="own-money"),
    path(f"{MONEY}account/", account.account, name="money-account"),
    path(f"{MONEY}payout/", payout.payout, name="money-payout"),
    path(f"{MONEY}pots/", pots.pots, name="money-pots"),
    path(f"{MONEY}prizes/", prizes.prizes, name="money-prizes"),
    path(f"{MONEY}prizes/<int:number>/", prizes.prize_plan, name="money-prize-plan"),
    path(f"{MONEY}prizes/new/", prizes.new_prizes, name="money-prizes-new"),
    path(f"{MONEY}refunds/", refunds.refunds, name="money-refunds"),
]
