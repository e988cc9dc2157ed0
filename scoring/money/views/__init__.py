"""Addresses of money: three pages, with their states in what is asked of them; files, and a player's own bill."""

from django.urls import path

from scoring.money.views import account, desk, plan
from tables.acts.addresses import OFFICE, OWN

MONEY = f"{OFFICE}money/"

urlpatterns = [
    path(MONEY, desk.desk, name="money-desk"),
    path(f"{MONEY}plan/", plan.plan, name="money-plan"),
    path(f"{MONEY}account/", account.account, name="money-account"),
    path(f"{MONEY}journal.csv", account.journal_file, {"ending": "csv"}, name="money-journal-csv"),
    path(f"{MONEY}journal.xlsx", account.journal_file, {"ending": "xlsx"}, name="money-journal-xlsx"),
    path(f"{OWN}money/", account.own_money, name="own-money"),
]
