//! Which context paths an action can use: those of the message or status event, with examples from the newest one, and those
//! that earlier actions set.

use super::Admin;
use crate::context_seed::{Provenance, initial_context};
use crate::error::WatcherError;
use crate::files;
use crate::provider_timeout::{REQUEST_TIMEOUT, with_timeout};
use crate::sample_text::SampleMail;
use crate::status_event::{context as status_event, event_key, read_event};
use serde_json::Value;
use stormwire_store::tables::action::{self, Action};
use stormwire_store::tables::log::{self, LogEntry, LogSearch};
use stormwire_store::tables::status_event as rows;
use stormwire_store::tables::watcher::{self, Watcher, WatcherKind};
use stormwire_store::{ActionId, WatcherId};
use stormwire_workflow::context_flow::{actions_before, removed_keys, root_key, written_paths};
use stormwire_workflow::handlers::UserTable;
use stormwire_workflow::{Context, ValueType};

/// Of an example. Message text is shown no further than that.
const MAX_EXAMPLE_CHARS: usize = 100;
/// Attachments with paths of their own.
const MAX_ATTACHMENTS: usize = 10;

/// What every message provides.
const MESSAGE_PATHS: [(&str, ValueType); 12] = [
    ("$.Message.Subject", ValueType::Text),
    ("$.Message.From", ValueType::Text),
    ("$.Message.FromName", ValueType::Text),
    ("$.Message.To", ValueType::List),
    ("$.ReceivedAt", ValueType::Datetime),
    ("$.DetectedAt", ValueType::Datetime),
    ("$.BodyText", ValueType::Text),
    ("$._RawBody", ValueType::Text),
    ("$._RawBodyIsHtml", ValueType::Boolean),
    ("$.MessageKey", ValueType::Text),
    ("$.MailboxWatcherJobId", ValueType::Number),
    ("$.Attachments", ValueType::List),
];

const ATTACHMENT_KEYS: [(&str, ValueType); 4] = [
    ("Name", ValueType::Text),
    ("ContentType", ValueType::Text),
    ("SizeBytes", ValueType::Number),
    ("Text", ValueType::Text),
];

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsablePath {
    pub path: String,
    pub value_type: ValueType,
    /// `None` if it is not known.
    pub example: Option<String>,
    /// `message`, `event`, `file`, or the name of the action that sets it.
    pub from: String,
}

impl Admin {
    /// The paths that are set when an action starts; without an action, those after the last one.
    pub async fn context_paths(
        &self,
        watcher_id: WatcherId,
        action_id: Option<ActionId>,
    ) -> Result<Vec<UsablePath>, WatcherError> {
        let mut conn = self.store.reader().await?;
        let watcher = watcher::get(&mut conn, watcher_id).await?.ok_or(WatcherError::Missing("watcher"))?;
        let actions = action::list(&mut conn, watcher_id).await?;
        if action_id.is_some_and(|id| actions.iter().all(|action| action.id != id)) {
            return Err(WatcherError::Missing("action"));
        }
        drop(conn);
        let initial = match watcher.fields.kind {
            WatcherKind::Mailbox => message_paths(self.newest_message(&watcher).await?.as_ref()),
            WatcherKind::StatusEvent => event_paths(self.newest_event(&watcher).await?.as_ref()),
            WatcherKind::File => {
                fixed_paths(self.newest_file(&watcher).await?.as_ref(), &files::context::PATHS, "file")
            }
        };
        let tables = self.tables().await?;
        Ok(usable_paths(initial, &actions_before(&actions, action_id), &tables))
    }

    async fn newest_row(&self, watcher: &Watcher) -> Result<Option<LogEntry>, WatcherError> {
        let search = LogSearch { watcher_id: Some(watcher.id), most: 1, ..LogSearch::default() };
        Ok(log::list(&mut self.store.reader().await?, search).await?.pop())
    }

    /// The context of the newest message. `None` if there is none.
    async fn newest_message(&self, watcher: &Watcher) -> Result<Option<Context>, WatcherError> {
        Ok(match self.newest_row(watcher).await? {
            Some(log) => self.example_context(watcher, &log).await,
            None => None,
        })
    }

