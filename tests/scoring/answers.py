"""What an answer of the site says and does not say, and the code with which a service refuses."""

from collections.abc import Callable
from typing import Any

import pytest

from tables.acts.services import Refused


def text(answer: Any) -> str:
    """Return a page in one line, with its tags."""
    return answer if isinstance(answer, str) else " ".join(answer.content.decode().split())


def says(answer: Any, *words: str, lacks: str | tuple[str, ...] = ()) -> Any:
    """Assert that all of these words stand in an answer, or in a text of it, and return it; what it lacks does not."""
    __tracebackhide__ = True
    found = text(answer)
    for word in words:
        assert word in found, f"{word!r} does not stand in {found}"
    for word in (lacks,) if isinstance(lacks, str) else lacks:
        assert word not in found, f"{word!r} stands in {found}"
    return answer


def not_taken(answer: Any, *words: str, lacks: str | tuple[str, ...] = ()) -> Any:
    """Assert that a form is shown again, with these words, and return the answer."""
    __tracebackhide__ = True
    assert answer.status_code == 422, f"{answer.status_code}: {text(answer)}"
    return says(answer, *words, lacks=lacks)


def refusal(act: Callable[..., object], *args: Any, **kwargs: Any) -> tuple[str, dict[str, object]]:
    """Return the code and the facts with which an act is refused."""
    __tracebackhide__ = True
    with pytest.raises(Refused) as found:
        act(*args, **kwargs)
    return found.value.code, found.value.facts


def code_of(act: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    """Return the code with which an act is refused."""
    __tracebackhide__ = True
    return refusal(act, *args, **kwargs)[0]
