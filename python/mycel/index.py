"""Bundles of pages that a program has in memory."""

from __future__ import annotations

import base64
from typing import Any, Dict, List, Mapping, Optional, Sequence, TypedDict, Union

from .process import Place, Process, absolute



Setting = Union[str, int, float, bool, Sequence[str]]


class Page(TypedDict):
    """A page that was added. ``errors`` say why it is left out, or what of it could not be read."""

    id: str
    url: str
    title: str
    language: str
    errors: List[str]


class Folder(TypedDict):
    """A folder that was added: the number of its pages, without those that ``errors`` name."""

    pages: int
    errors: List[str]


def _errors(warnings: List[Dict[str, Any]]) -> List[str]:
    return [f"{w['path']}: {w['message']}" for w in warnings if w.get("skipped") or w.get("faulty")]


class Index:
    """The pages of a bundle, in the memory of a process of its own, which ends with ``close()`` or with the index.

    Settings are those of ``mycel build``: ``Index(root_selector="main", base_url="/docs/")``. ``cwd`` is the folder in
    which the command looks for its configuration. A page takes the place of an earlier page of the same address.
    """

    def __init__(self, *, cwd: Optional[Place] = None, **settings: Setting) -> None:
        args = []
        for name, value in settings.items():
            text = value if isinstance(value, str) else str(value).lower() if isinstance(value, (bool, int, float)) else ",".join(value)
            args += ["--set", f"{name.replace('_', '-')}={text}"]
        self._process = Process(args, cwd)

    def __enter__(self) -> Index:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Forget the pages and end their process."""
        self._process.close()

    def add_html(self, html: str, *, url: Optional[str] = None, path: Optional[str] = None, **fields: Any) -> Page:
        """Add a page by its address, or by the path of its file below the site. Fields are those of ``add_text``."""
        return self._add(kind="html", content=html, url=url, path=path, **fields)

    def add_markdown(self, markdown: str, *, url: Optional[str] = None, path: Optional[str] = None, **fields: Any) -> Page:
        """Add a page of Markdown, as ``add_html`` does."""
        return self._add(kind="markdown", content=markdown, url=url, path=path, **fields)

    def add_text(
        self,
        text: str,
        *,
        url: Optional[str] = None,
        path: Optional[str] = None,
        title: Optional[str] = None,
        language: Optional[str] = None,
        meta: Optional[Mapping[str, str]] = None,
        filters: Optional[Mapping[str, Union[str, Sequence[str]]]] = None,
        sort: Optional[Mapping[str, Union[str, int, float]]] = None,
        boost: Optional[float] = None,
    ) -> Page:
        """Add a page without markup, with fields that are shown, filtered and sorted by."""
        return self._add(kind="text", content=text, url=url, path=path, title=title, language=language, meta=meta, filters=filters, sort=sort, boost=boost)

    def _add(self, **page: Any) -> Page:
        page = {key: value for key, value in page.items() if value is not None}
        if "meta" in page:
            page["meta"] = {key: str(value) for key, value in page["meta"].items()}
        if "filters" in page:
            page["filters"] = {key: [value] if isinstance(value, str) else list(value) for key, value in page["filters"].items()}
        if "sort" in page:
            page["sort"] = {key: str(value) for key, value in page["sort"].items()}
        result = self._process.call("add", page=page)
        told = result["page"]
        return {"id": told["id"], "url": told["url"], "title": told["title"], "language": told.get("language", ""), "errors": _errors(result["warnings"])}

    def add_directory(self, path: Place, glob: Optional[str] = None) -> Folder:
        """Add the HTML, Markdown and text of a folder; glob says which paths, such as ``guide/**/*.html``."""
        result = self._process.call("addFolder", path=absolute(path), glob=glob)
        return {"pages": result["pages"], "errors": _errors(result["warnings"])}

    def write(self, output: Place) -> Dict[str, Any]:
        """Write the bundle of all pages into a folder, and return the report of ``mycel build --json``."""
        report: Dict[str, Any] = self._process.call("write", output=absolute(output))
        return report

    def files(self) -> Dict[str, bytes]:
        """Return the files of the bundle of all pages, by their paths."""
        files: Dict[str, bytes] = {}

        def keep(file: Dict[str, Any]) -> None:
            files[file["path"]] = base64.b64decode(file["content"] or "")

        self._process.call("files", keep)
        return files
