//! Keys that a file has in clear text, because they are part of a URL. Pure.

use crate::document::Document;
use crate::error::FileProblem;
use serde_json::Value;
use stormwire_workflow::key_in_query;

/// In configs of actions. The queries of sinks are masked.
pub(crate) fn exposed_keys(document: &Document) -> Vec<FileProblem> {
    let mut found = Vec::new();
    for watcher in &document.watchers {
        for action in &watcher.actions {
            let path = format!("watchers[{:?}].actions[{:?}].config", watcher.name(), action.name);
            search(&path, &action.config, &mut found);
        }
    }
    found
}

fn search(path: &str, value: &Value, found: &mut Vec<FileProblem>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                search(&format!("{path}.{name}"), value, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                search(&format!("{path}[{index}]"), item, found);
            }
        }
        Value::String(text) => {
            let parameter = Some(text).filter(|text| text.contains("://")).and_then(|text| key_in_query(text));
            found.extend(parameter.map(|parameter| exposed_key(path, &parameter)));
        }
        _ => {}
    }
}

/// The value of the parameter is not part of the message.
fn exposed_key(path: &str, parameter: &str) -> FileProblem {
    let message = format!(
        "the query parameter {parameter:?} looks like a key, and the file has it in clear text; put the key in a header or a \
         credential"
    );
    FileProblem::new(path, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ActionEntry, WatcherEntry};
    use serde_json::json;

    fn document(config: Value) -> Document {
        let action = ActionEntry {
            name: "Post".into(),
            action_type: "Http".into(),
            is_phase_one: true,
            credential: None,
            config,
        };
        let settings = [("name".to_owned(), json!("Strikes"))].into_iter().collect();
        Document { watchers: vec![WatcherEntry { settings, actions: vec![action] }], ..Document::default() }
    }

    #[test]
    fn keys_in_urls_are_found_with_their_path() {
        for (config, path) in [
            (json!({"Op": {"Url": "https://a.example/hook?key=abc123"}}), Some(".Op.Url")),
            (json!({"List": [1, {"Url": "https://a.example/?x=1&api_key=abc123"}]}), Some(".List[1].Url")),
            (json!({"Op": {"Url": "https://a.example/hook?page=2"}}), None),
            (json!({"Op": {"Url": "https://a.example/hook?key={{ $.Key }}"}}), None),
            (json!({"Op": {"Text": "which key?key=abc123"}}), None),
        ] {
            let found = exposed_keys(&document(config.clone()));
            let expected = path.map(|path| format!("watchers[\"Strikes\"].actions[\"Post\"].config{path}"));
            assert_eq!(
                found.iter().map(|one| one.path.clone()).collect::<Vec<_>>(),
                Vec::from_iter(expected),
                "{config}"
            );
            assert!(found.iter().all(|one| !one.message.contains("abc123")), "{found:?}");
        }
    }
}
