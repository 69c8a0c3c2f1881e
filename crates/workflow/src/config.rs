//! An action's config, read into the type of its handler.

use super::{ConfigViolation, StepError, structure};
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A config that knows what is wrong with it beyond what its type says.
pub(super) trait Settings: DeserializeOwned + JsonSchema {
    /// Everything that is wrong with it.
    fn faults(&self) -> Vec<ConfigViolation>;

    /// Reads a good one, or tells what is wrong with it: all of it at once.
    fn read(config: &Value) -> Result<Self, Vec<ConfigViolation>> {
        let mut faults = match read::<Self>(config) {
            Ok(read) => match read.faults() {
                none if none.is_empty() => return Ok(read),
                faults => return Err(faults),
            },
            Err(faults) => faults,
        };
        // What is left without the keys that cannot be read may have faults of its own.
        if let Some(rest) = without(config, &faults).and_then(|rest| read::<Self>(&rest).ok()) {
            // What was left out may be missing now.
            let is_new = |fault: &ConfigViolation| !faults.iter().any(|known| known.path.starts_with(&fault.path));
            let more: Vec<ConfigViolation> = rest.faults().into_iter().filter(is_new).collect();
            faults.extend(more);
        }
        Err(faults)
    }
}

/// Reads it. Unknown keys, missing ones and values of the wrong type are faults at their paths, all of them at once.
fn read<T: DeserializeOwned + JsonSchema>(config: &Value) -> Result<T, Vec<ConfigViolation>> {
    serde_path_to_error::deserialize(config).map_err(|error| {
        let all = structure::faults(&schema_for!(T).to_value(), config);
        if all.is_empty() { vec![first(&error)] } else { all }
    })
}

/// The config without the keys that have faults. None where one of them cannot be left out.
fn without(config: &Value, faults: &[ConfigViolation]) -> Option<Value> {
    let mut rest = config.clone();
    for fault in faults {
        let (above, key) = fault.path.rsplit_once('.').unwrap_or(("", fault.path.as_str()));
        let mut keys = above.split('.').filter(|key| !key.is_empty());
        let object = keys.try_fold(&mut rest, |object, key| object.get_mut(key))?;
        object.as_object_mut()?.remove(key)?;
    }
    Some(rest)
}

/// What the type itself complains about, where its schema is less strict.
fn first(error: &serde_path_to_error::Error<serde_json::Error>) -> ConfigViolation {
    let path = match error.path().to_string() {
        path if path == "." => String::new(),
        path => path,
    };
    ConfigViolation::new(path, error.inner().to_string())
}

/// A config that was good when it was saved may be bad when it runs: the product has changed, or the row was.
impl From<Vec<ConfigViolation>> for StepError {
    fn from(faults: Vec<ConfigViolation>) -> Self {
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

    impl Settings for Config {
        fn faults(&self) -> Vec<ConfigViolation> {
            let is_empty = self.op.target.is_empty();
            is_empty.then(|| ConfigViolation::new("Op.Target", "is empty")).into_iter().collect()
        }
    }

    #[test]
    fn faults_of_the_structure_do_not_hide_the_others() {
        let mut config =
            json!({ "Op": { "Action": "Go", "Target": "" }, "When": { "All": [] }, "Most": "many", "More": 1 });
        let told = |config: &Value| {
            let mut all: Vec<String> =
                Config::read(config).expect_err("faults").iter().map(ToString::to_string).collect();
            all.sort();
            all
        };
        let expected = ["More: is unknown here", "Most: must be a whole number", "Op.Target: is empty"];
        assert_eq!(told(&config), expected);
        config["When"] = json!({ "All": [5] });
        assert_eq!(told(&config).len(), 3, "the rest cannot be read without When: {:?}", told(&config));
    }

    #[test]
    fn a_form_that_does_not_exist_is_told_with_those_that_do() {
        let base = |when: Value| json!({ "Op": { "Action": "Go", "Target": "x" }, "When": when });
        for when in [json!({}), json!({ "None": [] }), json!({ "All": [], "Any": [] })] {
            let all = told(&base(when.clone()));
            assert_eq!(all, ["When: exactly one of All, Any is needed"], "{when}");
        }
        assert_eq!(told(&json!([])), ["must be an object"]);
    }
}
