#!/usr/bin/env bash
# All checks that must pass before a change lands. Called by `make test`, which installs the dependencies first. Writes the times of
# all steps, and the slowest tests, to target/test-times.md.
set -uo pipefail
cd "$(dirname "$0")/.."

# Tests wait as much as they compute, so each step runs more of them at once than there are cores. More than two such steps at once
# would only take the caches from each other: four took twice the processor time.
steps() { make --no-print-directory --file scripts/test/steps.mk --keep-going "$@"; }
export RUST_TEST_THREADS=4

rm -rf target/test
mkdir -p target/test
started_at=$(date +%s)
echo '== Preparing and building'
if steps --jobs 4 prepared; then
  echo '== Testing'
  scripts/test/with-fixtures.sh make --no-print-directory --file scripts/test/steps.mk --jobs 2 --keep-going tested
  scripts/test/step.sh databases scripts/test/databases.sh
fi
exec python3 scripts/test/report.py $(($(date +%s) - started_at))
