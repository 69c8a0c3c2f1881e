#!/usr/bin/env bash
# Packs a binary twice, then installs, runs, upgrades, removes and purges the package in a clean root: test.sh BINARY. Needs root
# and Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --net --pid --fork true 2> /dev/null; then
  echo '!! SKIPPED: the package was not installed, because that needs root and the right to create namespaces.'
  exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(scripts/package/version.sh)
export COMPRESSION=none
scripts/package/build.sh "$1" "$work/first" > /dev/null
scripts/package/build.sh "$1" "$work/second" "$version+1" > /dev/null
scripts/package/clean-root.sh > /dev/null

# An own network, so that port 8080 is free. Its loopback interface is down.
unshare --net bash -euo pipefail -s "$work" << 'INSIDE'
python3 -c '
import fcntl, socket, struct
SIOCSIFFLAGS, UP_AND_RUNNING = 0x8914, 0x41
fcntl.ioctl(socket.socket(), SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", UP_AND_RUNNING))'
scripts/package/in-clean-root.sh "$1" installed.sh
INSIDE
