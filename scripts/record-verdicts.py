#!/usr/bin/env python3
"""Records in crates/workflow/tests/schemas/verdicts what a general validator says about payloads and configs.

After a schema, a payload or the config of TextExtract has changed, run from the root of the repository:

    RECORD_PAYLOADS=1 cargo test --package stormwire-workflow --lib
    python3 -m venv target/verdicts && target/verdicts/bin/pip install --quiet jsonschema==4.26.0
    target/verdicts/bin/python scripts/record-verdicts.py

The first command writes the payloads that the code makes now; this script fails if one of them is not valid or invalid as
the test expects. `text-extract.json` has a config with every key; this script makes changes to it and sorts them into valid and
invalid ones. Accept the new snapshot of the api crate before, and add a new key to that config.
"""

import copy
import functools
import hashlib
import json
import pathlib

from jsonschema.validators import validator_for

ROOT = pathlib.Path(__file__).parent.parent
SCHEMAS = ROOT / "crates/workflow/tests/schemas"
# A test of the api crate fails if the code generates another schema.
SNAPSHOT = ROOT / "crates/api/tests/it/snapshots/it__workflow__TextExtract.snap"

NEW_VALUES = [None, 7, "text", [], {}, True]


def schema_of(recorded):
    if recorded.stem == "text-extract":
        return json.loads(SNAPSHOT.read_text().split("---\n", 2)[2])["schema"]
    return json.loads((SCHEMAS / recorded.name).read_text())


def schema_hash(schema):
    """As `hash_parts` of the workflow crate."""
    text = json.dumps(schema, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    return hashlib.sha256(len(text).to_bytes(8, "big") + text).hexdigest()


def changes(config, pointer=""):
    """Every value replaced by one of another type, every key removed, and a key added to every object.

    A change is a JSON pointer and the new value, or a pointer alone if the key is removed.
    """
    yield from ([pointer, new] for new in NEW_VALUES)
    if isinstance(config, dict):
        yield [f"{pointer}/Unknown", 1]
        for key, value in config.items():
            yield [f"{pointer}/{key}"]
            yield from changes(value, f"{pointer}/{key}")


def with_change(config, pointer, *new):
    if not pointer:
        return new[0]
    changed = copy.deepcopy(config)
    *parents, key = pointer.split("/")[1:]
    parent = functools.reduce(dict.get, parents, changed)
    if new:
        parent[key] = new[0]
    else:
        del parent[key]
    return changed


def check(name, validator, recorded):
    assert recorded["valid"] and recorded["invalid"], name
    for payload in recorded["valid"]:
        validator.validate(payload)
    for payload in recorded["invalid"]:
        assert not validator.is_valid(payload), f"{name}: valid, but must not be: {payload}"


def keys_of(value):
    entries = value.items() if isinstance(value, dict) else ()
    return {key for key, _ in entries}.union(*(keys_of(inner) for _, inner in entries))


def sort_changes(schema, validator, recorded):
    config = recorded["config"]
    validator.validate(config)
    keys = {key for part in [schema, *schema["$defs"].values()] for key in part.get("properties", {})}
    missing = keys - keys_of(config)
    assert not missing, f"add to the config: {missing}"
    recorded.update(valid=[], invalid=[])
    for change in changes(config):
        is_valid = validator.is_valid(with_change(config, *change))
        recorded["valid" if is_valid else "invalid"].append(change)


def one_case_per_line(recorded):
    def text(value):
        return json.dumps(value, ensure_ascii=False)

    def cases(value):
        return "[\n    " + ",\n    ".join(map(text, value)) + "\n  ]" if isinstance(value, list) else text(value)

    return "{\n" + ",\n".join(f"  {text(key)}: {cases(value)}" for key, value in recorded.items()) + "\n}\n"


def main():
    for path in sorted((SCHEMAS / "verdicts").glob("*.json")):
        recorded, schema = json.loads(path.read_text()), schema_of(path)
        validator = validator_for(schema)(schema)
        validator.check_schema(schema)
        if "config" in recorded:
            sort_changes(schema, validator, recorded)
        else:
            check(path.name, validator, recorded)
        recorded["schemaHash"] = schema_hash(schema)
        path.write_text(one_case_per_line(recorded))
        print(f"{path.name}: {len(recorded['valid'])} valid, {len(recorded['invalid'])} invalid")


main()
