"""Addresses of the table."""

from django.urls import path

from scoring.table.views import (
    calls,
    correction,
    differences,
    entry,
    getting_in,
    handover,
    house,
    offline,
    phone,
    proposals,
    settlement,
    table_calls,
    table_objections,
    taking_over,
)
from tables.acts.addresses import OFFICE_TABLE, SERIES, TABLE, TOURNAMENT

urlpatterns = [
    path("sw.js", offline.worker, name="worker"),
    path(f"{TOURNAMENT}handover/", handover.handover, name="handover"),
    path(f"{SERIES}calls/", calls.settle, name="calls"),
    path("code/", getting_in.code, name="code"),
    path("l/<slug:key>/", getting_in.take_key, name="list-key"),
    path(TABLE, entry.game_list, name="list"),
    path(f"{TABLE}phone/", phone.phone, name="phone"),
    path(f"{TABLE}deal/<int:deal>/", correction.deal, name="deal"),
    path(f"{TABLE}worth/", house.worth_here, name="list-worth"),
    path(f"{TABLE}seated/", table_calls.seated, name="seated"),
    path(f"{TABLE}calls/", table_calls.table_calls, name="table-calls"),
    path(f"{TABLE}take-over/", taking_over.take_over, name="take-over"),
    path(f"{TABLE}settlement/", settlement.settlement, name="settlement"),
    path(f"{TABLE}differences/", differences.differences, name="differences"),
    path(f"{OFFICE_TABLE}second/", differences.give_up, name="second-list"),
    path(f"{OFFICE_TABLE}proposals/", proposals.settle, name="proposals"),
    path(f"{TABLE}objection/", table_objections.from_table, name="table-objection"),
]
