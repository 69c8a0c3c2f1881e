#!/usr/bin/env bash
# Licenses and sources of dependencies, by a second reader of deny.toml: crates/tidy has checked the same policy.
set -euo pipefail
if command -v cargo-deny > /dev/null; then
  cargo deny --offline check bans licenses sources
else
  echo '!! SKIPPED: cargo-deny is not installed, so only crates/tidy has checked deny.toml. Install it: cargo install --locked cargo-deny'
fi
