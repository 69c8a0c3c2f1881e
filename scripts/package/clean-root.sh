#!/usr/bin/env bash
# Creates a Debian that has nothing but its base system and what the package depends on, and prints its folder. Takes about a
# minute the first time.
set -euo pipefail
cd "$(dirname "$0")/../.."
. /etc/os-release
root=$PWD/target/clean-root-$VERSION_CODENAME
if [ ! -d "$root" ]; then
  # Not a fixed server: that of this machine can be reached.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Release: $VERSION_CODENAME" | head -1)
  rm -rf "$root.new"
  mkdir -p "$root.new"
  # systemd is not started in it. It checks the unit, as it would on a server.
  debootstrap --variant=minbase --include=adduser,ca-certificates,systemd "$VERSION_CODENAME" "$root.new" "$mirror" > "$root.log" 2>&1 \
    || { tail -5 "$root.log" >&2; exit 1; }
  mv "$root.new" "$root"
fi
echo "$root"
