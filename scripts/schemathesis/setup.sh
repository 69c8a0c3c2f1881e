#!/usr/bin/env bash
# Installs Schemathesis into target/schemathesis.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p target/schemathesis
scripts/venv.sh target/schemathesis/venv scripts/schemathesis/requirements.txt
