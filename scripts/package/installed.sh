#!/usr/bin/env bash
# The life of the package on a server: install, run, upgrade, remove, purge. Called by test.sh in a clean root.
set -euo pipefail
folder=/tmp/packages

fail() {
  [ ! -f /tmp/service.log ] || tail -20 /tmp/service.log >&2
  echo "package: $1" >&2
  exit 1
}
expect() { # expect TEXT ACTUAL WHAT
  [ "$1" = "$2" ] || fail "$3: expected \"$1\", found \"$2\""
}
start() {
  "${as_service[@]}" "${service_command[@]}" > /tmp/service.log 2>&1 &
  service=$!
  for _ in $(seq 150); do
    "${as_service[@]}" stormwire ready --config "$config" > /dev/null 2>&1 && return
    kill -0 "$service" 2> /dev/null || fail 'the service ended'
    sleep 0.2
  done
  fail 'the service is not ready after 30 seconds'
}
stop() {
  kill -TERM "$service"
  wait "$service" || fail 'the service did not end cleanly'
}

dpkg --force-unsafe-io -i "$folder"/first/*.deb > /dev/null
. /tmp/scripts/installed-service.sh
expect 'root:stormwire 640' "$(stat -c '%U:%G %a' "$config")" 'owner and mode of the configuration'
expect 'stormwire:stormwire 700' "$(stat -c '%U:%G %a' "$data")" 'owner and mode of the data folder'
expect '' "$(systemd-analyze verify --man=no "$unit" 2>&1)" 'systemd-analyze verify'
start
printf 'tulip kettle lamp' | "${as_service[@]}" stormwire user add ann --role admin --password-stdin --config "$config" > /dev/null
expect 'stormwire' "$(stat -c %U "$data/data/it.db")" 'owner of the database'
stop

sed -i 's/^anonymous_per_second = .*/anonymous_per_second = 77/' "$config"
dpkg --force-unsafe-io --force-confold -i "$folder"/second/*.deb > /dev/null 2>&1
expect 'anonymous_per_second = 77' "$(grep '^anonymous_per_second' "$config")" 'the edited configuration after an upgrade'
expect 'root:stormwire 640' "$(stat -c '%U:%G %a' "$config")" 'owner and mode of the configuration after an upgrade'
start
"${as_service[@]}" stormwire token create --user ann --config "$config" > /dev/null || fail 'the upgrade lost a user'
stop

dpkg -r stormwire > /dev/null
[ ! -e /usr/bin/stormwire ] || fail 'the removed package left its binary'
[ -f "$config" ] || fail 'removing the package deleted the configuration'
[ -f "$data/data/it.db" ] || fail 'removing the package deleted data'

dpkg --force-unsafe-io -i "$folder"/second/*.deb > /dev/null
start
"${as_service[@]}" stormwire token create --user ann --config "$config" > /dev/null || fail 'a new installation does not use the old data'
stop

dpkg --purge stormwire > /dev/null 2>&1
[ ! -e "$data" ] || fail 'purging the package left data'
[ ! -e /etc/stormwire ] || fail 'purging the package left the configuration'
! getent passwd stormwire > /dev/null || fail 'purging the package left the account'

tar --extract --gzip --file "$(echo "$folder"/second/*.tar.gz)" --directory /tmp
/tmp/stormwire-*/bin/stormwire --version > /dev/null || fail 'the binary of the tarball does not start'
echo 'The package installs, runs, upgrades, and is removed and purged.'
