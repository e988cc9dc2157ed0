"""The list goes on on another phone: by the words of the one that keeps it, or because all agree (SkWO 7.2.2)."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.lists.forms.sitting import sits_in
from scoring.lists.selectors import boards
from scoring.lists.selectors import book as books
from scoring.lists.selectors.book import FIRST, SECOND, Book
from scoring.lists.services import taking_over
from scoring.lists.views.directed import table_context
from scoring.lists.wording.names import names_at
from scoring.table.forms.taking_over import AgreedForm, WordsForm, ways
from scoring.table.views import answers
from tables.acts.services.refusals import Refused
from tables.acts.views.attempts import status_of
from tables.acts.wording import refusals
from tables.hall import access

BESIDE = {"wrong-phone-words": "words", "too-many-guesses": "words"}


@require_http_methods(["GET", "POST"])
@never_cache
def take_over(request: HttpRequest, *, slug: str, series: int, table: int) -> HttpResponse:
    """Let the phone of the request keep a list that another keeps; then show it its own words."""
    holder = access.held_table(request, slug=slug, series=series, table=table)
    book = books.book(boards.list_of(holder.table))
    copy: str = SECOND if request.GET.get("copy") == SECOND else FIRST
    by_words, agreed = ways_of(book, request.POST)
    if request.method == "POST" and _done(request, holder, book, by_words, agreed, copy=copy):
        return redirect(request.get_full_path())
    mine = book.phone(holder.device)
    if mine and mine.keeps:
        copy = mine.keeps
    told = answers.list_of(book, device=holder.device, copy=copy, now=timezone.now(), with_deals=False)
    if book.row.signed_at or not (told["keeps"] or told["kept_by_other"]):
        # Nothing to take over: it is a document, or whoever writes the next deal keeps it.
        return redirect("scoring:list", slug=slug, series=series, table=table)
    context = table_context(request, holder.table) | {
        "copy": copy,
        "list": told,
        "by_words": by_words,
        "agreed": agreed,
    }
    return render(request, "scoring/table/entry/take_over.html", context, status=status_of(by_words, agreed))


def ways_of(book: Book, posted: Mapping[str, Any] | None = None) -> tuple[WordsForm, AgreedForm]:
    """Return the forms with which another phone takes a list over."""
    return ways(names=names_at(book.seats), answering=book.answering, posted=posted)


def _done(
    request: HttpRequest, holder: access.Holder, book: Book, by_words: WordsForm, agreed: AgreedForm, *, copy: str
) -> bool:
    """Do what was posted; return whether the page is to be opened anew."""
    form: WordsForm | AgreedForm = agreed if agreed.is_bound else by_words
    if not form.is_valid():
        return not form.is_bound
    said, list_id, now = form.cleaned_data, book.row.pk, timezone.now()
    try:
        if form is by_words:
            taking_over.take_by_words(
                list_id=list_id, device=holder.device, typed=said["words"], entry_key=said["entry_key"], now=now
            )
        else:
            taking_over.take_agreed(
                list_id=list_id,
                device=holder.device,
                copy=copy,
                places=said["agrees"],
                entry_key=said["entry_key"],
                now=now,
                sits=sits_in(request.POST),
            )
    except Refused as refused:
        if refused.code in BESIDE:
            form.add_error(BESIDE[refused.code], refusals.refusal(refused))
            return False
        messages.error(request, refusals.refusal(refused))
    return True
