#!/usr/bin/env bash
# All checks that must pass before a change lands, in two halves: test.sh code | system. `make test` and `make test-system` call it
# and install what it needs. Writes the times of all steps, and the slowest tests, to target/test-times.md and
# target/test-system-times.md.
set -uo pipefail
cd "$(dirname "$0")/.."

case ${1:?usage: test.sh code | system} in
  code) export STEP_LOGS=target/test with_fixtures=scripts/test/with-fixtures.sh ;;
  system) export STEP_LOGS=target/test-system with_fixtures= ;;
esac

# Tests wait as much as they compute, so each step runs more of them at once than there are cores. More than two such steps at once
# would only take the caches from each other: four took twice the processor time.
steps() { make --no-print-directory --file scripts/test/steps.mk --keep-going "$@"; }
export RUST_TEST_THREADS=4

rm -rf "$STEP_LOGS"
mkdir -p "$STEP_LOGS"
started_at=$(date +%s)
echo '== Preparing and building'
if steps --jobs 4 "$1-prepared"; then
  echo '== Testing'
  $with_fixtures make --no-print-directory --file scripts/test/steps.mk --jobs 2 --keep-going "$1-tested"
  [ "$1" = code ] && scripts/test/step.sh databases scripts/test/databases.sh
fi
exec python3 scripts/test/report.py "$STEP_LOGS" $(($(date +%s) - started_at))