    /// The context of the newest file. `None` if there is none, or if it cannot be read.
    async fn newest_file(&self, watcher: &Watcher) -> Result<Option<Context>, WatcherError> {
        let Some(log) = self.newest_row(watcher).await? else { return Ok(None) };
        let read = with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "read file", self.read_file(watcher, &log)).await;
        Ok(read.ok().map(|content| files::context::initial_context(&content, Provenance::of(&log))))
    }

    /// The context of the newest event, also if it has not started the workflow. `None` if there is none.
    async fn newest_event(&self, watcher: &Watcher) -> Result<Option<Context>, WatcherError> {
        let mut conn = self.store.reader().await?;
        let id = rows::last_id(&mut conn).await?;
        let Some(found) = read_event(&mut conn, id).await? else { return Ok(None) };
        let key = event_key(id);
        let from = Provenance { message_key: &key, watcher_id: watcher.id, detected_at: found.event.noticed_at.0 };
        Ok(Some(status_event::initial_context(&found, from)))
    }

    /// The context of a message. `None` if the provider does not return it in time.
    async fn example_context(&self, watcher: &Watcher, log: &LogEntry) -> Option<Context> {
        let fetch = async {
            let _permit = self.preview_permit().await?;
            self.fetch_message(watcher, log, true).await
        };
        let fetched = with_timeout(self.clock.as_ref(), REQUEST_TIMEOUT, "read message", fetch).await;
        let SampleMail { message, attachments } = fetched
            .inspect_err(|error| tracing::debug!(%error, log_id = %log.id, "no examples of context paths"))
            .ok()?;
        Some(initial_context(&message, &attachments, Provenance::of(log)))
    }
}

/// `before` are the actions that have run, in run order.
fn usable_paths(initial: Vec<UsablePath>, before: &[&Action], tables: &[UserTable]) -> Vec<UsablePath> {
    let mut paths = initial;
    for action in before {
        for removed in removed_keys(&action.action_type, &action.config) {
            paths.retain(|known| root_key(&known.path) != Some(removed.as_str()));
        }
        let written = written_paths(&action.action_type, &action.config, tables);
        // What an action sets replaces the whole key.
        paths.retain(|known| !written.iter().any(|new| root_key(&new.path) == root_key(&known.path)));
        paths.extend(written.into_iter().map(|new| UsablePath {
            path: new.path,
            value_type: new.value_type,
            example: None,
            from: action.name.clone(),
        }));
    }
    paths
}

fn message_paths(context: Option<&Context>) -> Vec<UsablePath> {
    let none = Vec::new();
    let attachments = context.and_then(|context| context.root()["Attachments"].as_array()).unwrap_or(&none);
    let path = |path: String, value_type| initial_path(context, path, value_type, "message");
    let mut paths: Vec<UsablePath> =
        MESSAGE_PATHS.iter().map(|(fixed, value_type)| path((*fixed).to_owned(), *value_type)).collect();
    for index in 0..attachments.len().clamp(1, MAX_ATTACHMENTS) {
        let of_one =
            ATTACHMENT_KEYS.iter().map(|(key, value_type)| (format!("$.Attachments[{index}].{key}"), *value_type));
        paths.extend(of_one.map(|(of_one, value_type)| path(of_one, value_type)));
    }
    // By name, because the order of attachments may change.
    let with_text = attachments.iter().take(MAX_ATTACHMENTS).filter(|one| one["Text"].is_string());
    let by_name = with_text.filter_map(|one| one["Name"].as_str()).filter(|name| is_quotable(name));
    let by_name = by_name.map(|name| format!("$.Attachments[?@.Name=='{name}'].Text"));
    let is_unique = |path: &String| context.is_some_and(|context| context.get(path).is_ok());
    paths.extend(by_name.filter(is_unique).map(|of_name| path(of_name, ValueType::Text)));
    paths
}

fn event_paths(context: Option<&Context>) -> Vec<UsablePath> {
    fixed_paths(context, &status_event::PATHS, "event")
}

fn fixed_paths(context: Option<&Context>, paths: &[(&str, ValueType)], from: &str) -> Vec<UsablePath> {
    let path = |(path, value_type): &(&str, ValueType)| initial_path(context, (*path).to_owned(), *value_type, from);
    paths.iter().map(path).collect()
}

fn initial_path(context: Option<&Context>, path: String, value_type: ValueType, from: &str) -> UsablePath {
    let example = context.and_then(|context| context.get(&path).ok()).and_then(example);
    UsablePath { path, value_type, example, from: from.to_owned() }
}

fn is_quotable(name: &str) -> bool {
    (1..=200).contains(&name.len()) && !name.chars().any(|letter| letter.is_control() || "'\\".contains(letter))
}

