//! What is known of the context before any message comes: the keys that actions always set to the same. An action that would
//! fail at every message because of one of them is told of when it is saved.

use super::{ConfigViolation, Context, Handlers};
use serde_json::{Map, Value};

/// What an action sets, where it is one that sets literals.
pub fn literals<'c>(action_type: &str, config: &'c Value) -> Option<&'c Map<String, Value>> {
    let sets = action_type == "Data" && config["Op"]["Action"] == "Set";
    config["Data"].as_object().filter(|_| sets)
}

/// An action of a workflow: its type, its config, and whether it runs before disposition.
pub type ConfiguredAction<'a> = (&'a str, &'a Value, bool);

/// What would fail at every message in each of these actions, because of what those that run before it always set. They are
/// given in their order; the second phase runs after the first.
pub fn objections<'a>(
    handlers: &Handlers,
    actions: impl Iterator<Item = ConfiguredAction<'a>>,
) -> Vec<Vec<ConfigViolation>> {
    let actions: Vec<ConfiguredAction<'a>> = actions.collect();
    let mut running: Vec<usize> = (0..actions.len()).collect();
    running.sort_by_key(|place| !actions[*place].2);
    let (mut known, mut found) = (Context::default(), vec![Vec::new(); actions.len()]);
    for place in running {
        let (action_type, config, _) = actions[place];
        found[place] = handlers.objections(action_type, config, &known);
        follow(&mut known, action_type, config);
    }
    found
}

/// What is known behind an action, from what is known before it.
fn follow(known: &mut Context, action_type: &str, config: &Value) {
    // Whatever writes to a key makes it unknown, unless it writes a literal.
    let named = [&config["Op"]["Target"], &config["Op"]["Output"]].into_iter().flat_map(|value| match value {
        Value::Array(all) => all.iter().collect(),
        one => vec![one],
    });
    let copied = config["FieldMap"].as_object().filter(|_| action_type == "Data");
    let copied = copied.into_iter().flat_map(Map::keys).map(String::as_str);
    let keys = named.filter_map(Value::as_str).chain(copied);
    for key in keys {
        known.remove(key.trim_start_matches("$.").split(['.', '[']).next().unwrap_or_default());
    }
    for (key, value) in literals(action_type, config).into_iter().flatten() {
        known.set(key, value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_key_is_known_until_something_else_writes_to_it() {
        let mut known = Context::default();
        let set = json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "B": 2, "C": 3, "D": 4}});
        follow(&mut known, "Data", &set);
        follow(&mut known, "Data", &json!({"Op": {"Action": "Copy"}, "FieldMap": {"A": "$.Message.From"}}));
        follow(&mut known, "Data", &json!({"Op": {"Action": "Remove", "Target": ["B"]}}));
        follow(&mut known, "Sql", &json!({"Op": {"Action": "Query", "Output": "$.C"}, "FieldMap": {"D": "$.D"}}));
        assert_eq!(known.root(), &json!({"D": 4}));
        follow(&mut known, "Data", &json!({"Op": {"Action": "Set"}, "Data": {"D": 5}}));
        assert_eq!(known.root(), &json!({"D": 5}));
    }
}
