"""The mycel command for Python: search for documentation sites, without a server.

``mycel.mkdocs`` is a plugin of MkDocs, ``mycel.sphinx`` an extension of Sphinx.
"""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def command():
    """Return the path of the command, which the wheel has installed beside Python's scripts."""
    name = "mycel.exe" if os.name == "nt" else "mycel"
    package = Path(__file__).parent
    # The last two are of pip install --user and --target.
    user = f"{os.name}_user" if sys.version_info < (3, 10) else sysconfig.get_preferred_scheme("user")
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", user), package.parent / "bin"]
    for folder in folders:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    raise FileNotFoundError(f"mycel: the command is in none of {', '.join(map(str, folders))}: install the wheel again")


def build(site, *args):
    """Build the bundle of a site into its folder ``mycel``; a failure is a CalledProcessError."""
    site = Path(site)
    subprocess.run([command(), "build", "--site", str(site), "--output-path", str(site / "mycel"), *args], check=True)


def script(address):
    """Return the element that loads the search elements of the bundle at an address."""
    return f'<script type="module" src="{address}client/ui/define.js"></script>'
