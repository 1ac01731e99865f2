#!/usr/bin/env bash
# release/cdk8s-olm-image-ARCHITECTURE.tar: the image as an OCI archive, with Debian's buildah, which needs no daemon. The same files
# on the same BASE with the same packages give the same digest: the times in it are those of the commit (SOURCE_DATE_EPOCH).
# lib/ must have been built.
#
#   BASE=debian:trixie-slim   what it is built on: a reference with a digest fixes it
#   ARCHITECTURE=amd64        default is this machine's; another needs a machine, or an emulation, that runs it
#   PROGRAMS=FOLDER           more programs for it, of that architecture, such as helm
set -euo pipefail
cd "$(dirname "$0")/../.."
release=${RELEASE:-release}
base=${BASE:-debian:trixie-slim}
architecture=${ARCHITECTURE:-$(buildah info --format '{{.host.arch}}')}
field() { node -p "require('./package.json').$1"; }
archive=$release/cdk8s-olm-image-$architecture.tar
programs=()
[ -z "${PROGRAMS:-}" ] || programs=(--build-context "programs=$(realpath "$PROGRAMS")")
mkdir -p "$release"
rm -f "$archive"

image=localhost/cdk8s-olm:$architecture
buildah build --quiet --identity-label=false --platform "linux/$architecture" --build-arg "BASE=$base" ${programs[@]+"${programs[@]}"} \
  --timestamp "${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}" \
  --label "org.opencontainers.image.title=$(field name)" \
  --label "org.opencontainers.image.description=$(field description)" \
  --label "org.opencontainers.image.version=$(field version)" \
  --label "org.opencontainers.image.licenses=$(field license)" \
  --label "org.opencontainers.image.source=$(field repository.url | sed -e 's/^git+//' -e 's/\.git$//')" \
  --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" \
  --label "org.opencontainers.image.base.name=$base" \
  --tag "$image" . >/dev/null
buildah push --quiet "$image" "oci-archive:$archive:$(field version)"
echo "$archive"
