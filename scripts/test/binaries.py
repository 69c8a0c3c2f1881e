"""Turns cargo's messages about a build of tests into steps for make: the largest binaries first, because they have the longest
tests, and what starts last should end soon."""

import json
import os
import pathlib
import sys

root = pathlib.Path.cwd()
steps = []
for line in sys.stdin:
    message = json.loads(line)
    if message["reason"] != "compiler-artifact" or not message["profile"]["test"] or not message["executable"]:
        continue
    package = pathlib.Path(message["manifest_path"]).parent.relative_to(root)
    binary = pathlib.Path(message["executable"]).relative_to(root)
    # `crates/store` with its tests in `tests/it` becomes `store` and `store-it`.
    kind, target = message["target"]["kind"][0], message["target"]["name"]
    suffix = "" if kind == "lib" else f"-{target}"
    steps.append((os.path.getsize(binary), f"{package.name}{suffix}", package, binary))

for _, name, package, binary in sorted(steps, reverse=True):
    print(f".PHONY: {name}\ncode-tested: {name}\n{name}:\n\t$(STEP) scripts/test/binary.sh {package} {binary}\n")
