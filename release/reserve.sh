#!/usr/bin/env bash
# Reserves the names of the packages on npm and PyPI, once, before the first release: release/reserve.sh [--publish]
#
# Without --publish nothing leaves the machine: npm says what it would send. Each package has a version 0.0.0 with a README
# that says what is to come. Packages of the command have the scope @mycel: make an organization of that name on npmjs.com.
# The script needs the rights of `npm login`, and twine with a token of PyPI.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "${1:-}" = --publish ] && dry=() || dry=(--dry-run)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
about="Search for documentation sites without a server. This name is reserved for Mycel; nothing is published yet."

for name in mycel $(ls js/packages); do
  mkdir "$work/$name"
  printf '{"name":"%s","version":"0.0.0","description":"%s","license":"Apache-2.0"}\n' "$name" "$about" >"$work/$name/package.json"
  printf '# %s\n\n%s\n' "$name" "$about" >"$work/$name/README.md"
  npm publish --access public "${dry[@]}" "$work/$name"
done

python=$work/mycel-0.0.0
mkdir "$python"
printf 'Metadata-Version: 2.1\nName: mycel\nVersion: 0.0.0\nSummary: %s\n' "$about" >"$python/PKG-INFO"
printf '[project]\nname = "mycel"\nversion = "0.0.0"\ndescription = "%s"\n' "$about" >"$python/pyproject.toml"
tar -C "$work" -czf "$python.tar.gz" mycel-0.0.0
if [ ${#dry[@]} -gt 0 ]; then echo "PyPI: would upload $(basename "$python.tar.gz")"; else twine upload "$python.tar.gz"; fi
