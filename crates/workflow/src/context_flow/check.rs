//! Warns about actions that read what no earlier action sets. Warnings, not violations: an administrator edits actions one
//! after the other.

use super::read::read_paths;
use super::written::{fields, find_table, key_changes};
use super::{root_key, run_order};
use crate::handlers::{TableKind, UserTable};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use stormwire_store::ActionId;
use stormwire_store::tables::action::Action;

/// The actions of a watcher and what is known about them.
#[derive(Debug, Clone, Copy)]
pub struct Workflow<'a> {
    /// In their order.
    pub actions: &'a [Action],
    /// The keys that the context starts with.
    pub initial_keys: &'a [&'a str],
    /// Empty if they are not known.
    pub tables: &'a [UserTable],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowWarning {
    /// The action that would fail.
    pub action_id: ActionId,
    /// Contains the names of the actions.
    pub text: String,
}

/// Keys that `Email` adds for its own templates.
const EMAIL_KEYS: [&str; 4] = ["City", "StormUrl", "Feed", "AllClear"];

pub fn warnings(workflow: Workflow<'_>) -> Vec<FlowWarning> {
    let mut writers: BTreeMap<String, Option<&Action>> =
        workflow.initial_keys.iter().map(|key| ((*key).to_owned(), None)).collect();
    let mut found = Vec::new();
    for action in run_order(workflow.actions) {
        let texts = unset_keys(action, &writers).into_iter().chain(missing_fields(action, &writers, workflow.tables));
        found.extend(texts.map(|text| FlowWarning { action_id: action.id, text }));
        let changes = key_changes(&action.action_type, &action.config);
        for key in changes.removed {
            writers.remove(&key);
        }
        writers.extend(changes.set.into_iter().map(|key| (key, Some(action))));
    }
    found
}

/// Keys at the root that nothing has set.
fn unset_keys(action: &Action, writers: &BTreeMap<String, Option<&Action>>) -> Vec<String> {
    let own: Vec<&str> = match action.action_type.as_str() {
        "Email" => {
            let variables = ["Data", "FieldMap"].iter().filter_map(|part| action.config[part].as_object());
            EMAIL_KEYS.into_iter().chain(variables.flatten().map(|(key, _)| key.as_str())).collect()
        }
        _ => Vec::new(),
    };
    let mut seen = BTreeSet::new();
    let paths = read_paths(&action.action_type, &action.config).into_iter();
    let unset = paths.filter_map(|path| {
        let key = root_key(path)?;
        let is_set = writers.contains_key(key) || own.contains(&key);
        (!is_set && seen.insert(key)).then(|| {
            format!(
                "“{}” reads $.{key}, but no action before it sets {key}. Add an action that sets {key} before it, or change \
                 the path.",
                action.name
            )
        })
    });
    unset.collect()
}

/// Fields that a `Merge` or `Insert` needs and its source does not have.
fn missing_fields(action: &Action, writers: &BTreeMap<String, Option<&Action>>, tables: &[UserTable]) -> Vec<String> {
    let is_write = matches!(action.config["Op"]["Action"].as_str(), Some("Merge" | "Insert"));
    if action.action_type != "Sql" || !is_write {
        return Vec::new();
    }
    let Some((source, given)) = source_fields(&action.config, writers) else { return Vec::new() };
    let row = Row::new(&action.config, &given);
    let mut texts: Vec<String> = Vec::new();
    let mut needed: Vec<&str> = Vec::new();
    let table = find_table(&action.config, tables).filter(|table| table.kind == TableKind::Table);
    let match_on = action.config["MatchOn"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let required = table.into_iter().flat_map(|table| &table.columns).filter(|column| column.is_required);
    for name in match_on.chain(required.map(|column| column.name.as_str())) {
        if !row.has(name) && !has_name(&needed, name) {
            needed.push(name);
        }
    }
    let store = &action.name;
    texts.extend(needed.iter().map(|name| {
        let fix = if row.is_mapped {
            format!("Add {name} to FieldMap, or a fixed value under Data, in “{store}”.")
        } else {
            format!("Add a field {name} to “{source}”, or a fixed value under Data in “{store}”.")
        };
        format!("“{store}” needs the field {name}. {fix}")
    }));
    texts.extend(row.unknown.iter().map(|name| {
        format!("“{store}” needs the field {name}. Add a field {name} to “{source}”, or change FieldMap in “{store}”.")
    }));
    if let Some(table) = table {
        let unknown = row.fields.iter().filter(|name| table.column(name).is_none());
        texts.extend(unknown.map(|name| {
            format!(
                "“{store}” cannot store the field {name}: {} has no such column. Remove the field from “{source}”, or list \
                 the columns to store in FieldMap of “{store}”.",
                table.name
            )
        }));
    }
    texts
}

/// The name of the `TextExtract` that fills `Op.Source`, and the names of its fields. `None` if another action fills it.
fn source_fields<'a>(
    config: &Value,
    writers: &BTreeMap<String, Option<&'a Action>>,
) -> Option<(&'a str, Vec<&'a str>)> {
    let path = config["Op"]["Source"].as_str()?.trim();
    let key = root_key(path).filter(|_| path.ends_with(".Items"))?;
    let action = writers.get(key).copied().flatten().filter(|action| action.action_type == "TextExtract")?;
    let names = fields(&action.config).into_iter().map(|(name, _)| name).collect();
    Some((&action.name, names))
}

/// The fields of the rows that a `Merge` or `Insert` writes.
struct Row<'a> {
    fields: Vec<&'a str>,
    /// Fields of the record that `FieldMap` names and the record does not have.
    unknown: Vec<&'a str>,
    /// Whether `FieldMap` defines the whole row.
    is_mapped: bool,
}

impl<'a> Row<'a> {
    /// The same rules as when the action runs.
    fn new(config: &'a Value, given: &[&'a str]) -> Self {
        let map = || config["FieldMap"].as_object().into_iter().flatten();
        let of_record = |path: &&str| !path.starts_with('$') && !path.starts_with('[');
        let is_mapped = map().any(|(_, path)| path.as_str().is_some_and(|path| !path.starts_with('$')));
        let mut fields: Vec<&str> = if is_mapped { Vec::new() } else { given.to_vec() };
        fields.extend(map().map(|(name, _)| name.as_str()));
        fields.extend(config["Data"].as_object().into_iter().flatten().map(|(name, _)| name.as_str()));
        let paths = map().filter_map(|(_, path)| path.as_str()).filter(of_record);
        let names = paths.map(|path| path.split(['.', '[']).next().unwrap_or(path));
        // A path is exact about case.
        let unknown = names.filter(|name| !given.contains(name)).collect();
        Self { fields, unknown, is_mapped }
    }

    fn has(&self, name: &str) -> bool {
        has_name(&self.fields, name)
    }
}

/// Columns match ignoring case.
fn has_name(names: &[&str], name: &str) -> bool {
    names.iter().any(|other| other.trim().to_lowercase() == name.trim().to_lowercase())
}

#[cfg(test)]
mod tests;
