#!/usr/bin/env bash
# Runs a test binary as cargo does, with the time of each test: binary.sh PACKAGE BINARY.
set -euo pipefail
binary=$PWD/$2
cd "$1"
# The times are an unstable option of the test harness.
export CARGO_MANIFEST_DIR=$PWD RUSTC_BOOTSTRAP=1
exec "$binary" -Z unstable-options --report-time
