#!/usr/bin/env bash
# Runs a command that builds, and the first time without incremental compilation, from which the first build gains nothing and which
# doubles the disk space it needs: first-build.sh COMMAND [ARGUMENTS].
set -euo pipefail
cd "$(dirname "$0")/.."
if [ ! -d target/debug/incremental ]; then
  export CARGO_INCREMENTAL=0
  free_gb=$(($(df --output=avail --block-size=1G . | tail -n 1)))
  if [ "$free_gb" -lt 8 ]; then
    echo "!! The disk has $free_gb GB free. The first build of all tests writes about 8 GB. Free some space if it stops." >&2
  fi
fi
exec "$@"
