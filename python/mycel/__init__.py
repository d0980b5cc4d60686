"""The mycel command for Python: search for documentation sites, without a server.

``build`` and ``Index`` make bundles, ``search`` and ``retrieve`` ask them. ``mycel.mkdocs`` is a plugin of MkDocs,
``mycel.sphinx`` an extension of Sphinx, ``mycel.langchain`` a retriever for LangChain.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from .bundle import Citation, Coverage, Evidence, Excerpt, Hit, Passage, Result, overview, related, retrieve, search
from .index import Folder, Index, Page
from .process import Error, Place, command

__all__ = [
    "Citation", "Coverage", "Error", "Evidence", "Excerpt", "Folder", "Hit", "Index", "Page", "Passage", "Result",
    "build", "command", "overview", "related", "retrieve", "script", "search",
]


def build(site: Place, *args: str) -> None:
    """Build the bundle of a site into its folder ``mycel``; a failure is a CalledProcessError."""
    site = Path(site)
    subprocess.run([command(), "build", "--site", str(site), "--output-path", str(site / "mycel"), *args], check=True)


def script(address: str) -> str:
    """Return the element that loads the search elements of the bundle at an address."""
    return f'<script type="module" src="{address}client/ui/define.js"></script>'
