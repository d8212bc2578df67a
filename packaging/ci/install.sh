#!/usr/bin/env bash
# Fetches a release, verifies it, unpacks it to TARGET and prints the folder of the program.
# RELEASES is the address of a folder with the packages, VERSION which one, SHA256 its checksum or nothing: then
# the one beside the package counts, which finds damage and not a package that someone has replaced.
set -euo pipefail
stop() { echo "tidemark: $*" >&2; exit 4; }
[[ $VERSION =~ ^[0-9A-Za-z.+-]+$ ]] || stop "'$VERSION' is not a version"
[ -n "$RELEASES" ] || stop "there is no address to fetch releases from"
package=tidemark-$VERSION-linux-$(uname -m)
mkdir -p "$TARGET"
cd "$TARGET"
fetch() { curl --fail --silent --show-error --location --retry 3 --output "$1" "${RELEASES%/}/$1"; }
fetch "$package.tar.gz" || stop "$package.tar.gz can't be fetched from $RELEASES"
if [ -z "${SHA256-}" ]; then
  fetch "$package.tar.gz.sha256" || stop "$package.tar.gz has no checksum beside it"
  read -r SHA256 _ < "$package.tar.gz.sha256"
fi
[ "${#SHA256}" -eq 64 ] || stop "'$SHA256' is not a SHA-256 checksum"
echo "$SHA256  $package.tar.gz" | sha256sum --check --status || stop "$package.tar.gz is not what its checksum says"
tar -xzf "$package.tar.gz" --no-same-owner
"$package/bin/tidemark" --version >&2
echo "$PWD/$package/bin"
