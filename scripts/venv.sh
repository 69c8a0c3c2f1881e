#!/usr/bin/env bash
# Creates a Python environment, if a version has changed: venv.sh FOLDER REQUIREMENTS. Needs a network, once.
set -euo pipefail
folder=$1 requirements=$2
if ! python3 -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
  echo 'python3 3.11 or later with venv is missing. Install it: sudo apt-get install python3 python3-venv' >&2
  exit 1
fi
key=$({ python3 -VV; sha256sum < "$requirements"; } | sha256sum)
[ "$(cat "$folder/.made" 2> /dev/null)" != "$key" ] || exit 0
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --no-compile --no-deps -r "$requirements"
echo "$key" > "$folder/.made"
