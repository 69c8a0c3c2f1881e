#!/usr/bin/env bash
# Runs a script of this folder in a throwaway copy of a clean Debian: in-clean-root.sh PACKAGES SCRIPT [ARGUMENTS]. Everything it
# installs and starts ends with it. The folder PACKAGES is /tmp/packages there.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
packages=$(realpath "$1")
script=$2
shift 2
clean=$("$here/clean-root.sh")
copy=$clean.copy
mkdir -p "$copy"

# Own mounts, so that copies do not see each other and disappear; own processes, so that all end. Standard input is the script's.
exec unshare --mount --pid --fork --kill-child \
  bash -euo pipefail /dev/fd/3 "$clean" "$copy" "$packages" "$here" "$script" "$@" 3<< 'INSIDE'
clean=$1 copy=$2 packages=$3 here=$4 script=$5
shift 5
mount -t tmpfs tmpfs "$copy"
mkdir "$copy"/{changes,workdir,root}
root=$copy/root
mount -t overlay overlay -o "lowerdir=$clean,upperdir=$copy/changes,workdir=$copy/workdir" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/tmp/packages" "$root/tmp/scripts"
mount --bind "$packages" "$root/tmp/packages"
mount --bind "$here" "$root/tmp/scripts"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
  chroot "$root" bash "/tmp/scripts/$script" "$@" 3<&-
INSIDE
