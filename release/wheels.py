#!/usr/bin/env python3
"""Makes a wheel of the command for each platform: release/wheels.py FOLDER [PLATFORM…], such as linux-amd64.

A wheel is a zip file with the Python modules, the binary and a list of hashes; the same sources give the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERSION = (ROOT / "version.txt").read_text().strip()

# The binary is static, so it needs no C library; the tags are of the oldest systems that Go supports.
TAGS = {
    "linux-amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux-arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin-amd64": "macosx_12_0_x86_64",
    "darwin-arm64": "macosx_12_0_arm64",
    "windows-amd64": "win_amd64",
    "windows-arm64": "win_arm64",
}


def compile_command(platform, folder):
    goos, goarch = platform.split("-")
    file = pathlib.Path(folder) / "mycel"
    env = {**os.environ, "CGO_ENABLED": "0", "GOOS": goos, "GOARCH": goarch}
    subprocess.run(["go", "build", "-trimpath", "-ldflags", "-s -w -buildid=", "-o", file, "./cmd/mycel"], cwd=ROOT, env=env, check=True)
    return file.read_bytes()


def metadata():
    readme = (ROOT / "python/README.md").read_text()
    lines = [
        "Metadata-Version: 2.1",
        "Name: mycel",
        f"Version: {VERSION}",
        "Summary: Search for documentation sites, without a server",
        "License: Apache-2.0",
        "Requires-Python: >=3.8",
        "Keywords: search,documentation,static-site,mkdocs,sphinx",
        "Description-Content-Type: text/markdown",
    ]
    if os.environ.get("REPOSITORY"):
        lines.append(f"Project-URL: Homepage, {os.environ['REPOSITORY']}")
    return "\n".join(lines) + "\n\n" + readme


def wheel(platform, to):
    tags, info, data = TAGS[platform], f"mycel-{VERSION}.dist-info", f"mycel-{VERSION}.data"
    files = {f"mycel/{p.relative_to(ROOT / 'python/mycel')}": p.read_bytes() for p in sorted((ROOT / "python/mycel").rglob("*")) if p.is_file() and "__pycache__" not in p.parts}
    with tempfile.TemporaryDirectory() as folder:
        name = "mycel.exe" if platform.startswith("windows") else "mycel"
        files[f"{data}/scripts/{name}"] = compile_command(platform, folder)
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = ("Wheel-Version: 1.0\nGenerator: release/wheels.py\nRoot-Is-Purelib: false\n" + "".join(f"Tag: py3-none-{tag}\n" for tag in tags.split("."))).encode()
    files[f"{info}/entry_points.txt"] = b"[mkdocs.plugins]\nmycel = mycel.mkdocs:MycelPlugin\n"
    for name in ["LICENSE", "LICENSE.third-party"]:
        files[f"{info}/{name}"] = (ROOT / name).read_bytes()
    record = f"{info}/RECORD"
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    path = to / f"mycel-{VERSION}-py3-none-{tags}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            z.writestr(entry, content)
    print(path)


def main(folder, *platforms):
    to = pathlib.Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    subprocess.run(["go", "run", "./release/licences", "LICENSE.third-party"], cwd=ROOT, check=True)
    for platform in platforms or TAGS:
        wheel(platform, to)


main(*sys.argv[1:])
