"""Addresses of disputes."""

from django.urls import path

from scoring.disputes.views import appeals, bench, measures, objections, rulings, signed_corrections
from tables.acts.addresses import OFFICE, OFFICE_TABLE, SERIES, TABLE

urlpatterns = [
    path(f"{OFFICE}appeals/<int:number>/", appeals.appeal, name="appeal"),
    path(f"{SERIES}appeal/", appeals.new, name="appeal-new"),
    path(f"{TABLE}appeal/", appeals.from_table, name="table-appeal"),
    path(f"{OFFICE}bench/", bench.bench, name="bench"),
    path(f"{OFFICE}bench/many/", bench.many, name="clear"),
    path(f"{OFFICE}objections/<int:number>/", objections.objection, name="objection"),
    path(f"{SERIES}objection/", objections.new, name="objection-new"),
    path(f"{OFFICE_TABLE}rule/", rulings.at_table, name="table-rule"),
    path(f"{OFFICE}clauses/", bench.search, name="clauses"),
    path(f"{OFFICE}decisions/<int:number>/", objections.decision, name="decision"),
    path(f"{OFFICE}tribunal/", appeals.tribunal, name="tribunal"),
    path(f"{OFFICE}measures/new/", measures.new, name="measure-new"),
    path(f"{OFFICE}measures/<int:number>/", measures.measure, name="measure"),
    path(f"{OFFICE_TABLE}correct/", signed_corrections.correct, name="correct-signed"),
    path(f"{OFFICE}corrections/<int:number>/", signed_corrections.correction, name="correction"),
    path(f"{OFFICE}queries/new/", bench.new, name="query-new"),
    path(f"{OFFICE}queries/<int:number>/", signed_corrections.query, name="query"),
    path(f"{OFFICE}post/", bench.post, name="post-result"),
]
