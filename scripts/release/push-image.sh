#!/usr/bin/env bash
# Pushes the images of release/ as one, for all their architectures: prints REFERENCE@DIGEST.
#
#   scripts/release/push-image.sh registry.example.com/platform/cdk8s-olm:0.1.0
#
# After `buildah login`. TLS_VERIFY=false is for a registry on this machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
reference=$1
release=${RELEASE:-release}
index=localhost/cdk8s-olm-index:$$
buildah manifest create "$index" >/dev/null
trap 'buildah manifest rm "$index" >/dev/null' EXIT
for archive in "$release"/cdk8s-olm-image-*.tar; do
  buildah manifest add "$index" "oci-archive:$archive" >/dev/null
done
buildah manifest push --quiet --all --format oci --tls-verify="${TLS_VERIFY:-true}" --digestfile "$release/image.digest" "$index" "docker://$reference"
echo "$reference@$(cat "$release/image.digest")"
