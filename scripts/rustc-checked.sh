#!/usr/bin/env bash
# Compiles a crate of the workspace with all lints, and documents it. `make check` and `make test` name it in
# RUSTC_WORKSPACE_WRAPPER, so cargo calls it instead of rustc: one build is then also what `cargo clippy` and `cargo doc` would
# do with builds of their own, for which every dependency would be compiled once more.
set -euo pipefail

clippy-driver "$@" -D warnings

arguments=()
is_documented=true is_value_skipped=false
for argument in "${@:2}"; do
  if $is_value_skipped; then
    is_value_skipped=false
    continue
  fi
  case $argument in
    # A question about the compiler, a test, a build script: nothing to document.
    -vV | - | --test | build_script_*) is_documented=false ;;
    # What rustc writes, and where.
    --emit=*) ;;
    --out-dir) is_value_skipped=true ;;
    *) arguments+=("$argument") ;;
  esac
done

if $is_documented; then
  # Links to private items are allowed, as Cargo.toml says for `cargo doc`.
  exec rustdoc "${arguments[@]}" --out-dir "$(dirname "$0")/../target/doc" --document-private-items -D warnings \
    -A rustdoc::private_intra_doc_links
fi
