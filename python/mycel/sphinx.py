"""Extension of Sphinx: ``extensions = ["mycel.sphinx"]`` in conf.py."""

from pathlib import Path

import mycel


def add_templates(app, config):
    # searchbox.html of themes is replaced, and Furo's sidebar/search.html.
    config.templates_path.append(str(Path(mycel.__file__).parent / "templates"))
    # Sphinx would keep the key / to itself, and look for an input that is gone.
    config.html_context.setdefault("theme_enable_search_shortcuts", False)


def add_script(app, pagename, templatename, context, doctree):
    if "pathto" in context:
        context["metatags"] = context.get("metatags", "") + mycel.script(context["pathto"]("mycel/", resource=True))


def build(app, exception):
    if exception is None and app.builder.format == "html":
        mycel.build(app.outdir, *app.config.mycel_args)


def setup(app):
    app.add_config_value("mycel_args", [], "html")
    app.connect("config-inited", add_templates)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", build)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
