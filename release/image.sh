#!/usr/bin/env bash
# Pushes the container image of a release, for amd64 and arm64, with no container engine: release/image.sh ghcr.io/$OWNER/mycel
#
# The image has the static binary that goreleaser left in dist/, its licences, and the certificates of this machine:
#
#     docker run --rm -v "$PWD:/site" ghcr.io/$OWNER/mycel --site public
set -euo pipefail
cd "$(dirname "$0")/.."
image=${1:?which image, such as ghcr.io/owner/mycel}
version=$(cat version.txt)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

manifests=()
for arch in amd64 arm64; do
  mkdir -p "$root/$arch/etc/ssl/certs" "$root/$arch/site" "$root/$arch/tmp"
  chmod 1777 "$root/$arch/tmp"
  install -m 644 /etc/ssl/certs/ca-certificates.crt "$root/$arch/etc/ssl/certs/"
  install -m 644 LICENSE LICENSE.third-party "$root/$arch/"
  install -m 755 dist/mycel_linux_"$arch"_*/mycel "$root/$arch/mycel"
  tar --create --file "$root/$arch.tar" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --directory "$root/$arch" .
  crane append --oci-empty-base --new_layer "$root/$arch.tar" --new_tag "$image:$version-$arch"
  crane mutate --set-platform "linux/$arch" --entrypoint /mycel --workdir /site \
    --label "org.opencontainers.image.source=https://github.com/${GITHUB_REPOSITORY:-}" --tag "$image:$version-$arch" "$image:$version-$arch"
  manifests+=(--manifest "$image:$version-$arch")
done
crane index append "${manifests[@]}" --tag "$image:$version"
crane tag "$image:$version" latest
