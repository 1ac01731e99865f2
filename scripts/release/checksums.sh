#!/usr/bin/env bash
# release/SHA256SUMS: of the files that are uploaded as they are, for `sha256sum --check --ignore-missing`.
set -euo pipefail
cd "$(dirname "$0")/../.."
cd "${RELEASE:-release}"
export LC_ALL=C
sha256sum -- *.cdx.json *.tar.gz *.tgz olm.yaml playground.html >SHA256SUMS
echo "$PWD/SHA256SUMS"
