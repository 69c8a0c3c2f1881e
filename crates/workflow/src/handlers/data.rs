//! `Data`: sets, copies and removes keys at the root of the context.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Set` | each key of `Data` |
//! | `Copy` | each key of `FieldMap`, from the path that it names |
//! | `Remove` | the keys in `Op.Target`, one or several |

use crate::config::Settings;
use crate::fields::FieldMap;
use crate::typed::Typed;
use crate::{ConfigViolation, Context, Effect, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// The handler.
pub(super) struct Data;

/// Sets, copies and removes keys at the root of the context.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
#[schemars(title = "Data")]
pub(super) struct Config {
    /// What to do.
    op: Op,
    /// For `Set`: the keys, each with its value.
    #[serde(default)]
    data: Map<String, Value>,
    /// For `Copy`: the keys, each with the path of its value, as `$.Message.From`.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    /// What to do.
    action: Verb,
    /// For `Remove`: the key, or a list of keys.
    target: Option<Target>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Verb {
    /// Writes each key of `Data`.
    Set,
    /// Writes each key of `FieldMap` with what stands at its path.
    Copy,
    /// Drops the keys in `Op.Target`.
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

/// What is wrong with a key of the root.
fn key_fault(place: String, key: &str) -> Option<ConfigViolation> {
    let is_nested = key.starts_with('$') && root_key(key).contains(['.', '[', '$', '*']);
    let words = if is_nested {
        "names no key of the root; nested keys cannot be written"
    } else if root_key(key).trim().is_empty() {
        "a key needs a name"
    } else {
        return None;
    };
    Some(ConfigViolation::new(place, words))
}

/// `$.Key` beside `Key`: which of the two is meant, nobody can tell.
fn named_twice<'k>(place: &str, keys: impl Iterator<Item = &'k str>) -> Vec<ConfigViolation> {
    let mut seen = HashSet::new();
    let again = keys.filter(|key| !seen.insert(root_key(key)));
    again.map(|key| ConfigViolation::new(format!("{place}.{key}"), "names a key that is named before")).collect()
}

impl Settings for Config {
    fn faults(&self) -> Vec<ConfigViolation> {
        let mut faults = Vec::new();
        match self.op.action {
            Verb::Set if self.data.is_empty() => {
                faults.push(ConfigViolation::new("Data", "Set needs at least one key"));
            }
            Verb::Copy if self.field_map.is_empty() => {
                faults.push(ConfigViolation::new("FieldMap", "Copy needs at least one key"));
            }
            Verb::Remove if self.op.target.is_none() => {
                faults.push(ConfigViolation::new("Op.Target", "Remove needs the keys that it drops"));
            }
            _ => {}
        }
        faults.extend(self.data.keys().filter_map(|key| key_fault(format!("Data.{key}"), key)));
        faults.extend(self.field_map.keys().filter_map(|key| key_fault(format!("FieldMap.{key}"), key)));
        let dropped = self.op.target.as_ref().map(Target::keys).unwrap_or_default();
        faults.extend(dropped.iter().filter_map(|key| key_fault("Op.Target".to_owned(), key)));
        faults.extend(self.field_map.root_faults());
        faults.extend(named_twice("Data", self.data.keys().map(String::as_str)));
        faults.extend(named_twice("FieldMap", self.field_map.keys()));
        faults
    }
}

impl Config {
    fn apply(self, context: &mut Context) -> Result<StepSummary, StepError> {
        match self.op.action {
            Verb::Set => {
                let count = self.data.len();
                for (key, value) in self.data {
                    context.set(root_key(&key), value);
                }
                Ok(StepSummary::new(format!("{count} keys set")))
            }
            Verb::Copy => {
                let found = self.field_map.resolve(context, None)?;
                let count = found.len();
                for (key, value) in found {
                    context.set(root_key(&key), value);
                }
                Ok(StepSummary::new(format!("{count} keys copied")))
            }
            Verb::Remove => {
                let keys = self.op.target.as_ref().map(Target::keys).unwrap_or_default();
                for key in keys {
                    context.remove(root_key(key));
                }
                Ok(StepSummary::new(format!("{} keys removed", keys.len())))
            }
        }
    }
}

impl Typed for Data {
    type Config = Config;

    const ACTION_TYPE: &'static str = "Data";
    const EFFECT: Effect = Effect::None;
    const GUIDE: Option<&'static str> = Some(include_str!("../../../../docs/guide/reference/actions/data.md"));

    fn act<'a>(&'a self, config: Config, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        std::future::ready(config.apply(step.context)).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Handler;
    use serde_json::json;

    fn applied(config: &Value) -> Result<Value, String> {
        let Value::Object(root) = json!({"Message": {"From": "a@b.c"}, "Old": 1}) else { unreachable!() };
        let mut context = Context::new(root);
        let read = Config::read(config).map_err(|faults| format!("{faults:?}"))?;
        read.apply(&mut context).map_err(|error| error.to_string())?;
        Ok(context.root().clone())
    }

    #[test]
    fn keys_are_set_copied_and_removed_at_the_root() {
        let set = applied(&json!({"Op": {"Action": "Set"}, "Data": {"From": "x", "Old": null}})).unwrap();
        assert_eq!(set, json!({"Message": {"From": "a@b.c"}, "Old": null, "From": "x"}));
        let copy = applied(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Message.From"}})).unwrap();
        assert_eq!(copy["From"], "a@b.c");
        let rooted = applied(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"$.From": "$.Message.From"}})).unwrap();
        assert_eq!(rooted, copy, "`$.From` and `From` are the same key");
        let remove = applied(&json!({"Op": {"Action": "Remove", "Target": ["$.Old", "Nothing"]}})).unwrap();
        assert_eq!(remove, json!({"Message": {"From": "a@b.c"}}));
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
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
            let found: Vec<String> = Data.faults(&config).into_iter().map(|fault| fault.path).collect();
            assert_eq!(found, paths, "{config}");
        }
        let missing = applied(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Nobody"}})).unwrap_err();
        assert_eq!(missing, "FieldMap.From: there is nothing at $.Nobody");
    }
}
