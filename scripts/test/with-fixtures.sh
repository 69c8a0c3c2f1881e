#!/usr/bin/env bash
# Runs a command with databases that all its tests share: with-fixtures.sh COMMAND [ARGUMENTS]. Temporary files are in memory, where
# no commit waits for a disk, if there is room for them.
set -euo pipefail
memory=/dev/shm
has_room() {
  [ -w $memory ] && [ "$(df --output=avail --block-size=1G $memory | tail -n 1)" -ge 8 ] &&
    [ "$(awk '/^MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo)" -ge 12 ] &&
    [[ ,$(findmnt --noheadings --output OPTIONS --target $memory), != *,noexec,* ]]
}
# What a run left that was killed.
for folder in "$memory"/stormwire-test.*; do
  [ -d "$folder" ] && ! kill -0 "${folder##*.}" 2> /dev/null && rm -rf "$folder"
done
if has_room; then
  export TMPDIR=$memory/stormwire-test.$$
  # PostgreSQL runs as another user and has a folder in it.
  mkdir --mode 711 "$TMPDIR"
  trap 'rm -rf "$TMPDIR"' EXIT
fi

fixtures=$(mktemp -d)
# The program removes the databases when its input ends, also when this script is killed.
coproc FIXTURES { exec target/debug/test-worker fixtures "$fixtures"; }
pid=$FIXTURES_PID
read -r -u "${FIXTURES[0]}" _ || { echo 'the fixtures of the tests did not start' >&2; exit 1; }
status=0
STORMWIRE_TEST_FIXTURES=$fixtures "$@" {FIXTURES[1]}>&- || status=$?
exec {FIXTURES[1]}>&-
wait "$pid"
exit $status
