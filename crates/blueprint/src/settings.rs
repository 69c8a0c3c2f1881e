//! The settings of a watcher by names, and back. Pure.

use crate::document::WatcherEntry;
use crate::error::FileProblem;
use crate::plain_words::in_plain_words;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use stormwire_store::tables::watcher::{FIELDS, FieldSpec, WatcherFields, WatcherKind};
use stormwire_store::{CredentialId, FacilityId};
use stormwire_watcher::WatcherError;
use stormwire_watcher::admin::watcher_unit::check_fields;

/// Fields that refer to rows, with their names in a file.
const REFERENCES: [(&str, &str); 2] = [("credentialId", "credential"), ("facilityIds", "facilities")];
/// Background jobs resolve it from the path.
const NOT_IN_FILES: &str = "folderId";

/// What the names in a file stand for.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    /// Those that do not exist yet have provisional ids below zero.
    pub(crate) credentials: BTreeMap<String, CredentialId>,
    /// Several if facilities share a name.
    pub(crate) facilities: BTreeMap<String, Vec<FacilityId>>,
}

impl Names {
    pub(crate) fn credential_name(&self, id: CredentialId) -> Option<&str> {
        self.credentials.iter().find(|(_, known)| **known == id).map(|(name, _)| name.as_str())
    }

    pub(crate) fn credential(&self, name: &str) -> Result<CredentialId, String> {
        let found = self.credentials.get(name).copied();
        found.ok_or_else(|| format!("credential {name:?} does not exist; add it under credentials, or check the name"))
    }

    pub(crate) fn facility(&self, name: &str) -> Result<FacilityId, String> {
        match self.facilities.get(name).map(Vec::as_slice).unwrap_or_default() {
            [id] => Ok(*id),
            [] => Err(format!("facility {name:?} does not exist; import the facilities first, or check the name")),
            _ => Err(format!("several facilities are named {name:?}; give each its own name")),
        }
    }

    /// Sorted. Facilities that were deleted meanwhile are left out.
    pub(crate) fn facility_names(&self, ids: &[FacilityId]) -> Result<Vec<String>, String> {
        let selected = self.facilities.iter().filter(|(_, known)| known.iter().any(|id| ids.contains(id)));
        let mut names = Vec::new();
        for (name, known) in selected {
            if known.len() > 1 {
                return Err(format!("several facilities are named {name:?}; give each its own name"));
            }
            names.push(name.clone());
        }
        if names.is_empty() {
            return Err("none of its facilities exists any more; choose others".into());
        }
        Ok(names)
    }
}

/// The settings in their stable order: name and kind, then the order of the declaration.
pub(crate) fn settings_of(fields: &WatcherFields, names: &Names) -> Result<Map<String, Value>, String> {
    let values = serde_json::to_value(fields).unwrap_or_default();
    let is_own = |field: &&FieldSpec| field.kinds.contains(&fields.kind) && field.name != NOT_IN_FILES;
    let is_first = |field: &&FieldSpec| field.name == "name" || field.name == "kind";
    let first = FIELDS.iter().filter(is_own).filter(is_first);
    let rest = FIELDS.iter().filter(is_own).filter(|field| !is_first(field));
    let mut settings = Map::new();
    for field in first.chain(rest) {
        let value = match field.name {
            "credentialId" => {
                let name =
                    fields.credential_id.map(|id| names.credential_name(id).ok_or("its credential does not exist"));
                json!(name.transpose()?)
            }
            "facilityIds" => {
                json!(fields.facility_ids.0.as_deref().map(|ids| names.facility_names(ids)).transpose()?)
            }
            name => values[name].clone(),
        };
        if !value.is_null() {
            settings.insert(file_name(field.name).to_owned(), value);
        }
    }
    Ok(settings)
}

