#!/usr/bin/env bash
# Installs the test dependencies. Starts nothing.
#   PostgreSQL 15 or later with PostGIS   the second database
#   cs2cs (proj-bin)                      reference for the projection
#   GeodSolve (geographiclib-tools)       reference for distances
#   Chromium, also without a window       browser tests
#   Python 3.11 with venv                 Microsoft's client libraries, which test the emulator; Schemathesis, which tests the API
#   debootstrap                           clean Debian in which the package is installed
#   sqlite3                               checks of the database files by Debian's own version
#   aiosmtpd                              mail server for the email tests
#   mosquitto, mosquitto_sub              broker and subscriber for the MQTT tests
set -euo pipefail

packages=()
compgen -G '/usr/share/postgresql/*/extension/postgis.control' > /dev/null || packages+=(postgresql-postgis)
command -v cs2cs > /dev/null || packages+=(proj-bin)
command -v GeodSolve > /dev/null || packages+=(geographiclib-tools)
command -v chromium > /dev/null || packages+=(chromium)
command -v chromium-headless-shell > /dev/null || packages+=(chromium-headless-shell)
python3 -c 'import ensurepip, venv' 2> /dev/null || packages+=(python3 python3-venv)
{ /usr/bin/python3 -c 'import aiosmtpd' || python3 -c 'import aiosmtpd'; } 2> /dev/null || packages+=(python3-aiosmtpd)
command -v debootstrap > /dev/null || packages+=(debootstrap)
command -v sqlite3 > /dev/null || packages+=(sqlite3)
[ -x /usr/sbin/mosquitto ] || packages+=(mosquitto)
command -v mosquitto_sub > /dev/null || packages+=(mosquitto-clients)

[ ${#packages[@]} -eq 0 ] && exit 0
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
  echo "Missing packages: ${packages[*]}. Install them: sudo apt-get install ${packages[*]}" >&2
  exit 1
fi
echo "Installing ${packages[*]} …"
export DEBIAN_FRONTEND=noninteractive
# Tests create their own clusters. Keep Debian from creating the default one.
mkdir -p /etc/postgresql-common/createcluster.d
echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.d/stormwire.conf
# Tests start their own broker. Keep Debian from starting one.
if [[ " ${packages[*]} " == *" mosquitto "* ]]; then
  mkdir -p /etc/systemd/system
  ln -sfn /dev/null /etc/systemd/system/mosquitto.service
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "${packages[@]}" > /dev/null