/// On one line. Lists and objects are shown as JSON.
fn example(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        // Longer values are cut before they are copied.
        Value::String(text) => text.chars().take(MAX_EXAMPLE_CHARS + 1).collect(),
        Value::Array(all) if all.iter().any(Value::is_object) => {
            return Some(format!("{} entries", all.len()));
        }
        other => other.to_string(),
    };
    let line: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    Some(match line.char_indices().nth(MAX_EXAMPLE_CHARS) {
        Some(_) => line.chars().take(MAX_EXAMPLE_CHARS - 1).chain(['…']).collect(),
        None => line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn action(name: &str, action_type: &str, config: Value) -> Action {
        Action {
            id: ActionId::new(1),
            watcher_id: WatcherId::new(1),
            order: 1,
            name: name.into(),
            action_type: action_type.into(),
            config,
            credential_id: None,
            is_phase_one: true,
            sealed_secrets: None,
        }
    }

    fn context() -> Context {
        let Value::Object(root) = json!({
            "Message": {"Subject": "Lightning\nalert", "From": null, "To": ["a@example.gov"]},
            "BodyText": "é".repeat(5_000),
            "Attachments": [
                {"Name": "a.csv", "SizeBytes": 7, "Text": "Lat,Lon"},
                {"Name": "it's.csv", "Text": "x"},
                {"Name": "same.csv", "Text": "1"},
                {"Name": "same.csv", "Text": "2"},
                {"Name": "b.pdf", "TextError": "no text"},
            ],
        }) else {
            unreachable!()
        };
        Context::new(root)
    }

    fn find<'p>(paths: &'p [UsablePath], path: &str) -> Option<&'p UsablePath> {
        paths.iter().find(|known| known.path == path)
    }

    #[test]
    fn examples_are_short_lines() {
        let context = context();
        let paths = usable_paths(message_paths(Some(&context)), &[], &[]);
        let example = |path: &str| find(&paths, path).and_then(|found| found.example.clone());
        assert_eq!(example("$.Message.Subject").as_deref(), Some("Lightning alert"));
        assert_eq!(example("$.Message.From"), None);
        assert_eq!(example("$.Message.To").as_deref(), Some("[\"a@example.gov\"]"));
        assert_eq!(example("$.Attachments").as_deref(), Some("5 entries"));
        assert_eq!(example("$.Attachments[0].SizeBytes").as_deref(), Some("7"));
        assert_eq!(example("$.Attachments[0].Text").as_deref(), Some("Lat,Lon"));
        assert_eq!(example("$.Attachments[4].Text"), None);
        let body = example("$.BodyText").unwrap();
        assert!(body.chars().count() == MAX_EXAMPLE_CHARS && body.ends_with("é…"), "{body}");
        assert!(paths.iter().all(|path| path.from == "message"));
        let named: Vec<&str> =
            paths.iter().filter(|one| one.path.contains("?@")).map(|one| one.path.as_str()).collect();
        assert_eq!(named, ["$.Attachments[?@.Name=='a.csv'].Text"], "only names that match one attachment");
    }

    #[test]
    fn without_a_message_the_paths_have_no_examples() {
        let paths = usable_paths(message_paths(None), &[], &[]);
        assert_eq!(paths.len(), MESSAGE_PATHS.len() + ATTACHMENT_KEYS.len());
        assert!(paths.iter().all(|path| path.example.is_none()));
    }

    #[test]
    fn actions_add_replace_and_remove_paths() {
        let extract = action("Extract", "TextExtract", json!({"Op": {}, "Fields": {"Latitude": {"Type": "number"}}}));
        let set = action("Settings", "Data", json!({"Op": {"Action": "Set"}, "Data": {"BodyText": 1, "Radius": 8}}));
        let remove = action("Remove", "Data", json!({"Op": {"Action": "Remove", "Target": ["Message", "Radius"]}}));
        let paths = usable_paths(message_paths(Some(&context())), &[&extract, &set, &remove], &[]);
        let latitude = find(&paths, "$.Extract.Items[0].Latitude").unwrap();
        assert_eq!((latitude.value_type, latitude.from.as_str()), (ValueType::Number, "Extract"));
        let body: Vec<&UsablePath> = paths.iter().filter(|path| path.path == "$.BodyText").collect();
        assert_eq!((body.len(), body[0].from.as_str(), &body[0].example), (1, "Settings", &None));
        assert!(find(&paths, "$.Message.Subject").is_none() && find(&paths, "$.Radius").is_none());
    }
}
