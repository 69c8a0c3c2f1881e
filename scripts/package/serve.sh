#!/usr/bin/env bash
# Installs the package in a clean root with one command and runs its service with one, until standard input ends:
# serve.sh [SETTING=VALUE...]. Called by the first-run journey, whose settings replace Microsoft's addresses and choose a free port.
set -euo pipefail
dpkg --force-unsafe-io -i /tmp/packages/*.deb > /dev/null
. /tmp/scripts/installed-service.sh
"${as_service[@]}" "$@" "${service_command[@]}" &
service=$!
cat > /dev/null
kill -TERM "$service"
wait "$service"
