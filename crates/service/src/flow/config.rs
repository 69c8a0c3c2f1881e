//! An action's config, read into the type of its handler.

use super::{ConfigFault, StepError, structure};
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A config that knows what is wrong with it beyond what its type says.
pub(super) trait Settings: DeserializeOwned + JsonSchema {
    /// Everything that is wrong with it.
    fn faults(&self) -> Vec<ConfigFault>;

    /// Reads a good one, or tells what is wrong with it.
    fn read(config: &Value) -> Result<Self, Vec<ConfigFault>> {
        let read: Self = read(config)?;
        let faults = read.faults();
        if faults.is_empty() { Ok(read) } else { Err(faults) }
    }
}

/// Reads it. Unknown keys, missing ones and values of the wrong type are faults at their paths, all of them at once.
fn read<T: DeserializeOwned + JsonSchema>(config: &Value) -> Result<T, Vec<ConfigFault>> {
    serde_path_to_error::deserialize(config).map_err(|error| {
        let all = structure::faults(&schema_for!(T).to_value(), config);
        if all.is_empty() { vec![first(&error)] } else { all }
    })
}

/// What the type itself complains about, where its schema is less strict.
fn first(error: &serde_path_to_error::Error<serde_json::Error>) -> ConfigFault {
    let path = match error.path().to_string() {
        path if path == "." => String::new(),
        path => path,
    };
    ConfigFault::new(path, error.inner().to_string())
}

/// A config that was good when it was saved may be bad when it runs: the product has changed, or the row was.
impl From<Vec<ConfigFault>> for StepError {
    fn from(faults: Vec<ConfigFault>) -> Self {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        Self::Failed(words.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "PascalCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "read to see what is refused")]
    struct Config {
        op: Op,
        #[serde(default)]
        most: Option<u32>,
        when: When,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "PascalCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "read to see what is refused")]
    struct Op {
        action: Verb,
        target: String,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    enum Verb {
        /// One.
        Go,
        /// Another.
        Stay,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "read to see what is refused")]
    enum When {
        All(Vec<Op>),
        Any(Vec<Op>),
    }

    fn told(config: &Value) -> Vec<String> {
        read::<Config>(config).expect_err("a config with faults").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_faults_of_the_structure_are_told_at_once() {
        let config = json!({
            "Op": { "Action": "Fly", "Sauce": 1 },
            "Most": "many",
            "When": { "All": [{ "Action": "Go", "Target": "x" }, { "Action": "Stay", "Target": 5 }] },
            "Colour": "red",
        });
        let mut all = told(&config);
        all.sort();
        let expected = [
            "Colour: is unknown here",
            "Most: must be a whole number",
            "Op.Action: must be one of Go, Stay",
            "Op.Sauce: is unknown here",
            "Op.Target: is missing",
            "When.All[1].Target: must be a text",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_form_that_does_not_exist_is_told_with_those_that_do() {
        let base = |when: Value| json!({ "Op": { "Action": "Go", "Target": "x" }, "When": when });
        for when in [json!({}), json!({ "None": [] }), json!({ "All": [], "Any": [] })] {
            let all = told(&base(when.clone()));
            assert!(all.len() == 1 && all[0].starts_with("When: "), "{when}: {all:?}");
        }
        assert_eq!(told(&json!([])), ["must be an object"]);
    }
}
