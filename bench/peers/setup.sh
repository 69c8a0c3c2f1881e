#!/usr/bin/env bash
# Installs what we are measured beside, once: Node-RED.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../target/peers/node-red
key=$(cat "$here"/node-red/package*.json | sha256sum)
[ "$(cat "$work/.made" 2> /dev/null)" = "$key" ] && exit 0
rm -rf "$work"
mkdir -p "$work"
cp "$here"/node-red/package.json "$here"/node-red/package-lock.json "$here"/node-red/.npmrc "$here"/node-red/flows.json "$work"
(cd "$work" && npm ci --silent)
echo "$key" > "$work/.made"
