//! Samples of a `TextExtract` action: texts with the records that were found in them. All run again at every save.

use super::Admin;
use super::preview::{Preview, PreviewSource};
use crate::error::WatcherError;
use futures_util::FutureExt;
use serde_json::{Value, json};
use stormwire_city::accounts::audit;
use stormwire_extract::UnreadSpan;
use stormwire_store::tables::audit::{Actor, AuditChange};
use stormwire_store::tables::sample::{self as rows, ActionSample, NewSample};
use stormwire_store::{ActionId, LockTarget, SampleId, Schema, WatcherId, lock_for_update};

/// Per action.
const MAX_SAMPLES: usize = 50;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActionPath {
    pub watcher_id: WatcherId,
    pub action_id: ActionId,
}

#[derive(Debug, Clone)]
pub struct SampleResult {
    pub id: SampleId,
    pub name: String,
    /// The first difference from the stored records.
    pub difference: Option<String>,
    /// Start matches inside other records and possible strikes, in UTF-16 units of the sample.
    pub unread: Vec<UnreadSpan>,
}

impl Admin {
    pub async fn samples(&self, of: ActionPath) -> Result<Vec<ActionSample>, WatcherError> {
        self.action(of.watcher_id, of.action_id).await?;
        Ok(rows::list(&mut self.store.reader().await?, of.action_id).await?)
    }

    /// Stores a text with the records that the saved action finds. Rejects a text on which the action fails.
    pub async fn add_sample(
        &self,
        of: ActionPath,
        name: String,
        text: String,
        actor: Actor,
    ) -> Result<ActionSample, WatcherError> {
        let count = name.chars().count();
        if !(1..=200).contains(&count) || name.trim().is_empty() || name.chars().any(char::is_control) {
            return Err(WatcherError::invalid_field("name", "must be 1 to 200 characters"));
        }
        let ActionPath { watcher_id, action_id } = of;
        let config = self.action(watcher_id, action_id).await?.config;
        let found = self.preview(config, PreviewSource::Text(text.clone())).await?;
        if let Some(error) = found.error {
            return Err(WatcherError::invalid_field("text", format!("the action fails on this text: {error}")));
        }
        let (expected, now) = (result_to_json(&found), self.clock.now());
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                lock_for_update(conn, LockTarget::Watcher(watcher_id)).await?;
                if rows::list(conn, action_id).await?.len() >= MAX_SAMPLES {
                    return Err(WatcherError::Conflict(format!(
                        "an action can have at most {MAX_SAMPLES} samples; delete one first"
                    )));
                }
                let id =
                    rows::insert(conn, action_id, NewSample { name: &name, text: &text, expected: &expected }, now)
                        .await?;
                let after = Some(json!({"action": action_id, "name": name}));
                let change = AuditChange {
                    action: "create",
                    resource: "sample",
                    resource_id: Some(id.get()),
                    before: None,
                    after,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(ActionSample { id, name, text, expected, created_at: now })
            }
            .boxed()
        });
        unit.await
    }

    pub async fn delete_sample(&self, of: ActionPath, id: SampleId, actor: Actor) -> Result<(), WatcherError> {
        let ActionPath { watcher_id, action_id } = of;
        self.action(watcher_id, action_id).await?;
        let now = self.clock.now();
        let unit = self.store.write(Schema::It, move |conn| {
            async move {
                if !rows::delete(conn, action_id, id).await? {
                    return Err(WatcherError::Missing("sample"));
                }
                let before = Some(json!({"action": action_id}));
                let change = AuditChange {
                    action: "delete",
                    resource: "sample",
                    resource_id: Some(id.get()),
                    before,
                    after: None,
                };
                audit::record(conn, Schema::It, &actor, change, now).await?;
                Ok(())
            }
            .boxed()
        });
        unit.await
    }

    /// Runs each sample of an action with a config.
    pub async fn run_samples(&self, of: ActionPath, config: &Value) -> Result<Vec<SampleResult>, WatcherError> {
        let mut results = Vec::new();
        for ActionSample { id, name, text, expected, .. } in self.samples(of).await? {
            let found = self.preview(config.clone(), PreviewSource::Text(text)).await?;
            let difference = match &found.error {
                Some(error) => Some(error.clone()),
                None => describe_difference(&expected, &result_to_json(&found)),
            };
            results.push(SampleResult { id, name, difference, unread: found.unread });
        }
        Ok(results)
    }

    /// Warnings about samples whose records differ under a config that was just saved.
    pub async fn failing_samples(&self, of: ActionPath, config: &Value) -> Result<Vec<String>, WatcherError> {
        let results = match self.run_samples(of, config).await {
            // The action has another handler now: the samples do not apply.
            Err(WatcherError::Invalid { .. }) => return Ok(Vec::new()),
            results => results?,
        };
        Ok(results.iter().filter_map(SampleResult::warning).collect())
    }
}

impl SampleResult {
    fn warning(&self) -> Option<String> {
        let unread = (!self.unread.is_empty()).then(|| {
            let count = self.unread.len();
            format!("text that looks like other strikes is not read, or is read by the wrong record: {count}")
        });
        let reason = self.difference.clone().or(unread)?;
        Some(format!("sample {:?}: {reason}", self.name))
    }
}

fn result_to_json(found: &Preview) -> Value {
    json!({"Items": found.items, "Count": found.count})
}

/// The first difference between two results.
fn describe_difference(expected: &Value, found: &Value) -> Option<String> {
    if expected == found {
        return None;
    }
    let (before, now) = (&expected["Count"], &found["Count"]);
    if before != now {
        return Some(format!("{now} records instead of {before}"));
    }
    let none = Vec::new();
    let items = |of: &'_ Value| of["Items"].as_array().cloned().unwrap_or_else(|| none.clone());
    for (index, (before, now)) in items(expected).iter().zip(&items(found)).enumerate() {
        let (Some(old), Some(new)) = (before.as_object(), now.as_object()) else { continue };
        let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
        for name in names {
            let (old, new) = (old.get(name).unwrap_or(&Value::Null), new.get(name).unwrap_or(&Value::Null));
            if old != new {
                return Some(format!("record {index}, {name}: {new} instead of {old}"));
            }
        }
    }
    Some("the records differ".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_reported() {
        let of = |items: Value| json!({"Count": items.as_array().unwrap().len(), "Items": items});
        for (before, now, expected) in [
            (json!([{"A": 1}]), json!([{"A": 1}]), None),
            (json!([{"A": 1}]), json!([]), Some("0 records instead of 1")),
            (json!([{"A": 1}, {"A": 2}]), json!([{"A": 1}, {"A": null}]), Some("record 1, A: null instead of 2")),
            (json!([{"A": 1}]), json!([{"B": 1}]), Some("record 0, A: null instead of 1")),
        ] {
            assert_eq!(describe_difference(&of(before), &of(now)).as_deref(), expected);
        }
    }
}
