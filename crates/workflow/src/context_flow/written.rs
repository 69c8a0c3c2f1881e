//! What an action writes to the context.

use super::root_key;
use crate::ValueType;
use crate::handlers::{TableKind, UserTable};
use serde_json::Value;

/// A path for later actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContextPath {
    pub path: String,
    pub value_type: ValueType,
}

impl ContextPath {
    fn new(path: impl Into<String>, value_type: ValueType) -> Self {
        Self { path: path.into(), value_type }
    }
}

/// What an action does to the keys at the root.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct KeyChanges {
    pub(super) set: Vec<String>,
    pub(super) removed: Vec<String>,
}

/// The keys that an action sets and removes.
pub(super) fn key_changes(action_type: &str, config: &Value) -> KeyChanges {
    let op = &config["Op"];
    let key = |path: &Value, default: &str| vec![path.as_str().map_or(default, plain_key).to_owned()];
    let plain_keys =
        |object: &Value| object.as_object().map_or_else(Vec::new, |all| all.keys().map(|key| own_key(key)).collect());
    let set = match (action_type, op["Action"].as_str()) {
        ("TextExtract", _) => key(&op["Target"], "Extract"),
        ("Sql", Some("Query")) => key(&op["Output"], "Query"),
        ("Sql", Some("Execute")) => key(&op["Output"], "Execute"),
        ("Sql", _) => op["Output"].as_str().map(plain_key).map(str::to_owned).into_iter().collect(),
        ("Http", _) => key(&op["Output"], "Http"),
        ("WorkOrder", _) => key(&op["Output"], "WorkOrder"),
        ("Data", Some("Set")) => plain_keys(&config["Data"]),
        ("Data", Some("Copy")) => plain_keys(&config["FieldMap"]),
        _ => Vec::new(),
    };
    let removed = match (action_type, op["Action"].as_str()) {
        ("Data", Some("Remove")) => match &op["Target"] {
            Value::Array(all) => all.iter().filter_map(Value::as_str).map(plain_key).map(str::to_owned).collect(),
            one => one.as_str().map(plain_key).map(str::to_owned).into_iter().collect(),
        },
        _ => Vec::new(),
    };
    KeyChanges { set, removed }
}

/// The keys that an action removes.
pub fn removed_keys(action_type: &str, config: &Value) -> Vec<String> {
    key_changes(action_type, config).removed
}

/// `Extract`, `$.Extract` and `$['Extract']` are the same key.
fn plain_key(path: &str) -> &str {
    root_key(path).unwrap_or(path)
}

fn own_key(key: &str) -> String {
    key.strip_prefix("$.").unwrap_or(key).to_owned()
}

/// The paths that an action adds. `tables` has the columns of a query.
pub fn written_paths(action_type: &str, config: &Value, tables: &[UserTable]) -> Vec<ContextPath> {
    let KeyChanges { set, .. } = key_changes(action_type, config);
    let each = set.iter().flat_map(|key| {
        let root = if is_name(key) { format!("$.{key}") } else { format!("$[{}]", Value::from(key.as_str())) };
        paths_at(&root, key, action_type, config, tables)
    });
    each.collect()
}

fn paths_at(root: &str, key: &str, action_type: &str, config: &Value, tables: &[UserTable]) -> Vec<ContextPath> {
    let at = |names: &[(&str, ValueType)]| -> Vec<ContextPath> {
        names.iter().map(|(name, value_type)| ContextPath::new(format!("{root}.{name}"), *value_type)).collect()
    };
    match (action_type, config["Op"]["Action"].as_str()) {
        ("TextExtract", _) => rows_at(root, fields(config).into_iter()),
        ("Sql", Some("Query" | "Execute")) => {
            let table = find_table(config, tables).filter(|table| table.kind != TableKind::Procedure);
            let columns = table.map_or(&[][..], |table| &table.columns);
            rows_at(root, columns.iter().map(|column| (column.name.as_str(), column.value_type)))
        }
        ("Sql", _) => at(&["Rows", "Inserted", "Updated", "Known"].map(|name| (name, ValueType::Number))),
        ("Http", _) => at(&[("Status", ValueType::Number), ("Body", ValueType::Any)]),
        ("Data", Some("Set")) => {
            let value = config["Data"].get(key).or_else(|| config["Data"].get(format!("$.{key}")));
            vec![ContextPath::new(root, value.map_or(ValueType::Any, type_of))]
        }
        _ => vec![ContextPath::new(root, ValueType::Any)],
    }
}

/// Records and their fields.
fn rows_at<'c>(root: &str, fields: impl Iterator<Item = (&'c str, ValueType)>) -> Vec<ContextPath> {
    let mut paths = vec![
        ContextPath::new(format!("{root}.Items"), ValueType::List),
        ContextPath::new(format!("{root}.Count"), ValueType::Number),
    ];
    paths.extend(fields.map(|(name, value_type)| {
        let name = if is_name(name) { format!(".{name}") } else { format!("[{}]", Value::from(name)) };
        ContextPath::new(format!("{root}.Items[0]{name}"), value_type)
    }));
    paths
}

