#!/usr/bin/env bash
# Makes the commit of a release and prints its id; with --tag it gets the tags of the version, too: its own and that of the Hugo module.
#
#     release/tag.sh github.com/$OWNER/mycel [--tag]
#
# The commit follows HEAD. It has what HEAD lacks and `go install` needs: the browser's files, which are embedded, and the
# address of the repository as the module's path. The working tree and the branch stay as they are. Push the tag to release.
set -euo pipefail
cd "$(dirname "$0")/.."
module=${1:?which module path, such as github.com/owner/mycel}
version=v$(cat version.txt)

make --silent dist >&2 # reproducible: it gives what the tag has
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
git archive HEAD | tar -x -C "$tree"
cp -R site/dist site/classic "$tree/site/"
# Each go.mod, and the lines of Go that are an import and nothing else.
export module
find "$tree" -name go.mod -exec perl -pi -e 's#^(module|require|replace) mycel\b#$1 $ENV{module}#' {} +
find "$tree" -name '*.go' -exec perl -pi -e 's#^((?:import )?\s*(?:[\w.]+ )?)"mycel((?:/[^"]*)?"\s*(?://.*)?)$#$1"$ENV{module}$2#' {} +
grep -rl --include='*.go' "\"$module[/\"]" "$tree" | xargs gofmt -w
export GIT_INDEX_FILE="$tree/.index"
git --work-tree="$tree" add --all --force -- . ':!.index'
commit=$(git commit-tree "$(git write-tree)" -p HEAD -m "Release $version")
unset GIT_INDEX_FILE
if [ "${2:-}" = --tag ]; then
  for tag in "$version" "hugo/$version"; do git tag --annotate --message "$version" "$tag" "$commit"; done
fi
echo "$commit"
