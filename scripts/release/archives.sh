#!/usr/bin/env bash
# release/cdk8s-olm-SYSTEM-ARCHITECTURE.tar.gz for each single file of release/: the program as `cdk8s-olm`, with the licences of
# what it contains. The times in it are those of the commit (SOURCE_DATE_EPOCH). Needs GNU tar.
set -euo pipefail
cd "$(dirname "$0")/../.."
release=${RELEASE:-release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for bill in "$release"/cdk8s-olm-{linux,darwin,windows}-*.cdx.json; do
  [ -e "$bill" ] || continue
  name=$(basename "$bill" .cdx.json)
  ending=
  case $name in *-windows-*) ending=.exe ;; esac
  rm -rf "$work/files" && mkdir "$work/files"
  cp LICENSE lib/THIRD-PARTY.txt "$bill" "$work/files/"
  install -m 755 "$release/$name$ending" "$work/files/cdk8s-olm$ending"
  tar --directory "$work/files" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
    --mtime="@${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" --create . | gzip --no-name >"$release/$name.tar.gz"
  echo "$release/$name.tar.gz"
done
