#!/usr/bin/env bash
# Writes the bill of materials in CycloneDX format to target/sbom: what the binary and its pages are made of.
set -euo pipefail
cd "$(dirname "$0")/.."
out=target/sbom
rm -rf "$out"
mkdir -p "$out"

if ! command -v cargo-cyclonedx > /dev/null; then
  echo 'cargo-cyclonedx is not installed. Install it: cargo install --locked cargo-cyclonedx' >&2
  exit 1
fi
# It writes its file next to the crate's manifest. The binary's crate has all dependencies of the service.
cargo cyclonedx --quiet --format json --spec-version 1.5 --all --manifest-path crates/server/Cargo.toml --override-filename stormwire-sbom
mv crates/server/stormwire-sbom.json "$out/stormwire.cdx.json"
find crates bench -name stormwire-sbom.json -delete

(cd web && npm sbom --sbom-format cyclonedx --omit dev) > "$out/web.cdx.json"

# Signatures need the registry; without it the bill of materials is complete, but not verified.
(cd web && timeout 60 npm audit signatures) \
  || echo '!! SKIPPED: the signatures of the npm packages were not verified, because the registry did not respond.' >&2
ls -l "$out"
