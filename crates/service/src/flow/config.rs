//! An action's config, read into the type of its handler.

use super::{ConfigFault, StepError};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads it; an unknown key or a value of the wrong type is a fault at its path.
pub(super) fn read<T: DeserializeOwned>(config: &Value) -> Result<T, Vec<ConfigFault>> {
    serde_path_to_error::deserialize(config).map_err(|error| {
        let path = match error.path().to_string() {
            path if path == "." => String::new(),
            path => path,
        };
        vec![ConfigFault::new(path, error.inner().to_string())]
    })
}

/// What was read, unless something is wrong with it.
pub(super) fn must_hold<T>(read: T, faults: Vec<ConfigFault>) -> Result<T, Vec<ConfigFault>> {
    if faults.is_empty() { Ok(read) } else { Err(faults) }
}

/// A config that was good when it was saved may be bad when it runs: the product has changed, or the row was.
impl From<Vec<ConfigFault>> for StepError {
    fn from(faults: Vec<ConfigFault>) -> Self {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Self::Failed(words.join("; "))
    }
}
