"""Addresses of the table."""

from django.urls import path

from scoring.table.views import calls, correction, entry, phone, taking_over
from tables.acts.addresses import OFFICE_TABLE, SERIES, TABLE, TOURNAMENT

urlpatterns = [
    path("sw.js", entry.worker, name="worker"),
    path(f"{TOURNAMENT}handover/", taking_over.handover, name="handover"),
    path(f"{SERIES}calls/", calls.settle, name="calls"),
    path("code/", taking_over.code, name="code"),
    path("l/<slug:key>/", taking_over.take_key, name="list-key"),
    path(TABLE, entry.game_list, name="list"),
    path(f"{TABLE}phone/", phone.phone, name="phone"),
    path(f"{TABLE}deal/<int:deal>/", correction.deal, name="deal"),
    path(f"{TABLE}worth/", entry.worth_here, name="list-worth"),
    path(f"{TABLE}seated/", calls.seated, name="seated"),
    path(f"{TABLE}calls/", calls.table_calls, name="table-calls"),
    path(f"{TABLE}settlement/", correction.settlement, name="settlement"),
    path(f"{TABLE}differences/", correction.differences, name="differences"),
    path(f"{OFFICE_TABLE}second/", correction.give_up, name="second-list"),
    path(f"{OFFICE_TABLE}proposals/", correction.settle, name="proposals"),
    path(f"{TABLE}objection/", calls.from_table, name="table-objection"),
]
