"""Tests of the Python package, with the wheel installed: js/test/python.test.js runs them."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path

import mycel


def page(title, text="Flour and water."):
    return f"<html lang=en><title>{title}</title><main><h1>{title}</h1><p>{text}</p></main>"


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def bundle(self):
        output = self.folder / "bundle"
        with mycel.Index(no_runtime=True) as index:
            index.add_html(page("Bread"), url="/bread/")
            index.add_markdown("# Rye\n\nA cereal for bread.\n\n## Dough\n\nIt is sticky.", url="/rye/")
            index.add_text("Wild yeast.", url="/yeast", title="Sourdough", language="en", meta={"image": "s.png"}, filters={"kind": "note", "year": ["2024", "2025"]}, sort={"date": 5})
            index.write(output)
        return output


class Building(Folder):
    def test_pages(self):
        with mycel.Index(no_runtime=True, exclude_selectors=[".menu", ".foot"]) as index:
            added = index.add_html(page("Bread").replace("<p>", "<p class=menu>Contents</p><p>"), url="/bread/")
            self.assertEqual(added, {"id": "bread/index.html", "url": "/bread/", "title": "Bread", "language": "en", "errors": []})
            self.assertEqual(index.add_html(page("Oven"), path="oven/index.html")["url"], "oven/")
            left_out = index.add_html("<meta name=robots content=noindex><p>Draft", url="/draft/", boost=2)
            self.assertEqual(left_out["errors"], ["draft/index.html: asks not to be indexed (meta robots)"])
            report = index.write(self.folder / "bundle")
            self.assertEqual(report["counts"]["documents"], 2)
            files = index.files()
            on_disk = {str(path.relative_to(self.folder / "bundle")): path.read_bytes() for path in (self.folder / "bundle").rglob("*") if path.is_file()}
            self.assertEqual(files, on_disk)
            index.add_html(page("Bread", "Now with buckwheat."), url="/bread/")
            index.write(self.folder / "bundle")
        self.assertEqual([hit["url"] for hit in mycel.search(self.folder / "bundle", "buckwheat")["hits"]], ["/bread/"])
        with self.assertRaisesRegex(mycel.Error, "closed"):
            index.files()

    def test_folder(self):
        (self.folder / "guide").mkdir()
        (self.folder / "guide/a.html").write_text(page("A"))
        (self.folder / "guide/b.html").write_text("<main></main>")
        (self.folder / "index.html").write_text(page("Home"))
        with mycel.Index() as index:
            self.assertEqual(index.add_directory(self.folder, "guide/**/*.html"), {"pages": 1, "errors": ["guide/b.html: has no text in its main content"]})
            self.assertEqual(index.add_directory(self.folder)["pages"], 2)
            with self.assertRaisesRegex(mycel.Error, "no such folder"):
                index.add_directory(self.folder / "none")

    def test_site(self):
        (self.folder / "index.html").write_text(page("Home"))
        mycel.build(self.folder, "--quiet")
        self.assertTrue((self.folder / "mycel/mycel.json").is_file())
        with self.assertRaises(subprocess.CalledProcessError):
            mycel.build(self.folder / "none", "--quiet")

    def test_errors(self):
        with self.assertRaisesRegex(mycel.Error, "root-selektor=main: there is no such setting") as caught:
            mycel.Index(root_selektor="main")
        self.assertEqual(caught.exception.code, 2)
        with mycel.Index() as index:
            with self.assertRaisesRegex(mycel.Error, "neither url nor path"):
                index.add_html("x")
            with self.assertRaisesRegex(mycel.Error, "page /a: .*number"):
                index.add_html(5, url="/a")
            with self.assertRaisesRegex(ValueError, "not JSON compliant"):
                index.add_text("x", url="/a", boost=float("nan"))
            with self.assertRaisesRegex(mycel.Error, "nothing to index"):
                index.write(self.folder / "bundle")

    def test_large_page(self):
        with mycel.Index(no_runtime=True) as index:
            self.assertEqual(index.add_html(page("Large", 'Many words, "quoted"\n\x01 & é. ' * 350_000), url="/large/")["errors"], [])

    def test_killed(self):
        with mycel.Index() as index:
            child = index._process._child
            killer = threading.Timer(0.2, child.send_signal, [signal.SIGKILL])
            killer.start()
            with self.assertRaisesRegex(mycel.Error, "signal 9"):
                while True:
                    index.add_html(page("A"), url="/a")
            with self.assertRaisesRegex(mycel.Error, "closed"):
                index.files()
            self.assertEqual(child.poll(), -9)

    def test_interrupted(self):
        with mycel.Index() as index:
            index.add_html(page("A"), url="/a")
            with self.assertRaises(ZeroDivisionError):
                index._process.call("files", lambda file: 1 / 0)
            index._process._child.stdin.write(b'{"id": 9, "call": "ad')  # a line that was cut short
            with self.assertRaisesRegex(mycel.Error, "not a call"):
                index.files()
            self.assertIn("mycel.json", index.files())

    def test_forgotten(self):
        index = mycel.Index()
        child = index._process._child
        del index
        self.assertIsNotNone(child.poll())

    def test_threads(self):
        with mycel.Index(no_runtime=True) as index:
            threads = [threading.Thread(target=lambda i=i: [index.add_html(page(f"{i} {j}"), url=f"/{i}/{j}/") for j in range(25)]) for i in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(index.write(self.folder / "bundle")["counts"]["documents"], 100)


class Asking(Folder):
    def test_search(self):
        bundle = self.bundle()
        hit = mycel.search(bundle, "wild yeast", k=1)["hits"][0]
        self.assertEqual((hit["url"], hit["title"], hit["meta"]["image"], hit["excerpt"]["text"]), ("/yeast", "Sourdough", "s.png", "Wild yeast."))
        self.assertEqual([hit["url"] for hit in mycel.search(bundle, "", filters={"year": "2025"}, sort="date:desc")["hits"]], ["/yeast"])
        self.assertEqual(mycel.search(bundle, "bread", mode="graph", params={"restart": 0.5})["mode"], "graph")
        with self.assertRaisesRegex(mycel.Error, "k: want a whole number from 1 to 100"):
            mycel.search(bundle, "bread", k=1000)
        with self.assertRaisesRegex(mycel.Error, "is not a bundle"):
            mycel.search(self.folder, "bread")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        (self.folder / "mycel.yml").write_text("no setting: 1")
        self.assertTrue(mycel.search("bundle", "bread")["hits"])

    def test_retrieve(self):
        evidence = mycel.retrieve(self.bundle(), "which cereal is it?", tokens=40, min_score=0.1)
        self.assertIn("[1] Rye\nA cereal for bread.", evidence["context"])
        self.assertLessEqual(evidence["tokens"], 40)
        self.assertEqual(evidence["citations"][0]["quote"], "A cereal for bread.")
        self.assertIn("reason", mycel.retrieve(self.bundle(), "motorway"))

    def test_overview_and_related(self):
        bundle = self.bundle()
        self.assertIn("context", mycel.overview(bundle))
        self.assertIn("neighbours", mycel.related(bundle, "rye/index.md", k=3))

    def test_after_the_end_of_the_process(self):
        bundle = self.bundle()
        mycel.search(bundle, "bread")
        from mycel.bundle import _processes

        _processes[os.getpid()]._child.kill()
        _processes[os.getpid()]._child.wait()
        self.assertTrue(mycel.search(bundle, "bread")["hits"])

    @unittest.skipUnless(hasattr(os, "fork"), "no fork")
    def test_fork(self):
        bundle = self.bundle()
        mycel.search(bundle, "bread")
        code = "import mycel, os, sys; b = sys.argv[1]; mycel.search(b, 'bread'); pid = os.fork(); print(len(mycel.search(b, 'bread')['hits']), flush=True); pid and os.waitpid(pid, 0); print(len(mycel.search(b, 'bread')['hits']))"
        done = subprocess.run([sys.executable, "-c", code, str(bundle)], stdout=subprocess.PIPE, check=True, timeout=60)
        self.assertEqual(len(set(done.stdout.split())), 1)

    def test_langchain(self):
        # Stands for LangChain where it is not installed: its base class sets the fields and calls the method.
        try:
            import langchain_core.retrievers  # noqa: F401
        except ImportError:
            core = {name: types.ModuleType(f"langchain_core.{name}") for name in ("callbacks", "documents", "retrievers")}

            class Base:
                def __init__(self, **fields):
                    self.__dict__.update(fields)

                def invoke(self, query):
                    return self._get_relevant_documents(query, run_manager=None)

            core["callbacks"].CallbackManagerForRetrieverRun = object
            core["documents"].Document = type("Document", (Base,), {})
            core["retrievers"].BaseRetriever = Base
            for name, module in core.items():
                sys.modules[f"langchain_core.{name}"] = module
        from mycel.langchain import MycelRetriever

        first = MycelRetriever(bundle=str(self.bundle()), tokens=60, site_root="https://example.org/docs").invoke("which cereal")[0]
        self.assertEqual(first.page_content, "A cereal for bread.")
        self.assertEqual(first.metadata["source"], "https://example.org/rye/#rye")
        self.assertEqual(first.metadata["quote"], "A cereal for bread.")
        self.assertTrue(first.metadata["quote_url"].startswith("https://example.org/rye/#rye:~:"))


if __name__ == "__main__":
    unittest.main()