fn file_name(field: &'static str) -> &'static str {
    REFERENCES.iter().find(|(name, _)| *name == field).map_or(field, |(_, in_file)| in_file)
}

/// All problems at once, as far as the settings can be read.
pub(crate) fn fields_of(entry: &WatcherEntry, names: &Names) -> Result<WatcherFields, Vec<FileProblem>> {
    let path = format!("watchers[{:?}]", entry.name());
    let mut settings = entry.settings.clone();
    let kind = settings.get("kind").cloned().unwrap_or_else(|| json!(WatcherKind::Mailbox));
    let Ok(kind) = serde_json::from_value::<WatcherKind>(kind.clone()) else {
        let known = WatcherKind::ALL.map(WatcherKind::name).join(", ");
        return Err(vec![FileProblem::new(format!("{path}.kind"), format!("unknown kind {kind}; use one of {known}"))]);
    };
    let mut problems = unknown_settings(&settings, kind, &path);
    replace_references(&mut settings, names, &path, &mut problems);
    // Stored as none.
    if settings.get("description").is_some_and(|text| text == "") {
        settings.shift_remove("description");
    }
    // Other kinds have no mailbox, and the row needs a value.
    settings.entry("mailboxAddress").or_insert_with(|| json!(""));
    if !problems.is_empty() {
        return Err(problems);
    }
    let fields: WatcherFields = serde_path_to_error::deserialize(Value::Object(settings)).map_err(|error| {
        let field = error.path().to_string();
        vec![FileProblem::new(format!("{path}.{field}"), in_plain_words(&error.into_inner().to_string()))]
    })?;
    match check_fields(&fields) {
        Ok(()) => Ok(fields),
        Err(WatcherError::Invalid(violations)) => {
            let problem = |one: stormwire_workflow::ConfigViolation| {
                FileProblem::new(format!("{path}.{}", one.path), one.message)
            };
            Err(violations.into_iter().map(problem).collect())
        }
        Err(error) => Err(vec![FileProblem::new(path, error)]),
    }
}

fn unknown_settings(settings: &Map<String, Value>, kind: WatcherKind, path: &str) -> Vec<FileProblem> {
    let own = FIELDS.iter().filter(|field| field.kinds.contains(&kind) && field.name != NOT_IN_FILES);
    let known: Vec<&str> = own.map(|field| file_name(field.name)).collect();
    let unknown = settings.keys().filter(|key| !known.contains(&key.as_str()));
    let message = format!("a watcher of the kind {kind} has no such field; known are {}, actions", known.join(", "));
    unknown.map(|key| FileProblem::new(format!("{path}.{key}"), &message)).collect()
}

fn replace_references(settings: &mut Map<String, Value>, names: &Names, path: &str, problems: &mut Vec<FileProblem>) {
    let mut reject = |field: &str, message: String| problems.push(FileProblem::new(format!("{path}.{field}"), message));
    match settings.remove("credential") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) => match names.credential(&name) {
            Ok(id) => drop(settings.insert("credentialId".into(), json!(id))),
            Err(message) => reject("credential", message),
        },
        Some(other) => reject("credential", format!("{other} is not the name of a credential")),
    }
    match settings.remove("facilities").map(serde_json::from_value::<Option<Vec<String>>>) {
        None | Some(Ok(None)) => {}
        Some(Ok(Some(list))) => {
            let ids: Result<BTreeSet<FacilityId>, String> = list.iter().map(|name| names.facility(name)).collect();
            match ids {
                Ok(ids) => drop(settings.insert("facilityIds".into(), json!(ids))),
                Err(message) => reject("facilities", message),
            }
        }
        Some(Err(_)) => reject("facilities", "is not a list of names of facilities".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let facilities = [("Pool", vec![7]), ("Park", vec![8]), ("Twin", vec![1, 2])];
        let ids = |ids: Vec<i64>| ids.into_iter().map(FacilityId::new).collect();
        Names {
            credentials: [("City".to_owned(), CredentialId::new(3))].into(),
            facilities: facilities.into_iter().map(|(name, list)| (name.to_owned(), ids(list))).collect(),
        }
    }

    fn entry(settings: Value) -> WatcherEntry {
        let Value::Object(settings) = settings else { panic!("not an object") };
        WatcherEntry { settings, actions: vec![] }
    }

    #[test]
    fn settings_of_every_kind_read_back() {
        let mut mailbox = WatcherFields::new("Strikes", "storm@example.gov");
        mailbox.credential_id = Some(CredentialId::new(3));
        mailbox.process_existing = Some(false);
        let mut status = WatcherFields::of_status_events("Changes");
        status.facility_ids.0 = Some(vec![FacilityId::new(7), FacilityId::new(8)]);
        let files = WatcherFields { expect_every_minutes: Some(30), ..WatcherFields::of_files("Files", "/srv/in") };
        for fields in [mailbox, status, files] {
            let settings = settings_of(&fields, &names()).unwrap();
            assert_eq!(settings.keys().take(2).collect::<Vec<_>>(), ["name", "kind"]);
            assert_eq!(fields_of(&WatcherEntry { settings, actions: vec![] }, &names()).unwrap(), fields);
        }
    }

    #[test]
    fn problems_name_path_value_and_fix() {
        for (settings, path, message) in [
            (json!({"name": "A", "kind": "Fax"}), "watchers[\"A\"].kind", "Mailbox, StatusEvent, File"),
            (
                json!({"name": "A", "kind": "File", "folder": "/x", "mode": "PollOnly"}),
                "watchers[\"A\"].mode",
                "known are name",
            ),
            (
                json!({"name": "A", "mailboxAddress": "a@b.c", "folderId": "x"}),
                "watchers[\"A\"].folderId",
                "no such field",
            ),
            (
                json!({"name": "A", "mailboxAddress": "a@b.c", "credential": "X"}),
                "watchers[\"A\"].credential",
                "does not exist",
            ),
            (
                json!({"name": "A", "kind": "StatusEvent", "facilities": ["Twin"]}),
                "watchers[\"A\"].facilities",
                "several",
            ),
            (
                json!({"name": "A", "kind": "StatusEvent", "facilities": ["No"]}),
                "watchers[\"A\"].facilities",
                "import the facilities",
            ),
            (
                json!({"name": "A", "mailboxAddress": "a@b.c", "maxAttachmentMb": "many"}),
                "watchers[\"A\"].maxAttachmentMb",
                "expected a whole number",
            ),
            (json!({"name": "A", "mailboxAddress": "nobody"}), "watchers[\"A\"].mailboxAddress", "email address"),
            (json!({"mailboxAddress": "a@b.c"}), "watchers[\"\"].", "name"),
        ] {
            let problems = fields_of(&entry(settings.clone()), &names()).unwrap_err();
            assert_eq!(problems.len(), 1, "{problems:?}");
            assert!(problems[0].path.starts_with(path) && problems[0].message.contains(message), "{problems:?}");
        }
    }
}
