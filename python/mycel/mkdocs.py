"""Plugin of MkDocs: ``plugins: [mycel]`` in mkdocs.yml, in the place of ``search``."""

import os
import re

from mkdocs.config import config_options
from mkdocs.plugins import BasePlugin
from mkdocs.utils import get_relative_url

import mycel

TRIGGER = "<mycel-search-trigger></mycel-search-trigger>"

# Where the button goes: themes, the end of a match, and the button as they show others.
PLACES = [
    # Material
    (re.compile(r'<nav class="md-header__inner.*?(?=<div class="md-header__source">|</nav>)', re.S), f'<div class="md-header__option">{TRIGGER}&ensp;</div>'),
    # mkdocs
    (re.compile(r'<ul class="nav navbar-nav (?:ml|ms)-(?:md-)?auto">'), f'<li class="nav-item my-auto"><span class="nav-link py-0">{TRIGGER}</span></li>'),
    # readthedocs
    (re.compile(r'<div role="search">|<div class="wy-side-nav-search">.*?(?=</div>)', re.S), f"<div>{TRIGGER}</div>"),
]

class MycelPlugin(BasePlugin):
    config_scheme = (("args", config_options.Type(list, default=[])),)

    def on_post_page(self, output, page, config, **kwargs):
        bundle = get_relative_url("mycel/", page.url)
        script = mycel.script(bundle)
        if "md-header" in output:
            script += f'<link rel="stylesheet" href="{bundle}material.css">'
        output = output.replace("</head>", script + "</head>", 1)
        for place, button in PLACES:
            found = place.search(output)
            if found:
                return output[: found.end()] + button + output[found.end() :]
        return output

    def on_post_build(self, config, **kwargs):
        mycel.build(config["site_dir"], *self.config["args"])
        # The corners of Material. A policy may forbid styles in pages.
        with open(os.path.join(config["site_dir"], "mycel", "material.css"), "w") as style:
            style.write(":where(:root) { --mycel-radius: 0.1rem; }\n")
