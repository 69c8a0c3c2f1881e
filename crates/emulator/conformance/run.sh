#!/usr/bin/env bash
# Runs third-party Graph clients against the emulator: run.sh BINARY, from the repository's root.
# Writes target/conformance/report.md and fails if a client fails.
set -euo pipefail

binary=$(realpath "${1:?usage: run.sh BINARY}")
here=$(cd "$(dirname "$0")" && pwd)
work=$(cd "$here/../../.." && pwd)/target/conformance

"$here/setup.sh"
# Node resolves modules from the folder of the script.
cp "$here"/*.mjs "$work/node"

# From here on, loopback only.
unset REQUESTS_CA_BUNDLE CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR
unset http_proxy https_proxy all_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY
export PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0 PYTHONUNBUFFERED=1
export CONFORMANCE_RECORD=$work/record.jsonl CONFORMANCE_MESSAGES=$here/messages
export EMULATOR_CERTIFICATE=$work/certificate.pem
rm -f "$CONFORMANCE_RECORD" "$EMULATOR_CERTIFICATE" "$work/report.md"

# The trap stops the emulator when this script ends, the kernel when this script is killed. It has no state to save.
end_with_script=()
command -v setpriv > /dev/null && end_with_script=(setpriv --pdeathsig KILL --)
options=(--port 0 --tls-port 0 --tls-certificate "$EMULATOR_CERTIFICATE")
exec 3< <(exec "${end_with_script[@]}" "$binary" graph-emulator "${options[@]}" 2> "$work/emulator.log")
emulator=$!
trap 'kill -KILL "$emulator" 2> /dev/null; wait "$emulator" 2> /dev/null || true' EXIT

# address SCHEME: the URL that the emulator prints
address() {
  local line
  while read -r -t 30 line <&3; do
    [[ $line == "listening on $1://"* ]] && { echo "${line#listening on }"; return; }
  done
  echo "the emulator did not print its $1 address; its log:" >&2
  cat "$work/emulator.log" >&2
  return 1
}
EMULATOR_HTTP=$(address http)
EMULATOR_HTTPS=$(address https)
export EMULATOR_HTTP EMULATOR_HTTPS
cat <&3 >> "$work/emulator.log" &

# run_client CLIENT COMMAND…: if the client exits with an error, adds a failed line to the report and continues
run_client() {
  local client=$1 status=0
  shift
  timeout --foreground 300 "$@" || status=$?
  [ $status -eq 0 ] && return
  printf '{"client":"%s","call":[],"expect":"runs to its end","status":[%d],"ok":false,"detail":"exit status %d"}\n' \
    "$client" $status $status >> "$CONFORMANCE_RECORD"
}

python=$work/venv/bin/python
run_client msgraph-sdk "$python" "$here/msgraph_sdk.py"
run_client O365 "$python" "$here/o365_client.py"
NODE_EXTRA_CA_CERTS=$EMULATOR_CERTIFICATE run_client 'graph-client (JS)' node "$work/node/graph_client.mjs"
# Last, because it moves the emulator's clock.
run_client msal "$python" "$here/msal_tokens.py"

kill -0 "$emulator" 2> /dev/null || { echo 'the emulator ended during the run' >&2; cat "$work/emulator.log" >&2; }
touch "$CONFORMANCE_RECORD"
"$python" "$here/report.py" "$CONFORMANCE_RECORD" "$work/report.md" msgraph-sdk O365 'graph-client (JS)' msal
