"""Plugin of MkDocs: ``plugins: [mycel]`` in mkdocs.yml, in the place of ``search``."""

import re

from mkdocs.config import config_options
from mkdocs.plugins import BasePlugin
from mkdocs.utils import get_relative_url

import mycel

TRIGGER = '<mycel-search-trigger theme="page"></mycel-search-trigger>'

# Where the button goes: themes, the end of a match, and the button as they show others.
PLACES = [
    # Material
    (re.compile(r'<nav class="md-header__inner.*?(?=</nav>)', re.S), TRIGGER),
    # mkdocs
    (re.compile(r'<ul class="nav navbar-nav (?:ml|ms)-(?:md-)?auto">'), f'<li class="nav-item my-auto"><span class="nav-link py-0">{TRIGGER}</span></li>'),
    # readthedocs
    (re.compile(r'<div role="search">|<div class="wy-side-nav-search">.*?(?=</div>)', re.S), f"<div>{TRIGGER}</div>"),
]

# Material shows its palette by an attribute.
STYLE = "<style>[data-md-color-scheme=slate]{color-scheme:dark}.md-header__inner>mycel-search-trigger{order:9;margin-inline-end:12px}</style>"

# Material's instant navigation sees clicks on links of the page, not those in a shadow root, and looks for
# a text fragment as an id.
INSTANT = """<script>document.addEventListener("select", (event) => {
  const { url, newTab } = event.detail || {};
  if (!url || newTab) return;
  event.preventDefault();
  const link = Object.assign(document.createElement("a"), { href: url.replace(/#?:~:.*$/, "") });
  document.body.append(link);
  link.click();
  link.remove();
});</script>"""


class MycelPlugin(BasePlugin):
    config_scheme = (("args", config_options.Type(list, default=[])),)

    def on_post_page(self, output, page, config, **kwargs):
        head = mycel.script(get_relative_url("mycel/", page.url)) + STYLE
        theme = config["theme"]
        if theme.name == "material" and "features" in theme and "navigation.instant" in theme["features"]:
            head += INSTANT
        output = output.replace("</head>", head + "</head>", 1)
        for place, button in PLACES:
            found = place.search(output)
            if found:
                return output[: found.end()] + button + output[found.end() :]
        return output

    def on_post_build(self, config, **kwargs):
        mycel.build(config["site_dir"], *self.config["args"])
