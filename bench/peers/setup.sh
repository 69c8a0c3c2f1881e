#!/usr/bin/env bash
# Installs the tools that the benchmark compares with (Node-RED, nginx with nchan) and the load generator wrk, once.
set -euo pipefail
packages=()
command -v wrk > /dev/null || packages+=(wrk)
command -v nginx > /dev/null || packages+=(nginx-light)
[ -e /usr/lib/nginx/modules/ngx_nchan_module.so ] || packages+=(libnginx-mod-nchan)
if [ ${#packages[@]} -gt 0 ]; then
  [ "$(id -u)" -eq 0 ] || { echo "Missing packages: ${packages[*]}. Install them: sudo apt-get install ${packages[*]}" >&2; exit 1; }
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
fi

here=$(cd "$(dirname "$0")" && pwd)
work=$here/../../target/peers/node-red
key=$(cat "$here"/node-red/package*.json | sha256sum)
[ "$(cat "$work/.installed" 2> /dev/null)" = "$key" ] && exit 0
rm -rf "$work"
mkdir -p "$work"
cp "$here"/node-red/package.json "$here"/node-red/package-lock.json "$here"/node-red/.npmrc "$here"/node-red/flows.json "$work"
(cd "$work" && npm ci --silent)
echo "$key" > "$work/.installed"
