//! Constants of the context: keys that an action sets to the same value for every message. They are known before the first
//! message arrives, so an action that would fail for every message because of one is reported when it is saved.

use super::{ConfigViolation, Context, Handlers};
use serde_json::{Map, Value};

/// The keys and values that an action sets, if it is a `Data` action that sets constants.
pub(super) fn set_by<'c>(action_type: &str, config: &'c Value) -> Option<&'c Map<String, Value>> {
    let sets_constants = action_type == "Data" && config["Op"]["Action"] == "Set";
    config["Data"].as_object().filter(|_| sets_constants)
}

/// Type, config, and whether the action runs in Phase 1.
pub type ConfiguredAction<'a> = (&'a str, &'a Value, bool);

/// Returns, for each action, what would fail for every message because of constants that earlier actions set. The actions are
/// in their order; Phase 2 runs after Phase 1.
pub fn validate<'a>(
    handlers: &Handlers,
    actions: impl Iterator<Item = ConfiguredAction<'a>>,
) -> Vec<Vec<ConfigViolation>> {
    let actions: Vec<ConfiguredAction<'a>> = actions.collect();
    let mut run_order: Vec<usize> = (0..actions.len()).collect();
    run_order.sort_by_key(|index| !actions[*index].2);
    let (mut constants, mut violations) = (Context::default(), vec![Vec::new(); actions.len()]);
    for index in run_order {
        let (action_type, config, _) = actions[index];
        violations[index] = handlers.validate_constants(action_type, config, &constants);
        update(&mut constants, action_type, config);
    }
    violations
}

/// Turns the constants before an action into those after it.
fn update(constants: &mut Context, action_type: &str, config: &Value) {
    // A key that an action writes is no longer constant, unless it writes a constant.
    let written = [&config["Op"]["Target"], &config["Op"]["Output"]].into_iter().flat_map(|value| match value {
        Value::Array(all) => all.iter().collect(),
        one => vec![one],
    });
    let copied = config["FieldMap"].as_object().filter(|_| action_type == "Data");
    let copied = copied.into_iter().flat_map(Map::keys).map(String::as_str);
    let keys = written.filter_map(Value::as_str).chain(copied);
    for key in keys {
        constants.remove(key.trim_start_matches("$.").split(['.', '[']).next().unwrap_or_default());
    }
    for (key, value) in set_by(action_type, config).into_iter().flatten() {
        constants.set(key, value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_key_is_constant_until_another_action_writes_it() {
        let mut constants = Context::default();
        let set = json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "B": 2, "C": 3, "D": 4}});
        update(&mut constants, "Data", &set);
        update(&mut constants, "Data", &json!({"Op": {"Action": "Copy"}, "FieldMap": {"A": "$.Message.From"}}));
        update(&mut constants, "Data", &json!({"Op": {"Action": "Remove", "Target": ["B"]}}));
        update(&mut constants, "Sql", &json!({"Op": {"Action": "Query", "Output": "$.C"}, "FieldMap": {"D": "$.D"}}));
        assert_eq!(constants.root(), &json!({"D": 4}));
        update(&mut constants, "Data", &json!({"Op": {"Action": "Set"}, "Data": {"D": 5}}));
        assert_eq!(constants.root(), &json!({"D": 5}));
    }
}
