//! What a general validator says about payloads and configs, recorded in `tests/schemas/verdicts`. The validator itself is not
//! a dependency, because three tests are not worth building 22 packages. `scripts/record-verdicts.py` records again.

use super::handler::hash_parts;
use super::sorted_json::sorted_text;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

const RECORD: &str = "record again as described in scripts/record-verdicts.py";

/// Fails if they were recorded with another schema.
pub(super) fn verdicts(name: &str, schema: &Value) -> Value {
    let recorded = read(&recorded_path(name));
    assert_eq!(recorded["schemaHash"], hash_parts(&[&sorted_text(schema)]), "{name}: another schema; {RECORD}");
    recorded
}

/// Fails if these are not the payloads that the validator has accepted and rejected by the schema of that name.
pub(super) fn assert_verdicts(name: &str, valid: &[Value], invalid: &[Value]) {
    if is_recording() {
        let payloads = json!({"schemaHash": null, "valid": valid, "invalid": invalid});
        fs::write(recorded_path(name), payloads.to_string()).unwrap();
        return;
    }
    let recorded = verdicts(name, &read(&schemas().join(format!("{name}.json"))));
    for (verdict, payloads) in [("valid", valid), ("invalid", invalid)] {
        assert_eq!(recorded[verdict].as_array().map(Vec::len), Some(payloads.len()), "{name}; {RECORD}");
        for (index, payload) in payloads.iter().enumerate() {
            assert_eq!(payload, &recorded[verdict][index], "{name}, {verdict}; {RECORD}");
        }
    }
}

fn schemas() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/schemas")
}

fn recorded_path(name: &str) -> PathBuf {
    schemas().join(format!("verdicts/{name}.json"))
}

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "only a person who records sets it")]
fn is_recording() -> bool {
    std::env::var_os("RECORD_PAYLOADS").is_some()
}
