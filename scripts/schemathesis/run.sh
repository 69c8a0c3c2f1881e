#!/usr/bin/env bash
# Tests the API against its OpenAPI document with Schemathesis: run.sh BINARY, from the repository's root.
# Runs the demo (SQLite, with an emulated mail provider) and fails on a server error, an undocumented status or a response
# that does not match the document. The same seed sends the same requests. Needs about 2 minutes.
set -euo pipefail

binary=$(realpath "${1:?usage: run.sh BINARY}")
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$root/target/schemathesis

"$here/setup.sh"

# From here on, loopback only.
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
export PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 SCHEMATHESIS_HOOKS=

# The trap stops the demo when this script ends, the kernel when this script is killed.
end_with_script=()
command -v setpriv > /dev/null && end_with_script=(setpriv --pdeathsig TERM --)
exec 3< <(exec "${end_with_script[@]}" "$binary" demo --listen 127.0.0.1:0 2> "$work/demo.log")
demo=$!
trap 'kill "$demo" 2> /dev/null; wait "$demo" 2> /dev/null || true' EXIT
address=
while read -r -t 120 line <&3; do
  [[ $line == 'listening on http://'* ]] && { address=${line#listening on }; break; }
done
[ -n "$address" ] || { echo 'the demo did not print its address; its log:' >&2; cat "$work/demo.log" >&2; exit 1; }
cat <&3 >> "$work/demo.log" &

token=$("$work/venv/bin/python" "$here/prepare.py" "$address")

# One worker: Hypothesis parses Python source while it prepares cases, and Python 3.11's parser fails ("AST constructor recursion
# depth mismatch") when two threads do so at once.
options=(--phases examples,coverage,fuzzing --seed 1 --generation-deterministic
  --exclude-path /lightning-strikes/stream # has no end; crates/api/tests tests it
  --suppress-health-check all --request-timeout 30 --workers 1 --continue-on-failure --warnings off)

# fuzz NAME EXAMPLES OPTION…: prints the summary, and everything if it fails
fuzz() {
  local name=$1 examples=$2 status=0
  shift 2
  (cd "$work" && ./venv/bin/schemathesis --config-file "$here/schemathesis.toml" run "$address/openapi.json" "${options[@]}" --max-examples "$examples" "$@") \
    > "$work/$name.log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    cat "$work/$name.log" >&2
    echo "Schemathesis found failures as $name. Requests: target/schemathesis/$name.log" >&2
    return 1
  fi
  printf '%s: %s\n' "$name" "$(grep -E 'generated' "$work/$name.log" | tail -1 | sed 's/^ *//')"
}

fuzz anonymous 5
# The password of the signed-in user and the session would end the run.
fuzz admin 10 -H "Authorization: Bearer $token" --exclude-path-regex '^/auth/'
kill -0 "$demo" 2> /dev/null || { echo 'the demo ended during the run' >&2; tail -50 "$work/demo.log" >&2; exit 1; }
