#!/usr/bin/env bash
# Makes the release of this commit without publishing it, and uses what it made: `make release-check`. The tools that it
# calls are in PATH: actionlint, goreleaser, syft, crane.
set -euo pipefail
cd "$(dirname "$0")/.."
export GITHUB_REPOSITORY=owner/mycel GITHUB_REPOSITORY_OWNER=owner
fail() { echo "release-check: $*" >&2; exit 1; }
root=()
[ "$(id -u)" = 0 ] || root=(sudo) # to enter the image
work=$(mktemp -d)
trap '"${root[@]}" rm -rf "$work"; if [ -n "${registry:-}" ]; then kill "$registry"; fi' EXIT

actionlint
goreleaser check
goreleaser release --snapshot --clean

# Archives: all platforms, with their hashes and a list of what is inside each.
(cd dist && sha256sum --check --quiet checksums.txt)
archives=(dist/*.tar.gz dist/*.zip)
[ ${#archives[@]} = 6 ] || fail "got ${archives[*]}, want six archives"
for archive in "${archives[@]}"; do
  grep --quiet '"spdxVersion"' "$archive.sbom.json" || fail "$archive has no SBOM"
  grep --quiet 'pkg:golang/github.com/spf13/cobra@' "$archive.sbom.json" || fail "the SBOM of $archive lists no modules"
done

# Licences of all that is linked, in each archive.
for archive in dist/*.tar.gz; do
  tar -xzf "$archive" -C "$work"
  go version -m "$work/mycel" | awk '$1 == "dep" { print $2, $3 }' >"$work/modules"
  [ -s "$work/modules" ] || fail "the binary of $archive names no modules"
  if grep --invert-match --line-regexp --fixed-strings --file "$work/LICENSE.third-party" "$work/modules"; then fail "$archive has no licences of these modules"; fi
done

# They are in a wheel, too.
release/wheels.py "$work/wheels" linux-amd64 >/dev/null
unzip -p "$work"/wheels/*.whl '*/LICENSE.third-party' | cmp - LICENSE.third-party || fail "the wheel has other licences"

# The archive of this machine, installed and used, beside the build of the working tree.
tar -xzf dist/*_linux_amd64.tar.gz -C "$work"
cp -R examples/plain/public "$work/public"
"$work/mycel" --quiet --site "$work/public"
bundle=$work/public/mycel
"$work/mycel" query --bundle "$bundle" steam | grep --quiet Steam || fail "the binary of the archive finds nothing"
[ -e "$bundle/client/ui/define.js" ] || fail "the binary of the archive has no client"

# The cask names files of this release.
for archive in dist/*.tar.gz; do
  grep --quiet "$(sha256sum "$archive" | cut -d' ' -f1)" dist/homebrew/Casks/mycel.rb || fail "the cask lacks the hash of $archive"
done

# The image, pushed to a registry here, pulled for this machine, and run in its own root.
crane registry serve --address 127.0.0.1:5017 2>"$work/registry" &
registry=$!
for _ in {1..50}; do (: </dev/tcp/127.0.0.1/5017) 2>/dev/null && break; sleep 0.1; done
release/image.sh localhost:5017/mycel >"$work/pushed" 2>&1 || fail "$(cat "$work/pushed")"
crane manifest localhost:5017/mycel:latest | grep --quiet '"arm64"' || fail "the image is not for arm64"
crane config --platform linux/amd64 localhost:5017/mycel:latest | grep --quiet '"Entrypoint":\["/mycel"\]' || fail "the image starts something else"
mkdir "$work/root"
crane export --platform linux/amd64 localhost:5017/mycel:latest - | tar -x -C "$work/root"
cp -R examples/plain/public "$work/root/site/public"
"${root[@]}" unshare --net chroot "$work/root" /mycel --quiet --site /site/public
cmp "$work/root/site/public/mycel/mycel.json" "$bundle/mycel.json" || fail "the image builds another bundle"
echo "release-check: archives, SBOMs, cask and image are as they should be"
