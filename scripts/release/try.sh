#!/usr/bin/env bash
# All steps of a release on this machine, up to the upload: afterwards, release/ has what would be uploaded from here.
# Single files for other systems, and images for other architectures, are made on theirs: .github/workflows/release.yaml.
set -euo pipefail
cd "$(dirname "$0")/../.."
export RELEASE=${RELEASE:-release}
rm -rf "$RELEASE"
scripts/release/package.sh
node scripts/release/binary.mjs
scripts/release/archives.sh
if command -v buildah >/dev/null && buildah inspect --type image "${BASE:-debian:trixie-slim}" >/dev/null 2>&1; then
  scripts/release/image.sh
else
  echo "no image: needs buildah, and the base image ${BASE:-debian:trixie-slim}"
fi
node scripts/release/playground.mjs
node scripts/release/krew.mjs
node scripts/release/notes.mjs
scripts/release/checksums.sh
echo "action: $(scripts/release/action-commit.sh)"
node scripts/release/ready.mjs || echo 'not ready to be published, for what is said above'
