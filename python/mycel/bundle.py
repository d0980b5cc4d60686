"""Questions to bundles, in a folder or on a web server, with the answers that a browser gets."""

from __future__ import annotations

import os
import threading
from typing import Any, Dict, List, Mapping, Optional, TypedDict, Union, cast

from .process import Place, Process, absolute

Filters = Mapping[str, Any]
Params = Mapping[str, Union[str, int, float, bool]]


class Excerpt(TypedDict):
    text: str


class Hit(TypedDict, total=False):
    """A section that matches. It has further members: see docs/javascript.md, the result."""

    document: str
    title: str
    heading: str
    breadcrumb: List[str]
    url: str
    anchor: str
    score: float
    meta: Dict[str, str]
    excerpt: Excerpt


class Result(TypedDict, total=False):
    query: str
    mode: str
    reason: str
    hits: List[Hit]
    didYouMean: str


class Passage(TypedDict, total=False):
    """A run of sentences of a section. ``start`` and ``end`` are bytes of UTF-8 in the text of the document."""

    n: int
    document: str
    title: str
    heading: str
    url: str
    text: str
    start: int
    end: int
    score: float


class Citation(TypedDict, total=False):
    """The sentences of a passage that answer best, and the address that leads to them."""

    n: int
    document: str
    title: str
    heading: str
    url: str
    quote: str
    start: int
    end: int
    score: float


class Coverage(TypedDict):
    terms: float
    entities: float
    uncovered: List[str]


class Evidence(TypedDict, total=False):
    """A context for a language model. ``reason`` is there if no passage answers, and says why."""

    query: str
    reason: str
    context: str
    tokens: int
    truncated: bool
    next: int
    coverage: Coverage
    citations: List[Citation]
    passages: List[Passage]
    trace: Dict[str, Any]


_lock = threading.Lock()
_processes: Dict[int, Process] = {}  # the one of this process: a fork has none


def _ask(call: str, bundle: Place, **request: Any) -> Any:
    with _lock:
        process = _processes.get(os.getpid())
        if process is None or not process.alive:
            # Not in the working directory: its configuration is for builds.
            process = _processes[os.getpid()] = Process(cwd=os.path.dirname(__file__))
    return process.call(call, bundle=absolute(bundle), request={key: value for key, value in request.items() if value is not None})


def search(
    bundle: Place,
    query: str,
    *,
    k: Optional[int] = None,
    mode: Optional[str] = None,
    params: Optional[Params] = None,
    filters: Optional[Filters] = None,
    sort: Optional[str] = None,
    language: Optional[str] = None,
    explain: Optional[bool] = None,
) -> Result:
    """Search a bundle. ``sort`` is a key, or ``key:desc``."""
    return cast(Result, _ask("search", bundle, query=query, k=k, mode=mode, params=params, filters=filters, sort=sort, language=language, explain=explain))


def retrieve(
    bundle: Place,
    question: str,
    *,
    tokens: Optional[int] = None,
    min_score: Optional[float] = None,
    k: Optional[int] = None,
    mode: Optional[str] = None,
    params: Optional[Params] = None,
    filters: Optional[Filters] = None,
    sort: Optional[str] = None,
    language: Optional[str] = None,
) -> Evidence:
    """Find the passages that answer a question, in a context of at most ``tokens``, 2000 if not given."""
    return cast(
        Evidence,
        _ask("retrieve", bundle, query=question, tokenBudget=tokens, minScore=min_score, k=k, mode=mode, params=params, filters=filters, sort=sort, language=language),
    )


def overview(bundle: Place, topic: str = "", *, tokens: Optional[int] = None) -> Dict[str, Any]:
    """Sum up the documents on a topic, or all documents."""
    return cast(Dict[str, Any], _ask("overview", bundle, topic=topic, tokenBudget=tokens))


def related(bundle: Place, document: str, *, k: Optional[int] = None) -> Dict[str, Any]:
    """Find the neighbours of a document, of a section: ``document#anchor``, or of an entity, by its name."""
    return cast(Dict[str, Any], _ask("related", bundle, of=document, k=k))
