//! What a file changes. Pure.

use crate::difference::{FieldChange, difference};
use crate::document::Document;
use serde::Serialize;
use serde_json::Value;

/// Something that a file adds, changes or removes.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedChange {
    pub section: Section,
    pub name: String,
    pub change: Change,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Credential,
    Policy,
    Watcher,
    Sink,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    Add,
    /// Field by field.
    Update(Vec<FieldChange>),
    Remove,
}

/// How an entry is found again.
#[derive(PartialEq)]
enum Key<'a> {
    Name(&'a str),
    DefaultPolicy,
}

struct Entry<'a> {
    key: Key<'a>,
    name: &'a str,
    value: Value,
}

/// Both documents are in the stable order, with every field as it is stored. With `prune`, what `wanted` does not name is
/// removed, except for the city's default policy.
pub fn plan(current: &Document, wanted: &Document, prune: bool) -> Vec<PlannedChange> {
    let sections = [Section::Credential, Section::Policy, Section::Watcher, Section::Sink];
    let changes = sections.map(|section| {
        let (before, after) = (entries(section, current), entries(section, wanted));
        section_changes(section, &before, &after, prune)
    });
    changes.into_iter().flatten().collect()
}

fn section_changes(section: Section, before: &[Entry<'_>], after: &[Entry<'_>], prune: bool) -> Vec<PlannedChange> {
    let planned = |name: &str, change| PlannedChange { section, name: name.to_owned(), change };
    let mut changes = Vec::new();
    for entry in after {
        match before.iter().find(|known| known.key == entry.key) {
            None => changes.push(planned(entry.name, Change::Add)),
            Some(known) => {
                let fields = difference(&known.value, &entry.value);
                changes.extend((!fields.is_empty()).then(|| planned(entry.name, Change::Update(fields))));
            }
        }
    }
    let is_removed =
        |known: &&Entry<'_>| known.key != Key::DefaultPolicy && !after.iter().any(|entry| entry.key == known.key);
    if prune {
        changes.extend(before.iter().filter(is_removed).map(|known| planned(known.name, Change::Remove)));
    }
    changes
}

fn entries(section: Section, document: &Document) -> Vec<Entry<'_>> {
    match section {
        Section::Credential => document.credentials.iter().map(|one| entry(&one.name, one)).collect(),
        Section::Watcher => document.watchers.iter().map(|one| entry(one.name(), one)).collect(),
        Section::Sink => document.sinks.iter().map(|one| entry(&one.name, one)).collect(),
        Section::Policy => {
            let key = |is_default, name| if is_default { Key::DefaultPolicy } else { Key::Name(name) };
            let of_policy = document.policies.iter();
            of_policy.map(|one| Entry { key: key(one.is_default, &one.name), ..entry(&one.name, one) }).collect()
        }
    }
}

fn entry<'a, T: Serialize>(name: &'a str, fields: &T) -> Entry<'a> {
    Entry { key: Key::Name(name), name, value: serde_json::to_value(fields).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{CredentialEntry, PolicyEntry};

    fn credential(name: &str, client_id: &str) -> CredentialEntry {
        let (name, client_id) = (name.to_owned(), client_id.to_owned());
        CredentialEntry { name, client_id, namespace: "n".into(), purpose: None, hosts: vec![] }
    }

    fn policy(name: &str, is_default: bool) -> PolicyEntry {
        PolicyEntry {
            name: name.into(),
            is_default,
            radius_miles: 8.0,
            danger_minutes: 30.0,
            all_clear_minutes: 30.0,
            history_hours: 8.0,
            rings: vec![],
            facilities: vec![],
        }
    }

    fn summary(changes: &[PlannedChange]) -> Vec<String> {
        let line = |one: &PlannedChange| match &one.change {
            Change::Add => format!("+{}", one.name),
            Change::Remove => format!("-{}", one.name),
            Change::Update(fields) => {
                let paths: Vec<&str> = fields.iter().map(|field| field.path.as_str()).collect();
                format!("~{} {}", one.name, paths.join(" "))
            }
        };
        changes.iter().map(line).collect()
    }

    #[test]
    fn what_the_file_does_not_name_stays_unless_pruned() {
        let current = Document {
            credentials: vec![credential("A", "1"), credential("B", "1"), credential("C", "1")],
            policies: vec![policy("City default", true), policy("Golf", false)],
            ..Document::default()
        };
        let wanted = Document {
            credentials: vec![credential("A", "1"), credential("B", "2"), credential("D", "1")],
            ..Document::default()
        };
        assert_eq!(summary(&plan(&current, &wanted, false)), ["~B clientId", "+D"]);
        assert_eq!(summary(&plan(&current, &wanted, true)), ["~B clientId", "+D", "-C", "-Golf"]);
        assert!(plan(&current, &current, true).is_empty());
    }

    #[test]
    fn the_default_policy_is_known_without_its_name() {
        let current = Document { policies: vec![policy("City default", true)], ..Document::default() };
        let wanted = Document { policies: vec![policy("Our rule", true)], ..Document::default() };
        assert_eq!(summary(&plan(&current, &wanted, true)), ["~Our rule name"]);
    }
}
