#!/usr/bin/env bash
# Tests of `on_both_databases!` run once per database. A test that ran on one of them only is a failure.
set -euo pipefail
passed_on() { sed -nE "s/^test ([a-z_]+)::$1::([a-z0-9_:]+) .*ok( <[0-9.]+s>)?\$/\1::\2/p" target/test/*.log | sort; }
sqlite=$(passed_on sqlite)
postgres=$(passed_on postgres)
echo "Tests per database: $(grep -c . <<< "$sqlite") on SQLite, $(grep -c . <<< "$postgres") on PostgreSQL"
if [ -z "$sqlite" ] || [ "$sqlite" != "$postgres" ]; then
  echo 'Tests differ between the databases (< only on SQLite, > only on PostgreSQL):'
  diff <(echo "$sqlite") <(echo "$postgres") || true
  exit 1
fi
