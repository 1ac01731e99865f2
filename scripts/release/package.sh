#!/usr/bin/env bash
# release/cdk8s-olm-VERSION.tgz, the package for npm, and its bill of materials beside it.
set -euo pipefail
cd "$(dirname "$0")/../.."
release=${RELEASE:-release}
mkdir -p "$release"
package=$(npm pack --silent --pack-destination "$release" | tail -n 1)
cp lib/sbom.cdx.json "$release/${package%.tgz}.cdx.json"
echo "$release/$package"
