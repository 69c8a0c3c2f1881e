//! `Data`: sets, copies and removes keys at the root of the context.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Set` | each key of `Data` |
//! | `Copy` | each key of `FieldMap`, from the path that it names |
//! | `Remove` | the keys in `Op.Target`, one or several |

use crate::config::ActionConfig;
use crate::fields::FieldMap;
use crate::text::count_of;
use crate::typed_handler::TypedHandler;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashSet;

pub(super) struct Data;

/// Sets, copies and removes keys at the root of the context.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Data")]
pub(super) struct Config {
    /// Operation and its options.
    op: Op,
    /// For `Set`: keys and values.
    #[serde(default)]
    data: Map<String, Value>,
    /// For `Copy`: keys, each with the path of its value, such as `$.Message.From`.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// Operation.
    action: Operation,
    /// For `Remove`: one key or a list of keys.
    target: Option<Target>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Operation {
    /// Sets each key of `Data`.
    Set,
    /// Sets each key of `FieldMap` to the value at its path.
    Copy,
    /// Removes the keys in `Op.Target`.
    Remove,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    One(String),
    Many(Vec<String>),
}

impl Target {
    fn keys(&self) -> &[String] {
        match self {
            Self::One(key) => std::slice::from_ref(key),
            Self::Many(keys) => keys,
        }
    }
}

/// `$.Key` and `Key` are the same at the root.
fn root_key(key: &str) -> &str {
    key.strip_prefix("$.").unwrap_or(key)
}

fn validate_key(path: String, key: &str) -> Option<ConfigViolation> {
    let is_nested = key.starts_with('$') && root_key(key).contains(['.', '[', '$', '*']);
    let message = if is_nested {
        format!("{key:?} is not a key at the root; nested keys cannot be written")
    } else if root_key(key).trim().is_empty() {
        "a key must not be empty".to_owned()
    } else {
        return None;
    };
    Some(ConfigViolation::new(path, message))
}

/// `$.Key` and `Key` together are ambiguous.
fn find_duplicate_keys<'k>(path: &str, keys: impl Iterator<Item = &'k str>) -> Vec<ConfigViolation> {
    let mut seen = HashSet::new();
    let repeated = keys.filter(|key| !seen.insert(root_key(key)));
    repeated.map(|key| ConfigViolation::new(format!("{path}.{key}"), format!("{key:?} is given twice"))).collect()
}

impl ActionConfig for Config {
    fn validate(&self) -> Vec<ConfigViolation> {
        let mut violations = Vec::new();
        match self.op.action {
            Operation::Set if self.data.is_empty() => {
                violations.push(ConfigViolation::new("Data", "Set needs at least one key"));
            }
            Operation::Copy if self.field_map.is_empty() => {
                violations.push(ConfigViolation::new("FieldMap", "Copy needs at least one key"));
            }
            Operation::Remove if self.op.target.is_none() => {
                violations.push(ConfigViolation::new("Op.Target", "Remove needs at least one key"));
            }
            _ => {}
        }
        violations.extend(self.data.keys().filter_map(|key| validate_key(format!("Data.{key}"), key)));
        violations.extend(self.field_map.keys().filter_map(|key| validate_key(format!("FieldMap.{key}"), key)));
        let removed = self.op.target.as_ref().map(Target::keys).unwrap_or_default();
        violations.extend(removed.iter().filter_map(|key| validate_key("Op.Target".to_owned(), key)));
        violations.extend(self.field_map.validate_without_records());
        violations.extend(find_duplicate_keys("Data", self.data.keys().map(String::as_str)));
        violations.extend(find_duplicate_keys("FieldMap", self.field_map.keys()));
        violations
    }
}

impl Config {
    fn apply(self, context: &mut Context) -> Result<StepSummary, StepError> {
        match self.op.action {
            Operation::Set => {
                let count = self.data.len() as u64;
                for (key, value) in self.data {
                    context.set(root_key(&key), value);
                }
                Ok(StepSummary::new(format!("{} set", count_of(count, "key"))))
            }
            Operation::Copy => {
                let found = self.field_map.resolve(context, None)?;
                let count = found.len() as u64;
                for (key, value) in found {
                    context.set(root_key(&key), value);
                }
                Ok(StepSummary::new(format!("{} copied", count_of(count, "key"))))
            }
            Operation::Remove => {
                let keys = self.op.target.as_ref().map(Target::keys).unwrap_or_default();
                for key in keys {
                    context.remove(root_key(key));
                }
                Ok(StepSummary::new(format!("{} removed", count_of(keys.len() as u64, "key"))))
            }
        }
    }
}

impl TypedHandler for Data {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Data";
    const EFFECT: Effect = Effect::None;

    fn run<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        std::future::ready(config.apply(step.context)).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Handler;
    use serde_json::json;

    fn apply_to_sample(config: &Value) -> Result<Value, String> {
        let Value::Object(root) = json!({"Message": {"From": "a@b.c"}, "Old": 1}) else { unreachable!() };
        let mut context = Context::new(root);
        let config = Config::from_json(config).map_err(|violations| format!("{violations:?}"))?;
        config.apply(&mut context).map_err(|error| error.to_string())?;
        Ok(context.root().clone())
    }

    #[test]
    fn keys_are_set_copied_and_removed_at_the_root() {
        let set = apply_to_sample(&json!({"Op": {"Action": "Set"}, "Data": {"From": "x", "Old": null}})).unwrap();
        assert_eq!(set, json!({"Message": {"From": "a@b.c"}, "Old": null, "From": "x"}));
        let copy = apply_to_sample(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Message.From"}})).unwrap();
        assert_eq!(copy["From"], "a@b.c");
        let rooted =
            apply_to_sample(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"$.From": "$.Message.From"}})).unwrap();
        assert_eq!(rooted, copy, "`$.From` and `From` are the same key");
        let remove = apply_to_sample(&json!({"Op": {"Action": "Remove", "Target": ["$.Old", "Nothing"]}})).unwrap();
        assert_eq!(remove, json!({"Message": {"From": "a@b.c"}}));
    }

    #[test]
    fn violations_have_their_path() {
        for (config, paths) in [
            (json!({"Op": {"Action": "Set"}}), vec!["Data"]),
            (json!({"Op": {"Action": "Sit"}, "Data": {"A": 1}}), vec!["Op.Action"]),
            (json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "Message.From"}}), vec!["FieldMap.From"]),
            (json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": 1}}), vec!["FieldMap.From"]),
            (
                json!({"Op": {"Action": "Copy"}, "FieldMap": {"$.A.B": "$.x[", "": "$"}}),
                vec!["FieldMap.$.A.B", "FieldMap.", "FieldMap.$.A.B"],
            ),
            (json!({"Op": {"Action": "Remove"}}), vec!["Op.Target"]),
            (json!({"Op": {"Action": "Remove", "Target": ["A", "$.B[0]"]}}), vec!["Op.Target"]),
            (json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "$['B']": 1}, "More": 1}), vec!["More", "Data.$['B']"]),
            (json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "$.A": 2}}), vec!["Data.$.A"]),
            (json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "$['B']": 1}}), vec!["Data.$['B']"]),
            (json!({}), vec!["Op"]),
        ] {
            let violations = Handler::validate(&Data, &config);
            let found: Vec<String> = violations.into_iter().map(|violation| violation.path).collect();
            assert_eq!(found, paths, "{config}");
        }
        let missing =
            apply_to_sample(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Nothing"}})).unwrap_err();
        assert_eq!(missing, "FieldMap.From: no value at $.Nothing");
    }
}
