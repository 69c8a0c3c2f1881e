#!/usr/bin/env bash
# Prints the version in Cargo.toml.
set -euo pipefail
cd "$(dirname "$0")/../.."
sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"$/\1/p' Cargo.toml
