#!/usr/bin/env bash
# Runs a command with databases that all its tests share: with-fixtures.sh COMMAND [ARGUMENTS].
set -euo pipefail
folder=$(mktemp -d)
# The program removes the databases when its input ends, also when this script is killed.
coproc FIXTURES { exec target/debug/test-worker fixtures "$folder"; }
read -r -u "${FIXTURES[0]}" _ || { echo 'the fixtures of the tests did not start' >&2; exit 1; }
status=0
STORMWIRE_TEST_FIXTURES=$folder "$@" {FIXTURES[1]}>&- || status=$?
exec {FIXTURES[1]}>&-
wait "$FIXTURES_PID"
exit $status
