"""A retriever for LangChain that answers from a bundle: ``MycelRetriever(bundle="public/mycel").invoke(question)``."""

from typing import Any, Dict, List
from urllib.parse import urljoin

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

import mycel


class MycelRetriever(BaseRetriever):
    """Gives the passages that ``mycel.retrieve`` finds, best first; all together fit into ``tokens``."""

    bundle: str  # its folder, or its address
    tokens: int = 2000
    site_root: str = ""  # absolute URL of the site, which makes addresses absolute
    options: Dict[str, Any] = {}  # further ones of mycel.retrieve

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> List[Document]:
        found = mycel.retrieve(self.bundle, query, tokens=self.tokens, **self.options)
        return [self._document(dict(passage), dict(citation)) for passage, citation in zip(found["passages"], found["citations"])]

    def _document(self, passage: Dict[str, Any], citation: Dict[str, Any]) -> Document:
        known = ("document", "title", "heading", "summary", "score", "start", "end")
        metadata = {key: passage[key] for key in known if key in passage}
        metadata["source"] = self._address(passage["url"]) or passage["document"]
        metadata["quote"] = citation["quote"]
        metadata["quote_url"] = self._address(citation["url"])
        return Document(id=f"{passage['document']}:{passage['start']}-{passage['end']}", page_content=passage["text"], metadata=metadata)

    def _address(self, url: str) -> str:
        return urljoin(self.site_root.rstrip("/") + "/", url) if url and self.site_root else url
