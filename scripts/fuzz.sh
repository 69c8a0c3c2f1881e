#!/usr/bin/env bash
# Fuzzes everything that parses foreign bytes: runs each target of fuzz/ for a limited time, as many at once as there are
# cores, and fails if one finds something. Called by `make fuzz`, which builds the web pages first.
# Usage: scripts/fuzz.sh [seconds per target] [target]
set -euo pipefail
cd "$(dirname "$0")/.."

cargo_fuzz_version=0.13.2
export seconds=${1:-60}
target=${2:-}
if [ -n "$target" ]; then
  targets=("$target")
else
  mapfile -t targets < <(basename -s .rs fuzz/fuzz_targets/*.rs)
fi

mkdir -p "${CARGO_TARGET_DIR:-target}"
CARGO_TARGET_DIR=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
export CARGO_TARGET_DIR
# The corpus that earlier runs have found is kept: the next run continues with it.
export work=$CARGO_TARGET_DIR/fuzz
programs=$CARGO_TARGET_DIR/$(rustc -vV | sed -n 's/^host: //p')/release
export programs
mkdir -p "$work/logs" "$work/tmp"
trap 'rm -rf "$work/tmp"' EXIT

export PATH=$work/tools/bin:$PATH
if [ "$(cargo fuzz --version 2> /dev/null)" != "cargo-fuzz $cargo_fuzz_version" ]; then
  cargo install cargo-fuzz --locked --version "$cargo_fuzz_version" --root "$work/tools"
fi

# Without a sanitizer the stable compiler is enough. Our own code has no unsafe blocks that one would check.
cargo fuzz build --fuzz-dir fuzz --sanitizer none ${target:+"$target"}

# The examples of the guide are seeds, too.
seeds=$work/seeds
rm -rf "$seeds"
mkdir -p "$seeds/mail" "$seeds/extract" "$seeds/template"
for mail in docs/examples/extract/*/mail*.eml; do
  folder=$(dirname "$mail")
  name=$(basename "$folder")-$(basename "$mail")
  cp "$mail" "$seeds/mail/$name"
  { cat "$folder/action.json"; echo '===='; cat "$mail"; } > "$seeds/extract/$name"
done
cp crates/workflow/src/gallery/*.{html,txt} "$seeds/template"

# Prints one line. Fails if the target has found something.
fuzz_one() {
  local target=$1 log=$work/logs/$1.log result=ok
  local corpora=("$work/corpus/$target") artifacts=fuzz/artifacts/$target/
  mkdir -p "${corpora[0]}" "$artifacts"
  for folder in "fuzz/corpus/$target" "$work/seeds/$target"; do
    if [ -d "$folder" ]; then corpora+=("$folder"); fi
  done
  TMPDIR=$work/tmp "$programs/$target" "${corpora[@]}" -artifact_prefix="$artifacts" -max_total_time="$seconds" \
    -max_len=8192 -timeout=25 -rss_limit_mb=2048 -print_final_stats=1 > "$log" 2>&1 || result=FAILED
  local runs coverage
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1 | cut -c 6-)
  printf '%-24s %12s runs %7s edges  %s\n' "$target" "${runs:-0}" "${coverage:-0}" "$result"
  if [ "$result" != ok ]; then
    grep -E 'panicked|ERROR: libFuzzer|Test unit written|^thread' -A 1 "$log" >&2 || tail -n 5 "$log" >&2
    return 1
  fi
}
export -f fuzz_one

printf '\n%s targets, %s seconds each\n' "${#targets[@]}" "$seconds"
status=0
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz_one {}' || status=1

total=0
for target in "${targets[@]}"; do
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/logs/$target.log")
  total=$((total + ${runs:-0}))
done
printf '%-24s %12s runs\n' total "$total"
if [ "$status" -ne 0 ]; then
  echo 'Found something: see above. Run a target on one file: cargo fuzz run --sanitizer none TARGET FILE' >&2
  exit 1
fi
