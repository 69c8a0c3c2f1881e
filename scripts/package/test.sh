#!/usr/bin/env bash
# Packs a binary twice, then installs, runs, upgrades, removes and purges the package in a throwaway copy of this machine:
# test.sh BINARY. Needs root and Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "$(id -u)" -ne 0 ] || ! unshare --mount --net --pid --fork true 2> /dev/null; then
  echo '!! SKIPPED: the package was not installed, because that needs root and the right to create namespaces.'
  exit 0
fi
binary=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

version=$(scripts/package/version.sh)
export COMPRESSION=none
scripts/package/build.sh "$binary" "$work/first" > /dev/null
scripts/package/build.sh "$binary" "$work/second" "$version+1" > /dev/null
cp scripts/package/installed.sh "$work"

# Own mounts, so that nothing is installed here; an own network, so that port 8080 is free; own processes, so that all end.
unshare --mount --net --pid --fork --kill-child bash -euo pipefail -s "$work" << 'INSIDE'
work=$1
mkdir "$work/copy"
mount -t tmpfs tmpfs "$work/copy"
mkdir "$work"/copy/{changes,workdir,root}
root=$work/copy/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/copy/changes,workdir=$work/copy/workdir" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/tmp/packages"
mount --bind "$work" "$root/tmp/packages"
# The loopback interface of a new network is down.
python3 -c '
import fcntl, socket, struct
SIOCSIFFLAGS, UP_AND_RUNNING = 0x8914, 0x41
fcntl.ioctl(socket.socket(), SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", UP_AND_RUNNING))'
chroot "$root" bash /tmp/packages/installed.sh /tmp/packages
INSIDE
