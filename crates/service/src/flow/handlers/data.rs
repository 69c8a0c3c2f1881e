//! `Data`: sets, copies and removes keys at the root of the context.
//!
//! | `Op.Action` | |
//! |---|---|
//! | `Set` | each key of `Data` |
//! | `Copy` | each key of `FieldMap`, from the path that it names |
//! | `Remove` | the keys in `Op.Target`, one or several |

use crate::flow::config::{must_hold, read};
use crate::flow::fields::FieldMap;
use crate::flow::{ConfigFault, Context, Effect, Handler, StepError, StepRun, StepSummary};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, schema_for};
use serde::Deserialize;
use serde_json::{Map, Value};

/// The handler.
pub(super) struct Data;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Config {
    op: Op,
    /// For `Set`: the keys, each with its value.
    #[serde(default)]
    data: Map<String, Value>,
    /// For `Copy`: the keys, each with the path of its value.
    #[serde(default)]
    field_map: FieldMap,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Op {
    action: Verb,
    /// For `Remove`: the keys.
    target: Option<Target>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
enum Verb {
    Set,
    Copy,
    Remove,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Target {
    One(String),
    Many(Vec<String>),
}

impl Target {
    fn keys(self) -> Vec<String> {
        let all = match self {
            Self::One(key) => vec![key],
            Self::Many(keys) => keys,
        };
        // `$.Key` and `Key` are the same at the root.
        all.into_iter().map(|key| key.strip_prefix("$.").map_or(key.clone(), str::to_owned)).collect()
    }
}

impl Config {
    fn read(config: &Value) -> Result<Self, Vec<ConfigFault>> {
        let read: Self = read(config)?;
        let faults = read.faults();
        must_hold(read, faults)
    }

    fn faults(&self) -> Vec<ConfigFault> {
        let mut faults = Vec::new();
        match self.op.action {
            Verb::Set if self.data.is_empty() => faults.push(ConfigFault::new("Data", "Set needs at least one key")),
            Verb::Copy if self.field_map.is_empty() => {
                faults.push(ConfigFault::new("FieldMap", "Copy needs at least one key"));
            }
            Verb::Remove if self.op.target.is_none() => {
                faults.push(ConfigFault::new("Op.Target", "Remove needs the keys that it drops"));
            }
            _ => {}
        }
        faults.extend(self.field_map.faults_without_record());
        faults
    }

    fn apply(self, context: &mut Context) -> Result<StepSummary, StepError> {
        match self.op.action {
            Verb::Set => {
                let count = self.data.len();
                for (key, value) in self.data {
                    context.set(&key, value);
                }
                Ok(StepSummary::new(format!("{count} keys set")))
            }
            Verb::Copy => {
                let found = self.field_map.resolve(context, None)?;
                let count = found.len();
                for (key, value) in found {
                    context.set(&key, value);
                }
                Ok(StepSummary::new(format!("{count} keys copied")))
            }
            Verb::Remove => {
                let keys = self.op.target.map(Target::keys).unwrap_or_default();
                for key in &keys {
                    context.remove(key);
                }
                Ok(StepSummary::new(format!("{} keys removed", keys.len())))
            }
        }
    }
}

impl Handler for Data {
    fn action_type(&self) -> &'static str {
        "Data"
    }

    fn effect(&self) -> Effect {
        Effect::None
    }

    fn schema(&self) -> Value {
        schema_for!(Config).to_value()
    }

    fn faults(&self, config: &Value) -> Vec<ConfigFault> {
        Config::read(config).err().unwrap_or_default()
    }

    fn run<'a>(&'a self, step: StepRun<'a>) -> BoxFuture<'a, Result<StepSummary, StepError>> {
        async move { Config::read(step.config)?.apply(step.context) }.boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        let remove = applied(&json!({"Op": {"Action": "Remove", "Target": ["$.Old", "Nothing"]}})).unwrap();
        assert_eq!(remove, json!({"Message": {"From": "a@b.c"}}));
    }

    #[test]
    fn mistakes_are_found_with_their_path() {
        for (config, path) in [
            (json!({"Op": {"Action": "Set"}}), "Data"),
            (json!({"Op": {"Action": "Sit"}, "Data": {"A": 1}}), "Op.Action"),
            (json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "Message.From"}}), "FieldMap.From"),
            (json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": 1}}), "FieldMap.From"),
            (json!({"Op": {"Action": "Remove"}}), "Op.Target"),
            (json!({"Op": {"Action": "Set"}, "Data": {"A": 1}, "More": 1}), "More"),
            (json!({}), "Op"),
        ] {
            let faults = Data.faults(&config);
            assert!(
                faults.iter().any(|fault| fault.path.contains(path) || fault.message.contains(path)),
                "{config} {faults:?}"
            );
        }
        let missing = applied(&json!({"Op": {"Action": "Copy"}, "FieldMap": {"From": "$.Nobody"}})).unwrap_err();
        assert_eq!(missing, "FieldMap.From: there is nothing at $.Nobody");
    }
}
