#!/usr/bin/env bash
# Runs a step of `make test`: step.sh NAME COMMAND [ARGUMENTS]. Its output goes to target/test/NAME.log, its times to
# target/test/NAME.times, and one line says how it ended.
set -uo pipefail
name=$1
shift
mkdir -p target/test
rm -f "target/test/$name".{log,times,failed}
echo "   $name …"
TIMEFORMAT='%R %U %S'
{ time "$@" > "target/test/$name.log" 2>&1 < /dev/null; } 2> "target/test/$name.times"
status=$?
read -r wall _ < "target/test/$name.times"
if [ $status -ne 0 ]; then
  echo "!! $name failed after $wall s"
  date +%s%N > "target/test/$name.failed"
  exit $status
fi
echo "ok $name, $wall s"
