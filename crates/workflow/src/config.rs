//! Parses an action's config into the type of its handler.

use super::{ConfigViolation, StepError, structure};
use schemars::{JsonSchema, schema_for};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A config type that checks what its JSON Schema cannot express.
pub(super) trait ActionConfig: DeserializeOwned + JsonSchema {
    fn validate(&self) -> Vec<ConfigViolation>;

    /// Returns a valid config or all violations at once.
    fn from_json(config: &Value) -> Result<Self, Vec<ConfigViolation>> {
        let mut violations = match deserialize::<Self>(config) {
            Ok(parsed) => match parsed.validate() {
                none if none.is_empty() => return Ok(parsed),
                violations => return Err(violations),
            },
            Err(violations) => violations,
        };
        // Also validate what remains without the keys that cannot be parsed.
        if let Some(rest) = remove_invalid_keys(config, &violations).and_then(|rest| deserialize::<Self>(&rest).ok()) {
            // A removed key may be reported as missing now; it was reported already.
            let is_new = |one: &ConfigViolation| !violations.iter().any(|known| known.path.starts_with(&one.path));
            let more: Vec<ConfigViolation> = rest.validate().into_iter().filter(is_new).collect();
            violations.extend(more);
        }
        Err(violations)
    }
}

/// Returns all unknown keys, missing keys and values of the wrong type, each with its path.
fn deserialize<T: DeserializeOwned + JsonSchema>(config: &Value) -> Result<T, Vec<ConfigViolation>> {
    serde_path_to_error::deserialize(config).map_err(|error| {
        let all = structure::validate(&schema_for!(T).to_value(), config);
        if all.is_empty() { vec![from_serde(&error)] } else { all }
    })
}

/// Warnings for an action type that accepts `Data` and `FieldMap`, as every action does, but has no use for them.
pub(super) fn unused_keys(
    action_type: &str,
    data: Option<&Map<String, Value>>,
    field_map: Option<&Map<String, Value>>,
) -> Vec<ConfigViolation> {
    let given = [("Data", data), ("FieldMap", field_map)];
    let given = given.into_iter().filter(|(_, value)| value.is_some_and(|entries| !entries.is_empty()));
    let message =
        |key: &str| format!("{action_type} does not use {key}; remove it, or move it to a Data or Sql action");
    given.map(|(key, _)| ConfigViolation::new(key, message(key))).collect()
}

/// The config without the keys that have violations. `None` if one of them cannot be removed.
fn remove_invalid_keys(config: &Value, violations: &[ConfigViolation]) -> Option<Value> {
    let mut rest = config.clone();
    for violation in violations {
        let (parent, key) = violation.path.rsplit_once('.').unwrap_or(("", violation.path.as_str()));
        let mut keys = parent.split('.').filter(|key| !key.is_empty());
        let object = keys.try_fold(&mut rest, |object, key| object.get_mut(key))?;
        object.as_object_mut()?.remove(key)?;
    }
    Some(rest)
}

/// Used when the type is stricter than its schema.
fn from_serde(error: &serde_path_to_error::Error<serde_json::Error>) -> ConfigViolation {
    let path = match error.path().to_string() {
        path if path == "." => String::new(),
        path => path,
    };
    ConfigViolation::new(path, error.inner().to_string())
}

/// A config that was valid when it was saved can be invalid when it runs: after an upgrade, or a change of the row.
impl From<Vec<ConfigViolation>> for StepError {
    fn from(violations: Vec<ConfigViolation>) -> Self {
        let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
        Self::Failed(texts.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::json;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "PascalCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only parsed")]
    struct Config {
        op: Op,
        #[serde(default)]
        most: Option<u32>,
        when: When,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "PascalCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only parsed")]
    struct Op {
        action: Operation,
        target: String,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    enum Operation {
        /// One.
        Go,
        /// Another.
        Stay,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only parsed")]
    enum When {
        All(Vec<Op>),
        Any(Vec<Op>),
    }

    fn structural_violations(config: &Value) -> Vec<String> {
        deserialize::<Config>(config).expect_err("an invalid config").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_structural_violations_are_reported_at_once() {
        let config = json!({
            "Op": { "Action": "Fly", "Sauce": 1 },
            "Most": "many",
            "When": { "All": [{ "Action": "Go", "Target": "x" }, { "Action": "Stay", "Target": 5 }] },
            "Color": "red",
        });
        let mut all = structural_violations(&config);
        all.sort();
        let expected = [
            "Color: unknown key \"Color\"; known keys: Op, Most, When",
            "Most: must be a whole number, not a string",
            "Op.Action: \"Fly\" is not one of Go, Stay",
            "Op.Sauce: unknown key \"Sauce\"; known keys: Action, Target",
            "Op.Target: is missing",
            "When.All[1].Target: must be a string, not a number",
        ];
        assert_eq!(all, expected);
    }

    impl ActionConfig for Config {
        fn validate(&self) -> Vec<ConfigViolation> {
            let is_empty = self.op.target.is_empty();
            is_empty.then(|| ConfigViolation::new("Op.Target", "is empty")).into_iter().collect()
        }
    }

    #[test]
    fn structural_violations_do_not_hide_the_others() {
        let mut config =
            json!({ "Op": { "Action": "Go", "Target": "" }, "When": { "All": [] }, "Most": "many", "More": 1 });
        let violations = |config: &Value| {
            let mut all: Vec<String> =
                Config::from_json(config).expect_err("an invalid config").iter().map(ToString::to_string).collect();
            all.sort();
            all
        };
        let expected = [
            "More: unknown key \"More\"; known keys: Op, Most, When",
            "Most: must be a whole number, not a string",
            "Op.Target: is empty",
        ];
        assert_eq!(violations(&config), expected);
        config["When"] = json!({ "All": [5] });
        assert_eq!(violations(&config).len(), 3, "the rest cannot be parsed without When: {:?}", violations(&config));
    }

    #[test]
    fn an_unknown_alternative_is_reported_with_the_known_ones() {
        let base = |when: Value| json!({ "Op": { "Action": "Go", "Target": "x" }, "When": when });
        for when in [json!({}), json!({ "None": [] }), json!({ "All": [], "Any": [] })] {
            let all = structural_violations(&base(when.clone()));
            assert_eq!(all, ["When: exactly one of All, Any is required"], "{when}");
        }
        assert_eq!(structural_violations(&json!([])), ["must be an object, not an array"]);
    }
}
