#!/usr/bin/env bash
# Fails unless tag, Cargo.toml, Cargo.lock and CHANGELOG.md name the same version: release-check.sh TAG. Prints the notes of
# the release. The release workflow calls it before it builds.
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$1
version=$(scripts/package/version.sh)
fail() {
  echo "release: $1" >&2
  exit 1
}

[[ $tag =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "the tag $tag is not a version; use a tag such as v$version"
[ "$tag" = "v$version" ] || fail "the tag is $tag, but Cargo.toml has version $version; change one of them"
grep -A1 '^name = "stormwire"$' Cargo.lock | grep -qx "version = \"$version\"" \
  || fail "Cargo.lock does not have stormwire $version; run cargo check and commit it"
newest=$(sed -nE 's/^## ([0-9]+\.[0-9]+\.[0-9]+) - [0-9]{4}-[0-9]{2}-[0-9]{2}$/\1/p' CHANGELOG.md | head -1)
[ "$newest" = "$version" ] \
  || fail "the newest version in CHANGELOG.md is ${newest:-missing}; rename Unreleased to \"## $version - $(date -u +%F)\""
notes=$(sed -n "/^## $version - /,/^## /{/^## /d;p}" CHANGELOG.md)
[ -n "${notes//[[:space:]]/}" ] || fail "CHANGELOG.md has no text for version $version"
printf '%s\n' "$notes"
