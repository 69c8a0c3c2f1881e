#!/usr/bin/env bash
# Installs the third-party Graph clients into target/conformance, if a version has changed.
set -euo pipefail
cd "$(dirname "$0")/../../.."
here=crates/emulator/conformance work=target/conformance
mkdir -p $work
scripts/venv.sh $work/venv $here/requirements.txt
key=$(cat $here/package.json $here/package-lock.json $here/.npmrc | sha256sum)
if [ "$(cat $work/node/.made 2> /dev/null)" != "$key" ]; then
  rm -rf $work/node
  mkdir -p $work/node
  cp $here/package.json $here/package-lock.json $here/.npmrc $work/node
  npm --prefix $work/node ci --silent
  echo "$key" > $work/node/.made
fi