/// The fields of a `TextExtract`.
pub(super) fn fields(config: &Value) -> Vec<(&str, ValueType)> {
    let all = config["Fields"].as_object().into_iter().flatten();
    let value_type = |field: &Value| match field.get("Map") {
        Some(Value::Object(_)) => ValueType::Any,
        _ => ValueType::of_field(field["Type"].as_str()),
    };
    all.map(|(name, field)| (name.as_str(), value_type(field))).collect()
}

/// The table that `Op.Target` names, with or without its schema, ignoring case. `None` if there are several.
pub(super) fn find_table<'t>(config: &Value, tables: &'t [UserTable]) -> Option<&'t UserTable> {
    let target = config["Op"]["Target"].as_str()?.trim().to_lowercase();
    let is_named = |table: &&UserTable| {
        let name = table.name.to_lowercase();
        name == target || name.split_once('.').is_some_and(|(_, bare)| bare == target)
    };
    let mut found = tables.iter().filter(is_named);
    found.next().filter(|_| found.next().is_none())
}

fn type_of(value: &Value) -> ValueType {
    match value {
        Value::Null => ValueType::Any,
        Value::Bool(_) => ValueType::Boolean,
        Value::Number(_) => ValueType::Number,
        Value::String(_) => ValueType::Text,
        Value::Array(_) => ValueType::List,
        Value::Object(_) => ValueType::Object,
    }
}

/// Whether a path can write it after a dot.
fn is_name(key: &str) -> bool {
    let mut letters = key.chars();
    let is_first = letters.next().is_some_and(|letter| letter.is_alphabetic() || letter == '_');
    is_first && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handlers::UserColumn;
    use serde_json::json;

    fn listed(action_type: &str, config: &Value) -> Vec<String> {
        let column = |name: &str, value_type| UserColumn {
            name: name.into(),
            value_type,
            is_required: false,
            is_generated: false,
        };
        let tables = [UserTable {
            name: "organization.Facility".into(),
            kind: TableKind::Table,
            columns: vec![column("Id", ValueType::Number), column("Name", ValueType::Text)],
        }];
        let paths = written_paths(action_type, config, &tables);
        paths.iter().map(|one| format!("{} {}", one.path, one.value_type.name())).collect()
    }

    #[test]
    fn each_handler_adds_its_paths() {
        for (action_type, config, expected) in [
            (
                "TextExtract",
                json!({"Op": {"Action": "Extract"}, "Fields": {"Latitude": {"Type": "number"}, "a b": {}}}),
                &[
                    "$.Extract.Items list",
                    "$.Extract.Count number",
                    "$.Extract.Items[0].Latitude number",
                    "$.Extract.Items[0][\"a b\"] text",
                ][..],
            ),
            (
                "TextExtract",
                json!({"Op": {"Action": "Extract", "Target": "$['S']"}, "Fields": {"T": {"Type": "longitude"}}}),
                &["$.S.Items list", "$.S.Count number", "$.S.Items[0].T number"],
            ),
            (
                "Sql",
                json!({"Op": {"Action": "Query", "Target": "facility", "Output": "$.All"}}),
                &["$.All.Items list", "$.All.Count number", "$.All.Items[0].Id number", "$.All.Items[0].Name text"],
            ),
            (
                "Sql",
                json!({"Op": {"Action": "Execute", "Target": "X"}}),
                &["$.Execute.Items list", "$.Execute.Count number"],
            ),
            ("Sql", json!({"Op": {"Action": "Merge", "Target": "X"}}), &[]),
            (
                "Sql",
                json!({"Op": {"Action": "Merge", "Target": "X", "Output": "$.Done"}}),
                &["$.Done.Rows number", "$.Done.Inserted number", "$.Done.Updated number", "$.Done.Known number"],
            ),
            ("Http", json!({"Op": {"Action": "Get"}}), &["$.Http.Status number", "$.Http.Body any"]),
            ("WorkOrder", json!({"Op": {"Action": "Create"}}), &["$.WorkOrder any"]),
            (
                "Data",
                json!({"Op": {"Action": "Set"}, "Data": {"A": 1, "$.B": "x", "c d": true}}),
                &["$.A number", "$.B text", "$[\"c d\"] boolean"],
            ),
            ("Data", json!({"Op": {"Action": "Copy"}, "FieldMap": {"A": "$.B"}}), &["$.A any"]),
            ("Data", json!({"Op": {"Action": "Remove", "Target": ["A"]}}), &[]),
            ("Condition", json!({"Op": {"Action": "Stop"}}), &[]),
        ] {
            assert_eq!(listed(action_type, &config), expected, "{action_type} {config}");
        }
    }

    #[test]
    fn removed_keys_are_known() {
        let removed =
            |target: Value| key_changes("Data", &json!({"Op": {"Action": "Remove", "Target": target}})).removed;
        assert_eq!(removed(json!("$.A")), ["A"]);
        assert_eq!(removed(json!(["A", "$.B"])), ["A", "B"]);
    }
}
