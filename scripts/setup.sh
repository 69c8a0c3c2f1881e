#!/usr/bin/env bash
# Makes sure that what the tests need is on this machine. Nothing is started.
#   PostgreSQL 15 or later with PostGIS   the second database
#   cs2cs (proj-bin)                      the oracle of the projection
#   GeodSolve (geographiclib-tools)       the oracle of distances
#   Chromium                              the browser of the journeys
#   Python 3.11 with venv                 Microsoft's clients, which judge the emulator
set -euo pipefail

packages=()
compgen -G '/usr/share/postgresql/*/extension/postgis.control' > /dev/null || packages+=(postgresql-postgis)
command -v cs2cs > /dev/null || packages+=(proj-bin)
command -v GeodSolve > /dev/null || packages+=(geographiclib-tools)
command -v chromium > /dev/null || packages+=(chromium)
python3 -c 'import ensurepip, venv' 2> /dev/null || packages+=(python3 python3-venv)

[ ${#packages[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
  echo "missing on this machine: ${packages[*]}; install with: sudo apt-get install ${packages[*]}" >&2
  exit 1
fi
echo "installing ${packages[*]} …"
export DEBIAN_FRONTEND=noninteractive
# A cluster of its own is made for each run of the tests; the one that Debian would make is not wanted.
mkdir -p /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/stormwire.conf
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
