# Sourced after the installation, by scripts that run in a clean root: the service of the installed package, started as systemd starts it.
unit=/usr/lib/systemd/system/stormwire.service
config=/etc/stormwire/stormwire.toml
data=/var/lib/stormwire
# Another user, no capabilities, an empty environment.
as_service=(setpriv --reuid stormwire --regid stormwire --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all
  env -i "PATH=$PATH")
# The unit's command line has no quotes and no spaces inside arguments.
read -r -a service_command < <(sed -n 's/^ExecStart=//p' "$unit")
