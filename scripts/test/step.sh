#!/usr/bin/env bash
# Runs a step of `make test`: step.sh NAME COMMAND [ARGUMENTS]. In the folder $STEP_LOGS, its output goes to NAME.log and its times to
# NAME.times; one line says how it ended.
set -uo pipefail
name=$1
shift
mkdir -p "$STEP_LOGS"
rm -f "$STEP_LOGS/$name".{log,times,failed}
echo "   $name …"
TIMEFORMAT='%R %U %S'
{ time "$@" > "$STEP_LOGS/$name.log" 2>&1 < /dev/null; } 2> "$STEP_LOGS/$name.times"
status=$?
read -r wall _ < "$STEP_LOGS/$name.times"
if [ $status -ne 0 ]; then
  echo "!! $name failed after $wall s"
  date +%s%N > "$STEP_LOGS/$name.failed"
  exit $status
fi
echo "ok $name, $wall s"
