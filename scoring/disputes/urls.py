"""Addresses of disputes."""

from typing import ClassVar

from django.urls import path, register_converter

from scoring.disputes.views import cases, inbox, new, rulings, signed_corrections
from tables.acts.addresses import OFFICE, OFFICE_TABLE, TABLE


class ComplaintKind:
    """A kind of case that is taken down or ordered: "appeal" has the address "appeals"."""

    kinds: ClassVar = {"objections": "objection", "appeals": "appeal", "queries": "query", "measures": "measure"}
    regex = "|".join(kinds)

    def to_python(self, value: str) -> str:
        """Return the kind of an address."""
        return self.kinds[value]

    def to_url(self, kind: str) -> str:
        """Return what stands in the address of a kind."""
        return next(address for address, text in self.kinds.items() if text == kind)


class CaseKind(ComplaintKind):
    """A kind of case, those too that only answer another."""

    kinds: ClassVar = {**ComplaintKind.kinds, "decisions": "decision", "corrections": "correction"}
    regex = "|".join(kinds)


register_converter(ComplaintKind, "complaint")
register_converter(CaseKind, "case")

urlpatterns = [
    path(f"{OFFICE}bench/", inbox.bench, name="bench"),
    path(f"{OFFICE}bench/many/", inbox.many, name="clear"),
    path(f"{OFFICE}tribunal/", inbox.tribunal, name="tribunal"),
    path(f"{OFFICE}post/", inbox.post, name="post-result"),
    path(f"{OFFICE}<complaint:kind>/new/", new.new, name="case-new"),
    path(f"{OFFICE}<case:kind>/<int:number>/", cases.case, name="case"),
    path(f"{TABLE}appeal/", new.from_table, name="table-appeal"),
    path(f"{OFFICE_TABLE}rule/", rulings.at_table, name="table-rule"),
    path(f"{OFFICE_TABLE}correct/", signed_corrections.correct, name="correct-signed"),
    path("clauses/", rulings.clauses, name="clauses"),
]
